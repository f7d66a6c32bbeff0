"""The truth of texts that are known when compiling, and what `and` gives where its first operand is None."""


def negated(n: int):
    s = "ab"
    t = ""
    return not s, not t, str(not "ab"), not "a" or not "b", not "" and not "b"


def looped(n: int):
    d = "7"
    k = 0
    while d:
        k += 1
        break
    while not d:
        k += 100
        break
    m = None
    if n:
        m = 3
    if 0 if m is None else "7":
        k += 10
    return k


def joined(n: int, s: str):
    b = None
    for i in range(n):
        b = s
    return b and "x", b and s, b and n, b and 2.5, b and s and n


def numbers(n: int):
    b = None
    for i in range(n):
        b = i
    c = b and 2
    return c, b and b + 1, [b and 3, n]


CASES = {
    "negated": [(1,)],
    "looped": [(0,), (1,)],
    "joined": [(n, s) for n in (0, 1) for s in ("q", "")],
    "numbers": [(n,) for n in (0, 1, 2)],
}
