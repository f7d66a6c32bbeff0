"""Objects with __bool__ or __len__ that may be None: asked for their truth where they are there only."""


class Flag:
    def __init__(self, n: int):
        self.n = n
        self.next: "Flag | None" = None

    def __bool__(self) -> bool:
        return self.n > 2


class Box:
    def __init__(self, n: int):
        self.n = n

    def __len__(self) -> int:
        return self.n


def made(n: int):
    if n > 1:
        return Flag(n)
    return None


def chosen(n: int):
    flag = Flag(n) if n > 1 else None
    box = None
    if n > 1:
        box = Box(n - 2)
    return (flag or Flag(7)).n, (box or Box(8)).n, (made(n) or Flag(9)).n


def asked(n: int):
    flag = made(n)
    box = Box(n - 2) if n > 1 else None
    return 1 if flag else 2, not flag, 3 if not box else 4, bool(flag), 5 if flag and flag.n > 3 else 6


def of_attribute(n: int):
    flag = Flag(n)
    if n > 3:
        flag.next = Flag(n - 3)
    other = flag.next or Flag(9)
    return other.n, 1 if flag.next else 2, not flag.next, bool(flag.next), 1 if flag.next and flag.next.n > 3 else 0


def followed(n: int):
    flag = Flag(n)
    if n > 3:
        flag.next = Flag(n - 3)
    count = 0
    while flag:
        count += 1
        flag = flag.next
    return count


def in_lists(n: int):
    flags = [made(i) for i in range(n)]
    return [1 if x else 0 for x in flags], len([x for x in flags if not x])


def of_another_kind(n: int):
    x = 1 if n > 1 else None
    if x == "a":
        n += 10
    for i in range(n):
        if x != "a":
            x = i
    return n, x


def of_sets(n: int):
    s = None
    if n > 2:
        s = {n}
    elif n > 0:
        s = set()
    return 1 if s else 0, not s, len(s or {5, 6}), bool(s)


def of_values(d: dict[str, set[int]], e: dict[str, dict[str, int]]):
    v, w = d.get("a"), e.get("a")
    return v is None, 1 if v else 0, len(v or set()), not v, not w, 1 if w else 0, len(w or {})


CASES = dict.fromkeys(["of_sets", "chosen", "asked", "of_attribute", "followed", "in_lists", "of_another_kind"], [(0,), (2,), (5,), (9,)])
CASES["of_values"] = [({"a": {1}}, {"a": {"b": 1}}), ({"a": set()}, {"a": {}}), ({}, {})]
