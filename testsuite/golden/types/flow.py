"""Definite assignment: what counts as assigned."""


def branches(n: int):
    if n > 0:
        x = 1
    elif n < 0:
        raise ValueError('negative')
    else:
        x = 2
    return x


def endless(n: int):
    while True:
        y = n
        if n > 3:
            break
        n += 1
    return y


def constant_trips() -> int:
    for i in range(4):
        z = i
    return z + i


def loop_else(n: int):
    for i in range(n):
        if i == 3:
            w = 1
            break
    else:
        w = 2
    return w


def early_return(n: int):
    if n:
        return 0
    else:
        k = 1
    return k
