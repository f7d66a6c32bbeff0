"""Tuples of any number of items of one type, bytes and bytearray: lists that are shown, compared and found as what they are."""
import numpy as np


def _listed(x):
    """The items of another tuple, which is one of any length or not."""
    if isinstance(x, _tuple):
        return x.k
    else:
        return list(x)


class _sequence:
    """k has the items."""

    def __init__(self, k):
        self.k = k

    def __len__(self):
        return len(self.k)

    def __iter__(self):
        return self.k

    def __getitem__(self, i):
        if i < -len(self.k) or i >= len(self.k):
            raise IndexError(self._kind() + "index out of range")
        return self.k[i]

    def _sum(self):
        return builtins__sum(self.k)

    def _max(self):
        return builtins__max(self.k)

    def _min(self):
        return builtins__min(self.k)

    def __repr__(self):
        return self._shown()

    def __hash__(self):
        h = np.uint64(2870177450012600261)
        for x in self.k:
            h += np.uint64(np.int64(_hash(x))) * np.uint64(np.int64(-4417276706812531889))
            h = (h << np.uint64(31)) | (h >> np.uint64(33))
            h *= np.uint64(np.int64(-7046029288634856825))
        h += np.uint64(len(self.k)) ^ np.uint64(2870177450012600261 ^ 3527539)
        n = np.int64(h)
        return 1546275796 if n == -1 else int(n)


class _tuple(_sequence):
    """Of any number of items of one type."""

    def _kind(self):
        return "tuple "

    def _shown(self):
        return "(" + ", ".join([repr(x) for x in self.k]) + (",)" if len(self.k) == 1 else ")")

    def __contains__(self, x):
        return x in self.k

    def _part(self, lo=None, hi=None, step=None):
        return _tuple(self.k[lo:hi:step])

    def index(self, x):
        for i in range(len(self.k)):
            if self.k[i] == x:
                return i
        raise ValueError("tuple.index(x): x not in tuple")

    def count(self, x):
        return sum([y == x for y in self.k])

    def __add__(self, other):
        if isinstance(other, tuple) and len(other) == 0:
            return self
        else:
            return _tuple(self.k + _listed(other))

    def __radd__(self, other):
        if isinstance(other, tuple) and len(other) == 0:
            return self
        else:
            return _tuple(_listed(other) + self.k)

    def __mul__(self, n):
        return _tuple(self.k * n)

    def __rmul__(self, n):
        return _tuple(self.k * n)

    def __eq__(self, other):
        if isinstance(other, tuple) and len(other) == 0:
            return len(self.k) == 0
        elif isinstance(other, (tuple, _tuple)):
            return self.k == _listed(other)
        elif isinstance(other, (np.generic, np.ndarray)):
            raise NotImplementedError("a number or an array of NumPy's is compared with each item: write np.array(t) == x")
        else:
            return False

    def __lt__(self, other):
        return self.k < _listed(other)

    def __le__(self, other):
        return self.k <= _listed(other)

    def __gt__(self, other):
        return self.k > _listed(other)

    def __ge__(self, other):
        return self.k >= _listed(other)


def _any_length(x):
    """A tuple that others of another length meet."""
    if isinstance(x, tuple) and not isinstance(x, _tuple):
        return _tuple(list(x))
    else:
        return x


def _several(items, name: static):
    """What min(*items) and max(*items) compare."""
    if not isinstance(items, tuple):
        if len(items) == 0:
            raise TypeError(f"{name} expected at least 1 argument, got 0")
        if len(items) == 1:
            kind = "int" if isinstance(items[0], int) else "float" if isinstance(items[0], float) else "one"
            raise TypeError(f"'{kind}' object is not iterable")
    return items


def _as_tuples(lists):
    return [_tuple(x) for x in lists]


def _zip_tuples(rows):
    """zip(*rows)"""
    if isinstance(rows, tuple) and 2 <= len(rows) <= 4:
        return _zipped_rows(rows, len(rows))
    else:
        return _as_tuples(_zip_columns(rows))


def _product_starred(pools):
    """product(*pools)"""
    if isinstance(pools, tuple):
        return itertools__product(pools)
    else:
        found = [[x for p in pools[:0] for x in p]]
        for p in pools:
            found = [xs + [x] for xs in found for x in p]
        return _as_tuples(found)


def _chain_starred(iterables):
    if isinstance(iterables, tuple):
        return itertools__chain(iterables)
    else:
        return itertools__from_iterable(iterables)


def _check_byte(x):
    if x < 0 or x > 255:
        raise ValueError("byte must be in range(0, 256)")
    return int(x)


def _octets_shown(k):
    quote = '"' if 39 in k and 34 not in k else "'"
    text = "".join([_byte_shown(x) for x in k])
    return "b" + quote + (text if quote == '"' else text.replace("'", "\\'")) + quote


def _byte_shown(x):
    digits = "0123456789abcdef"
    if x == 92:
        return "\\\\"
    if x == 9:
        return "\\t"
    if x == 10:
        return "\\n"
    if x == 13:
        return "\\r"
    return chr(x) if 32 <= x < 127 else "\\x" + digits[x // 16] + digits[x % 16]


def _is_blank(x):
    return x == 32 or 9 <= x <= 13


def _is_stripped(x, chars):
    if chars is None:
        return _is_blank(x)
    else:
        return x in chars.k


class _octets(_sequence):
    """Of ints from 0 to 255: bytes, bytearray."""

    def _part(self, lo=None, hi=None, step=None):
        return self._like(self.k[lo:hi:step])

    def find(self, sub, start=0):
        of = _bytes_of(sub)
        for i in range(start, len(self.k) - len(of) + 1):
            if self.k[i:i + len(of)] == of:
                return i
        return -1

    def index(self, sub, start=0):
        i = self.find(sub, start)
        if i < 0:
            raise ValueError("subsection not found")
        return i

    def count(self, sub):
        of = _bytes_of(sub)
        n = 0
        i = self.find(sub)
        while i >= 0:
            n += 1
            i = self.find(sub, i + max(len(of), 1))
        return n

    def __contains__(self, x):
        return self.find(x) >= 0

    def startswith(self, prefix):
        return self.k[:len(prefix)] == prefix.k

    def endswith(self, suffix):
        return len(suffix) <= len(self.k) and self.k[len(self.k) - len(suffix):] == suffix.k

    def decode(self, encoding="utf-8"):
        if encoding == "latin-1":
            return "".join([chr(x) for x in self.k])
        return _decoded(self.k)

    def hex(self):
        digits = "0123456789abcdef"
        return "".join([digits[x // 16] + digits[x % 16] for x in self.k])

    def upper(self):
        return self._like([x - 32 if 97 <= x <= 122 else x for x in self.k])

    def lower(self):
        return self._like([x + 32 if 65 <= x <= 90 else x for x in self.k])

    def join(self, parts):
        k = self.k[:0]
        for i, part in enumerate(parts):
            if i > 0:
                k.extend(self.k)
            k.extend(part.k)
        return self._like(k)

    def replace(self, old, new):
        k = self.k[:0]
        i = 0
        while i < len(self.k):
            if self.k[i:i + len(old.k)] == old.k:
                k.extend(new.k)
                i += len(old.k)
            if i < len(self.k) and (len(old.k) == 0 or self.k[i:i + len(old.k)] != old.k):
                k.append(self.k[i])
                i += 1
        if len(old.k) == 0:
            k.extend(new.k)
        return self._like(k)

    def split(self, sep=None):
        parts = [self._like(self.k[:0])][:0]
        start = 0
        i = 0
        if sep is None:
            while i < len(self.k):
                if not _is_blank(self.k[i]):
                    start = i
                    while i < len(self.k) and not _is_blank(self.k[i]):
                        i += 1
                    parts.append(self._like(self.k[start:i]))
                else:
                    i += 1
        else:
            if len(sep.k) == 0:
                raise ValueError("empty separator")
            i = self.find(sep)
            while i >= 0:
                parts.append(self._like(self.k[start:i]))
                start = i + len(sep.k)
                i = self.find(sep, start)
            parts.append(self._like(self.k[start:]))
        return parts

    def strip(self, chars=None):
        lo, hi = 0, len(self.k)
        while lo < hi and _is_stripped(self.k[lo], chars):
            lo += 1
        while hi > lo and _is_stripped(self.k[hi - 1], chars):
            hi -= 1
        return self._like(self.k[lo:hi])

    def lstrip(self, chars=None):
        i = 0
        while i < len(self.k) and _is_stripped(self.k[i], chars):
            i += 1
        return self._like(self.k[i:])

    def rstrip(self, chars=None):
        i = len(self.k)
        while i > 0 and _is_stripped(self.k[i - 1], chars):
            i -= 1
        return self._like(self.k[:i])

    def __add__(self, other):
        return self._like(self.k + other.k)

    def __mul__(self, n):
        return self._like(self.k * n)

    def __rmul__(self, n):
        return self._like(self.k * n)

    def __eq__(self, other):
        if isinstance(other, _octets):
            return self.k == other.k
        else:
            return False

    def __lt__(self, other):
        return self.k < other.k

    def __le__(self, other):
        return self.k <= other.k

    def __gt__(self, other):
        return self.k > other.k

    def __ge__(self, other):
        return self.k >= other.k


class _bytes(_octets):

    def _kind(self):
        return ""

    def _shown(self):
        return _octets_shown(self.k)

    def _like(self, k):
        return _bytes(k)


class _bytearray(_octets):

    def _kind(self):
        return "bytearray "

    def _shown(self):
        return "bytearray(" + _octets_shown(self.k) + ")"

    def _like(self, k):
        return _bytearray(k)

    def __setitem__(self, i, x):
        if i < -len(self.k) or i >= len(self.k):
            raise IndexError("bytearray index out of range")
        self.k[i] = _check_byte(x)

    def _part_set(self, given, lo=None, hi=None, step=None):
        values = [_check_byte(x) for x in given]
        if step is not None:
            places = len(self.k[lo:hi:step])
            if step != 1 and places != len(values):
                raise ValueError(f"attempt to assign bytes of size {len(values)} to extended slice of size {places}")
        list__setslice(self.k, values, lo, hi, step)

    def delitem(self, i):
        del self.k[i]

    def delslice(self, lo, hi, step):
        del self.k[lo:hi:step]

    def append(self, x):
        self.k.append(_check_byte(x))

    def extend(self, xs):
        for x in xs:
            self.append(x)

    def pop(self, i=-1):
        return self.k.pop(i)

    def insert(self, i, x):
        self.k.insert(i, _check_byte(x))

    def reverse(self):
        self.k.reverse()

    def clear(self):
        self.k.clear()

    def __iadd__(self, other):
        self.extend(other)
        return self


def _bytes_of(x):
    """The items of other bytes, or of one of them."""
    if isinstance(x, _octets):
        return x.k
    else:
        return [_check_byte(x)]


def _encoded(s):
    k = _no_ints()
    for c in s + "":
        n = ord(c)
        if n < 128:
            k.append(n)
        elif n < 2048:
            k.extend([192 + (n >> 6), 128 + (n & 63)])
        elif n < 65536:
            k.extend([224 + (n >> 12), 128 + ((n >> 6) & 63), 128 + (n & 63)])
        else:
            k.extend([240 + (n >> 18), 128 + ((n >> 12) & 63), 128 + ((n >> 6) & 63), 128 + (n & 63)])
    return k


def _undecoded(k, start, end, reason):
    text = "".join([chr(x) for x in k])
    raise UnicodeDecodeError("utf-8", text, start, end, reason)


def _decoded(k):
    parts = [""][:0]
    i = 0
    while i < len(k):
        x = k[i]
        more = 0 if x < 128 else 1 if 194 <= x < 224 else 2 if 224 <= x < 240 else 3 if 240 <= x < 245 else 4
        if more == 4:
            _undecoded(k, i, i + 1, "invalid start byte")
        n = x if more == 0 else x & (63 >> more)
        for j in range(i + 1, i + 1 + more):
            if j == len(k):
                _undecoded(k, i, j, "unexpected end of data")
            if k[j] & 192 != 128:
                _undecoded(k, i, j, "invalid continuation byte")
            n = n * 64 + (k[j] & 63)
        parts.append(chr(n))
        i += 1 + more
    return "".join(parts)


def _byte_items(source, encoding, name: static):
    if not isinstance(encoding, str):
        raise TypeError(f"{name}() argument 'encoding' must be str, not {type(encoding).__name__}")
    elif isinstance(source, str):
        return [ord(c) for c in source + ""] if encoding == "latin-1" else _encoded(source)
    elif isinstance(source, _octets):
        return source.k.copy()
    elif isinstance(source, np.ndarray):
        return [int(x) for x in np.ravel(source).view(np.uint8)]
    elif isinstance(source, int):
        if source < 0:
            raise ValueError("negative count")
        return [0 for i in range(source)]
    else:
        return [_check_byte(x) for x in source]


def builtins__bytes(source="", encoding="utf-8"):
    if isinstance(encoding, str) and not isinstance(source, (str, int, np.ndarray, _octets)):
        for x in source:
            if x < 0 or x > 255:
                raise ValueError("bytes must be in range(0, 256)")
    return _bytes(_byte_items(source, encoding, "bytes"))


def builtins__bytearray(source="", encoding="utf-8"):
    return _bytearray(_byte_items(source, encoding, "bytearray"))


def str__encode(s, encoding="utf-8"):
    return _bytes(_encoded(s))


def int__from_bytes(bytes, byteorder="big", signed=False):
    n = 0
    k = bytes.k if byteorder == "big" else bytes.k[::-1]
    for x in k:
        n = n * 256 + x
    if signed and len(k) > 0 and k[0] >= 128:
        n -= 256 ** len(k)
    return n


def int__to_bytes(x, length=1, byteorder="big", signed=False):
    if x < 0 and not signed:
        raise OverflowError("can't convert negative int to unsigned")
    k = _no_ints()
    n = x
    for i in range(length):
        k.append(n & 255)
        n >>= 8
    top = len(k) > 0 and k[len(k) - 1] >= 128
    if n != (-1 if x < 0 else 0) or (signed and top != (x < 0)):
        raise OverflowError("int too big to convert")
    if byteorder == "big":
        k.reverse()
    return _bytes(k)


def _element_at(a, t):
    """a[t], where the run tells how many indices the tuple t has."""
    if a.ndim == 0 or a.ndim > 4:
        raise NotImplementedError("a tuple of any length indexes arrays of one to four axes: write an index for each axis")
    if len(t) > a.ndim:
        raise IndexError(f"too many indices for array: array is {a.ndim}-dimensional, but {len(t)} were indexed")
    if len(t) < a.ndim:
        raise TypeError("\2a tuple of fewer indices than the array has axes: write a[i, ...]")
    if a.ndim == 1:
        return a[t[0]]
    elif a.ndim == 2:
        return a[t[0], t[1]]
    elif a.ndim == 3:
        return a[t[0], t[1], t[2]]
    else:
        return a[t[0], t[1], t[2], t[3]]
