"""What is always None: attributes that nobody gives anything else, results of functions that return nothing, shown and compared."""


class Given:
    def __init__(self, axis: int, left: "int | None", name: str = "x"):
        self.axis = axis
        self.left = left
        self.name = name
        self.value: "float | None" = None

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


CASES = {
    **{name: [(n,) for n in (1, 2, 5)] for name in ("attributes", "listed", "shown")},
    **{name: [(n,) for n in (-1, 1, 4)] for name in ("chosen", "one_side")},
    "tree": [(n, x) for n in (0, 1, 2, 9) for x in (0, 4, 20)],
}
