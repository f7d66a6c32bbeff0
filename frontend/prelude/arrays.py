"""array.array: numbers of one type of C's, in an array with room to grow."""
import numpy as np
from pycc import static


def _fitting(x, like):
    """What is put in, of the type of the items."""
    if like.dtype.kind == "f":
        return x
    elif np.result_type(x).kind == "f":
        raise TypeError("'float' object cannot be interpreted as an integer")
    else:
        bits = min(8 * like.itemsize - int(like.dtype.kind == "i"), 63)
        most = 2 ** (bits - 1) - 1 + 2 ** (bits - 1)
        least = 0 if like.dtype.kind == "u" else -most - 1
        if x < least and like.dtype.kind == "u" and like.itemsize > 2:
            raise OverflowError("can't convert negative value to unsigned int")
        if x < least or x > most:
            what = _c_name(like)
            raise OverflowError(f"{what} is less than minimum" if x < least else f"{what} is greater than maximum")
        return x


def _c_name(like):
    if like.dtype == np.int8:
        return "signed char"
    elif like.dtype == np.uint8:
        return "unsigned byte integer"
    elif like.dtype == np.int16:
        return "signed short integer"
    elif like.dtype == np.uint16:
        return "unsigned short"
    elif like.dtype == np.int32:
        return "signed integer"
    else:
        return "unsigned int"


class _typed_array:
    """Its items are a[:n]; code is the number of the character that stands for their type."""

    def __init__(self, a, n, code):
        self.a = a
        self.n = n
        self.code = code

    def __len__(self):
        return self.n

    def tolist(self):
        return self.a[:self.n].tolist()

    def __iter__(self):
        return self.tolist()

    def _sum(self):
        return builtins__sum(self.tolist())

    def _max(self):
        return builtins__max(self.tolist())

    def _min(self):
        return builtins__min(self.tolist())

    def _shown(self):
        if self.n == 0:
            return "array('" + chr(self.code) + "')"
        return "array('" + chr(self.code) + "', [" + ", ".join([repr(x) for x in self.tolist()]) + "])"

    @property
    def typecode(self):
        return chr(self.code)

    @property
    def itemsize(self):
        return self.a.itemsize

    def _index(self, i, message):
        if i < -self.n or i >= self.n:
            raise IndexError(message)
        return i if i >= 0 else i + self.n

    def __getitem__(self, i):
        return self.a[self._index(i, "array index out of range")].item()

    def __setitem__(self, i, x):
        p = self._index(i, "array assignment index out of range")
        self.a[p] = _fitting(x, self.a)

    def __delitem__(self, i):
        self.pop(self._index(i, "array assignment index out of range"))

    def _part(self, lo=None, hi=None, step=None):
        part = self.a[:self.n][lo:hi:step].copy()
        return _typed_array(part, len(part), self.code)

    def _room(self, n):
        """For n items."""
        if n > len(self.a):
            more = np.empty(n + n // 2 + 4, self.a.dtype)
            more[:self.n] = self.a[:self.n]
            self.a = more

    def append(self, x):
        y = _fitting(x, self.a)
        self._room(self.n + 1)
        self.a[self.n] = y
        self.n += 1

    def extend(self, items):
        for x in (items.tolist() if isinstance(items, _typed_array) else items):
            self.append(x)

    def fromlist(self, items):
        n = len(items)
        for x in items:
            _fitting(x, self.a)
        for i in range(n):
            self.append(items[i])

    def frombytes(self, data):
        size = self.a.itemsize
        if len(data) % size != 0:
            raise ValueError("bytes length not a multiple of item size")
        raw = np.array(data.k, dtype=np.uint8)
        n = len(data) // size
        self._room(self.n + n)
        self.a[self.n:self.n + n] = raw.view(self.a.dtype)
        self.n += n

    def fromfile(self, f, n):
        size = self.a.itemsize
        data = f.read(n * size)
        whole = len(data) // size
        self.frombytes(data[:whole * size])
        if whole < n:
            raise EOFError("read() didn't return enough bytes")

    def tobytes(self):
        return _bytes([int(x) for x in self.a[:self.n].view(np.uint8)])

    def byteswap(self):
        self.a = self.a.byteswap()

    def insert(self, i, x):
        y = _fitting(x, self.a)
        p = max(i + self.n, 0) if i < 0 else min(i, self.n)
        self._room(self.n + 1)
        for k in range(self.n, p, -1):
            self.a[k] = self.a[k - 1]
        self.a[p] = y
        self.n += 1

    def pop(self, i=-1):
        if self.n == 0:
            raise IndexError("pop from empty array")
        p = self._index(i, "pop index out of range")
        x = self.a[p].item()
        for k in range(p, self.n - 1):
            self.a[k] = self.a[k + 1]
        self.n -= 1
        return x

    def _place(self, x):
        for i in range(self.n):
            if self.a[i].item() == x:
                return i
        return -1

    def index(self, x):
        p = self._place(x)
        if p < 0:
            raise ValueError("array.index(x): x not in array")
        return p

    def remove(self, x):
        p = self._place(x)
        if p < 0:
            raise ValueError("array.remove(x): x not in array")
        self.pop(p)

    def count(self, x):
        n = 0
        for y in self.tolist():
            if y == x:
                n += 1
        return n

    def __contains__(self, x):
        return self._place(x) >= 0

    def reverse(self):
        items = self.a[:self.n]
        self.a = items[::-1].copy()

    def __add__(self, other):
        if self.code != other.code:
            raise TypeError("bad argument type for built-in operation")
        both = self._part()
        both.extend(other)
        return both

    def __iadd__(self, other):
        if self.code != other.code:
            raise TypeError("can only extend with array of same kind")
        self.extend(other)
        return self

    def __mul__(self, n):
        times = self._part(0, 0)
        for k in range(n):
            times.extend(self)
        return times

    def __eq__(self, other):
        if self.n != other.n:
            return False
        for i in range(self.n):
            if self.a[i].item() != other.a[i].item():
                return False
        return True


def _array_of(dtype: static, code, initializer):
    made = _typed_array(np.empty(4, dtype), 0, code)
    if initializer is not None:
        if isinstance(initializer, _octets):
            made.frombytes(initializer)
        else:
            made.extend(initializer)
    return made


def array__array(typecode: static, initializer=None):
    if typecode == "b":
        return _array_of(np.int8, ord("b"), initializer)
    elif typecode == "B":
        return _array_of(np.uint8, ord("B"), initializer)
    elif typecode == "h":
        return _array_of(np.int16, ord("h"), initializer)
    elif typecode == "H":
        return _array_of(np.uint16, ord("H"), initializer)
    elif typecode == "i":
        return _array_of(np.int32, ord("i"), initializer)
    elif typecode == "I":
        return _array_of(np.uint32, ord("I"), initializer)
    elif typecode == "l":
        return _array_of(np.int64, ord("l"), initializer)
    elif typecode == "L":
        return _array_of(np.uint64, ord("L"), initializer)
    elif typecode == "q":
        return _array_of(np.int64, ord("q"), initializer)
    elif typecode == "Q":
        return _array_of(np.uint64, ord("Q"), initializer)
    elif typecode == "f":
        return _array_of(np.float32, ord("f"), initializer)
    elif typecode == "d":
        return _array_of(np.float64, ord("d"), initializer)
    else:
        raise NotImplementedError("array.array is of a type code among 'bBhHiIlLqQfd' here")
