"""Dictionaries, and the hashes of keys: keys in lists, found by tables of their places (open addressing)."""
import numpy as np
import pycc
from pycc import static


def _hash(x):
    """Python's, on which the order of a set depends."""
    if x is None:
        return 0
    elif hasattr(x, "object.__hash__"):
        h = x.__hash__()
        return -2 if h == -1 else h
    elif hasattr(x, "object._hashed"):
        return _hash(x._hashed())
    elif isinstance(x, tuple) or hasattr(x, "object.[named]"):
        return _hash_of_items(x, np.uint64(2870177450012600261), 0)
    elif isinstance(x, str):
        return _hash_of_text(x)
    elif isinstance(x, frozenset):
        return _hash_of_set(x)
    elif isinstance(x, list):
        raise TypeError("lists are no keys: write tuple(...)")
    elif np.result_type(x).kind == 'f':
        return _hash_of_float(float(x))
    elif np.result_type(x).kind == 'c':
        bits = np.uint64(np.int64(_hash_of_float(float(x.imag)))) * np.uint64(1000003)
        h = int(np.int64(bits + np.uint64(np.int64(_hash_of_float(float(x.real))))))
        return -2 if h == -1 else h
    elif np.result_type(x).kind in 'mM':
        return _hash(int(x.astype(np.int64)))
    else:
        n = int(x % np.uint64(2305843009213693951)) if np.result_type(x) == np.uint64 else int(x)
        if -2305843009213693951 < n < 2305843009213693951:
            return -2 if n == -1 else n
        n = n % 2305843009213693951 if n >= 0 else -(-(n + 2305843009213693951) % 2305843009213693951)
        return -2 if n == -1 else n


def _is_key(k, key):
    if key is None:
        return k is None
    return k == key


def _shown_key(x):
    """What a KeyError is raised with: an object as a text that is shown without quotes, anything else as it is."""
    if isinstance(x, frozenset) or hasattr(x, "object.__repr__"):
        return "\3" + repr(x)
    elif hasattr(x, "object.__hash__") or hasattr(x, "object._hashed"):
        return "\3an object"
    else:
        return x


def builtins__hash(obj):
    if isinstance(obj, str):
        return pycc._text_hash(obj, '__hash__')
    else:
        _check_hashed(obj, 0)
        return _hash(obj)


def _check_hashed(x, i: static):
    if isinstance(x, str):
        raise TypeError("hash() of texts in tuples is not supported: write hash(s) of each")
    elif isinstance(x, tuple):
        if i < len(x):
            _check_hashed(x[i], 0)
            _check_hashed(x, i + 1)
    elif not (isinstance(x, (list, frozenset)) or hasattr(x, "object.__hash__") or hasattr(x, "object._hashed") or hasattr(x, "object.[named]")):
        if np.result_type(x).kind in 'mM':
            raise TypeError("hash() of a date or a span of time differs from run to run: write x.astype(np.int64)")


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
    text = s + ""
    i = 0
    while i < len(text):
        h = (h ^ np.uint64(ord(text[i]))) * np.uint64(1099511628211)
        i += 1
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


def _no_places():
    return np.full(0, -1)


def _first_slot(h, mask):
    """Where the search for a hash begins."""
    return (int(np.int64(h) * np.int64(-7046029254386353131)) >> 32) & mask


class _dict:
    """Place p has the key k[p], its hash h[p], -1 where it was deleted, and the value v[p]; slots has places, or -1.

    Up to eight places are searched one after the other, without slots. What is put (parameters put_k, put_v) has the
    types of the keys and values."""

    def __init__(self, slots, h, k, v, used):
        self.slots = slots
        self.h = h
        self.k = k
        self.v = v
        self.used = used

    def _find(self, key):
        return self._place(key, _hash(key))

    def _place(self, key, h):
        slots = self.slots
        hashes = self.h
        keys = self.k
        if len(slots) == 0:
            for q in range(len(hashes)):
                if hashes[q] == h and _is_key(keys[q], key):
                    return q
            return -1
        mask = len(slots) - 1
        i = _first_slot(h, mask)
        while True:
            p = slots[i]
            if p < 0:
                return -1
            if hashes[p] == h and _is_key(keys[p], key):
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
        slots = np.full(n, -1)
        for p in range(len(self.h)):
            i = _first_slot(self.h[p], n - 1)
            while slots[i] >= 0:
                i = (i + 1) & (n - 1)
            slots[i] = p
        self.slots = slots

    def __len__(self):
        return self.used

    def __contains__(self, key):
        return self._find(key) >= 0

    def __getitem__(self, key):
        values = self.v
        p = self._find(key)
        if p < 0:
            raise KeyError(_shown_key(key))
        return values[p]

    def __setitem__(self, put_k, put_v):
        values = self.v
        h = _hash(put_k)
        p = self._place(put_k, h)
        if p >= 0:
            values[p] = put_v
        else:
            self._append(put_k, put_v, h)

    def _insert(self, put_k, put_v):
        self._append(put_k, put_v, _hash(put_k))

    def _append(self, put_k, put_v, h):
        if len(self.k) >= 8 if len(self.slots) == 0 else 3 * len(self.k) >= 2 * len(self.slots) - 2:
            self._rebuild()
        if len(self.slots) > 0:
            mask = len(self.slots) - 1
            i = _first_slot(h, mask)
            while self.slots[i] >= 0:
                i = (i + 1) & mask
            self.slots[i] = len(self.k)
        self.k.append(put_k)
        self.v.append(put_v)
        self.h.append(h)
        self.used += 1

    def _with(self, put_k, put_v):
        self[put_k] = put_v
        return self

    def _joined(self, each_kv):
        self.update(each_kv)
        return self

    def _start(self, put_v):
        return self

    def _sum(self):
        return builtins__sum(self.__iter__())

    def _max(self):
        return builtins__max(self.__iter__())

    def _min(self):
        return builtins__min(self.__iter__())

    def move_to_end(self, put_k, last=True):
        p = self._find(put_k)
        if p < 0:
            raise KeyError(_shown_key(put_k))
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
            raise KeyError(_shown_key(key))
        self.h[p] = -1
        self.used -= 1

    def _next(self, p, k, n):
        if self.used != n:
            raise RuntimeError("dictionary changed size during iteration")
        p += 1
        while p < len(self.k) and self.h[p] == -1:
            p += 1
        if p >= len(self.k):
            return -1
        if k >= n:
            raise RuntimeError("dictionary keys changed during iteration")
        return p

    def _key_at(self, p):
        return self.k[p]

    def _value_at(self, p):
        return self.v[p]

    def _item_at(self, p):
        return self.k[p], self.v[p]

    def _shown(self):
        return "{" + ", ".join([repr(k) + ": " + repr(v) for k, v in self.items()]) + "}"

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
            return self._value_or_none(key)
        values = self.v
        p = self._find(key)
        if p < 0:
            return put_v
        return values[p]

    def _value_or_none(self, key):
        p = self._find(key)
        return self.v[p] if p >= 0 else None

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
            raise KeyError(_shown_key(key))
        else:
            return put_v

    def _pop_or_none(self, key):
        p = self._find(key)
        if p >= 0:
            self.h[p] = -1
            self.used -= 1
        return self.v[p] if p >= 0 else None

    def popitem(self, last=True):
        p = len(self.k) - 1 if last else 0
        while 0 <= p < len(self.k) and self.h[p] == -1:
            p += -1 if last else 1
        if p < 0 or p == len(self.k):
            raise KeyError('popitem(): dictionary is empty')
        self.h[p] = -1
        self.used -= 1
        return self.k[p], self.v[p]

    def update(self, each_kv):
        if isinstance(each_kv, (list, tuple)):
            for k, v in each_kv:
                self[k] = v
        else:
            for k, v in each_kv.items():
                self[k] = v

    def clear(self):
        self.k.clear()
        self.v.clear()
        self.h.clear()
        self.used = 0
        self.slots = np.full(0, -1)

    def copy(self):
        return _dict(self.slots.copy(), self.h.copy(), self.k.copy(), self.v.copy(), self.used)

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

    def __ior__(self, each_kv):
        self.update(each_kv)
        return self


def _keys_compared(d):
    """d.keys() where it is an operand: a set."""
    if isinstance(d, dict):
        return builtins__set(d.keys())
    else:
        return d.keys()


def _items_compared(d):
    if isinstance(d, dict):
        return builtins__set(d.items())
    else:
        return d.items()


def dict__fromkeys(iterable, value=None):
    d = dict()
    if value is None:
        none = None if len(d) == 0 else 0  # that or an int
        for k in iterable:
            d[k] = none
    else:
        for k in iterable:
            d[k] = value
    return d


def builtins__dict(pairs):
    d = dict()
    for k, v in (pairs if isinstance(pairs, (list, tuple)) else pairs.items()):
        d[k] = v
    return d


def _values_compared(d):
    if isinstance(d, dict):
        raise NotImplementedError("values() of a dictionary is equal to itself only: write list(...) around it")
    else:
        return d.values()
