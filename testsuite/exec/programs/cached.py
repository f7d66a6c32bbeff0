"""Functions whose results functools.cache keeps."""
import functools


@functools.lru_cache(maxsize=128)
def grid(r: int, c: int) -> int:
    if r == 0 or c == 0:
        return 1
    return grid(r - 1, c) + grid(r, c - 1)


@functools.cache
def pal(s: str) -> int:
    if len(s) < 2:
        return len(s)
    if s[0] == s[-1]:
        return 2 + pal(s[1:-1])
    return max(pal(s[1:]), pal(s[:-1]))


@functools.cache
def half(n: int, k: int = 2) -> float:
    return 1.0 if n <= 0 else half(n - k) + 0.5 * half(n - 1, 1)


def g(n: int) -> int:
    @functools.cache
    def best(i: int, w: int) -> int:
        if i == 0:
            return 0
        r = best(i - 1, w)
        if w >= i:
            r = max(r, best(i - 1, w - i) + i * i % 7)
        return r
    return best(n, 2 * n) + grid(5, 5)


def h(a: list[int]) -> int:
    @functools.cache
    def lis(i: int) -> int:
        m = 1
        for j in range(i):
            if a[j] < a[i]:
                m = max(m, lis(j) + 1)
        return m
    return max((lis(i) for i in range(len(a))), default=0)


@functools.cache
def collatz(n: int) -> int:
    if n <= 1:
        return 0
    return 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)


def total(n: int) -> int:
    return sum(collatz(k) for k in range(n))


@functools.lru_cache(maxsize=None)
def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.cache
def binom(n: int, k: int) -> int:
    if k == 0 or k == n:
        return 1
    return binom(n - 1, k - 1) + binom(n - 1, k)


def both(n: int) -> int:
    return fib(n) + binom(n, n // 2)


def inner(n: int) -> int:
    @functools.lru_cache
    def ways(k: int) -> int:
        return 1 if k <= 1 else ways(k - 1) + ways(k - 2)
    return ways(n)


def called(n: int) -> float:
    return grid(n, n) + half(n) + half(n, 3) + collatz(n + 1) + fib(n) + binom(n, n // 3)


def palindrome(s: str) -> int:
    return pal(s) * 100 + pal(s[1:])


CASES = {
    "called": [(0,), (3,), (12,)],
    "palindrome": [("kitten",), ("",), ("abracadabraxyzzyxabcde",)],
    "g": [(0,), (1,), (12,)],
    "h": [([],), ([3],), ([3, 1, 2, 5, 3, 7],)],
    "total": [(0,), (30,)],
    "both": [(2,), (40,)],
    "inner": [(0,), (50,)],
}
