"""print(*t) of tuples whose items have several types, and of tuples of any length."""


def mixed(a: int, c: tuple[int, complex], d: tuple[int, float, str]):
    print(a, *c)
    print(*d, sep="-")
    print(*c, *d, a, end="!\n")
    print(*(), *(a,))


def any_length(xs: list[int], t: tuple[float, ...]):
    u = tuple(xs)
    print(*u, *t)
    print("n", *u, *(1, 2.5), sep=",")


def others(xs: list[float], s: str):
    print(*xs, *s, *range(3))
    print(*((1, 2), (3, "a")), None, *(True, None))


CASES = {
    "mixed": [(1, (2, 3j), (2, 3.5, "a"))],
    "any_length": [([1, 2], (1.5,)), ([], ()), ([7], (1.0, 2.0))],
    "others": [([1.5, 2.0], "ab"), ([], "")],
}
