"""Scans of Copperhead, and what they and `reduce` become for devices where the function is associative: `_device_scan` and its
kin. Their `needs` says on which items the function is (resolve_associative.c)."""
import numpy as np
import pycc
from pycc import static


def copperhead__scan(f, x):
    return _scanned(f, _seq_len(x), lambda i: _item(x, i))


def copperhead__rscan(f, x):
    _check_step(lambda: f(_item(x, 0), _item(x, 0)), lambda: _item(x, 0))
    return _scanned_back(f, _filled(_seq_len(x), lambda i: _item(x, i)))


def copperhead__exclusive_scan(f, p, x):
    n = max(_seq_len(x), 1)
    first = _start(p, f, x)
    out = _scanned(f, n, lambda i: first if i == 0 else _literal(_item(x, i - 1), lambda: first))
    _unread(x, n - 1)
    return out


def copperhead__exclusive_rscan(f, s, x):
    n = max(_seq_len(x), 1)
    first = _start(s, f, x)
    _unread(x, 0)
    return _scanned_back(f, _filled(n, lambda i: first if i == n - 1 else _literal(_item(x, i + 1), lambda: first)))


def _unread(x, i):
    """Raises what an item raises that nothing reads: one that is late."""
    if callable(x):
        if x(None) > 0:
            _item(x, i)


def _scanned(f, n, g):
    """g(0), f(g(0), g(1)), ..."""
    _check_step(lambda: f(g(0), g(0)), lambda: g(0))
    out = _new(n, g)
    if n > 0:
        total = g(0)
        _put(out, 0, total)
        for i in range(1, n):
            total = f(total, g(i))
            _put(out, i, total)
    return out


def _scanned_back(f, out):
    """The scan from the right, in place."""
    n = _seq_len(out)
    if n > 0:
        total = _item(out, n - 1)
        for i in range(n - 2, -1, -1):
            total = f(total, _item(out, i))
            _put(out, i, total)
    return out


# ---- in blocks

def _device_scan(f, x, needs: static = 0):
    return _grouped(lambda: _item(x, 0), needs, lambda: _scanned_blocks(f, _seq_len(x), lambda i: _item(x, i), lambda i: i, 2),
                    lambda: copperhead__scan(f, x))


def _device_rscan(f, x, needs: static = 0):
    n = _seq_len(x)
    return _grouped(lambda: _item(x, 0), needs, lambda: _scanned_blocks(f, n, lambda i: _item(x, n - 1 - i), lambda i: n - 1 - i, 2),
                    lambda: copperhead__rscan(f, x))


def _device_exclusive_scan(f, p, x, needs: static = 0):
    return _grouped(lambda: _item(x, 0), needs, lambda: _exclusive_blocks(f, _start(p, f, x), max(_seq_len(x), 1), x),
                    lambda: copperhead__exclusive_scan(f, p, x))


def _exclusive_blocks(f, first, n, x):
    return _scanned_blocks(f, n, lambda i: first if i == 0 else _literal(_item(x, i - 1), lambda: first), lambda i: i, 2)


def _device_exclusive_rscan(f, s, x, needs: static = 0):
    return _grouped(lambda: _item(x, 0), needs, lambda: _exclusive_back_blocks(f, _start(s, f, x), max(_seq_len(x), 1), x),
                    lambda: copperhead__exclusive_rscan(f, s, x))


def _exclusive_back_blocks(f, first, n, x):
    return _scanned_blocks(f, n, lambda i: first if i == 0 else _literal(_item(x, n - i), lambda: first), lambda i: n - 1 - i, 2)


def _grouped(item, needs: static, blocks, order, k: static = 0):
    """blocks() where a function that needs this of its items is associative on those like item(), place k of a tuple, else order().
    It needs: 1 that all places are of one type, 2 no floats, 4 << k an integer at place k."""
    if isinstance(item(), tuple):
        return _grouped_places(item, needs, blocks, order, 0)
    elif isinstance(item(), (np.ndarray, dict)):
        return order()
    elif (needs & 2) != 0 and np.result_type(item()).kind in "fc":
        return order()
    elif (needs & (4 << k)) != 0 and np.result_type(item()).kind not in "iub":
        return order()
    else:
        return blocks()


def _grouped_places(item, needs: static, blocks, order, k: static):
    if k == len(item()):
        return blocks()
    elif (needs & 1) != 0 and np.result_type(item()[k]) != np.result_type(item()[0]):
        return order()
    else:
        return _grouped(lambda: item()[k], needs, lambda: _grouped_places(item, needs, blocks, order, k + 1), order, k)


def _scanned_blocks(f, n, g, place, depth: static, size: static = 256):
    """The scan of g(0) to g(n - 1), item i at place(i): what whole blocks come to, their scan, and from there the items of each."""
    _check_step(lambda: f(g(0), g(0)), lambda: g(0))
    out = _new(n, g)
    if depth == 0:
        for row in pycc.prange(min(n, 1), independent=True):
            total = g(0)
            _put(out, place(0), total)
            for i in range(1, n):
                total = f(total, g(i))
                _put(out, place(i), total)
    else:
        sums = _block_sums(f, max(n - 1, 0) // size, n, g, size)
        before = _scanned_blocks(f, _seq_len(sums), lambda b: _item(sums, b), lambda b: b, depth - 1)
        for b in pycc.prange((n + size - 1) // size, independent=True):
            first = size * b
            total = g(first)
            if b > 0:
                total = f(_item(before, b - 1), total)
            _put(out, place(first), total)
            for i in range(first + 1, min(first + size, n)):
                total = f(total, g(i))
                _put(out, place(i), total)
    return out


def _block_sums(f, blocks, n, g, size: static):
    """What the first so many blocks of g(0) to g(n - 1) come to."""
    sums = _new(blocks, g)
    for b in pycc.prange(blocks, independent=True):
        first = size * b
        total = g(first)
        for i in range(first + 1, min(first + size, n)):
            total = f(total, g(i))
        _put(sums, b, total)
    return sums


def _device_reduce(f, x, init, needs: static = 0):
    return _grouped(lambda: _item(x, 0), needs, lambda: _reduced(f, _start(init, f, x), x), lambda: copperhead__reduce(f, x, init))


def _reduced(f, total, x):
    return _reduced_blocks(f, total, _seq_len(x), lambda i: _literal(_item(x, i), lambda: total), 2)


def _reduced_blocks(f, total, n, g, depth: static, size: static = 256):
    """total before g(0) to g(n - 1)."""
    if depth == 0:
        for i in range(n):
            total = f(total, g(i))
        return total
    else:
        sums = _block_sums(f, (n + size - 1) // size, n, g, size)
        return _reduced_blocks(f, total, _seq_len(sums), lambda b: _item(sums, b), depth - 1)
