"""Lists that are repeated and extended in place, also those of the caller; hashes of numbers; keys without values; texts of the module string."""
import string
from string import ascii_uppercase


def times(xs: list[int], n: int) -> tuple[list[int], int]:
    ys = xs
    xs *= n
    return ys, len(xs)


def times_texts(xs: list[str], n: int) -> list[str]:
    ys = xs * n
    xs *= n
    xs *= n > 0
    return xs + ys


def plus_tuple(xs: list[int], n: int) -> list[int]:
    xs += (1, n)
    xs += ()
    return xs


def plus_pairs(n: int) -> list[tuple[int, str]]:
    xs = []
    xs += ((n, "a"), (2, "b"))
    return xs


def plus_letters(s: str) -> list[str]:
    xs = []
    xs += "ab"
    xs += s
    return xs


def hashes(n: int) -> tuple[int, int, int, bool]:
    return hash(n), hash((n, 2.5)), hash(-1), hash(n) == hash(float(n))


def once(xs: list[str]) -> tuple[list[str], str, int, list[str]]:
    return list(dict.fromkeys(xs)), "".join(dict.fromkeys(xs)), len(dict.fromkeys(xs)), sorted(dict.fromkeys(xs))


def kinds(s: str) -> tuple[int, int, int, int, int]:
    return (sum([c in string.ascii_lowercase for c in s]), sum([c in ascii_uppercase for c in s]), sum([c in string.punctuation for c in s]),
            sum([c in string.whitespace for c in s]), sum([c in string.printable for c in s]))


def turned(s: str, n: int) -> str:
    out = ""
    for c in s:
        at = string.ascii_letters.find(c)
        out += string.ascii_letters[(at + n) % 52] if at >= 0 else c
    return out + string.hexdigits + string.octdigits + string.digits


W = [([],), (["b", "a", "b"],), (["", "é", ""],)]
CASES = {
    "times": [([], 2), ([1, 2], 3), ([1], 0), ([1, 2], -1), ([5], 1)], "times_texts": [(["a", ""], 2), (["x"], 0)], "plus_tuple": [([], 2), ([7], 3)],
    "plus_pairs": [(3,)], "plus_letters": [("",), ("xé",)], "hashes": [(0,), (-1,), (2**61 - 1,), (-2**63,)], "once": W,
    "kinds": [("",), ("aB c!\n~é\x0b",)], "turned": [("Hello, World", 3), ("", 1), ("é z", -1)],
}
