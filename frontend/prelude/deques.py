"""collections.deque: items in a list, from a place on, so that the first is taken in constant time."""


def _most(n):
    """How many items there may be; -1: as many as you like."""
    if n is None:
        return -1
    else:
        if n < 0:
            raise ValueError("maxlen must be non-negative")
        return n


class _deque:
    """Its items are k[at:]; one with most >= 0 has no more than that."""

    def __init__(self, k, at, most):
        self.k = k
        self.at = at
        self.most = most

    def __len__(self):
        return len(self.k) - self.at

    def __iter__(self):
        return self.k[self.at:]

    def _next(self, p, k, n):
        if len(self) != n:
            raise RuntimeError("deque mutated during iteration")
        return k if k < n else -1

    def _key_at(self, p):
        return self.k[self.at + p]

    def _sum(self):
        return builtins__sum(self.__iter__())

    def _max(self):
        return builtins__max(self.__iter__())

    def _min(self):
        return builtins__min(self.__iter__())

    def _shown(self):
        text = "deque([" + ", ".join([repr(x) for x in self.__iter__()]) + "]"
        return text + ")" if self.most < 0 else text + ", maxlen=" + repr(self.most) + ")"

    def _index(self, i):
        n = len(self)
        if i < -n or i >= n:
            raise IndexError("deque index out of range")
        return self.at + (i if i >= 0 else i + n)

    def __getitem__(self, i):
        return self.k[self._index(i)]

    def __setitem__(self, i, put_k):
        self.k[self._index(i)] = put_k

    def __delitem__(self, i):
        self._remove_at(self._index(i))

    def _remove_at(self, p):
        xs = self.k[:p]
        xs.extend(self.k[p + 1:])
        self.k = xs

    def append(self, put_k):
        self.k.append(put_k)
        if self.most >= 0 and len(self) > self.most:
            self._forget()

    def appendleft(self, put_k):
        if self.at == 0 and len(self.k) == 0:
            self.k.append(put_k)
        else:
            if self.at == 0:
                n = len(self.k)
                self.k = self.k + self.k
                self.at = n
            self.at -= 1
            self.k[self.at] = put_k
        if self.most >= 0 and len(self) > self.most:
            self.k.pop()

    def _forget(self):
        """The first item goes; what is before it is given up in time."""
        self.at += 1
        if 2 * self.at > len(self.k) + 16:
            self.k = self.k[self.at:]
            self.at = 0

    def popleft(self):
        if len(self) == 0:
            raise IndexError("pop from an empty deque")
        x = self.k[self.at]
        self._forget()
        return x

    def pop(self):
        if len(self) == 0:
            raise IndexError("pop from an empty deque")
        return self.k.pop()

    def extend(self, each_k):
        for x in each_k:
            self.append(x)

    def extendleft(self, each_k):
        for x in each_k:
            self.appendleft(x)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def rotate(self, n=1):
        size = len(self)
        if size > 1:
            turn = size - n % size
            xs = self.k[self.at + turn:]
            xs.extend(self.k[self.at:self.at + turn])
            self.k = xs
            self.at = 0

    def reverse(self):
        self.k = self.k[self.at:][::-1]
        self.at = 0

    def clear(self):
        self.k.clear()
        self.at = 0

    def copy(self):
        return _deque(self.k[self.at:], 0, self.most)

    def count(self, x):
        n = 0
        for y in self.__iter__():
            if y == x:
                n += 1
        return n

    def __contains__(self, x):
        return self.count(x) > 0

    def _place(self, x):
        for i in range(self.at, len(self.k)):
            if self.k[i] == x:
                return i
        return -1

    def index(self, x):
        p = self._place(x)
        if p < 0:
            raise ValueError(f"{x!r} is not in deque")
        return p - self.at

    def remove(self, x):
        p = self._place(x)
        if p < 0:
            raise ValueError(f"{x!r} is not in deque")
        self._remove_at(p)

    def insert(self, i, put_k):
        if self.most >= 0 and len(self) >= self.most:
            raise IndexError("deque already at its maximum size")
        xs = self.k[self.at:]
        xs.insert(i, put_k)
        self.k = xs
        self.at = 0

    def __add__(self, other):
        both = self.copy()
        both.extend(other)
        return both

    def __eq__(self, other):
        if len(self) != len(other):
            return False
        for i in range(len(self)):
            if self.k[self.at + i] != other.k[other.at + i]:
                return False
        return True


def collections__deque(iterable, maxlen=None):
    d = collections__deque(maxlen=maxlen)
    for x in _drained(iterable):
        d.append(x)
    return d
