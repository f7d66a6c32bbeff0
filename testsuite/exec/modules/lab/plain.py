# No __all__: what begins with `_` is not brought.
from math import sqrt as root
from .consts import COUNT as N_PLAIN

OPEN = N_PLAIN * 2
_closed = 1


def distance(x, y):
    return root(x * x + y * y) + _closed


def never(x):
    with open(x) as f:
        yield f.read()


class Thing:
    def method(self, x: "f64[:]") -> None:
        pass
