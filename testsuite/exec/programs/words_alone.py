"""Results that are one text as it is written, in functions that say nothing of texts."""


def alone(n: int):
    return "caught"


def on_some_paths(n: int):
    if n > 2:
        raise ValueError(n)
    return "fine"


def empty(n: int):
    return ""


CASES = dict.fromkeys(["alone", "on_some_paths", "empty"], [(1,), (3,)])
