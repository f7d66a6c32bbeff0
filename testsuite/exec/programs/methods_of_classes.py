"""Methods of lists, sets and dictionaries by their class, as values; names of module builtins."""
import builtins


def chosen(i):
    if i < 1:
        return list.remove
    else:
        return list.append


def returned(i: int):
    h = []
    chosen(i)(h, 1)
    return h


def in_list(i: int):
    a = [list.append, lambda x, y: x.extend([y])]
    b = []
    a[i](b, i)
    return b


def named(n: int):
    add, put = set.add, list.append
    s, xs = {n}, [n]
    for i in range(n):
        add(s, i)
        put(xs, i * 2)
    return sorted(s), xs


def mapped(n: int):
    return list(map(list.copy, [[n], [n, n]])), list(map(str.upper, ["a", "b"]))


def by_module(xs: list[int]):
    return builtins.list(xs), builtins.len(xs), builtins.sum(xs), builtins.tuple(xs), builtins.str(xs), builtins.set(xs)


def by_module_inside(n: int):
    import builtins as b
    return b.list(b.range(n)), b.sorted([n, 1, 2]), b.dict({n: 1})


CASES = {
    **{name: [(n,) for n in range(2)] for name in ("returned", "in_list", "named", "mapped", "by_module_inside")},
    "by_module": [([1, 2],), ([],)],
}
