"""Values of several types: a number of Python's, a text or None, whose type is known when running only. Inference makes
them where such types meet in one variable, list or result. `kind` is 0 for None, 1 for a bool, 2 for an int, 3 for a
float, 4 for a text; bools and ints are `whole`."""
from typing import NamedTuple

import numpy as np
from pycc import static


def _kind_name(kind):
    if kind == 0:
        return "NoneType"
    elif kind == 1:
        return "bool"
    elif kind == 2:
        return "int"
    elif kind == 3:
        return "float"
    else:
        return "str"


def _either_of(x):
    """Of one of the types."""
    if x is None:
        return _either(0, 0, 0.0, "")
    elif hasattr(x, "object._number"):
        return x
    elif isinstance(x, str):
        return _either_text(x)
    elif isinstance(x, bool):
        return _either(1, int(x), 0.0, "")
    elif isinstance(x, int):
        return _either_int(x)
    elif isinstance(x, float):
        return _either_float(float(x))
    else:
        raise NotImplementedError("a value of several types goes together with numbers of Python's, texts and None: write int(x), float(x) or str(x)")


def _either_int(x):
    return _either(2, x, 0.0, "")


def _either_float(x):
    return _either(3, 0, x, "")


def _either_text(x):
    return _either(4, 0, 0.0, x)


def _is_less(a, b):
    """a < b, of an int and a float as Python compares them, which does not round the int."""
    if isinstance(a, int) and isinstance(b, float):
        if not -9223372036854775808.0 <= b < 9223372036854775808.0:
            return b > 0.0
        k = int(b)
        return a < k or (a == k and float(k) < b)
    elif isinstance(a, float) and isinstance(b, int):
        if not -9223372036854775808.0 <= a < 9223372036854775808.0:
            return a < 0.0
        k = int(a)
        return k < b or (k == b and a < float(k))
    else:
        return a < b


def _is_same(n, x):
    """Of an int and a float, as Python compares them."""
    return -9223372036854775808.0 <= x < 9223372036854775808.0 and n == int(x) and float(n) == x


def _max_apart(a, b, c=None):
    """Of an int and a float, one of the two as it is."""
    best = b if _is_less(a, b) else a
    if c is None:
        return best
    else:
        return c if c > best else best


def _min_apart(a, b, c=None):
    best = b if _is_less(b, a) else a
    if c is None:
        return best
    else:
        return c if c < best else best


def _among(x, items, i: static = 0):
    """x in (a, b), where one of them is a value of several types."""
    if i == len(items):
        return False
    else:
        return x == items[i] or _among(x, items, i + 1)


def _in_text(x, text):
    if x.kind != 4:
        raise TypeError(f"'in <string>' requires string as left operand, not {_kind_name(x.kind)}")
    return x.text in text


def _sum_several(iterable, start=0):
    total = _either_of(start)
    for x in iterable:
        total = total + x
    return total


def _joined_several(xs, ys):
    """xs + ys, of which one holds values of several types."""
    return [_either_of(x) for x in xs] + [_either_of(y) for y in ys]


def _item_several(t, k):
    """t[k] of a tuple whose items have several types."""
    return _item_from(t, k, 0)


def _item_from(t, k, i: static):
    if i == len(t) - 1:
        if k != i and k != -1:
            raise IndexError("tuple index out of range")
        return _either_of(t[i])
    else:
        return _either_of(t[i]) if k == i or k == i - len(t) else _item_from(t, k, i + 1)


def _no_operator(x, y, op: static):
    raise TypeError(f"unsupported operand type(s) for {op}: '{_kind_name(x.kind)}' and '{_kind_name(y.kind)}'")


def _arithmetic_kind(x, y, op: static):
    """Is it an int, or a float?"""
    if not (1 <= x.kind <= 3 and 1 <= y.kind <= 3):
        _no_operator(x, y, op)
    return 3 if x.kind == 3 or y.kind == 3 else 2


def _whole_kind(x, y, op: static):
    """Is it an int, or of two bools one?"""
    if not (1 <= x.kind <= 2 and 1 <= y.kind <= 2):
        _no_operator(x, y, op)
    return 1 if x.kind == 1 and y.kind == 1 else 2


def _is_below(x, y, op: static, equal: static):
    if x.kind == 4 and y.kind == 4:
        return x.text <= y.text if equal else x.text < y.text
    if not (1 <= x.kind <= 3 and 1 <= y.kind <= 3):
        raise TypeError(f"'{op}' not supported between instances of '{_kind_name(x.kind)}' and '{_kind_name(y.kind)}'")
    if x.kind == 3 and y.kind == 3:
        return x.real <= y.real if equal else x.real < y.real
    elif x.kind == 3:
        return (equal and _is_same(y.whole, x.real)) or _is_less(x.real, y.whole)
    elif y.kind == 3:
        return (equal and _is_same(x.whole, y.real)) or _is_less(x.whole, y.real)
    else:
        return x.whole <= y.whole if equal else x.whole < y.whole


class _either(NamedTuple):
    """Lists of them are added up by _sum_several, and joined with others by _joined_several; items of tuples are _item_several."""
    kind: int
    whole: int
    real: float
    text: str

    def _number(self):
        return self.real if self.kind == 3 else float(self.whole)

    def _real(self, op: static):
        """What a number of NumPy's meets."""
        if not 1 <= self.kind <= 3:
            _no_operator(self, _either_float(0.0), op)
        return self._number()

    def _text(self, name):
        if self.kind != 4:
            raise AttributeError(f"'{_kind_name(self.kind)}' object has no attribute '{name}'")
        return self.text

    def _type_name(self):
        return _kind_name(self.kind)

    def _is_none(self, other):
        return self.kind == 0

    def __add__(self, other):
        if isinstance(other, np.floating):
            return self._real("+") + other
        y = _either_of(other)
        if self.kind == 4:
            if y.kind != 4:
                raise TypeError(f'can only concatenate str (not "{_kind_name(y.kind)}") to str')
            return _either_text(self.text + y.text)
        if _arithmetic_kind(self, y, "+") == 3:
            return _either_float(self._number() + y._number())
        else:
            return _either_int(self.whole + y.whole)

    def __radd__(self, other):
        if isinstance(other, np.floating):
            return other + self._real("+")
        return _either_of(other) + self

    def __sub__(self, other):
        if isinstance(other, np.floating):
            return self._real("-") - other
        y = _either_of(other)
        if _arithmetic_kind(self, y, "-") == 3:
            return _either_float(self._number() - y._number())
        else:
            return _either_int(self.whole - y.whole)

    def __rsub__(self, other):
        if isinstance(other, np.floating):
            return other - self._real("-")
        return _either_of(other) - self

    def __mul__(self, other):
        if isinstance(other, np.floating):
            return self._real("*") * other
        y = _either_of(other)
        if self.kind == 4 and 1 <= y.kind <= 2:
            return _either_text(self.text * y.whole)
        if y.kind == 4 and 1 <= self.kind <= 2:
            return _either_text(y.text * self.whole)
        if self.kind == 4 or y.kind == 4:
            raise TypeError(f"can't multiply sequence by non-int of type '{_kind_name(y.kind if self.kind == 4 else self.kind)}'")
        if _arithmetic_kind(self, y, "*") == 3:
            return _either_float(self._number() * y._number())
        else:
            return _either_int(self.whole * y.whole)

    def __rmul__(self, other):
        if isinstance(other, np.floating):
            return other * self._real("*")
        return _either_of(other) * self

    def __truediv__(self, other):
        if isinstance(other, np.floating):
            return self._real("/") / other
        y = _either_of(other)
        if _arithmetic_kind(self, y, "/") == 3:
            return _either_float(self._number() / y._number())
        else:
            return _either_float(self.whole / y.whole)

    def __rtruediv__(self, other):
        if isinstance(other, np.floating):
            return other / self._real("/")
        return _either_of(other) / self

    def __floordiv__(self, other):
        if isinstance(other, np.floating):
            return self._real("//") // other
        y = _either_of(other)
        if _arithmetic_kind(self, y, "//") == 3:
            return _either_float(self._number() // y._number())
        else:
            return _either_int(self.whole // y.whole)

    def __rfloordiv__(self, other):
        if isinstance(other, np.floating):
            return other // self._real("//")
        return _either_of(other) // self

    def __mod__(self, other):
        if isinstance(other, np.floating):
            return self._real("%") % other
        if self.kind == 4:
            return _either_text(self.text % other)
        if isinstance(other, tuple):
            raise TypeError(f"unsupported operand type(s) for %: '{_kind_name(self.kind)}' and 'tuple'")
        y = _either_of(other)
        if _arithmetic_kind(self, y, "%") == 3:
            return _either_float(self._number() % y._number())
        else:
            return _either_int(self.whole % y.whole)

    def __rmod__(self, other):
        if isinstance(other, np.floating):
            return other % self._real("%")
        return _either_of(other) % self

    def __pow__(self, other):
        if isinstance(other, np.floating):
            return self._real("**") ** other
        y = _either_of(other)
        if _arithmetic_kind(self, y, "** or pow()") == 3:
            return _either_float(self._number() ** y._number())
        elif y.whole < 0:
            return _either_float(float(self.whole) ** float(y.whole))
        else:
            return _either_int(self.whole ** y.whole)

    def __rpow__(self, other):
        if isinstance(other, np.floating):
            return other ** self._real("**")
        return _either_of(other) ** self

    def __and__(self, other):
        y = _either_of(other)
        return _either(_whole_kind(self, y, "&"), self.whole & y.whole, 0.0, "")

    def __rand__(self, other):
        return _either_of(other) & self

    def __or__(self, other):
        y = _either_of(other)
        return _either(_whole_kind(self, y, "|"), self.whole | y.whole, 0.0, "")

    def __ror__(self, other):
        return _either_of(other) | self

    def __xor__(self, other):
        y = _either_of(other)
        return _either(_whole_kind(self, y, "^"), self.whole ^ y.whole, 0.0, "")

    def __rxor__(self, other):
        return _either_of(other) ^ self

    def __lshift__(self, other):
        y = _either_of(other)
        _whole_kind(self, y, "<<")
        return _either_int(self.whole << y.whole)

    def __rlshift__(self, other):
        return _either_of(other) << self

    def __rshift__(self, other):
        y = _either_of(other)
        _whole_kind(self, y, ">>")
        return _either_int(self.whole >> y.whole)

    def __rrshift__(self, other):
        return _either_of(other) >> self

    def __neg__(self):
        if self.kind == 3:
            return _either_float(-self.real)
        return _either_int(-self._bits("unary -"))

    def __pos__(self):
        if self.kind == 3:
            return self
        return _either_int(self._bits("unary +"))

    def __invert__(self):
        return _either_int(~self._bits("unary ~"))

    def __abs__(self):
        if self.kind == 3:
            return _either_float(abs(self.real))
        if self.kind == 0 or self.kind == 4:
            raise TypeError(f"bad operand type for abs(): '{_kind_name(self.kind)}'")
        return _either_int(abs(self.whole))

    def __round__(self, ndigits=None):
        if self.kind == 0 or self.kind == 4:
            raise TypeError(f"type {_kind_name(self.kind)} doesn't define __round__ method")
        if ndigits is None:
            return _either_int(int(np.rint(self.real)) if self.kind == 3 else self.whole)
        elif ndigits < 0:
            raise ValueError("\2a value of several types is rounded to digits behind the point here: write round(float(x), n)")
        elif self.kind == 3 and np.isfinite(self.real):
            return _either_float(float(f"{self.real:.{ndigits}f}"))
        else:
            return self if self.kind == 3 else _either_int(self.whole)

    def __divmod__(self, other):
        return self // other, self % other

    def _bits(self, op):
        if self.kind != 1 and self.kind != 2:
            raise TypeError(f"bad operand type for {op}: '{_kind_name(self.kind)}'")
        return self.whole

    def __eq__(self, other):
        y = _either_of(other)
        if self.kind == 4 or y.kind == 4:
            return self.kind == y.kind and self.text == y.text
        elif self.kind == 0 or y.kind == 0:
            return self.kind == y.kind
        elif self.kind == 3 and y.kind == 3:
            return self.real == y.real
        elif self.kind == 3:
            return _is_same(y.whole, self.real)
        elif y.kind == 3:
            return _is_same(self.whole, y.real)
        else:
            return self.whole == y.whole

    def __lt__(self, other):
        return _is_below(self, _either_of(other), "<", False)

    def __le__(self, other):
        return _is_below(self, _either_of(other), "<=", True)

    def __gt__(self, other):
        y = _either_of(other)
        if (self.kind == 4) != (y.kind == 4) or self.kind == 0 or y.kind == 0:
            raise TypeError(f"'>' not supported between instances of '{_kind_name(self.kind)}' and '{_kind_name(y.kind)}'")
        return _is_below(y, self, "<", False)

    def __ge__(self, other):
        y = _either_of(other)
        if (self.kind == 4) != (y.kind == 4) or self.kind == 0 or y.kind == 0:
            raise TypeError(f"'>=' not supported between instances of '{_kind_name(self.kind)}' and '{_kind_name(y.kind)}'")
        return _is_below(y, self, "<=", True)

    def __hash__(self):
        if self.kind == 4:
            return _hash(self.text)
        elif self.kind == 3:
            return _hash(self.real)
        else:
            return _hash(self.whole)

    def __bool__(self):
        return len(self.text) > 0 if self.kind == 4 else self.real != 0 if self.kind == 3 else self.whole != 0

    def __int__(self):
        if self.kind == 4:
            return int(self.text)
        elif self.kind == 3:
            return int(self.real)
        elif self.kind == 0:
            raise TypeError("\1int() argument must be a string, a bytes-like object or a real number, not 'NoneType'")
        return self.whole

    def __float__(self):
        if self.kind == 4:
            return float(self.text)
        elif self.kind == 0:
            raise TypeError("\1float() argument must be a string or a real number, not 'NoneType'")
        return self._number()

    def __complex__(self):
        if self.kind == 4:
            return complex(self.text)
        elif self.kind == 0:
            raise TypeError("\1complex() first argument must be a string or a number, not 'NoneType'")
        return complex(self._number(), 0.0)

    def __len__(self):
        if self.kind != 4:
            raise TypeError(f"object of type '{_kind_name(self.kind)}' has no len()")
        return len(self.text)

    def __getitem__(self, i):
        if self.kind != 4:
            raise TypeError(f"'{_kind_name(self.kind)}' object is not subscriptable")
        return self.text[i]

    def _part(self, lo=None, hi=None, step=None):
        if self.kind != 4:
            raise TypeError(f"'{_kind_name(self.kind)}' object is not subscriptable")
        if step is None:
            return self.text[lo:hi]
        else:
            return self.text[lo:hi:step]

    def __iter__(self):
        if self.kind != 4:
            raise TypeError(f"'{_kind_name(self.kind)}' object is not iterable")
        return list(self.text)

    def __contains__(self, part):
        if self.kind != 4:
            raise TypeError(f"argument of type '{_kind_name(self.kind)}' is not iterable")
        return part in self.text

    def is_integer(self):
        if self.kind != 3:
            raise AttributeError(f"'{_kind_name(self.kind)}' object has no attribute 'is_integer'")
        return self.real.is_integer()

    def upper(self):
        return self._text("upper").upper()

    def lower(self):
        return self._text("lower").lower()

    def title(self):
        return self._text("title").title()

    def capitalize(self):
        return self._text("capitalize").capitalize()

    def swapcase(self):
        return self._text("swapcase").swapcase()

    def isdigit(self):
        return self._text("isdigit").isdigit()

    def isalpha(self):
        return self._text("isalpha").isalpha()

    def isalnum(self):
        return self._text("isalnum").isalnum()

    def isspace(self):
        return self._text("isspace").isspace()

    def isupper(self):
        return self._text("isupper").isupper()

    def islower(self):
        return self._text("islower").islower()

    def isnumeric(self):
        return self._text("isnumeric").isnumeric()

    def splitlines(self):
        return self._text("splitlines").splitlines()

    def strip(self, chars=None):
        return self._text("strip").strip(chars)

    def lstrip(self, chars=None):
        return self._text("lstrip").lstrip(chars)

    def rstrip(self, chars=None):
        return self._text("rstrip").rstrip(chars)

    def split(self, sep=None, maxsplit=-1):
        return self._text("split").split(sep, maxsplit)

    def startswith(self, prefix):
        return self._text("startswith").startswith(prefix)

    def endswith(self, suffix):
        return self._text("endswith").endswith(suffix)

    def replace(self, old, new):
        return self._text("replace").replace(old, new)

    def find(self, sub):
        return self._text("find").find(sub)

    def count(self, sub):
        return self._text("count").count(sub)

    def join(self, items):
        return self._text("join").join(items)

    def zfill(self, width):
        return self._text("zfill").zfill(width)

    def ljust(self, width, fillchar=" "):
        return self._text("ljust").ljust(width, fillchar)

    def rjust(self, width, fillchar=" "):
        return self._text("rjust").rjust(width, fillchar)

    def center(self, width, fillchar=" "):
        return self._text("center").center(width, fillchar)
