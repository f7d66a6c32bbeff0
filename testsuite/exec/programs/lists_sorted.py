"""xs.sort() of lists, however they were made: copies, parts, sums, results of helpers, items of lists, attributes."""


class Bag:
    def __init__(self, items):
        self.items = items


def drawn(xs):
    return [x * 7 % 5 for x in xs]


def copies(xs: list[float]):
    a = xs[:]
    a.sort()
    b = xs.copy()
    b.sort()
    c = xs[1:]
    c.sort(reverse=True)
    d = xs + [1.5]
    d.sort()
    e = list(xs)
    e.sort()
    return a, b, c, d, e, xs


def given(xs: list[int]):
    ys = drawn(xs)
    ys.sort()
    xs.sort()
    return ys, xs


def items(rows: list[list[float]]):
    first = rows[0]
    first.sort()
    rows[1].sort()
    for row in rows[2:]:
        row.sort()
    rows.sort()
    return rows


def of_texts(xs: list[str]):
    ys = xs[::-1]
    ys.sort()
    bag = Bag([len(x) for x in xs])
    bag.items.sort()
    return ys, bag.items


CASES = {
    "copies": [([3.0, 1.0, 2.0],), ([5.0],)],
    "given": [([3, 1, 2, 9, 4],), ([],)],
    "items": [([[3.0, 1.0], [2.0, 1.0, 0.0], [1.0, 1.0], [9.0, 8.0, 7.0]],)],
    "of_texts": [(["b", "aa", "c", "abcd"],)],
}
