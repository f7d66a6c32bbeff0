"""Every kind of statement that is compiled."""
from pycc import prange


def assignments(a, n):
    x = 1
    x = y = n
    x, y = y, x
    (x, (y, z)), a[0] = (1, (2, 3)), 4
    [x, y] = 1, 2
    a[1:, 0] = x
    t: float = 2.0
    u: 'f64[:]'
    x += 1
    a[0] //= 2
    x <<= 3
    return x, y


def branches(n):
    if n < 0:
        return -1
    elif n == 0:
        pass
    elif n == 1: return 1
    else:
        assert n > 1, "message"
        assert n
    if n: return
    raise ValueError("no" " way")
    raise TypeError


def loops(a, n):
    for i in range(n):
        for j in prange(1, n, 2):
            continue
        else:
            break
    else:
        n = 0
    for i, (x, y) in enumerate(zip(a, a)):
        pass
    while n > 0:
        n -= 1
        if n == 3: break
    else:
        n = 1; n = 2


def lone_strings(n):
    "docstring"
    n
    "another"


def unsupported(a):
    global G
    del a[0]
    with a as b:
        b
    try:
        pass
    except ValueError:
        pass
    class C: pass
    raise
    raise a.Error
    raise ValueError(1, 2)
    a.x = 1
    a @= a
    x, *y = a
    for a[0] in a:
        pass
    import os
    match a:
        case 1: pass
