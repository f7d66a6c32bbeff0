"""heapq and bisect, on lists of numbers or of tuples of these."""
import numpy as np
from pycc import static


def _heap_less(a, b):
    if isinstance(a, tuple):
        return _heap_less_from(a, b, 0)
    else:
        return a < b


def _heap_less_from(a, b, i: static):
    """Of tuples that are equal up to item i."""
    if i == len(a) - 1:
        return a[i] < b[i]
    if a[i] == b[i]:
        return _heap_less_from(a, b, i + 1)
    return a[i] < b[i]


def _sift_down(heap, start, at):
    """The item at a place goes towards the start until its parent is not greater."""
    item = heap[at]
    while at > start:
        up = (at - 1) // 2
        if not _heap_less(item, heap[up]):
            break
        heap[at] = heap[up]
        at = up
    heap[at] = item


def _sift_up(heap, start):
    """The item at a place goes to the leaves, where lesser children come up, and back to where it belongs."""
    at = start
    item = heap[at]
    n = len(heap)
    child = 2 * at + 1
    while child < n:
        if child + 1 < n and not _heap_less(heap[child], heap[child + 1]):
            child += 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _sift_down(heap, start, at)


def heapq__heappush(heap, put_heap):
    heap.append(put_heap)
    _sift_down(heap, 0, len(heap) - 1)


def heapq__heappop(heap):
    if len(heap) == 0:
        raise IndexError("index out of range")
    last = heap.pop()
    if len(heap) == 0:
        return last
    first = heap[0]
    heap[0] = last
    _sift_up(heap, 0)
    return first


def heapq__heapreplace(heap, put_heap):
    if len(heap) == 0:
        raise IndexError("index out of range")
    first = heap[0]
    heap[0] = put_heap
    _sift_up(heap, 0)
    return first


def heapq__heappushpop(heap, put_heap):
    if len(heap) > 0 and _heap_less(heap[0], put_heap):
        return heapq__heapreplace(heap, put_heap)
    return put_heap


def heapq__nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(int(n), 0)]


def heapq__nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(int(n), 0)]


def heapq__merge(*iterables, key=None, reverse=False):
    if len(iterables) == 0:
        raise TypeError("write what is merged")
    else:
        return _merged_from(iterables, 0, key, reverse)


def _merged_from(iterables, i: static, key, reverse):
    if i == len(iterables) - 1:
        return [x for x in iterables[i]]
    else:
        return _merged([x for x in iterables[i]], _merged_from(iterables, i + 1, key, reverse), key, reverse)


def _merged(xs, ys, key, reverse):
    """Two lists; where two are equal, the first list's goes first."""
    out = xs[:0]
    i = 0
    j = 0
    while i < len(xs) or j < len(ys):
        second = i == len(xs)
        if i < len(xs) and j < len(ys):
            a = _placed_by(key, xs[i])
            b = _placed_by(key, ys[j])
            second = a < b if reverse else b < a
        if second:
            out.append(ys[j])
            j += 1
        else:
            out.append(xs[i])
            i += 1
    return out


def heapq__heapify(x):
    for i in range(len(x) // 2):
        _sift_up(x, len(x) // 2 - 1 - i)


def _placed_by(key, x):
    if key is None:
        return x
    else:
        return key(x)


def _bisect(a, x, lo, hi, key, right: static):
    """x is what key gives."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    at = lo
    if hi is None:
        end = len(a)
    else:
        end = hi
    while at < end:
        mid = (at + end) // 2
        if right:
            before = not _heap_less(x, _placed_by(key, a[mid]))
        else:
            before = _heap_less(_placed_by(key, a[mid]), x)
        if before:
            at = mid + 1
        else:
            end = mid
    return at


def bisect__bisect_left(a, x, lo=0, hi=None, key=None):
    return _bisect(a, x, lo, hi, key, False)


def bisect__bisect_right(a, x, lo=0, hi=None, key=None):
    return _bisect(a, x, lo, hi, key, True)


def bisect__bisect(a, x, lo=0, hi=None, key=None):
    return _bisect(a, x, lo, hi, key, True)


def bisect__insort_left(a, x, lo=0, hi=None, key=None):
    a.insert(_bisect(a, _placed_by(key, x), lo, hi, key, False), x)


def bisect__insort_right(a, x, lo=0, hi=None, key=None):
    a.insert(_bisect(a, _placed_by(key, x), lo, hi, key, True), x)


def bisect__insort(a, x, lo=0, hi=None, key=None):
    a.insert(_bisect(a, _placed_by(key, x), lo, hi, key, True), x)
