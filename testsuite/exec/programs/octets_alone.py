"""Bytes that are written out in functions that say nothing else of them."""
MARK = b"ab"


def alone(n: int):
    return len(b"abc") + n, b"abc"[n], b"b" in b"abc", b"ab" + b"c" == b"abc"


def given(s: bytes):
    return s == MARK, s + b"x"


def named(bytes: int):
    return len(b"abc") + bytes


CASES = {"alone": [(1,)], "given": [(b"ab",), (b"",)], "named": [(3,)]}
