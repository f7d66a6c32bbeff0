"""set and frozenset: keys in lists, found by a table of their places in CPython's order."""
import numpy as np


def _only_sets(other):
    if not isinstance(other, (set, frozenset)):
        raise TypeError("an operand of a set is a set: write set(...)")


def _keys_of_both(xs, other):
    """No keys, of the type of both: of several types where these are not the same."""
    keys = []
    for x in xs[:0]:
        keys.append(x)
    for x in (other.k[:0] if isinstance(other, (set, frozenset)) else other):
        keys.append(x)
    keys.clear()
    return keys


class _set:
    """Place p has the key k[p] and its hash h[p]; table has places, -1, or -2 where one was deleted: as CPython's.

    fill counts the slots of the table that are not -1."""

    def __init__(self, table, h, k, fill, used):
        self.table = table
        self.h = h
        self.k = k
        self.fill = fill
        self.used = used
        self.finger = 0

    def _place(self, key, h, free):
        """The slot of the key, or -1; with free, that where it is put, one of a deleted key if it can: as CPython looks."""
        table = self.table
        hashes = self.h
        keys = self.k
        mask = len(table) - 1
        perturb = h
        i = h & mask
        deleted = -1
        while True:
            for j in range(i, i + 10 if i + 9 <= mask else i + 1):
                p = table[j]
                if p == -1:
                    return -1 if not free else deleted if deleted >= 0 else j
                if p == -2:
                    deleted = j
                if not free and p >= 0 and hashes[p] == h and keys[p] == key:
                    return j
            perturb = (perturb >> 5) & 576460752303423487
            i = (i * 5 + 1 + perturb) & mask

    def _resize(self, least):
        n = 8
        while n <= least:
            n *= 2
        order = [int(p) for p in self.table if p >= 0]
        self.k = [self.k[p] for p in order]
        self.h = [self.h[p] for p in order]
        self.table = np.full(n, -1)
        for p in range(len(self.k)):
            self.table[self._place(self.k[p], self.h[p], True)] = p
        self.fill = self.used

    def add(self, put_k):
        self._put(put_k)

    def _put(self, put_k):
        h = _hash(put_k)
        if self._place(put_k, h, False) < 0:
            i = self._place(put_k, h, True)
            unused = self.table[i] == -1
            self.table[i] = len(self.k)
            self.k.append(put_k)
            self.h.append(h)
            self.used += 1
            self.fill += int(unused)
            if unused and self.fill * 5 >= (len(self.table) - 1) * 3:
                self._resize(self.used * 2 if self.used > 50000 else self.used * 4)

    def _with(self, put_k):
        self._put(put_k)
        return self

    def _joined(self, each_k):
        self._update(each_k)
        return self

    def __len__(self):
        return self.used

    def __contains__(self, key):
        return self._place(key, _hash(key), False) >= 0

    def _next(self, p, k, n):
        if self.used != n:
            raise RuntimeError("Set changed size during iteration")
        p += 1
        while p < len(self.table) and self.table[p] < 0:
            p += 1
        return p if p < len(self.table) else -1

    def _key_at(self, p):
        return self.k[self.table[p]]

    def __iter__(self):
        return [self.k[p] for p in self.table if p >= 0]

    def _shown(self):
        return "{" + ", ".join([repr(x) for x in self.__iter__()]) + "}" if self.used > 0 else "set()"

    def discard(self, key):
        self._drop(key)

    def pop(self):
        if self.used == 0:
            raise KeyError('pop from an empty set')
        mask = len(self.table) - 1
        i = self.finger & mask
        while self.table[i] < 0:
            i = (i + 1) & mask
        p = self.table[i]
        self.table[i] = -2
        self.used -= 1
        self.finger = i + 1
        return self.k[p]

    def _drop(self, key):
        i = self._place(key, _hash(key), False)
        if i >= 0:
            self.table[i] = -2
            self.used -= 1

    def remove(self, key):
        if key not in self:
            raise KeyError(_shown_key(key))
        self._drop(key)

    def clear(self):
        self.table = np.full(8, -1)
        self.k.clear()
        self.h.clear()
        self.fill = 0
        self.used = 0

    def update(self, each_k=None, each_k2=None, each_k3=None):
        if each_k is not None:
            self._update(each_k)
        if each_k2 is not None:
            self._update(each_k2)
        if each_k3 is not None:
            self._update(each_k3)

    def _update(self, other):
        if not isinstance(other, (set, frozenset)):
            for x in other:
                self._put(x)
        elif other.used > 0:
            if (self.fill + other.used) * 5 >= (len(self.table) - 1) * 3:
                self._resize((self.used + other.used) * 2)
            if hasattr(self.k[0], "object._number") and not hasattr(other.k[0], "object._number"):
                for x in other.__iter__():
                    self._put(x)
            elif self.fill == 0 and len(self.table) == len(other.table) and other.fill == other.used:
                self.table[:] = other.table
                self.k.clear()
                self.k.extend(other.k)
                self.h.clear()
                self.h.extend(other.h)
                self.fill = other.fill
                self.used = other.used
            else:
                for x in other.__iter__():
                    self._put(x)

    def _subtract(self, other):
        for x in (other.__iter__() if isinstance(other, (set, frozenset)) else other):
            self._drop(x)
        if self.fill - self.used > (len(self.table) - 1) // 4:
            self._resize(self.used * 2 if self.used > 50000 else self.used * 4)

    def _sum(self):
        return builtins__sum(self.__iter__())

    def _max(self):
        return builtins__max(self.__iter__())

    def _min(self):
        return builtins__min(self.__iter__())

    def _of(self, k):
        return _set(np.full(8, -1), _no_ints(), k, 0, 0)

    def _like(self, other):
        """One without keys that takes those of both."""
        return self._of(_keys_of_both(self.k, other))

    def _both(self, other):
        both = self._like(other)
        both._update(self)
        both._update(other)
        return both

    def copy(self):
        both = self._of(self.k[:0])
        both._update(self)
        return both

    def union(self, other=None, more=None, most=None):
        if most is not None:
            return self.union(other).union(more).union(most)
        elif more is not None:
            return self.union(other).union(more)
        elif other is None:
            return self.copy()
        else:
            return self._both(other if isinstance(other, (set, frozenset)) else [x for x in other])

    def intersection(self, other=None, more=None, most=None):
        if most is not None:
            return self.intersection(other).intersection(more).intersection(most)
        elif more is not None:
            return self.intersection(other).intersection(more)
        elif other is None:
            return self.copy()
        if not isinstance(other, (set, frozenset)):
            xs = [x for x in other]
            common = self._like(xs)
            for x in xs:
                if x in self:
                    common._put(x)
            return common
        else:
            common = self._like(other)
            if other.used > self.used:
                for x in self.__iter__():
                    if x in other:
                        common._put(x)
            else:
                for x in other.__iter__():
                    if x in self:
                        common._put(x)
            return common

    def difference(self, other=None, more=None, most=None):
        if most is not None:
            rest = self.difference(other, more)
            rest._subtract(most)
            return rest
        elif other is None:
            return self.copy()
        elif more is not None:
            rest = self.difference(other)
            rest._subtract(more)
            return rest
        if not isinstance(other, (set, frozenset)):
            rest = self.copy()
            rest._subtract(other)
            return rest
        elif self.used >> 2 > other.used:
            rest = self.copy()
            rest._subtract(other)
            return rest
        rest = self._of(self.k[:0])
        for x in self.__iter__():
            if x not in other:
                rest._put(x)
        return rest

    def symmetric_difference(self, other):
        xs = other if isinstance(other, (set, frozenset)) else [x for x in other]
        rest = self._like(xs)
        rest._update(xs)
        rest._exchange(self)
        return rest

    def __or__(self, other):
        _only_sets(other)
        return self._both(other)

    def __and__(self, other):
        _only_sets(other)
        return self.intersection(other)

    def __sub__(self, other):
        _only_sets(other)
        return self.difference(other)

    def __xor__(self, other):
        _only_sets(other)
        return self.symmetric_difference(other)

    def __ior__(self, each_k):
        _only_sets(each_k)
        self._update(each_k)
        return self

    def __isub__(self, other):
        _only_sets(other)
        self._subtract(other)
        return self

    def __iand__(self, each_k):
        _only_sets(each_k)
        self.intersection_update(each_k)
        return self

    def intersection_update(self, each_k, each_k2=None):
        common = self.intersection(each_k) if each_k2 is None else self.intersection(each_k, each_k2)
        self.table = common.table
        self.h = common.h
        self.k = common.k
        self.fill = common.fill
        self.used = common.used

    def difference_update(self, other, more=None):
        self._subtract(other)
        if more is not None:
            self._subtract(more)

    def __ixor__(self, each_k):
        _only_sets(each_k)
        self._exchange(each_k)
        return self

    def symmetric_difference_update(self, each_k):
        self._exchange(each_k if isinstance(each_k, (set, frozenset)) else set(each_k))

    def _exchange(self, other):
        for x in other.__iter__():
            if x in self:
                self._drop(x)
            else:
                self._put(x)

    def issubset(self, other):
        for x in self.__iter__():
            if x not in other:
                return False
        return True

    def issuperset(self, other):
        for x in (other.__iter__() if isinstance(other, (set, frozenset)) else other):
            if x not in self:
                return False
        return True

    def isdisjoint(self, other):
        for x in self.__iter__():
            if x in other:
                return False
        return True

    def __eq__(self, other):
        return self.used == other.used and self.issubset(other)

    def __le__(self, other):
        return self.used <= other.used and self.issubset(other)

    def __lt__(self, other):
        return self.used < other.used and self.issubset(other)

    def __ge__(self, other):
        return other <= self

    def __gt__(self, other):
        return other < self


class _frozenset(_set):

    def _of(self, k):
        return _frozenset(np.full(8, -1), _no_ints(), k, 0, 0)

    def _shown(self):
        return "frozenset({" + ", ".join([repr(x) for x in self.__iter__()]) + "})" if self.used > 0 else "frozenset()"

    def add(self, put_k):
        raise AttributeError("'frozenset' object has no attribute 'add'")

    def discard(self, key):
        raise AttributeError("'frozenset' object has no attribute 'discard'")

    def update(self, each_k=None, each_k2=None, each_k3=None):
        raise AttributeError("'frozenset' object has no attribute 'update'")

    def pop(self):
        raise AttributeError("'frozenset' object has no attribute 'pop'")

    def clear(self):
        raise AttributeError("'frozenset' object has no attribute 'clear'")

    def __ior__(self, other):
        _only_sets(other)
        return self._both(other)

    def __iand__(self, other):
        _only_sets(other)
        return self.intersection(other)

    def __isub__(self, other):
        _only_sets(other)
        return self.difference(other)

    def __ixor__(self, other):
        _only_sets(other)
        return self.symmetric_difference(other)


def builtins__set(iterable):
    if isinstance(iterable, set):
        return iterable.copy()
    else:
        s = set()
        for x in iterable:
            s.add(x)
        return s


def builtins__frozenset(iterable):
    if isinstance(iterable, frozenset):
        return iterable
    else:
        s = frozenset()
        for x in iterable:
            s._put(x)
        return s


def _sets_union(sets):
    """set().union(*sets), set.union(*sets)"""
    return _sets_union_of(set(sets[0]), sets) if len(sets) > 0 else set(x for s in sets for x in s)


def _sets_union_of(first, sets):
    """first.union(*sets)"""
    found = first.copy()
    for s in sets:
        for x in s:
            found.add(x)
    return found


def _sets_intersection(sets):
    """set.intersection(*sets)"""
    if len(sets) == 0:
        raise TypeError("\1unbound method set.intersection() needs an argument")
    return _sets_intersection_of(sets[0], sets)


def _sets_intersection_of(first, sets):
    found = first.copy()
    for s in sets:
        found = found.intersection(s)
    return found


def _sets_difference_of(first, sets):
    found = first.copy()
    for s in sets:
        found = found.difference(s)
    return found
