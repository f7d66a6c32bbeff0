"""Try statements whose bodies are so small that loops would have them inline: what they raise is caught there."""


def counted(n: int) -> int:
    caught = 0
    for i in range(n):
        try:
            if i > 5:
                raise ValueError
        except ValueError:
            caught += i
    return caught


def behind_loop(n: int) -> int:
    caught = 0
    for i in range(n):
        try:
            if i > 5:
                raise ValueError("body")
        except:  # noqa: E722
            caught += 1
    else:
        try:
            try:
                if i > 5:
                    raise ValueError("once")
            except:  # noqa: E722
                caught += 100
                raise KeyError(i)
        except KeyError:
            caught += 1000
    return caught


def small(x: int) -> int:
    try:
        if x % 3 == 0:
            raise IndexError("three")
        return x
    except IndexError:
        return -x


def through_helpers(n: int) -> int:
    total = 0
    while n > 0:
        total += small(n) * n
        n -= 1
    return total


CASES = {
    "counted": [(0,), (6,), (9,)],
    "behind_loop": [(3,), (9,)],
    "through_helpers": [(0,), (10,)],
}
