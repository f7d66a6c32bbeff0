"""More of NumPy as its own tests call it: indices without axes, attributes of numbers."""
import numpy as np

from pycc import c128, f64, i64


def boxed_read(a: f64[:, :], n: int):
    i = np.array(n)
    row = a[i]
    row[0] = 99
    return row, a[i, i], a[:, i], a[i, 1:], a[np.array(-1), np.array(0)], a[i].sum(), a


def boxed_write(a: f64[:, :], i: i64[()]):
    a[i] = 5
    a[i, 1] = 77
    a[np.array(0), 1:] += 2
    return a


def boxed_bounds(a: f64[:, :], i: i64[()]):
    return a[i]


def attributes(v: f64[:], p: i64[:], n: int):
    x = v[0]
    return x.ndim, x.size, x.shape, x.itemsize, x.nbytes, np.float32(n).itemsize, p.sum().nbytes, v.max().ndim + n, p[0].bit_count(), (p[0] - 8).bit_count()


def imported(a: f64[:, :], y: list[float]):
    """Methods of arrays are functions of a module that the function imports itself."""
    import numpy
    import numpy as own
    from numpy import linalg as la
    z = own.zeros(4)
    z.shape = (2, 2)
    return (own.max(a), own.sum(a, axis=0), own.sum(y), own.mean(a, 1), own.prod(a[0]), own.min(y), own.sort(y), own.any(a),
            numpy.all(a), numpy.argmax(a, axis=1), own.cumsum(y), own.std(a), own.repeat(a, 2), la.norm(a, axis=1), z)


def named(a: f64[:, :], v: f64[:], p: i64[:]):
    """What has forms of its own is known by a name of the function's, too."""
    from numpy import add, delete, finfo, iinfo, insert, s_, vectorize
    doubled = vectorize(lambda x: x * 2)
    info = iinfo(p.dtype)
    return (doubled(a), delete(v, slice(0, 2)), insert(v, s_[1:], 7), finfo(float).eps, info.max, add.reduce(a))


def tuples(a: f64[:, :], t: tuple[float, float, float], n: int):
    """A tuple is an array where NumPy takes one, and a shape where it takes that."""
    u = (n, 1, 2)
    shape = (2, n)
    return (np.sum(t), np.sqrt(t), np.max(u), np.sort(u), np.median(t), np.dot(t, u), np.concatenate((t, u)), np.zeros(shape),
            np.tile(a, shape), np.add(t, u), np.mean(t), np.cumsum(u), np.linalg.norm(t), np.unique(u), np.stack([t, t]), np.ones_like(u))


def beside(a: f64[:, :], v: f64[:], p: i64[:], k: int):
    """Several arrays read together: np.nditer, and the items of an iterator."""
    total = 0.0
    for i, (x, y) in enumerate(np.nditer((a, a * 2), order="C")):
        total += x * y * i
    for x, y, z in np.nditer((v, p, 2.0), order="F"):
        total = total * 0.5 + x * y - z.item()
    it = iter(v)
    first = next(it)
    return (total, [x + y for x, y in np.nditer([a.copy(), v.copy()[:1]])],
            [x * y for x, y in np.nditer((np.asfortranarray(a), k))], first, first + next(it))


def next_of_array(v: f64[:]):
    it = iter(v)
    return next(it)


_A = np.arange(12.0).reshape(3, 4)
_V = np.array([3.0, -1.5, 2.0])
_P = np.array([0, 2, 1])

def conjugates_of_reals(a: f64[:], c: c128[:], n: i64[:, :]):
    b, d, m = a.conj(), c.conj(), n.conjugate()
    b[0] = 5.0
    d[0] = 5.0
    m[0, 0] = 5
    return b + 1, d, m.T, (a * 2).conj().sum(), a.conj()[1:] - a[:-1]


CASES = {
    "conjugates_of_reals": [(np.arange(4.0), np.arange(4) + 1j, np.arange(6).reshape(2, 3))],
    "named": [(_A, _V, _P)],
    "beside": [(_A, _V, _P, 3)],
    "next_of_array": [(_V,), (_V[:0],)],
    "tuples": [(_A, (0.5, 3.0, -1.0), 2), (_A, (0.5, np.nan, 4.0), 0)],
    "imported": [(_A, [0.5, 3.0, -1.0])],
    "boxed_read": [(_A, 1), (_A, -1), (_A, 0), (_A, 3)],
    "boxed_write": [(_A, np.array(1)), (_A, np.array(-3)), (_A, np.array(3))],
    "boxed_bounds": [(_A, np.array(2)), (_A, np.array(-4))],
    "attributes": [(_V, _P, 2)],
}
