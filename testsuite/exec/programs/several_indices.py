"""Values of several types as indices, extents, elements, in formats, and as numbers of NumPy's functions."""
import numpy as np


def indexed(a: 'f64[:]', n: int):
    xs = [n, 'a', 2.5]
    i = xs[0]
    a[0] = xs[2]
    a[i] = i
    t = [10, 20, 30]
    return a[i], t[i], 'abc'[i], a[:i], np.zeros(int(i)), list(range(i))


def percents(n: int):
    x = 1 if n else 'a'
    return 'a%s' % x, '%s-%s' % (x, n), '%5s|' % x


def squares(n: int):
    xs = [n, 2.5, 'a']
    return np.sqrt(xs[0]), float(xs[1]) ** 2, np.array([float(x) for x in xs if not isinstance(x, str)])


def empties(n: int):
    xs = ['', n, None, 2.5, '']
    return xs, [x for x in xs if x], ''.join([str(x) for x in xs])


CASES = {
    "indexed": [(np.arange(4.0), 2), (np.arange(4.0), -1), (np.arange(4.0), 9)],
    "percents": [(0,), (3,)],
    "squares": [(4,)],
    "empties": [(0,), (3,)],
}
