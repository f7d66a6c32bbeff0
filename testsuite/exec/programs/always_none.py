"""What is always None: attributes that nobody gives anything else, results of functions that return nothing, shown and compared; attributes that may be None, of objects made with and without."""
import heapq
from collections import Counter


class Given:
    def __init__(self, axis: int, left: "int | None", name: str = "x"):
        self.axis = axis
        self.left = left
        self.name = name
        self.value: "int | None" = None

    def get(self):
        return self.left

    def again(self):
        self.left = None
        return self.name


class Node:
    def __init__(self, axis: int, left: "Node | None", right: "Node | None"):
        self.axis, self.left, self.right = axis, left, right


class Tree:
    def __init__(self, n: int):
        self.n = n
        self.root = self.build(0, n)

    def build(self, low: int, high: int) -> "Node | None":
        if low == high:
            return None
        mid = (low + high) // 2
        return Node(mid, self.build(low, mid), self.build(mid + 1, high))

    def visit(self, x: int) -> list[int]:
        out = []

        def go(node: "Node | None") -> None:
            if node is None:
                return
            near, far = (node.left, node.right) if x < node.axis else (node.right, node.left)
            go(near)
            out.append(node.axis)
            go(far)

        go(self.root)
        return out


def attributes(n: int):
    a = Given(n, None)
    return a.left is None, a.axis, a.left, a.get(), a.again(), a.value


def listed(n: int):
    xs = [Given(i, None) for i in range(n)]
    return [x.name for x in xs], xs[0].left if n > 1 else xs[0].value


def chosen(n: int):
    a = Given(n, None)
    near, far = (a.left, a.value) if n > 0 else (a.value, a.left)
    v = a.left
    if n > 3:
        v = a.value
    return near is None, far, v


def one_side(n: int):
    a = Node(1, None, Node(2, None, None))
    near, far = (a.left, a.right) if n > 0 else (a.right, a.left)
    return near is None, far is None


def tree(n: int, x: int):
    return Tree(n).visit(x)


def nothing(n: int):
    print("called", n)


def shown(n: int):
    a = Given(n, None)
    print(a.left, a.name, f"{a.left}", (a.name, 1))
    print(nothing(n))
    v = nothing(n + 1)
    print(v, f"{nothing(3)}", [nothing(4) is None])
    print("{} {}".format(nothing(5), n), "%s" % nothing(6))
    return a.left == None, a.left or 3, not a.left, str(nothing(7)), str(a.left)  # noqa: E711


class Code:
    """A leaf has a text, a node inside None, and both are of one structure."""

    def __init__(self, freq: int, char: "str | None" = None, left: "Code | None" = None, right: "Code | None" = None):
        self.freq, self.char, self.left, self.right = freq, char, left, right

    def __lt__(self, other: "Code") -> bool:
        return self.freq < other.freq


def huffman(text: str) -> dict[str, str]:
    heap = [Code(f, c) for c, f in sorted(Counter(text).items())]
    heapq.heapify(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, Code(a.freq + b.freq, None, a, b))
    codes: dict[str, str] = {}

    def walk(n: Code, prefix: str) -> None:
        if n.char is not None:
            codes[n.char] = prefix or "0"
            return
        if n.left:
            walk(n.left, prefix + "0")
        if n.right:
            walk(n.right, prefix + "1")

    walk(heap[0], "")
    return codes


class Point:
    def __init__(self, x: float, weight: "float | None" = None, name: "str | None" = None, k: int = None, z: "float | None" = 2):
        self.x, self.weight, self.name, self.k, self.z = x, weight, name, k, z


def points(n: int):
    ps = [Point(1.5), Point(2.0, 0.5), Point(3.0, name="c", k=n, z=None)]
    ps.append(Point(x=4.0, weight=float(n) if n > 1 else None))
    return [p.weight for p in ps], [p.name or "-" for p in ps], [p.k for p in ps], [p.z is None for p in ps], sum(p.weight or 1.0 for p in ps)


CASES = {
    "huffman": [(t,) for t in ("abracadabra", "a", "hello world")],
    "points": [(n,) for n in (0, 1, 2)],
    **{name: [(n,) for n in (1, 2, 5)] for name in ("attributes", "listed", "shown")},
    **{name: [(n,) for n in (-1, 1, 4)] for name in ("chosen", "one_side")},
    "tree": [(n, x) for n in (0, 1, 2, 9) for x in (0, 4, 20)],
}
