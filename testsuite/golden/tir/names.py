"""C identifiers: Python names are kept where C has no other use for them."""


def double(register: int, sin: float) -> float:
    return register * sin


def read(y1: int, time: int) -> int:
    return y1 + time


def shadowed(read: int) -> int:
    t1 = read
    I = t1 * (t1 if read > 2 else read)
    return I


def größe(π: float, _: float, __x: float) -> float:
    return π * _ * __x
