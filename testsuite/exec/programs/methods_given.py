"""Methods by their class and as values, int(s, base), format(x, spec), chains of comparisons of texts, methods of numbers."""
import functools
import operator


def in_base(s: str, b: int) -> int:
    return int(s, b)


def in_bases(s: str) -> int:
    return int(s, 16) + int("ff", 16) + int(s, base=20)


def in_chain(a: str, b: str, c: str) -> bool:
    return a < b < c


def in_chains_with_texts(s: str) -> bool:
    return "a" <= s <= "zz" and "a" < s[0] < "z"


def bits(n: int) -> list[int]:
    return [n.bit_length(), n.bit_count()]


def of_floats(x: float) -> str:
    p, q = x.as_integer_ratio()
    return f"{x.is_integer()} {p} {q} {x.hex()}"


def by_class(s: str) -> list[str]:
    return sorted(s.split(), key=str.lower) + list(map(str.upper, s.split())) + [str.title(s)]


def by_value(d: dict[str, int]) -> str:
    return max(d, key=d.get) + min(d, key=d.get) + "".join(sorted(d, key=d.get, reverse=True))


def by_count(s: str) -> str:
    return max(s, key=s.count)


def filtered(s: str) -> list[str]:
    return list(filter(str.isalpha, s)) + list(filter(str.isdigit, s.split()))


def translated(s: str) -> str:
    return s.translate(str.maketrans("abc", "xyz")) + s.translate(str.maketrans("abc", "xyz", "d"))


def complement(s: str) -> str:
    t = str.maketrans("ACGT", "TGCA")
    return s.translate(t)[::-1]


def translated_by_dict(s: str) -> str:
    return s.translate({ord("a"): "XY", ord("b"): ""}) + s.translate({97: 98}) 


def translated_by_texts(s: str) -> str:
    return s.translate(str.maketrans({"a": "1", "b": "22"}))


def formatted(x: int, y: float, s: str, spec: str) -> str:
    return format(x, "05d") + format(y, ".2f") + format(s) + format(s, ">5") + format(y, spec) + ascii(s)


def sorted_in_place(xs: list[str]) -> list[str]:
    xs.sort(key=str.lower, reverse=True)
    return xs


def all_digits(s: str) -> bool:
    return all(map(str.isdigit, s.split(","))) and any(map(str.isalpha, s))


def by_bits(xs: list[int]) -> list[int]:
    return sorted(xs, key=int.bit_count)


def joined(a: set[int], b: set[int]) -> set[int]:
    return set.union(a, b)


def by_items(xs: list[int], d: dict[str, int]):
    return (sorted(range(len(xs)), key=xs.__getitem__), max(range(len(xs)), key=xs.__getitem__), xs.__getitem__(0), sorted(d, key=d.__getitem__),
            d.__getitem__("a"), list(map(xs.__getitem__, [0, 1])))


def in_part(n: int, xs: list[int]):
    f = functools.partial(pow, 2)
    g = functools.partial(max, 5)
    h = functools.partial(operator.mul, 3)
    k = functools.partial(int, base=2)
    return (f(n), g(n), h(n), k("101"), list(map(functools.partial(pow, 2), xs)), list(map(functools.partial(int, base=16), ["ff", "1"])),
            sorted(xs, key=functools.partial(operator.mul, -1)), list(filter(functools.partial(operator.lt, 1), xs)))


CASES = {
    "by_items": [([3, 1, 2], {"a": 1, "b": 0}), ([1, 2], {"a": 5}), ([1], {"b": 2})],
    "in_part": [(3, [1, 2]), (9, [])],
    "in_base": [('ff', 16), ('0xff', 16), ('101', 2), ('z', 36), ('12', 10), ('0b11', 0), ('9', 8), ('1', 1), ('-7', 8), ('٣', 16)],
    "in_bases": ['ff', '12', 'xyz', ' 1F '],
    "in_chain": [('a', 'b', 'c'), ('a', 'a', 'b'), ('abc', 'abd', 'abe')],
    "in_chains_with_texts": ['m', 'zz', 'zzz', 'a', 'Q', ''],
    "bits": [5, 0, -8, 4611686018427387904, -9223372036854775808, 9223372036854775807, 1, -1, 255, 256],
    "of_floats": [0.5, 2.0, -3.75, 0.1, 1000000000000000.0, 0.0, -0.0, float("inf"), float("nan"), 9007199254740992.0, 4.611686018427388e+18],
    "by_class": ['b A c', ''],
    "by_value": [{'b': 2, 'a': 1}, {}, {'q': 1}],
    "by_count": ['hello', ''],
    "filtered": ['a1b 22 x', ''],
    "translated": ['aabbcd', ''],
    "complement": ['AACG', ''],
    "translated_by_dict": ['aabbcd'],
    "translated_by_texts": ['aabbcd'],
    "formatted": [(3, 2.5, 'é', '>8.1f')],
    "sorted_in_place": [['b', 'A', 'c']],
    "all_digits": ['1,2', '1,x', 'ab'],
    "by_bits": [[7, 1, 3, 255, -9]],
    "joined": [({1}, {2, 3})],
}
