"""Dictionaries as written that are given to methods and helpers, which ask them for keys that only the run tells, go over them or change them; keys that are None."""


class Num:
    def __init__(self, v):
        self.v = v

    def eval(self, env):
        return self.v


class Var(Num):
    def __init__(self, name):
        self.name = name

    def eval(self, env):
        return env[self.name]


class Sum(Num):
    def __init__(self, a, b):
        self.a, self.b = a, b

    def eval(self, env):
        return self.a.eval(env) + self.b.eval(env)


def tree(x: int, y: int, name: str) -> int:
    e = Sum(Sum(Num(3), Var("x")), Var(name))
    return e.eval({"x": x, "y": y})


class Shop:
    def __init__(self):
        self.total = 0.0

    def price(self, prices, name):
        return prices.get(name, 9.5)

    def buy(self, prices, *names):
        for name in names:
            self.total += self.price(prices, name)
        return self.total

    def all(self, prices):
        for name, price in prices.items():
            self.total += price
        return sorted(prices)

    def change(self, stock, name, n):
        stock[name] += n
        stock["new"] = n
        return stock


def shop(name: str):
    s = Shop()
    t = s.buy({"tea": 1.5, "milk": 2.0}, "tea", name)
    return t, s.all({"tea": 1.5, "milk": 2.0}), s.total, s.change({"a": 1, "b": 2}, name, 3)


def none_keys(n: int):
    d = {"a": n, "b": 2}
    return None in d, d.get(None, 3), d.pop(None, 4), None in {n: 1}, len(d)


def none_item(n: int) -> int:
    return {"a": n}[None]


def none_deleted(n: int) -> int:
    d = {"a": n}
    del d[None]
    return len(d)


CASES = {
    "none_keys": [(1,)],
    "none_item": [(1,)],
    "none_deleted": [(1,)],
    "tree": [(1, 2, "y"), (1, 2, "x"), (1, 2, "z")],
    "shop": [("a",), ("b",), ("milk",)],
}
