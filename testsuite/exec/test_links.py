"""Objects that hold others of their class between Python and compiled functions: trees, lists, graphs and circles, each object once."""
from __future__ import annotations

import gc
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from harness import O1, SANITIZED, compile_text_once, load, shared_folder

SOURCE = '''
from dataclasses import dataclass
from typing import Optional

class Tree:
    def __init__(self, key: int):
        self.key = key
        self.left: "Tree | None" = None
        self.right: "Tree | None" = None

    def insert(self, key):
        if key < self.key:
            if self.left is None:
                self.left = Tree(key)
            else:
                self.left.insert(key)
        elif self.right is None:
            self.right = Tree(key)
        else:
            self.right.insert(key)

def build(n: int) -> Tree:
    t = Tree(n // 2)
    for i in range(n):
        t.insert(i * 7 % n)
    return t

def insert(t: Tree, key: int) -> None:
    t.insert(key)

def total(t: Tree) -> int:
    s = t.key
    if t.left is not None:
        s += total(t.left)
    if t.right is not None:
        s += total(t.right)
    return s

def find(t: Tree, key: int) -> Optional[Tree]:
    at = t
    while at is not None and at.key != key:
        at = at.left if key < at.key else at.right
    return at

def height(t: Optional[Tree]) -> int:
    return 0 if t is None else 1 + max(height(t.left), height(t.right))

def rotated(t: Tree) -> Tree:
    pivot = t.left
    if pivot is None:
        return t
    t.left = pivot.right
    pivot.right = t
    return pivot

def ends(t: Tree) -> tuple[Tree, list[Tree], Tree]:
    new = Tree(7)
    new.left = t
    return new, [new, t], t


@dataclass
class Link:
    value: float
    next: Optional["Link"] = None

def chain(n: int) -> Link:
    first = Link(0.0)
    last = first
    for i in range(1, n):
        last.next = Link(0.5 * i)
        last = last.next
    return first

def ring(n: int) -> Link:
    first = chain(n)
    last = first
    while last.next is not None:
        last = last.next
    last.next = first
    return first

def reverse(first: Link) -> Link:
    before = None
    at = first
    while at is not None:
        after = at.next
        at.next = before
        before = at
        at = after
    return before

def added(first: Link, n: int) -> float:
    t = 0.0
    at = first
    for i in range(n):
        if at is None:
            raise ValueError("too short")
        t += at.value
        at.value += 1.0
        at = at.next
    return t


class Node:
    def __init__(self, name: str, parent: "Node | None" = None):
        self.name = name
        self.parent = parent
        self.children: list[Node] = []
        self.known: dict[str, Node] = {}

    def add(self, name):
        child = Node(name, self)
        self.children.append(child)
        self.known[name] = child
        return child

def grown(n: int) -> Node:
    root = Node("root")
    for i in range(n):
        root.add(f"{i}").add("leaf")
    return root

def names(all: list[Node]) -> list[str]:
    found = []
    for node in all:
        at = node
        path = at.name
        while at.parent is not None:
            at = at.parent
            path = at.name + "/" + path
        found.append(path)
    return found

def grow(node: Node, name: str) -> Node:
    return node.add(name)

def meet(a: Node, b: Node) -> bool:
    a.name += "!"
    return a is b and len(b.children) == 1


class Expr:
    def value(self, x: float) -> float:
        raise NotImplementedError

class Num(Expr):
    def __init__(self, n: float):
        self.n = n
    def value(self, x):
        return self.n

class Var(Expr):
    def __init__(self, power: int):
        self.power = power
    def value(self, x):
        return x ** self.power

class Add(Expr):
    def __init__(self, a: Expr, b: Expr):
        self.a = a
        self.b = b
    def value(self, x):
        return self.a.value(x) + self.b.value(x)

def value(e: Expr, x: float) -> float:
    return e.value(x)

def sum_of(n: int) -> Expr:
    e: Expr = Num(1.0)
    for i in range(n):
        e = Add(e, Var(i))
    return e
'''


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    folder = shared_folder(tmp_path_factory, "links")
    compiled = compile_text_once(SOURCE, folder, O1, name="with_links")
    plain = folder / "plain_links.py"
    plain.write_text(SOURCE)
    return load("plain_links", plain), compiled


def picture(o: Any) -> Any:
    """What is reached, in the order of reaching, objects by number: what is the same is seen."""
    number: dict[int, int] = {}
    told: list = []
    queue: list = []

    def seen(x: Any) -> Any:
        if isinstance(x, (list, tuple)):
            return [seen(i) for i in x]
        if isinstance(x, dict):
            return {k: seen(v) for k, v in x.items()}
        if not hasattr(x, "__dict__"):
            return x
        if id(x) not in number:
            number[id(x)] = len(number)
            queue.append(x)
        return f"#{number[id(x)]}"

    first = seen(o)
    while queue:
        x = queue.pop(0)
        told.append((type(x).__name__, {k: seen(v) for k, v in vars(x).items()}))
    return first, told


def tree(m: ModuleType) -> Any:
    t = m.Tree(5)
    for key in (2, 8, 1, 3, 9):
        t.insert(key)
    return t


def twice(m: ModuleType) -> tuple:
    node = m.Node("a")
    node.add("b")
    return node, node


def family(m: ModuleType) -> list:
    root = m.Node("r")
    a, b = root.add("a"), root.add("b")
    return [a, b, root, a.add("c")]


def shared(m: ModuleType) -> Any:
    one = m.Add(m.Num(2.0), m.Var(1))
    return m.Add(one, one)


CALLS = {
    "build": lambda m: (20,),
    "insert": lambda m: (tree(m), 4),
    "total": lambda m: (tree(m),),
    "find": lambda m: (tree(m), 3),
    "find nothing": lambda m: (tree(m), 4),
    "height": lambda m: (tree(m),),
    "height of nothing": lambda m: (None,),
    "rotated": lambda m: (tree(m),),
    "ends": lambda m: (tree(m),),
    "chain": lambda m: (50_000,),
    "ring": lambda m: (5,),
    "reverse": lambda m: (m.chain(30_000),),
    "added": lambda m: (m.ring(3), 7),
    "added too far": lambda m: (m.chain(3), 7),
    "grown": lambda m: (3,),
    "names": lambda m: (family(m),),
    "grow": lambda m: (family(m)[0], "x"),
    "meet": twice,
    "value": lambda m: (shared(m), 2.0),
    "sum_of": lambda m: (4,),
}


@pytest.mark.parametrize("call", CALLS)
def test_as_in_the_interpreter(modules: tuple[ModuleType, ModuleType], call: str) -> None:
    told = []
    for m in modules:
        args = CALLS[call](m)
        try:
            result = getattr(m, call.split()[0])(*args)
        except ValueError as error:
            result = error.args
        told.append(picture([result, args]))
    assert told[0] == told[1]


def test_all_are_compiled(modules: tuple[ModuleType, ModuleType]) -> None:
    assert all(hasattr(getattr(modules[1], call.split()[0]), "signatures") for call in CALLS)


def test_objects_stay_themselves(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    t = tree(m)
    assert m.find(t, 5) is t and m.find(t, 1) is t.left.left
    new, all, old = m.ends(t)
    assert old is t and all[0] is new and all[1] is t and new.left is t
    node = family(m)[0]
    assert m.grow(node, "y") is node.children[-1] and node.known["y"] is node.children[-1] and node.children[-1].parent is node


@pytest.mark.parametrize(("call", "words"), [
    (lambda m, t: m.total(t), "attribute 'key' of a Tree got str, expected int"),
    (lambda m, t: m.total(m.Link(1.0)), "parameter 't' got with_links.Link, expected Tree"),
    (lambda m, t: m.added(m.Link(1.0, m.Tree(1)), 2), "attribute 'next' of a Link got Tree"),
])
def test_what_does_not_fit(modules: tuple[ModuleType, ModuleType], call: Any, words: str) -> None:
    m = modules[1]
    t = tree(m)
    t.left.right.key = "three"
    with pytest.raises(TypeError, match=words):
        call(m, t)


def test_references(modules: tuple[ModuleType, ModuleType]) -> None:
    m = modules[1]
    t, node, r = tree(m), family(m)[0], m.ring(4)
    counted = (t, t.left, t.right, node, node.parent, r, r.next, m.Tree, m.Node, m.Link)
    gc.collect()
    before = [sys.getrefcount(o) for o in counted]
    for _ in range(20):
        m.total(t), m.find(t, 3), m.ends(t), m.names([node, node]), m.added(r, 9), m.ring(3), m.build(5)
        with pytest.raises(TypeError):
            m.names([node, t])
    gc.collect()
    assert [sys.getrefcount(o) for o in counted] == before


@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps freed memory for a while")
def test_memory_of_circles(modules: tuple[ModuleType, ModuleType]) -> None:
    def used() -> int:
        return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))

    m = modules[1]
    r = m.ring(1000)
    for _ in range(200):
        m.added(r, 5)
    before = used()
    for _ in range(2000):
        m.added(r, 5)
    assert used() - before < 50_000  # kB: each call took 100 kB
