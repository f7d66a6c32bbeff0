"""What always raises, because of types or lengths, raises when it is reached."""
LIST = [1, 2, 3]


def too_many(n: int):
    if n > 1:
        a, b = n, 2, 3
        return a + b
    return n


def too_few(n: int):
    a, b, c = n, n
    return a + b + c


def caught(n: int):
    try:
        a, b, c = n, n
        return a + b + c
    except ValueError as e:
        return str(e)


def no_items(n: int):
    a, b = n
    return a, b


def length(x: float):
    return len(x)


def length_of_none(n: int):
    nothing = None
    return 1 + len(nothing)


def indexed(n: int):
    return n[0]


def none_indexed(n: int):
    return None[n]


def run_over(n: int):
    total = 0
    for k in n:
        total += k
    return total


def while_run_over(n: int):
    total = 0
    while max(n) > 2:
        total += 1
    return total


def largest(n: int):
    return max(n)


def least(n: int, m: float):
    return n + min(m)


def put(xs: list[int], n: int):
    xs.append(n)
    return n


def before(xs: list[int], n: int):
    """What is evaluated before it is evaluated."""
    put(xs, 1), put(xs, n) + len(put(xs, 3)), put(xs, 4)
    return xs


def before_index(xs: list[int], n: int):
    return put(xs, n)[put(xs, 2)]


def before_raises(xs: list[int], n: int):
    return xs[n] + len(n)


def extended(xs: list[int], n: int):
    xs.append(n)
    xs.extend(put(xs, n))
    return xs


def number(n: int):
    if n > 0:
        raise 1
    return n


def number_caught(n: int):
    try:
        raise 1
    except TypeError as e:
        return str(e)


def only_here(pair: tuple[int, int]):
    a, b, c = pair
    return a


def helped(n: int):
    if n < 0:
        return n
    return only_helped((n, n))


def only_helped(pair):
    a, b, c = pair
    return a


def fails(n):
    raise ValueError(f"no {n}")


def refuses(n: int) -> int:
    return fails(n) + 1


def refuses_later(n: int, x: float) -> float:
    if n > 2:
        y = fails(n)
        return len(y)
    return x / n


def run_over_failure(n: int):
    for i in fails(n):
        n += i
    return n


def among(n: int):
    return n + (3 in n)


def unbound_first(n: int):
    if n > 0:
        q = 3
    return q + len(n)


def unbound_augmented(n: int):
    if n > 0:
        q = 3
    q += len(n)
    return q


def bound_elsewhere(n: int):
    """A name that what goes binds is a variable of the function still."""
    if n > 2:
        abs, y = n, 2, 3
    elif n > 0:
        abs = n
    return abs


def only_items(n: int):
    for i in n:
        n += i
    return [i for i in range(n)]

CASES = {
    "among": [(2,)],
    "unbound_first": [(0,), (1,)], "unbound_augmented": [(0,), (1,)],
    "run_over_failure": [(2,)], "bound_elsewhere": [(3,), (2,), (0,)], "only_items": [(2,)],
    "refuses": [(1,)], "refuses_later": [(1, 2.0), (3, 2.0)],
    **{name: [(n,) for n in range(-1, 4)] for name in (
        "too_many", "too_few", "caught", "no_items", "length_of_none", "indexed", "none_indexed", "run_over",
        "while_run_over", "largest", "number", "number_caught", "helped")},
    "length": [(1.5,)], "least": [(1, 2.5)],
    "before": [([], 2)], "before_index": [([], 2)], "before_raises": [([1], 0), ([1], 5)],
    "extended": [([1], 2)],
    "only_here": [((1, 2),)],
}
