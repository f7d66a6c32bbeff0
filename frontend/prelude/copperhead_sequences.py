"""What Copperhead's primitives compute on: a sequence is an array, a list, columns (tuples as structure of arrays), or late: a
function of the index that gives the item, and of None the length. Literals take the type of the elements beside them."""
import numpy as np
import pycc
from pycc import static


# ---- sequences

def _columns(c):
    """The sequence whose items are tuples, of sequences of one length."""
    return {"columns of tuples": c}


def _seq_len(x):
    if callable(x):
        return x(None)
    elif isinstance(x, dict):
        return _seq_len(x["columns of tuples"][0])
    elif isinstance(x, tuple):
        return _seq_len(x[0])
    else:
        return len(x)


def _item(x, i):
    if callable(x):
        return x(i)
    elif isinstance(x, dict):
        return _items(x["columns of tuples"], i)
    elif isinstance(x, tuple):
        return _items(x, i)
    else:
        return x[i]


def _items(c, i, k: static = 0):
    if k == len(c) - 1:
        return (_item(c[k], i),)
    else:
        return (_item(c[k], i),) + _items(c, i, k + 1)


def _put(out, i, v):
    if isinstance(out, dict):
        _put_items(out["columns of tuples"], i, v)
    else:
        if isinstance(v, np.ndarray):
            if len(v) != out.shape[1]:
                raise ValueError("the sequences in a sequence have several lengths")
        out[i] = v


def _put_items(c, i, v, k: static = 0):
    if k < len(c):
        _put(c[k], i, v[k])
        _put_items(c, i, v, k + 1)


def _new(n, g):
    """A sequence for g(0), g(1), ... g(n - 1)."""
    if isinstance(g(0), tuple):
        return _columns(_new_columns(n, g))
    elif isinstance(g(0), dict):
        raise TypeError("sequences in a sequence hold numbers, not tuples")
    elif isinstance(g(0), np.ndarray):
        return np.empty((n, len(g(0)) if n > 0 else 0), _row_type(g))
    else:
        return np.empty(n, np.result_type(g(0)))


def _new_columns(n, g, k: static = 0):
    if k == len(g(0)) - 1:
        return (_new(n, lambda i: g(i)[k]),)
    else:
        return (_new(n, lambda i: g(i)[k]),) + _new_columns(n, g, k + 1)


def _filled(n, g, length=None):
    """[g(0), g(1), ... g(n - 1)] for a function without effects, whose rows may be late; those of several lengths have length(i)."""
    if isinstance(g(0), tuple):
        if length is None:
            out = _new(n, g)
            for i in pycc.prange(n, independent=True):
                _put(out, i, g(i))
            return out
        else:
            return _columns(_filled_columns(n, g))
    elif isinstance(g(0), dict):
        return _new(n, g)
    elif callable(g(0)) or isinstance(g(0), np.ndarray):
        if length is None:
            return _matrix(n, g)
        else:
            return _nested_rows(n, g, length)
    else:
        numbers = np.empty(n, np.result_type(g(0)))
        for i in pycc.prange(n, independent=True):
            numbers[i] = g(i)
        return numbers


def _matrix(n, g):
    width = _seq_len(g(0)) if n > 0 else 0
    rows = np.empty((n, width), _row_type(g))
    for i in pycc.prange(n, independent=True):
        row = g(i)
        if _seq_len(row) != width:
            raise ValueError("the sequences in a sequence have several lengths")
        for j in pycc.prange(width, independent=True):
            rows[i, j] = _item(row, j)
    return rows


def _nested_rows(n, g, length):
    """Rows of several lengths, each written behind the one before it."""
    offsets = np.zeros(n + 1, np.int64)
    for i in pycc.prange(n, independent=True):
        offsets[i + 1] = length(i)
    offsets = np.cumsum(offsets)
    data = np.empty(offsets[n], _row_type(g))
    for i in pycc.prange(n, independent=True):
        row = g(i)
        to = data[offsets[i]:offsets[i + 1]]
        for j in pycc.prange(len(to), independent=True):
            to[j] = _item(row, j)
    return pycc._nested(data, offsets)


def _row_type(g):
    """The type of the numbers in the rows g(i)."""
    if isinstance(_item(g(0), 0), tuple):
        raise TypeError("sequences in a sequence hold numbers, not tuples")
    elif callable(_item(g(0), 0)) or isinstance(_item(g(0), 0), np.ndarray):
        raise TypeError("sequences in a sequence hold numbers, not sequences")
    else:
        return np.result_type(_item(g(0), 0))


def _filled_columns(n, g, k: static = 0):
    """The places of tuples with rows in them, each computed by itself."""
    if k == len(g(0)) - 1:
        return (_filled_column(n, g, k),)
    else:
        return (_filled_column(n, g, k),) + _filled_columns(n, g, k + 1)


def _filled_column(n, g, k: static):
    return _filled(n, lambda i: g(i)[k], lambda i: _seq_len(g(i)[k]))


def _moved(x, n, g):
    """_filled, of rows that x has: those of a matrix have one length."""
    if isinstance(x, np.ndarray):
        return _filled(n, g)
    else:
        return _filled(n, g, lambda i: _seq_len(g(i)))


def copperhead___display(t):
    """The sequence that a list as written is, of a tuple of its items."""
    first = _common(t, t[0], 1)
    out = _new(len(t), lambda i: first)
    _put_each(out, t, first, 0)
    return out


def copperhead___literals(t):
    return np.array(t)


def _common(t, v, k: static):
    """v in the common type of it and of the items from place k on."""
    if k == len(t):
        return v
    else:
        return _common(t, _literal(v, lambda: t[k]), k + 1)


def _put_each(out, t, first, k: static):
    if k < len(t):
        if isinstance(first, np.ndarray):
            _check_step(lambda: t[k][0], lambda: first[0])
        _put(out, k, t[k])
        _put_each(out, t, first, k + 1)


def _made(x):
    """A sequence that is made late, now."""
    return _filled(x(None), x)


def _same_len(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9):
    """The length of all that are given."""
    n = _seq_len(x0)
    if x1 is not None:
        if _seq_len(x1) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x2 is not None:
        if _seq_len(x2) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x3 is not None:
        if _seq_len(x3) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x4 is not None:
        if _seq_len(x4) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x5 is not None:
        if _seq_len(x5) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x6 is not None:
        if _seq_len(x6) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x7 is not None:
        if _seq_len(x7) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x8 is not None:
        if _seq_len(x8) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    if x9 is not None:
        if _seq_len(x9) != n:
            raise ValueError("map and zip take sequences of equal lengths")
    return n


# ---- literals take the type of the elements

def _start(v, f, x):
    """v before f(v, x[0]): in the type of the elements, and in that of the result."""
    start = _widened(_literal(v, lambda: _item(x, 0)), f, x)
    _check_step(lambda: f(start, _item(x, 0)), lambda: start)
    return start


def _widened(v, f, x):
    return _literal(v, lambda: f(v, _item(x, 0)))


def _literal(v, g):
    """v in its common type with g(), which is not called."""
    if isinstance(v, tuple):
        return _literals(v, g)
    elif isinstance(v, np.ndarray) or isinstance(v, dict) or isinstance(g(), np.ndarray):
        return v
    else:
        return _number(v, np.result_type(g(), v))


def _literals(v, g, k: static = 0):
    if k == len(v) - 1:
        return (_literal(v[k], lambda: g()[k]),)
    else:
        return (_literal(v[k], lambda: g()[k]),) + _literals(v, g, k + 1)


def _check_step(g, h):
    """Is g() of the type of h()? Neither is called."""
    if isinstance(h(), tuple):
        _check_steps(g, h, 0)
    elif isinstance(h(), np.ndarray) or isinstance(h(), dict):
        pass
    elif np.result_type(g()) != np.result_type(h()):
        raise TypeError("numbers of the type of the elements are expected")


def _check_steps(g, h, k: static):
    if k < len(h()):
        _check_step(lambda: g()[k], lambda: h()[k])
        _check_steps(g, h, k + 1)


def _element(v):
    """v in the type that it has as an element of an array."""
    if isinstance(v, (tuple, dict, np.ndarray)):
        return _literal(v, lambda: v)
    else:
        return _number(v, np.result_type(v))


def _number(v, dtype: static):
    if dtype == np.float64:
        return np.float64(v)
    elif dtype == np.int64:
        return np.int64(v)
    elif dtype == np.float32:
        return np.float32(v)
    elif dtype == np.int32:
        return np.int32(v)
    elif dtype == np.bool_:
        return np.bool_(v)
    elif dtype == np.int16:
        return np.int16(v)
    elif dtype == np.int8:
        return np.int8(v)
    elif dtype == np.uint8:
        return np.uint8(v)
    elif dtype == np.uint16:
        return np.uint16(v)
    elif dtype == np.uint32:
        return np.uint32(v)
    elif dtype == np.uint64:
        return np.uint64(v)
    elif dtype == np.complex64:
        return np.complex64(v)
    elif dtype == np.complex128:
        return np.complex128(v)
    else:
        return v
