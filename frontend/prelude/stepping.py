"""Iterators that are kept: iter(), next(), loops over what has a method __next__."""
import numpy as np


class _iterator:
    """Over k, of which `at` items have been given; -1: all, for good."""

    def __init__(self, k, at):
        self.k = k
        self.at = at

    def __iter__(self):
        return self

    def __next__(self):
        if self.at < 0 or self.at >= len(self.k):
            self.at = -1
            raise StopIteration()
        self.at += 1
        return self.k[self.at - 1]


class _counter_iterator:
    """Over range(at, stop, step)."""

    def __init__(self, at, stop, step):
        self.at = at
        self.stop = stop
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= self.stop if self.step > 0 else self.at <= self.stop:
            raise StopIteration()
        self.at += self.step
        return self.at - self.step


def _range_iter(a, b=None, step=1):
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    return _counter_iterator(0, a, 1) if b is None else _counter_iterator(a, b, step)


def _iter(x):
    if hasattr(x, "object.__next__"):
        return x
    elif hasattr(x, "object.__iter__"):
        return _iter(x.__iter__())
    elif isinstance(x, (list, np.ndarray)):
        return _iterator(x, 0)
    else:
        return _iterator(list(x), 0)


def builtins__next(iterator, default="<no default>"):
    if not hasattr(iterator, "object.__next__"):
        raise NotImplementedError("it takes an iterator: write it = iter(...) before it")
    elif default == "<no default>":
        return iterator.__next__()
    else:
        return _next_or(iterator, default)


def _next_or(it, default):
    try:
        return it.__next__()
    except StopIteration:
        return default


def _stepped(x):
    """What a for loop takes its items from."""
    if hasattr(x, "object.__iter__"):
        return x.__iter__()
    else:
        return x


def _iter_has(x, it):
    try:
        while True:
            if it.__next__() == x:
                return True
    except StopIteration:
        pass
    return False


def _drained(x):
    """All that is left of an iterator, and what is none as it is."""
    if hasattr(x, "object.__next__") or hasattr(x, "object.__iter__"):
        return _rest(_stepped(x))
    else:
        return x


def _rest(it):
    if hasattr(it, "object.__next__"):
        items = []
        try:
            while True:
                items.append(it.__next__())
        except StopIteration:
            pass
        return items
    else:
        return it


def _text_items(xs, i: static = 0):
    """Of a tuple each item by its own type."""
    if isinstance(xs, tuple) and i == len(xs):
        return [""][:0]
    elif isinstance(xs, tuple):
        return [str(xs[i])] + _text_items(xs, i + 1)
    else:
        return [str(x) for x in (list(xs) if isinstance(xs, str) else xs)]


def _joined_texts(sep, items):
    return sep.join(items)
