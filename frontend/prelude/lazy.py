"""Iterators over iterators: what itertools, zip, enumerate, map and filter give of objects with a method __next__."""


class _count_iterator:
    def __init__(self, at, step):
        self.at = at
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        value = self.at
        self.at += self.step
        return value


def itertools__count(start=0, step=1):
    if isinstance(start, int) and isinstance(step, float):
        raise TypeError("count() from an int by a float: write count(0.0, 0.5)")
    else:
        return _count_iterator(start, step)


class _cycle_iterator:
    """Over items, again and again; the one at `at` comes next."""

    def __init__(self, items, at):
        self.items = items
        self.at = at

    def __iter__(self):
        return self

    def __next__(self):
        if len(self.items) == 0:
            raise StopIteration()
        self.at = self.at + 1 if self.at + 1 < len(self.items) else 0
        return self.items[self.at]


def itertools__cycle(iterable):
    return _cycle_iterator(list(_drained(iterable)), -1)


class _islice_iterator:
    """`at` items have been taken, the one of number `wanted` comes next; stop is -1: there is no end."""

    def __init__(self, it, at, wanted, stop, step):
        self.it = it
        self.at = at
        self.wanted = wanted
        self.stop = stop
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        while self.at < self.wanted:
            self.it.__next__()
            self.at += 1
        if self.stop >= 0 and self.at >= self.stop:
            raise StopIteration()
        item = self.it.__next__()
        self.at += 1
        self.wanted += self.step
        if self.stop >= 0 and self.wanted > self.stop:
            self.wanted = self.stop
        return item


def _lazy_islice(iterable, start, stop="none", step=None):
    if stop == "none":
        return _lazy_islice(iterable, 0, start)
    else:
        first = 0 if start is None else start
        last = -1 if stop is None else stop
        by = 1 if step is None else step
        if first < 0 or (stop is not None and last < 0):
            raise ValueError("\1Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
        if by < 1:
            raise ValueError("\1Step for islice() must be a positive integer or None.")
        return _islice_iterator(iterable, 0, first, last, by)


class _takewhile_iterator:
    def __init__(self, predicate, it, ended):
        self.predicate = predicate
        self.it = it
        self.ended = ended

    def __iter__(self):
        return self

    def __next__(self):
        if self.ended:
            raise StopIteration()
        predicate = self.predicate
        item = self.it.__next__()
        if not predicate(item):
            self.ended = True
            raise StopIteration()
        return item


def _lazy_takewhile(predicate, iterable):
    return _takewhile_iterator(predicate, iterable, False)


class _dropwhile_iterator:
    def __init__(self, predicate, it, dropping):
        self.predicate = predicate
        self.it = it
        self.dropping = dropping

    def __iter__(self):
        return self

    def __next__(self):
        predicate = self.predicate
        item = self.it.__next__()
        while self.dropping:
            if predicate(item):
                item = self.it.__next__()
            else:
                self.dropping = False
        return item


def _lazy_dropwhile(predicate, iterable):
    return _dropwhile_iterator(predicate, iterable, True)


class _filter_iterator:
    def __init__(self, function, it):
        self.function = function
        self.it = it

    def __iter__(self):
        return self

    def __next__(self):
        function = self.function
        item = self.it.__next__()
        while not function(item):
            item = self.it.__next__()
        return item


def _lazy_filter(function, iterable):
    if function is None:
        return _filter_iterator(lambda x: x, iterable)
    else:
        return _filter_iterator(function, iterable)


def _lazy_filterfalse(predicate, iterable):
    if predicate is None:
        return _filter_iterator(lambda x: not x, iterable)
    else:
        return _filter_iterator(lambda x: not predicate(x), iterable)


class _map_iterator:
    def __init__(self, function, it):
        self.function = function
        self.it = it

    def __iter__(self):
        return self

    def __next__(self):
        function = self.function
        return function(self.it.__next__())


def _lazy_map(function, a, b=None):
    if b is None:
        return _map_iterator(function, a)
    else:
        return _map_iterator(lambda t: function(t[0], t[1]), _zip_iterator(a, b))


class _generator(_map_iterator):
    """A generator expression."""

    def __iter__(self):
        return self


def _lazy_generator(function, iterable):
    return _generator(function, iterable)


class _flat_iterator:
    """What the iterators give that a function makes of each item of `it`."""

    def __init__(self, function, it):
        self.function = function
        self.it = it
        self.inner = None

    def __iter__(self):
        return self

    def __next__(self):
        function = self.function
        while True:
            if self.inner is None:
                self.inner = function(self.it.__next__())
            try:
                return self.inner.__next__()
            except StopIteration:
                self.inner = None


def _lazy_flat(function, iterable):
    return _flat_iterator(function, iterable)


class _enumerate_iterator:
    def __init__(self, it, at):
        self.it = it
        self.at = at

    def __iter__(self):
        return self

    def __next__(self):
        item = self.it.__next__()
        self.at += 1
        return self.at - 1, item


def _lazy_enumerate(iterable, start=0):
    return _enumerate_iterator(iterable, start)


class _zip_iterator:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def __iter__(self):
        return self

    def __next__(self):
        x = self.a.__next__()
        return x, self.b.__next__()


class _zip3_iterator:
    def __init__(self, a, b, c):
        self.a = a
        self.b = b
        self.c = c

    def __iter__(self):
        return self

    def __next__(self):
        x = self.a.__next__()
        y = self.b.__next__()
        return x, y, self.c.__next__()


def _lazy_zip(a, b, c=None):
    if c is None:
        return _zip_iterator(a, b)
    else:
        return _zip3_iterator(a, b, c)


class _chain_iterator:
    def __init__(self, a, b, first):
        self.a = a
        self.b = b
        self.first = first

    def __iter__(self):
        return self

    def __next__(self):
        if self.first:
            try:
                return self.a.__next__()
            except StopIteration:
                self.first = False
        return self.b.__next__()


def _lazy_chain(a, b, c=None):
    if c is None:
        return _chain_iterator(a, b, True)
    else:
        return _chain_iterator(a, _chain_iterator(b, c, True), True)


def _lazy_any(iterable):
    try:
        while True:
            if iterable.__next__():
                return True
    except StopIteration:
        pass
    return False


def _lazy_all(iterable):
    try:
        while True:
            if not iterable.__next__():
                return False
    except StopIteration:
        pass
    return True
