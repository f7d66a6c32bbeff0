"""Python's own functions and methods of lists."""
import numpy as np


def builtins__any(iterable):
    for x in iterable:
        if x:
            return True
    return False


def builtins__all(iterable):
    for x in iterable:
        if not x:
            return False
    return True


def builtins__sum(iterable):
    """Of a list: arrays are added one after the other."""
    if np.ndim(iterable[0]) == 0:
        return sum(iterable)
    else:
        if len(iterable) == 0:
            raise ValueError("\2sum() of no arrays is the int 0, which is no array")
        total = iterable[0] + 0
        for i in range(1, len(iterable)):
            total += iterable[i]
        return total


def _sorted_order(keys, reverse):
    """Positions of the items in their order, equal ones as they stand: runs that double are merged."""
    n = len(keys)
    order = [i for i in range(n)]
    other = [i for i in range(n)]
    width = 1
    while width < n:
        lo = 0
        while lo < n:
            mid = min(lo + width, n)
            hi = min(mid + width, n)
            i = lo
            j = mid
            for k in range(lo, hi):
                if i < mid and (j >= hi or not _comes_first(keys[order[j]], keys[order[i]], reverse)):
                    other[k] = order[i]
                    i += 1
                else:
                    other[k] = order[j]
                    j += 1
            lo = hi
        order, other = other, order
        width *= 2
    return order


def _comes_first(a, b, reverse):
    return b < a if reverse else a < b


def builtins__sorted(iterable, key=None, reverse=False):
    items = list(iterable)
    if key is None:
        return [items[i] for i in _sorted_order(items, reverse)]
    else:
        return [items[i] for i in _sorted_order([key(x) for x in items], reverse)]


def list__sort(xs, key=None, reverse=False):
    items = sorted(xs, key=key, reverse=reverse)
    for i in range(len(items)):
        xs[i] = items[i]


def list__index(xs, x):
    i = 0
    for y in xs:
        if y == x:
            return i
        i += 1
    if isinstance(xs, tuple):
        raise ValueError("tuple.index(x): x not in tuple")
    raise ValueError("list.index(x): x not in list")


def list__count(xs, x):
    n = 0
    for y in xs:
        if y == x:
            n += 1
    return n


def list__remove(xs, x):
    for i in range(len(xs)):
        if xs[i] == x:
            xs.pop(i)
            return
    raise ValueError("list.remove(x): x not in list")


def list__delitem(xs, i):
    if isinstance(xs, list):
        if i < -len(xs) or i >= len(xs):
            raise IndexError("list assignment index out of range")
        xs.pop(i)
    else:
        xs.__delitem__(i)


def list__delslice(xs, start, stop, step):
    places = [i for i in range(len(xs))]
    stays = [True for i in range(len(xs))]
    for i in places[start:stop:step]:
        stays[i] = False
    rest = [xs[i] for i in range(len(xs)) if stays[i]]
    xs.clear()
    xs.extend(rest)


def builtins__reversed(sequence):
    if not isinstance(sequence, (list, str, np.ndarray)):
        return list(sequence)[::-1]
    else:
        return sequence[::-1]


def builtins__max(iterable, key=None, default=None):
    items = list(iterable)
    if default is None:
        if len(items) == 0:
            raise ValueError("\1max() arg is an empty sequence")
    elif len(items) == 0:
        return default
    best = items[0]
    if key is None:
        for x in items:
            if x > best:
                best = x
    else:
        top = key(best)
        for x in items:
            k = key(x)
            if k > top:
                best = x
                top = k
    return best


def builtins__min(iterable, key=None, default=None):
    items = list(iterable)
    if default is None:
        if len(items) == 0:
            raise ValueError("\1min() arg is an empty sequence")
    elif len(items) == 0:
        return default
    best = items[0]
    if key is None:
        for x in items:
            if x < best:
                best = x
    else:
        least = key(best)
        for x in items:
            k = key(x)
            if k < least:
                best = x
                least = k
    return best
