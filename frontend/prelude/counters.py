"""collections: dictionaries that have what is absent."""
import numpy as np


class _defaultdict(_dict):
    """What is not there yet is put in by the subclass for the factory."""

    def __getitem__(self, put_k):
        p = self._find(put_k)
        if p < 0:
            p = len(self.k)
            self._missing(put_k)
            p = len(self.k) - 1
        return self.v[p]


class _defaultdict_int(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, 0)


class _defaultdict_float(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, 0.0)


class _defaultdict_bool(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, False)


class _defaultdict_str(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, "")


class _defaultdict_value(_defaultdict):
    """Of lambda: start, a constant."""

    def __init__(self, slots, h, k, v, used, start):
        self.slots = slots
        self.h = h
        self.k = k
        self.v = v
        self.used = used
        self.start = start

    def _missing(self, put_k):
        self._insert(put_k, self.start)


class _defaultdict_list(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, [x for xs in self.v[:0] for x in xs])


class _defaultdict_set(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _set(np.full(8, -1), _no_ints(), [x for s in self.v[:0] for x in s.k], 0, 0))


class _defaultdict_dict(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _dict(np.full(0, -1), _no_ints(), [x for d in self.v[:0] for x in d.k],
                                  [x for d in self.v[:0] for x in d.v], 0))


class _defaultdict_defaultdict_int(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _defaultdict_int(np.full(0, -1), _no_ints(), [x for d in self.v[:0] for x in d.k],
                                             [x for d in self.v[:0] for x in d.v], 0))


class _defaultdict_defaultdict_float(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _defaultdict_float(np.full(0, -1), _no_ints(), [x for d in self.v[:0] for x in d.k],
                                               [x for d in self.v[:0] for x in d.v], 0))


class _defaultdict_defaultdict_list(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _defaultdict_list(np.full(0, -1), _no_ints(), [x for d in self.v[:0] for x in d.k],
                                              [x for d in self.v[:0] for x in d.v], 0))


class _defaultdict_Counter(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _counter(np.full(0, -1), _no_ints(), [x for d in self.v[:0] for x in d.k], _no_ints(), 0))


class _defaultdict_deque(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _deque([x for d in self.v[:0] for x in d.k], 0, -1))


class _counter(_dict):

    def __getitem__(self, key):
        p = self._find(key)
        if p < 0:
            return 0
        return self.v[p]

    def __delitem__(self, key):
        self.pop(key, 0)

    def _like(self):
        return _counter(np.full(0, -1), _no_ints(), self.k[:0], self.v[:0], 0)

    def copy(self):
        both = self._like()
        for k, v in self.items():
            both[k] = v
        return both

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda p: p[1], reverse=True)
        if n is None:
            return pairs
        else:
            return pairs[:max(n, 0)]

    def _shown(self):
        if self.used == 0:
            return "Counter()"
        return "Counter({" + ", ".join([repr(k) + ": " + repr(n) for k, n in self.most_common()]) + "})"

    def total(self):
        return builtins__sum(self.values())

    def elements(self):
        return [k for k, n in self.items() for i in range(n)]

    def _add(self, other, sign):
        if isinstance(other, dict):
            for k, n in other.items():
                self[k] = self[k] + sign * n
        else:
            for k in other:
                self[k] = self[k] + sign

    def update(self, each_k):
        self._add(each_k, 1)

    def subtract(self, each_k):
        self._add(each_k, -1)

    def _positive(self):
        kept = self._like()
        for k, n in self.items():
            if n > 0:
                kept[k] = n
        return kept

    def __add__(self, other):
        both = self.copy()
        both._add(other, 1)
        return both._positive()

    def __sub__(self, other):
        rest = self.copy()
        rest._add(other, -1)
        return rest._positive()

    def __and__(self, other):
        common = self._like()
        for k, n in self.items():
            m = min(n, other[k])
            if m > 0:
                common[k] = m
        return common

    def __or__(self, other):
        both = self._like()
        for k, n in self.items():
            m = max(n, other[k])
            if m > 0:
                both[k] = m
        for k, n in other.items():
            if k not in self and n > 0:
                both[k] = n
        return both

    def __iadd__(self, other):
        return self + other

    def __isub__(self, other):
        return self - other

    def __eq__(self, other):
        if isinstance(other, _counter):
            for k, n in self.items():
                if other[k] != n:
                    return False
            for k, n in other.items():
                if self[k] != n:
                    return False
            return True
        else:
            return other == self


def collections__defaultdict(default_factory):
    raise TypeError("defaultdict of int, float, bool, str, list, set, dict or lambda: constant is supported; with another "
                    "factory write if k not in d: d[k] = ... before d[k]")


def collections__Counter(iterable):
    c = collections__Counter()
    if isinstance(iterable, dict):
        for k, n in iterable.items():
            c[k] = n
    else:
        for k in iterable:
            c[k] = c[k] + 1
    return c


def collections__OrderedDict(pairs):
    return builtins__dict(pairs)
