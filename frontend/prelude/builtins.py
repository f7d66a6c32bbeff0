"""Python's own functions and methods of lists."""
from typing import NamedTuple

import numpy as np
from pycc import static


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


def builtins__sum(iterable, start=None):
    """Of a list: arrays are added one after the other."""
    if isinstance(start, (int, float)) and isinstance(iterable[0], complex):
        return builtins__sum(iterable, start - 0j)
    elif isinstance(start, int) and isinstance(iterable[0], float):
        return builtins__sum(iterable, start - 0.0)
    elif start is not None:
        total = start
        for x in iterable:
            total = total + x
        return total
    elif hasattr(iterable[0], "object._number"):
        return sum(iterable)
    elif hasattr(iterable[0], "object.__radd__"):
        if len(iterable) == 0:
            raise ValueError("\2sum() of no objects is the int 0, which is no object")
        total = iterable[0].__radd__(0)
        for i in range(1, len(iterable)):
            total = total + iterable[i]
        return total
    elif np.ndim(iterable[0]) == 0:
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


def list__index(xs, x, start=0, stop=None):
    n = len(xs)
    last = n if stop is None else min(stop + n if stop < 0 else stop, n)
    i = 0
    for y in xs:
        if y == x and max(start + n if start < 0 else start, 0) <= i < last:
            return i
        i += 1
    if isinstance(xs, tuple):
        raise ValueError("tuple.index(x): x not in tuple")
    raise ValueError(f"{x!r} is not in list")


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


def list__setslice(xs, given, lo=None, hi=None, step=None):
    values = list(given)
    plain = True
    if step is not None:
        plain = step == 1
    if plain:
        first = _end_of_part(lo, len(xs), 0)
        rest = xs[max(_end_of_part(hi, len(xs), len(xs)), first):]
        for k in range(len(xs) - first):
            xs.pop()
        for v in values:
            xs.append(v)
        xs.extend(rest)
    else:
        places = [i for i in range(len(xs))][::step] if lo is None and hi is None else [i for i in range(len(xs))][lo:hi:step]
        if len(places) != len(values):
            raise ValueError(f"attempt to assign sequence of size {len(values)} to extended slice of size {len(places)}")
        for k in range(len(places)):
            xs[places[k]] = values[k]


def _list_times(xs, n):
    """xs *= n"""
    count = len(xs)
    if n <= 0:
        xs.clear()
    for k in range(n - 1):
        for i in range(count):
            xs.append(xs[i])
    return xs


def _list_plus(xs, items):
    """xs += items"""
    for x in items:
        xs.append(x)
    return xs


def _range_length(a, b=None, step=1):
    lo = 0 if b is None else int(a)
    hi = int(a) if b is None else int(b)
    by = int(step)
    if by == 0:
        raise ValueError("range() arg 3 must not be zero")
    return max((hi - lo + by - (1 if by > 0 else -1)) // by, 0)


def _range_item(i, start, stop, step):
    n = _range_length(start, stop, step)
    k = i + n if i < 0 else i
    if k < 0 or k >= n:
        raise IndexError("\1range object index out of range")
    return start + k * step


def _range_has(x, start, stop, step):
    return (start <= x < stop if step > 0 else stop < x <= start) and (x - start) % step == 0


def _range_count(x, start, stop, step):
    return 1 if _range_has(x, start, stop, step) else 0


def _range_index(x, start, stop, step):
    if not _range_has(x, start, stop, step):
        raise ValueError(f"{x} is not in range")
    return (x - start) // step


def _range_compared(start, stop=None, step=1):
    """range(start, stop, step) where it is compared: equal where it is for the same ints, and to no list."""
    if stop is None:
        return _range_compared(0, start)
    else:
        n = _range_length(start, stop, step)
        return {(n, start if n > 0 else 0, step if n > 1 else 0)}


class _range:
    """A range as a value: returned by a helper, an item of a list."""

    def __init__(self, start, stop, step):
        if step == 0:
            raise ValueError("range() arg 3 must not be zero")
        self.start = int(start)
        self.stop = int(stop)
        self.step = int(step)

    def __len__(self):
        return _range_length(self.start, self.stop, self.step)

    def __iter__(self):
        return list(range(self.start, self.stop, self.step))

    def __getitem__(self, i):
        return _range_item(i, self.start, self.stop, self.step)

    def __contains__(self, x):
        return _range_has(x, self.start, self.stop, self.step)

    def _part(self, lo=None, hi=None, step=None):
        first, last, by = _slice_indices(lo, hi, step, len(self))
        return _range(self.start + first * self.step, self.start + last * self.step, self.step * by)

    def _sum(self):
        return builtins__sum(list(range(self.start, self.stop, self.step)))

    def _max(self):
        return builtins__max(list(range(self.start, self.stop, self.step)))

    def _min(self):
        return builtins__min(list(range(self.start, self.stop, self.step)))

    def index(self, x):
        return _range_index(x, self.start, self.stop, self.step)

    def count(self, x):
        return _range_count(x, self.start, self.stop, self.step)

    def __eq__(self, other):
        if isinstance(other, _range):
            a = _range_compared(self.start, self.stop, self.step)
            return a == _range_compared(other.start, other.stop, other.step)
        else:
            return False

    def __repr__(self):
        step = "" if self.step == 1 else f", {self.step}"
        return f"range({self.start}, {self.stop}{step})"


def _range_value(start, stop, step):
    return _range(start, stop, step)


def _iterator_compared():
    raise NotImplementedError("an iterator is equal to itself only: write list(...) around it")


def _clamped_end(i, n, least, most):
    return max(i + n, least) if i < 0 else min(i, most)


def _slice_indices(start, stop, step, n):
    """What slice(start, stop, step).indices(n) gives."""
    k = 1 if step is None else step
    if n < 0:
        raise ValueError("length should not be negative")
    if k == 0:
        raise ValueError("slice step cannot be zero")
    least = 0 if k > 0 else -1
    most = n if k > 0 else n - 1
    first = (least if k > 0 else most) if start is None else _clamped_end(start, n, least, most)
    last = (most if k > 0 else least) if stop is None else _clamped_end(stop, n, least, most)
    return int(first), int(last), int(k)


class _slice(NamedTuple):
    """A slice as a value: an end that is None has no value, and its type says so."""
    start: int
    stop: int
    step: int

    def indices(self, length):
        return _slice_indices(self.start, self.stop, self.step, length)

    def __repr__(self):
        return _slice_text(self.start, self.stop, self.step)


def _slice_text(start, stop, step):
    return f"slice({start!r}, {stop!r}, {step!r})"


def _slice_made(start, stop, step):
    return _slice(start, stop, step)


def _slice_of(ends):
    """slice(*ends)"""
    if len(ends) == 1:
        return _slice(None, ends[0], None)
    elif len(ends) == 2:
        return _slice(ends[0], ends[1], None)
    elif len(ends) == 3:
        return _slice(ends[0], ends[1], ends[2])
    else:
        raise NotImplementedError("slice takes one to three ends")


def _end_of_part(i, n, default):
    if i is None:
        return default
    else:
        return max(i + n, 0) if i < 0 else min(i, n)


def builtins__reversed(sequence):
    if isinstance(sequence, str):
        return ("" + sequence)[::-1]
    elif not isinstance(sequence, (list, tuple, np.ndarray)):
        return list(sequence)[::-1]
    else:
        return sequence[::-1]


def _list_eq(a, b):
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        if a[i] != b[i]:
            return False
    return True


def _list_lt(a, b):
    for i in range(min(len(a), len(b))):
        if a[i] != b[i]:
            return a[i] < b[i]
    return len(a) < len(b)


def _list_le(a, b):
    for i in range(min(len(a), len(b))):
        if a[i] != b[i]:
            return a[i] <= b[i]
    return len(a) <= len(b)


def _list_gt(a, b):
    return _list_lt(b, a)


def _list_ge(a, b):
    return _list_le(b, a)


def _tuple_eq(a, b):
    if len(a) != len(b):
        return False
    else:
        return _tuple_eq_from(a, b, 0)


def _tuple_eq_from(a, b, i: static):
    if i == len(a):
        return True
    else:
        if a[i] != b[i]:
            return False
        return _tuple_eq_from(a, b, i + 1)


def _tuple_lt(a, b):
    return _tuple_lt_from(a, b, 0)


def _tuple_lt_from(a, b, i: static):
    if i == len(a) or i == len(b):
        return len(a) < len(b)
    else:
        if a[i] != b[i]:
            return a[i] < b[i]
        return _tuple_lt_from(a, b, i + 1)


def _tuple_le(a, b):
    return _tuple_le_from(a, b, 0)


def _tuple_le_from(a, b, i: static):
    if i == len(a) or i == len(b):
        return len(a) <= len(b)
    else:
        if a[i] != b[i]:
            return a[i] <= b[i]
        return _tuple_le_from(a, b, i + 1)


def _tuple_gt(a, b):
    return _tuple_lt(b, a)


def _tuple_ge(a, b):
    return _tuple_le(b, a)


def _in_list(x, xs):
    for y in xs:
        if y == x:
            return True
    return False


def _max_of(a, b, c=None):
    best = b if b > a else a
    if c is None:
        return best
    else:
        return c if c > best else best


def _min_of(a, b, c=None):
    best = b if b < a else a
    if c is None:
        return best
    else:
        return c if c < best else best


def builtins__max(iterable, key=None, default="<no default>"):
    items = list(iterable)
    if default == "<no default>":
        if len(items) == 0:
            raise ValueError("\1max() arg is an empty sequence")
        return _greatest(items, key)
    else:
        return _greatest(items, key) if len(items) > 0 else default


def _greatest(items, key):
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


def builtins__min(iterable, key=None, default="<no default>"):
    items = list(iterable)
    if default == "<no default>":
        if len(items) == 0:
            raise ValueError("\1min() arg is an empty sequence")
        return _least(items, key)
    else:
        return _least(items, key) if len(items) > 0 else default


def _least(items, key):
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
