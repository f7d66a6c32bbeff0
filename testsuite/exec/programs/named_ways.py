"""Assignment expressions that are evaluated on one way only: behind `and` and `or`, in branches of conditional expressions."""
CALLS = [0]


def tell(out: list, x: int):
    out.append(x)
    return x


def both(xs: list[int]) -> int:
    if (m := len(xs)) > 2 and (k := xs[0]) > 0:
        return m * k
    return m


def either(xs: list[int], n: int) -> int:
    last = -1
    if n > 5 or (last := len(xs)) > 2 or (last := last * 10) == 10:
        return last + 100
    return last


def in_while(xs: list[int]) -> int:
    i = 0
    total = 0
    while i < len(xs) and (x := xs[i]) >= 0:
        total += x
        i += 1
    return total * 100 + i


def values(x: float, y: float) -> float:
    return x and (z := y * 2) and z + 1


def branches(n: int) -> int:
    r = (a := n * 2) + 1 if n > 3 else (a := n - 1)
    return r * 1000 + a


def order(n: int) -> list[int]:
    out = [0]
    if tell(out, 1) > n and (k := tell(out, 2)) > n and tell(out, k + 1) > 0 or (k := tell(out, 9)) < 0:
        out.append(k)
    return out


def negated(xs: list[int]) -> int:
    if not (xs and (k := xs[-1]) > 2):
        return -1
    return k


def listed(xs: list[int]) -> list[int]:
    return [y for x in xs if x > 0 and (y := x * x) < 50]


def none_or(xs: list[int], n: int) -> int:
    best = None
    for x in xs:
        if best is None or (d := x - best) > n:
            best = x
    return -1 if best is None else best


def asserted(n: int) -> int:
    assert n > 0 and (m := n * 2) > 3, "small"
    return m


def unbound(n: int) -> int:
    if n > 3 and (k := n) > 5:
        return k
    return k


def inner(n: int) -> int:
    return sum(v for i in range(n) if (i % 2 == 0 or (w := i * 3) > 10) and (v := i + 1))


CASES = {
    "both": [([],), ([1, 2],), ([4, 2, 3],), ([-4, 2, 3],)],
    "either": [(xs, n) for xs in ([], [1], [1, 2, 3]) for n in (0, 9)],
    "in_while": [([],), ([1, 2],), ([4, -2, 3],), ([-4, 2, 3],)],
    "values": [(x, y) for x in (0.0, 1.5) for y in (0.0, 2.0)],
    "branches": [(n,) for n in (1, 3, 4, 9)],
    "order": [(n,) for n in (0, 1, 2, 5)],
    "negated": [([],), ([1, 2],), ([4, 2, 3],)],
    "listed": [([],), ([1, -2, 7, 8],)],
    "none_or": [([], 1), ([1, 2, 5, 6], 1)],
    "asserted": [(n,) for n in (0, 1, 2)],
    "unbound": [(n,) for n in (1, 4, 6)],
    "inner": [(n,) for n in (0, 3, 8)],
}
