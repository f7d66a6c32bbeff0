"""Lists and tuples compared, shown in texts and assigned in parts; texts, tuples and lists as the greatest and least; starts of sums."""
import operator
from collections import defaultdict
from operator import itemgetter


def s_split_unpack(s: str) -> int:
    a, b = s.split("-")
    return int(a) - int(b)


def s_max(s: str) -> str:
    return max(s) + min(s)


def s_palindrome(s: str) -> bool:
    t = [c.lower() for c in s if c.isalnum()]
    return t == t[::-1]


def f_list(xs: list[int]) -> str:
    return f"{xs} {xs[1:]}"


def f_listf(xs: list[float], ys: list[str]) -> str:
    return f"{xs} {ys}"


def f_dict(d: dict[str, int]) -> str:
    return f"{d}"


def f_none(n: int) -> str:
    x = None
    return f"{x} {n}"


def f_pct_list(xs: list[int]) -> str:
    return "%s" % xs


def f_str_list(xs: list[float]) -> str:
    return str(xs) + repr(xs)


def f_str_nested(xs: list[list[int]]) -> str:
    return str(xs)


def f_str_dict(d: dict[int, float]) -> str:
    return str(d)


def f_str_set(a: set[int]) -> str:
    return str(a) + repr(frozenset(a))


def l_index(a: list[int], x: int) -> int:
    return a.index(x) + a.index(x, 1) + a.index(x, 0, 4)


def l_sort_key_abs(a: list[int]) -> list[int]:
    a.sort(key=abs, reverse=True)
    return a


def l_slice_assign(a: list[int]) -> list[int]:
    a[1:3] = [10, 20, 30]
    a[:0] = [0]
    a[len(a):] = [99]
    return a


def l_slice_assign_step(a: list[int]) -> list[int]:
    a[::2] = [7, 8]
    return a


def l_slice_assign_range(a: list[int]) -> list[int]:
    a[1:2] = range(3)
    return a


def l_cmp(a: list[int], b: list[int]) -> list[bool]:
    return [a == b, a != b, a < b, a <= b, a > b, a >= b]


def l_sum_start(a: list[int]) -> int:
    return sum(a, 10) + sum(a, start=5)


def l_sorted_by_len(a: list[str]) -> list[str]:
    return sorted(a, key=len) + sorted(a, key=lambda s: (len(s), s), reverse=True)


def l_bool_list(n: int) -> list[int]:
    sieve = [True] * (n + 1)
    sieve[0] = sieve[1] = False
    for i in range(2, int(n ** 0.5) + 1):
        if sieve[i]:
            sieve[i * i::i] = [False] * len(sieve[i * i::i])
    return [i for i, p in enumerate(sieve) if p]


def l_sort_tuple_list(a: list[list[int]]) -> list[list[int]]:
    a.sort()
    return a


def d_defaultdict_list(xs: list[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    d = defaultdict(list)
    for k, v in xs:
        d[k].append(v)
    return sorted(d.items())


def d_in_values(d: dict[str, int], v: int) -> bool:
    return v in d.values() and ("a", 1) in d.items() and "a" in d.keys()


def t_frozen_key(n: int) -> int:
    d = {frozenset([1, 2]): 5, frozenset([n]): 6}
    return d[frozenset([2, 1])]


def u_cmp(a: tuple[int, str], b: tuple[int, str]) -> list[bool]:
    return [a < b, a <= b, a == b, a != b, a > b, a >= b]


def u_list_tuple_cmp(a: list[tuple[int, int]]) -> tuple[int, int]:
    return max(a)


def b_len(s: str, xs: list[int], d: dict[str, int], t: tuple[int, int]) -> int:
    return len(s) + len(xs) + len(d) + len(t) + len(range(10)) + len({1, 2})


def b_max_str(a: str, b: str) -> str:
    return max(a, b)


def b_str(n: int) -> str:
    return str(n) + str("x") + str(1.0) + str(True) + str(None)


def b_sum_float_start(xs: list[float]) -> float:
    return sum(xs, 0.5) + sum((1, 2)) + sum(range(5)) + sum({1, 2})


def b_min_strs(xs: list[str]) -> str:
    return min(xs) + max(xs, key=lambda s: s[-1])


def b_min_tuples(n: int) -> tuple[int, int]:
    return min((i * 7 % 5, i) for i in range(1, n))


def i_itemgetter_two(ps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(ps, key=operator.itemgetter(1, 0))


def i_operators(a: int, b: int) -> list[int]:
    return [operator.add(a, b), operator.sub(a, b), operator.mul(a, b), operator.floordiv(a, b), operator.mod(a, b), operator.neg(a), operator.pow(a, b), operator.and_(a, b), operator.or_(a, b), operator.xor(a, b), operator.lshift(a, b), operator.rshift(a, b), operator.inv(a), operator.abs(a), operator.pos(a), operator.index(a)]


def i_operator_contains(xs: list[int]) -> int:
    return operator.contains(xs, 3) + operator.countOf(xs, 3) + operator.indexOf(xs, 3) + operator.getitem(xs, 0)


def slice_bounds(a: list[int], i: int, j: int, b: list[int]) -> list[int]:
    a[i:j] = b
    return a


def slice_itself(n: int) -> list[int]:
    a = [k for k in range(n)]
    a[1:3] = [7]
    a[:2] = []
    a[len(a):] = a
    a[-1:] = range(2)
    return a


def slice_pop(n: int, i: int) -> list[int]:
    a = list(range(n))
    b = [3, 2, 1]
    a[i:i + 1] = [b.pop(), 70, len(b)]
    a[len(a):] = b[::-1]
    return a + b


def slice_stepped(n: int, s: int) -> list[int]:
    a = list(range(n))
    a[::s] = [0] * ((n + s - 1) // s)
    return a


def sieve(n: int) -> int:
    p = [True] * (n + 1)
    for i in range(2, n + 1):
        if p[i] and i * i <= n:
            p[i * i::i] = [False] * len(range(i * i, n + 1, i))
    return sum(p) - 2


def range_length(a: int, b: int, c: int) -> int:
    return len(range(a, b, c)) * 100 + len(range(b)) * 10 + len(range(a, b))


def fields(s: str) -> float:
    total = 0.0
    for part in s.split(";"):
        name, value = part.split("=")
        total += float(value) * len(name)
    head, *rest = s.split(";")
    return total + len(head) + len(rest)


CASES = {
    "s_split_unpack": [("5-3",), ("5",), ("1-2-3",)],
    "s_max": [("hello",), ("",)],
    "s_palindrome": [("A man, a plan, a canal: Panama",), ("ab",)],
    "f_list": [([1, 2],), ([],)],
    "f_listf": [([1.5, 2.0], ["a", "b'c"],)],
    "f_dict": [({"a": 1},), ({},)],
    "f_none": [(3,)],
    "f_pct_list": [([1, 2],)],
    "f_str_list": [([1.0, 2.5],)],
    "f_str_nested": [([[1, 2], [], [3]],)],
    "f_str_dict": [({1: 2.5, 3: 4.0},)],
    "f_str_set": [({1, 2, 3},), (set(),)],
    "l_index": [([3, 1, 3], 3,), ([1], 2,)],
    "l_sort_key_abs": [([-3, 1, 2],)],
    "l_slice_assign": [([1, 2, 3, 4],)],
    "l_slice_assign_step": [([1, 2, 3, 4],), ([1, 2, 3, 4, 5],)],
    "l_slice_assign_range": [([1, 2, 3],)],
    "l_cmp": [([1, 2], [1, 3],), ([1], [1, 0],)],
    "l_sum_start": [([1, 2],)],
    "l_sorted_by_len": [(["ccc", "a", "bb", "c"],)],
    "l_bool_list": [(30,)],
    "l_sort_tuple_list": [([[2, 1], [1, 5], [1, 2, 3]],)],
    "d_defaultdict_list": [([("b", 1), ("a", 2), ("b", 3)],)],
    "d_in_values": [({"a": 1}, 1,)],
    "t_frozen_key": [(3,)],
    "u_cmp": [((1, "a"), (1, "b"),)],
    "u_list_tuple_cmp": [([(1, 2), (1, 5), (0, 9)],)],
    "b_len": [("ab", [1], {"a": 1}, (1, 2),)],
    "b_max_str": [("a", "b",)],
    "b_str": [(5,)],
    "b_sum_float_start": [([0.1, 0.2],)],
    "b_min_strs": [(["ab", "ba"],)],
    "b_min_tuples": [(5,)],
    "i_itemgetter_two": [([(1, 2), (0, 2), (5, 1)],)],
    "i_operators": [(7, 2,)],
    "i_operator_contains": [([1, 3],)],
    "slice_bounds": [([1, 2, 3, 4], 1, 3, [9]), ([1, 2, 3, 4], 3, 1, [9, 8]), ([1, 2], -5, 9, []), ([], 0, 0, [1]), ([1, 2, 3], -2, -1, [5, 5])],
    "slice_itself": [(6,), (0,), (2,)],
    "slice_pop": [(6, 2), (1, 0), (0, -1)],
    "slice_stepped": [(7, 2), (7, 3), (6, 1), (0, 2)],
    "sieve": [(100,), (2,)],
    "range_length": [(3, 10, 2), (10, 3, -2), (10, 3, 2), (1, 1, 1), (0, 9, 3), (0, 9, 0)],
    "fields": [("a=1;bb=2.5",), ("a",), ("a=1=2",), ("a=x",)],
}
