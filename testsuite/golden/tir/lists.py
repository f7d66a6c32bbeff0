"""Lists: items taken before a loop that leaves lengths alone, lengths asked for where they change."""
import numpy as np

from pycc import f64


def items(n: int) -> float:
    xs = [0.5, n * 1.0]
    s = 0.0
    for i in range(len(xs)):
        s += xs[i]
        xs[i] = s
    return s + xs[-1]


def grows(xs: list[int]):
    ys = [x * 2 for x in xs if x]
    for y in ys:
        if y < 10:
            ys.append(y + 1)
    return ys.pop(), ys[::2]


def frames(u: f64[:], n: int):
    states = [u]
    for _ in range(n):
        states.append(states[-1] * 0.5)
    return np.array(states)
