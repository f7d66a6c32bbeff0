"""dict, set and their kin: keys in lists, found by tables of their places (open addressing)."""
import numpy as np
from pycc import static


def _hash(x):
    """Python's, on which the order of a set depends."""
    if isinstance(x, tuple):
        return _hash_of_items(x, np.uint64(2870177450012600261), 0)
    elif isinstance(x, str):
        return _hash_of_text(x)
    elif isinstance(x, frozenset):
        return _hash_of_set(x)
    elif isinstance(x, list):
        raise TypeError("lists are no keys: write tuple(...)")
    elif np.result_type(x).kind == 'f':
        return _hash_of_float(float(x))
    else:
        n = int(x)
        if -2305843009213693951 < n < 2305843009213693951:
            return -2 if n == -1 else n
        n = n % 2305843009213693951 if n >= 0 else -(-(n + 2305843009213693951) % 2305843009213693951)
        return -2 if n == -1 else n


def _hash_of_float(x):
    if x != x:
        return 0
    if np.isinf(x):
        return 314159 if x > 0 else -314159
    if abs(x) < 9e15 and x == np.floor(x):
        return _hash(int(x))
    m, e = np.frexp(abs(x))
    whole = np.uint64(2305843009213693951)
    bits = np.uint64(0)
    while m != 0:
        bits = ((bits << np.uint64(28)) & whole) | (bits >> np.uint64(33))
        m *= 268435456.0
        e -= 28
        y = int(m)
        m -= y
        bits += np.uint64(y)
        if bits >= whole:
            bits -= whole
    turn = int(e) % 61
    bits = ((bits << np.uint64(turn)) & whole) | (bits >> np.uint64(61 - turn))
    h = int(bits)
    h = -h if x < 0 else h
    return -2 if h == -1 else h


def _hash_of_text(s):
    """FNV-1a over characters; Python's own differs from run to run, and so does the order of its sets of texts."""
    h = np.uint64(np.int64(-3750763034362895579))
    for c in s + "":
        h = (h ^ np.uint64(ord(c))) * np.uint64(1099511628211)
    return int(np.int64(h >> np.uint64(3)))


def _hash_of_items(x, acc, i: static):
    if i == len(x):
        acc += np.uint64(len(x)) ^ np.uint64(2870177450012600261 ^ 3527539)
        h = np.int64(acc)
        return 1546275796 if h == -1 else int(h)
    else:
        acc += np.uint64(np.int64(_hash(x[i]))) * np.uint64(np.int64(-4417276706812531889))
        acc = (acc << np.uint64(31)) | (acc >> np.uint64(33))
        acc *= np.uint64(np.int64(-7046029288634856825))
        return _hash_of_items(x, acc, i + 1)


def _hash_of_set(s):
    h = np.uint64(0)
    for x in s.__iter__():
        bits = np.uint64(np.int64(_hash(x)))
        h ^= ((bits ^ np.uint64(89869747)) ^ (bits << np.uint64(16))) * np.uint64(3644798167)
    h ^= np.uint64(len(s) + 1) * np.uint64(1927868237)
    h ^= (h >> np.uint64(11)) ^ (h >> np.uint64(25))
    n = int(np.int64(h * np.uint64(69069) + np.uint64(907133923)))
    return 590923713 if n == -1 else n


def _no_ints():
    xs = [0]
    xs.pop()
    return xs


def _empty_table():
    return np.full(8, -1)


def _first_slot(h, mask):
    """Where the search for a hash begins."""
    return (int(np.int64(h) * np.int64(-7046029254386353131)) >> 32) & mask


class _dict:
    """Place p has the key k[p], its hash h[p], -1 where it was deleted, and the value v[p]; table has places, or -1.

    What is put (parameters put_k, put_v) has the types of the keys and values."""

    def __init__(self, table, h, k, v, used):
        self.table = table
        self.h = h
        self.k = k
        self.v = v
        self.used = used

    def _find(self, key):
        table = self.table
        hashes = self.h
        keys = self.k
        h = _hash(key)
        mask = len(table) - 1
        i = _first_slot(h, mask)
        while True:
            p = table[i]
            if p < 0:
                return -1
            if hashes[p] == h and keys[p] == key:
                return int(p)
            i = (i + 1) & mask

    def _rebuild(self):
        if self.used < len(self.k):
            live = [p for p in range(len(self.k)) if self.h[p] != -1]
            self.k = [self.k[p] for p in live]
            self.v = [self.v[p] for p in live]
            self.h = [self.h[p] for p in live]
        n = 8
        while n < 3 * self.used:
            n *= 2
        table = np.full(n, -1)
        for p in range(len(self.h)):
            i = _first_slot(self.h[p], n - 1)
            while table[i] >= 0:
                i = (i + 1) & (n - 1)
            table[i] = p
        self.table = table

    def __len__(self):
        return self.used

    def __contains__(self, key):
        return self._find(key) >= 0

    def __getitem__(self, key):
        values = self.v
        p = self._find(key)
        if p < 0:
            raise KeyError(key)
        return values[p]

    def __setitem__(self, put_k, put_v):
        values = self.v
        p = self._find(put_k)
        if p >= 0:
            values[p] = put_v
        else:
            self._insert(put_k, put_v)

    def _insert(self, put_k, put_v):
        if 3 * len(self.k) >= 2 * len(self.table) - 2:
            self._rebuild()
        h = _hash(put_k)
        mask = len(self.table) - 1
        i = _first_slot(h, mask)
        while self.table[i] >= 0:
            i = (i + 1) & mask
        self.table[i] = len(self.k)
        self.k.append(put_k)
        self.v.append(put_v)
        self.h.append(h)
        self.used += 1

    def _with(self, put_k, put_v):
        self[put_k] = put_v
        return self

    def _joined(self, other):
        self.update(other)
        return self

    def _start(self, put_v):
        return self

    def _subtract(self, other):
        for x in other.__iter__():
            self._drop(x)
        if self.fill - self.used > (len(self.table) - 1) // 4:
            self._resize(self.used * 2 if self.used > 50000 else self.used * 4)

    def _sum(self):
        return builtins__sum(self.__iter__())

    def _max(self):
        return builtins__max(self.__iter__())

    def _min(self):
        return builtins__min(self.__iter__())

    def move_to_end(self, put_k, last=True):
        p = self._find(put_k)
        if p < 0:
            raise KeyError(put_k)
        v = self.v[p]
        rest = [q for q in range(len(self.k)) if q != p and self.h[q] != -1]
        keys = [self.k[q] for q in rest]
        values = [self.v[q] for q in rest]
        self.clear()
        if not last:
            self._insert(put_k, v)
        for q in range(len(keys)):
            self._insert(keys[q], values[q])
        if last:
            self._insert(put_k, v)

    def __delitem__(self, key):
        p = self._find(key)
        if p < 0:
            raise KeyError(key)
        self.h[p] = -1
        self.used -= 1

    def _steady(self, n):
        if self.used != n:
            raise RuntimeError("dictionary changed size during iteration")
        return n

    def keys(self):
        if self.used == len(self.k):
            return self.k.copy()
        return [self.k[p] for p in range(len(self.k)) if self.h[p] != -1]

    def values(self):
        if self.used == len(self.k):
            return self.v.copy()
        return [self.v[p] for p in range(len(self.k)) if self.h[p] != -1]

    def items(self):
        return [(self.k[p], self.v[p]) for p in range(len(self.k)) if self.h[p] != -1]

    def __iter__(self):
        return self.keys()

    def get(self, key, put_v=None):
        if put_v is None:
            raise NotImplementedError("without a default what it gives may be None: write d.get(key, default), or test `key in d`")
        values = self.v
        p = self._find(key)
        if p < 0:
            return put_v
        return values[p]

    def setdefault(self, put_k, put_v):
        p = self._find(put_k)
        if p >= 0:
            return self.v[p]
        self[put_k] = put_v
        return self.v[len(self.v) - 1]

    def pop(self, key, put_v=None):
        p = self._find(key)
        if p >= 0:
            self.h[p] = -1
            self.used -= 1
            return self.v[p]
        elif put_v is None:
            raise KeyError(key)
        else:
            return put_v

    def popitem(self, last=True):
        p = len(self.k) - 1 if last else 0
        while 0 <= p < len(self.k) and self.h[p] == -1:
            p += -1 if last else 1
        if p < 0 or p == len(self.k):
            raise KeyError('popitem(): dictionary is empty')
        self.h[p] = -1
        self.used -= 1
        return self.k[p], self.v[p]

    def update(self, other):
        if isinstance(other, list):
            for k, v in other:
                self[k] = v
        else:
            for k, v in other.items():
                self[k] = v

    def clear(self):
        self.k.clear()
        self.v.clear()
        self.h.clear()
        self.used = 0
        self.table = np.full(8, -1)

    def copy(self):
        return _dict(self.table.copy(), self.h.copy(), self.k.copy(), self.v.copy(), self.used)

    def __eq__(self, other):
        if self.used != other.used:
            return False
        for k, v in self.items():
            p = other._find(k)
            if p < 0 or other.v[p] != v:
                return False
        return True

    def __or__(self, other):
        both = self.copy()
        both.update(other)
        return both

    def __ior__(self, other):
        self.update(other)
        return self


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


class _defaultdict_list(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, [x for xs in self.v[:0] for x in xs])


class _defaultdict_set(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _set(np.full(8, -1), _no_ints(), [x for s in self.v[:0] for x in s.k], 0, 0))


class _defaultdict_dict(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _dict(np.full(8, -1), _no_ints(), [x for d in self.v[:0] for x in d.k],
                                  [x for d in self.v[:0] for x in d.v], 0))


class _defaultdict_Counter(_defaultdict):

    def _missing(self, put_k):
        self._insert(put_k, _counter(np.full(8, -1), _no_ints(), [x for d in self.v[:0] for x in d.k], _no_ints(), 0))


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
        return _counter(np.full(8, -1), _no_ints(), self.k[:0], self.v[:0], 0)

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
        for k, n in self.items():
            if other[k] != n:
                return False
        for k, n in other.items():
            if self[k] != n:
                return False
        return True


def collections__defaultdict(default_factory):
    raise TypeError("defaultdict of int, float, bool, list, set or dict is supported; with another factory write "
                    "if k not in d: d[k] = ... before d[k]")


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


def dict__fromkeys(iterable, value):
    d = dict()
    for k in iterable:
        d[k] = value
    return d


def builtins__dict(pairs):
    d = dict()
    for k, v in (pairs if isinstance(pairs, list) else pairs.items()):
        d[k] = v
    return d


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

    def _joined(self, other):
        self._update(other)
        return self

    def __len__(self):
        return self.used

    def __contains__(self, key):
        return self._place(key, _hash(key), False) >= 0

    def _steady(self, n):
        if self.used != n:
            raise RuntimeError("Set changed size during iteration")
        return n

    def __iter__(self):
        return [self.k[p] for p in self.table if p >= 0]

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

    def _remove(self, key):
        if key not in self:
            raise KeyError(key)
        self._drop(key)

    def clear(self):
        self.table = np.full(8, -1)
        self.k.clear()
        self.h.clear()
        self.fill = 0
        self.used = 0

    def update(self, each_k):
        self._update(each_k)

    def _update(self, other):
        if not isinstance(other, (set, frozenset)):
            for x in other:
                self._put(x)
        elif other.used > 0:
            if (self.fill + other.used) * 5 >= (len(self.table) - 1) * 3:
                self._resize((self.used + other.used) * 2)
            if self.fill == 0 and len(self.table) == len(other.table) and other.fill == other.used:
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

    def _sum(self):
        return builtins__sum(self.__iter__())

    def _max(self):
        return builtins__max(self.__iter__())

    def _min(self):
        return builtins__min(self.__iter__())

    def _like(self):
        return _set(np.full(8, -1), _no_ints(), self.k[:0], 0, 0)

    def copy(self):
        both = self._like()
        both._update(self)
        return both

    def union(self, other, more=None):
        if more is not None:
            return self.union(other).union(more)
        both = self.copy()
        both._update(other)
        return both

    def intersection(self, other):
        common = self._like()
        if other.used > self.used:
            for x in self.__iter__():
                if x in other:
                    common._put(x)
        else:
            for x in other.__iter__():
                if x in self:
                    common._put(x)
        return common

    def difference(self, other):
        if self.used >> 2 > other.used:
            rest = self.copy()
            rest._subtract(other)
            return rest
        rest = self._like()
        for x in self.__iter__():
            if x not in other:
                rest._put(x)
        return rest

    def symmetric_difference(self, other):
        rest = self._like()
        rest._update(other)
        for x in self.__iter__():
            if x in rest:
                rest._drop(x)
            else:
                rest._put(x)
        return rest

    def __or__(self, other):
        return self.union(other)

    def __and__(self, other):
        return self.intersection(other)

    def __sub__(self, other):
        return self.difference(other)

    def __xor__(self, other):
        return self.symmetric_difference(other)

    def __ior__(self, other):
        self._update(other)
        return self

    def __isub__(self, other):
        self._subtract(other)
        return self

    def __iand__(self, other):
        common = self.intersection(other)
        self.table = common.table
        self.h = common.h
        self.k = common.k
        self.fill = common.fill
        self.used = common.used
        return self

    def __ixor__(self, other):
        for x in other.__iter__():
            if x in self:
                self._drop(x)
            else:
                self._put(x)
        return self

    def issubset(self, other):
        for x in self.__iter__():
            if x not in other:
                return False
        return True

    def issuperset(self, other):
        return other.issubset(self)

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

    def _like(self):
        return _frozenset(np.full(8, -1), _no_ints(), self.k[:0], 0, 0)

    def add(self, put_k):
        raise AttributeError("'frozenset' object has no attribute 'add'")

    def discard(self, key):
        raise AttributeError("'frozenset' object has no attribute 'discard'")

    def update(self, each_k):
        raise AttributeError("'frozenset' object has no attribute 'update'")

    def pop(self):
        raise AttributeError("'frozenset' object has no attribute 'pop'")

    def clear(self):
        raise AttributeError("'frozenset' object has no attribute 'clear'")

    def __ior__(self, other):
        return self.union(other)

    def __iand__(self, other):
        return self.intersection(other)

    def __isub__(self, other):
        return self.difference(other)

    def __ixor__(self, other):
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
