"""Programs of classes whose attributes are tables: machines, banks, sets of cells, grids, caches."""


class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}")
        self.need = need
        self.have = have


class Machine:
    PRICES = {"cola": 150, "water": 100}

    def __init__(self):
        self.coins = []
        self.sold = {}

    def insert(self, coin):
        if coin not in (10, 20, 50, 100):
            raise ValueError("unknown coin %d" % coin)
        self.coins.append(coin)

    def buy(self, name, price):
        have = sum(self.coins)
        if have < price:
            raise InsufficientFunds(price, have)
        self.coins.clear()
        self.sold[name] = self.sold.get(name, 0) + 1
        return have - price


def vend(coins: list[int]) -> str:
    m = Machine()
    try:
        for c in coins:
            m.insert(c)
        return f"change {m.buy('cola', 150)} {m.sold}"
    except InsufficientFunds as e:
        return "short: " + str(e)
    except ValueError as e:
        return "bad: " + str(e)


class Pipeline:
    def __init__(self):
        self.steps = []

    def add(self, factor, offset):
        self.steps.append((factor, offset))
        return self

    def __call__(self, x):
        for f, o in self.steps:
            x = x * f + o
        return x

    def __len__(self):
        return len(self.steps)


def pipe(x: float) -> float:
    p = Pipeline().add(2.0, 1.0).add(0.5, -3.0)
    return p(x) + len(p)


class Account:
    next_id = 1

    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance


class Bank:
    def __init__(self):
        self.accounts = {}
        self.ledger = []

    def open(self, owner, amount):
        num = len(self.accounts) + 1
        self.accounts[num] = Account(owner, amount)
        return num

    def transfer(self, a, b, amount):
        src, dst = self.accounts[a], self.accounts[b]
        if src.balance < amount:
            return False
        src.balance -= amount
        dst.balance += amount
        self.ledger.append((a, b, amount))
        return True

    def richest(self):
        return max(self.accounts.values(), key=lambda acc: acc.balance).owner


def bank(x: float) -> str:
    bk = Bank()
    a = bk.open("ann", 100.0)
    b = bk.open("bob", 50.0)
    ok = bk.transfer(a, b, x)
    return f"{ok} {bk.richest()} {bk.ledger} {sum(acc.balance for acc in bk.accounts.values())}"


class Life:
    def __init__(self, cells):
        self.alive = set(cells)

    def step(self):
        counts = {}
        for x, y in self.alive:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        p = (x + dx, y + dy)
                        counts[p] = counts.get(p, 0) + 1
        self.alive = {p for p, c in counts.items() if c == 3 or (c == 2 and p in self.alive)}

    def __len__(self):
        return len(self.alive)


def life(n: int) -> list[tuple[int, int]]:
    g = Life([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)])
    for _ in range(n):
        g.step()
    return sorted(g.alive)


class SparseVector:
    def __init__(self):
        self.data = {}

    def __setitem__(self, i, v):
        if v == 0:
            self.data.pop(i, None)
        else:
            self.data[i] = v

    def __getitem__(self, i):
        return self.data.get(i, 0.0)

    def __contains__(self, i):
        return i in self.data

    def __add__(self, o):
        r = SparseVector()
        for i, v in self.data.items():
            r[i] = v
        for i, v in o.data.items():
            r[i] = r[i] + v
        return r

    def dot(self, o):
        return sum(v * o[i] for i, v in self.data.items())

    def __len__(self):
        return len(self.data)


def sparse(n: int) -> str:
    a, b = SparseVector(), SparseVector()
    for i in range(n):
        a[i * 2] = i + 0.5
        b[i * 3] = 1.0 * i
    c = a + b
    return f"{len(c)} {a.dot(b)} {6 in c} {c[6]} {c[1000]}"


def solve(s: str) -> str:
    grid = [0 if c == "." else int(c) for c in s]
    rows = [set() for _ in range(4)]
    cols = [set() for _ in range(4)]
    boxes = [set() for _ in range(4)]

    def place(i, v):
        r, c = divmod(i, 4)
        rows[r].add(v)
        cols[c].add(v)
        boxes[r // 2 * 2 + c // 2].add(v)

    def lift(i, v):
        r, c = divmod(i, 4)
        rows[r].discard(v)
        cols[c].discard(v)
        boxes[r // 2 * 2 + c // 2].discard(v)
    for i, v in enumerate(grid):
        if v:
            place(i, v)

    def go(i):
        while i < 16 and grid[i]:
            i += 1
        if i == 16:
            return True
        r, c = divmod(i, 4)
        for v in range(1, 5):
            if v in rows[r] or v in cols[c] or v in boxes[r // 2 * 2 + c // 2]:
                continue
            grid[i] = v
            place(i, v)
            if go(i + 1):
                return True
            lift(i, v)
            grid[i] = 0
        return False
    ok = go(0)
    return "".join(str(v) for v in grid) if ok else "none"


class Tree:
    def __init__(self):
        self.kids = {}
        self.names = []

    def add(self, name, parent=None):
        i = len(self.names)
        self.names.append(name)
        self.kids[i] = []
        if parent is not None:
            self.kids[parent].append(i)
        return i

    def show(self, i, depth=0):
        lines = ["  " * depth + self.names[i]]
        for k in self.kids[i]:
            lines.extend(self.show(k, depth + 1))
        return lines


def tree(n: int) -> list[str]:
    t = Tree()
    r = t.add("root")
    for i in range(n):
        a = t.add(f"n{i}", r)
        if i % 2:
            t.add(f"leaf{i}", a)
    return t.show(r)


def popped(n: int) -> int:
    d = {1: 2}
    d.pop(n, None)
    return len(d)


def cells(n: int) -> str:
    cells = [" "] * 9
    cells[n] = "x"
    return "".join(cells)


def pop_or(n: int) -> int:
    d = {1: 2}
    v = d.pop(n, None)
    if v is None:
        return -1
    return v + len(d)


class Cache:
    def __init__(self):
        self.data = {}
        self.rows = []
        self.grid = [[0, 0], [1, 1]]

    def put(self, k, v, t):
        self.data[k] = (v, t)

    def get(self, k):
        v, t = self.data[k]
        return f"{v} {t}"

    def add(self, n):
        self.rows.append([0] * n)
        self.rows[len(self.rows) - 1] = [n, n + 1]
        self.grid[0] = [n, n]


def cache(n: int) -> str:
    c = Cache()
    c.put("a", n, 0.5)
    c.put("b", 7, 1.5)
    c.add(n)
    return c.get("a") + " " + c.get("b") + f" {c.rows} {c.grid}"


def put(d, k, v):
    d[k] = (v, v + 1)


def helper(n: int) -> str:
    d = {}
    put(d, n, 2)
    xs = [(1, 2), (3, 4)]
    put(xs, 1, n)
    return f"{d[n]} {xs}"


def squares(d, n):
    for i in range(n):
        d[i] = [j * j for j in range(i)]


def comp(n: int) -> list[list[int]]:
    d = {}
    squares(d, n)
    return [d[i] for i in range(n)]


class Program:
    OPS = ("inc", "dec", "jnz", "cpy")
    KINDS = ("plain", 2, 0.5)

    def __init__(self, lines):
        self.lines = [line.split() for line in lines]
        self.reg = {"a": 0, "b": 0}
        self.pc = 0

    def value(self, x):
        return self.reg[x] if x in self.reg else int(x)

    def step(self):
        if not 0 <= self.pc < len(self.lines):
            return False
        op, *args = self.lines[self.pc]
        assert op in self.OPS, op
        if op == "cpy":
            self.reg[args[1]] = self.value(args[0])
        elif op == "inc":
            self.reg[args[0]] += 1
        elif op == "dec":
            self.reg[args[0]] -= 1
        elif self.value(args[0]):
            self.pc += int(args[1]) - 1
        self.pc += 1
        return True


def run(lines: list[str]):
    m = Program(lines)
    n = 0
    while m.step():
        n += 1
    return m.reg, n, "-" * (n > 3) + Program.KINDS[0] + m.OPS[n % 4], Program.OPS, m.KINDS[1]


CASES = {
    "run": [(["cpy 3 a", "inc b", "inc b", "dec a", "jnz a -3"],), (["foo a"],), (["inc b"],)],
    "vend": [([100, 50, 20]), ([100],), ([3],)],
    "pipe": [(3.0,)],
    "bank": [(10.0,), (60.0,), (1000.0,)],
    "life": [(4,)],
    "sparse": [(5,)],
    "solve": [("1.3..2...4.....1",), ("11..............",)],
    "tree": [(3,)],
    "popped": [(1,), (2,)],
    "cells": [(2,)],
    "pop_or": [(1,), (2,)],
    "cache": [(3,)],
    "helper": [(3,)],
    "comp": [(4,)],
}
