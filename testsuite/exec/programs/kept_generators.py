"""Generators in variables: next(), loops that go on where another ended, several at once."""


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def up(n, step=1):
    i = 0
    while i < n:
        if i == 77:
            return
        if i % 3 == 2:
            i += step
            continue
        yield i
        i += step


def pairs(n):
    for i in range(n):
        for j in range(i):
            if j == 3:
                break
            yield i, j
        else:
            yield i, -1


def filt(xs, k):
    total = 0
    for x in xs:
        total += x
        sq = [y * k for y in range(x) if y < total]
        if x > k:
            yield sum(sq)
        elif x < 0:
            break
    yield total


def chained(n):
    yield from up(n)
    for x in pairs(n):
        yield x[0] * 10 + x[1]


def nexts(n: int) -> list[int]:
    g = fib()
    out = []
    for _ in range(n):
        out.append(next(g))
    return out


def two(n: int) -> list[int]:
    a = fib()
    b = fib()
    next(a)
    return [next(a) * 100 + next(b) for _ in range(n)]


def rest(n: int) -> list[int]:
    g = up(n + 5, 2)
    first = next(g)
    out = [first]
    for x in g:
        if x > 4:
            break
        out.append(x)
    out.append(-1)
    return out + list(g) + [next(g, -9)]


def stops(n: int) -> int:
    g = up(n)
    t = 0
    while True:
        try:
            t = t * 10 + next(g)
        except StopIteration:
            break
    return t


def pr(n: int) -> int:
    g = pairs(n)
    t = 0
    for i, j in g:
        t += i * 7 + j
        if t > 1000:
            break
    return t + sum([a * b for a, b in g])


def fl(xs: list[int], k: int) -> list[int]:
    g = filt(xs, k)
    return [next(g, -1), next(g, -2)] + list(g)


def ch(n: int) -> list[int]:
    g = chained(n)
    a = next(g, -1)
    return [a] + list(g)


def first_big(n: int) -> int:
    for x in fib():
        if x > n:
            return x
    return -1


def take(g, n):
    return [next(g) for _ in range(n)]


def passed(n: int) -> list[int]:
    g = fib()
    return take(g, n) + take(g, 2)


def once(n: int) -> int:
    return next(up(n), -4) + next(fib())


def windows(xs, k):
    held = []
    for x in xs:
        held.append(x)
        if len(held) > k:
            del held[0]
        if len(held) == k:
            yield sum(held) / k


def means(xs: list[float], k: int) -> list[float]:
    g = windows(xs, k)
    return [next(g, -1.0)] + [2 * x for x in g]


def raising(n):
    for i in range(3, -1, -1):
        yield n // i


def raised(n: int) -> list[int]:
    g = raising(n)
    out = []
    while True:
        try:
            out.append(next(g))
        except ZeroDivisionError:
            out.append(-100)
        except StopIteration:
            return out


def letters(s):
    for c in s:
        if c != " ":
            yield c.upper()


def spelled(s: str) -> str:
    g = letters(s)
    first = next(g, "?")
    t = ""
    for c in g:
        t = c + t
    return t + "-" + first


def together(n: int) -> int:
    a, b = up(n), fib()
    total = 0
    for x in a:
        y = next(b)
        if y > 1000:
            break
        total += x * y
    else:
        total += 1
    return total + next(b)


def both_ways(n: int) -> int:
    total = 0
    for x in up(n):
        total += x
    g = up(n)
    for x in g:
        total = total * 3 + x
    return total + sum(up(n)) + sum(g)


def closed(n: int) -> list[int]:
    g = up(n)
    first = next(g, -1)
    g.close()
    g.close()
    return [first, next(g, -2)] + list(g)


NUMBERS = [(0,), (1,), (2,), (5,), (9,), (20,)]
CASES = {
    **dict.fromkeys(["nexts", "two", "first_big", "passed"], [(1,), (2,), (10,), (40,)]),
    **dict.fromkeys(["rest", "stops", "pr", "ch", "once", "raised", "together", "both_ways", "closed"], NUMBERS),
    "fl": [([], 1), ([3, 1, 4, 1, 5, 9], 2), ([5, -1, 7], 0)],
    "means": [([], 2), ([1.5, 2.5, 4.0, 8.0], 2), ([1.0], 2), ([1.0, 2.0, 3.0], 1)],
    "spelled": [("",), ("a b cd",)],
}
