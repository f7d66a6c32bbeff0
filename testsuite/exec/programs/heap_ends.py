"""heapq.heappushpop, nsmallest and nlargest; texts joined by character; tabs expanded; dict() of
tuples of pairs; what a set and a list have in common."""
import heapq
from heapq import heappushpop, nlargest, nsmallest


def pushed(xs: list[int], v: int) -> tuple[int, list[int]]:
    heap = list(xs)
    heapq.heapify(heap)
    return heappushpop(heap, v), heap


def pushed_float(xs: list[float]) -> list[float]:
    heap = [0.5, 1.5]
    return [heapq.heappushpop(heap, x) for x in xs]


def pushed_pairs(xs: list[float]) -> list[tuple[float, int]]:
    heap = [(1.0, 7)]
    return [heapq.heappushpop(heap, (x, i)) for i, x in enumerate(xs)]


def ends(xs: list[float], n: int) -> tuple[list[float], list[float]]:
    return nsmallest(n, xs), heapq.nlargest(n, xs)


def ends_by(xs: list[int], n: int) -> tuple[list[int], list[int]]:
    return heapq.nsmallest(n, xs, key=lambda x: x % 10), nlargest(n, xs, key=lambda x: -abs(x - 20))


def equal_ends(xs: list[int], n: int) -> tuple[list[int], list[int]]:
    return nsmallest(n, xs, key=lambda x: x // 10), nlargest(n, xs, key=lambda x: x // 10)


def characters(s: str, sep: str) -> str:
    return sep.join(s)


def backwards(s: str) -> str:
    return "".join(s[::-1])


def tabs(s: str) -> str:
    return s.expandtabs()


def tabs_of(s: str, n: int) -> str:
    return s.expandtabs(n)


def of_pairs(s: str, a: int) -> dict[str, int]:
    return dict(((s, a), ("b", 2), (s + "c", 3)))


def common(xs: list[int], ys: list[int]) -> list[int]:
    return list(set(xs).intersection(ys))


def common_texts(s: str, t: list[str]) -> list[str]:
    return sorted(set(s.split()).intersection(t))


TEXTS = ["", "a", "\t", "a\tb", "ab\n\tc\td", "x\r\ty", "12345678\t9", "é\tü\t", "\t\n\t"]
def merged(xs: list[int], ys: list[int], zs: list[int]) -> list[int]:
    every = [x for x in heapq.merge(xs, ys, zs)]
    return every + list(heapq.merge(xs, ys)) + list(heapq.merge(zs)) + list(heapq.merge(zs, xs, reverse=True))


def merged_by(xs: list[tuple[int, str]], ys: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return list(heapq.merge(xs, ys, key=lambda p: p[0])) + list(heapq.merge(xs, ys, key=lambda p: -p[0], reverse=True))


CASES = {
    "merged": [([1, 4, 6], [2, 3], [0, 9]), ([], [], [1]), ([3, 1], [2, 0], [5]), ([1, 1], [1], [1, 1])],
    "merged_by": [([(1, "a"), (2, "b")], [(1, "c"), (3, "z")]), ([], [(1, "x")])],
    "pushed": [([], 3), ([1], 0), ([1], 1), ([1], 2), ([5, 3, 9, 1, 7], 4), ([5, 3, 9, 1, 7], 100)],
    "pushed_float": [([],), ([1.0, 0.25, 9.0, -1.0],), ([float("nan"), 2.0],)],
    "pushed_pairs": [([],), ([1.0, 1.0, 0.5, 3.0],)],
    "ends": [(xs, n) for xs in ([], [2.0], [3.0, 1.0, 2.0, 1.0, -4.5]) for n in (-1, 0, 1, 3, 9)],
    **dict.fromkeys(["ends_by", "equal_ends"], [(xs, n) for xs in ([], [25, 15, 31, 12, 35, 20])
                                               for n in (-2, 0, 1, 2, 6, 8)]),
    "characters": [(s, sep) for s in ("", "a", "abc", "aé☃") for sep in ("", "-", ", ", "ü☃")],
    "backwards": [("",), ("x",), ("stressed",), ("aé☃",)],
    "tabs": [(s,) for s in TEXTS],
    "tabs_of": [(s, n) for s in TEXTS for n in (-3, 0, 1, 4, 5)],
    "common": [(xs, ys) for xs in ([], [40, 3, 9, 17, 1]) for ys in ([], [1], [17, 17, 40, 5], [40, 1, 3, 9, 17, 8])],
    "common_texts": [("a b c", ["c", "d", "a"]), ("", ["a"]), ("x", [""])],
    "of_pairs": [("a", 1), ("b", 1), ("", -4)],
}
