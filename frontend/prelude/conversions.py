"""The numbers that texts say, the texts of values, ord and chr. A str is an array of code points here (`strings.py`)."""
import numpy as np
import pycc
from pycc import static


def str__text_int(s):
    """Plain digits here, all else as Python does."""
    n = len(s)
    first = 1 if n > 0 and (s[0] == '-' or s[0] == '+') else 0
    plain = first < n <= 18
    value = 0
    if plain:
        for i in range(first, n):
            plain = plain and '0' <= s[i] <= '9'
            value = value * 10 + int(np.int64(s[i]) & 15)
    if not plain:
        return pycc._text_int(s, 10)
    return -value if s[0] == '-' else value


def str__in_base(s, base):
    """int(s, base)"""
    if not isinstance(s, str):
        raise TypeError("int() can't convert non-string with explicit base")
    else:
        return pycc._text_int(s, _index(base))


def str__text_float(s):
    """Of at most 15 digits and no exponent as a quotient of whole numbers, which is exact; all else as Python does."""
    n = len(s)
    first = 1 if n > 0 and (s[0] == '-' or s[0] == '+') else 0
    value = 0
    digits = 0
    scale = 1
    dots = 0
    plain = n - first <= 16
    if plain:
        for i in range(first, n):
            if s[i] == '.':
                dots += 1
            else:
                plain = plain and '0' <= s[i] <= '9'
                value = value * 10 + int(np.int64(s[i]) & 15)
                digits += 1
                scale = scale * 10 if dots > 0 else scale
    if not plain or dots > 1 or digits == 0 or digits > 15:
        return pycc._text_float(s)
    return -(value / scale) if s[0] == '-' else value / scale


def _floats_of(texts):
    """np.array(texts, dtype=float)"""
    return np.array([float(x) for x in texts])


def _ints_of(texts):
    return np.array([int(x) for x in texts])


def str__text_complex(s):
    return pycc._text_complex(s)


def str__float_fromhex(string):
    """float.fromhex(string)"""
    return pycc._text_fromhex(string)


def builtins__ord(c):
    if not isinstance(c, str):
        raise TypeError("ord() expected string of length 1")
    elif np.ndim(c) == 0:
        return int(np.int64(c))
    else:
        if len(c) != 1:
            raise TypeError(f"ord() expected a character, but string of length {len(c)} found")
        return int(np.int64(c[0]))


def builtins__chr(x):
    i = _index(x)
    if i < -2147483648 or i > 2147483647:
        raise OverflowError("Python int too large to convert to C int")
    if i < 0 or i > 0x10ffff:
        raise ValueError("chr() arg not in range(0x110000)")
    return pycc._chr(i)


def _text_of_int(x):
    if x == -9223372036854775807 - 1:
        return pycc._format("{}", x)
    n = 1 if x < 0 else 0
    rest = abs(x)
    digits = 1
    top = rest
    while top > 9:
        top //= 10
        digits += 1
    out = np.empty(n + digits, pycc._chr)
    if x < 0:
        out[0] = pycc._chr(45)
    for i in range(n + digits - 1, n - 1, -1):
        out[i] = pycc._chr(48 + rest % 10)
        rest //= 10
    return out


def builtins__str(object):
    if object is None:
        return "None"
    elif isinstance(object, str):
        return object
    elif hasattr(object, "object._number"):
        return pycc._format("{!s}", object)
    elif isinstance(object, int) and not isinstance(object, bool):
        return _text_of_int(object)
    else:
        return pycc._format("{!s}", object)


def builtins__repr(object):
    if object is None:
        return "None"
    else:
        return pycc._format("{!r}", object)


def _dtype_text(t):
    """str(a.dtype)"""
    return pycc._format("{!s}", t.name)


def _dtype_repr(t):
    return "dtype('" + t.name + "')"


def _text_of(x):
    """str(x) of a list, or of a tuple that holds one."""
    if isinstance(x, list):
        return "[" + ", ".join([repr(y) for y in x]) + "]"
    elif len(x) == 1:
        return "(" + repr(x[0]) + ",)"
    else:
        return "(" + _shown_items(x, 0) + ")"


def _text_or_none(x):
    if x is None:
        return "None"
    else:
        return pycc._format("{!s}", x)


def _repr_or_none(x):
    if x is None:
        return "None"
    else:
        return pycc._format("{!r}", x)


def _shown_items(x, i: static):
    if i == len(x) - 1:
        return repr(x[i])
    else:
        return repr(x[i]) + ", " + _shown_items(x, i + 1)


def array_str(a: np.ndarray):
    return str(_shown_array(a))


def array_repr(arr: np.ndarray):
    return repr(_shown_array(arr))


def array2string(a: np.ndarray):
    return str(_shown_array(a))


def _shown_array(a):
    if np.ndim(a) == 0:
        raise NotImplementedError("it takes arrays with axes: use str(x) or repr(x)")
    return a


def base_repr(number, base=2, padding=0):
    """Digits of the number below zero, which holds the least one too."""
    x = _index(number)
    if base > 36:
        raise ValueError("Bases greater than 36 not handled in base_repr.")
    if base < 2:
        raise ValueError("Bases less than 2 not handled in base_repr.")
    below = x if x < 0 else -x
    digits = 0
    rest = below
    while rest != 0:
        rest = (rest + base - 1) // base
        digits += 1
    out = np.empty((1 if x < 0 else 0) + max(padding + digits, 1), pycc._chr)
    out[:] = pycc._chr(48)
    if x < 0:
        out[0] = pycc._chr(45)
    for i in range(len(out) - 1, len(out) - 1 - digits, -1):
        rest = (below + base - 1) // base
        digit = rest * base - below
        out[i] = pycc._chr(digit + 48 if digit < 10 else digit + 55)
        below = rest
    return out


def binary_repr(num, width=None):
    x = _index(num)
    if width is None:
        return base_repr(x)
    else:
        bits = len(base_repr(x if x >= 0 else -(x + 1))) + (1 if x < -1 else 0)
        if width < bits and x != 0:
            raise ValueError(f"Insufficient bit width={width} provided for binwidth={bits}")
        out = np.empty(max(width, 0) if width != 0 else 1, pycc._chr)
        for i in range(len(out)):
            out[len(out) - 1 - i] = pycc._chr(48 + ((x >> min(i, 63)) & 1))
        return out


def builtins__bin(number):
    return f"{_index(number):#b}"


def builtins__oct(number):
    return f"{_index(number):#o}"


def builtins__hex(number):
    return f"{_index(number):#x}"


def _made_as(x, y):
    """type(x)(y)"""
    if isinstance(x, str):
        return str(y)
    elif isinstance(x, list):
        return list(y)
    elif isinstance(x, tuple):
        return tuple(y)
    elif isinstance(x, dict):
        return dict(y)
    elif isinstance(x, set):
        return set(y)
    elif isinstance(x, np.ndarray):
        raise NotImplementedError("type(x)(y) is supported of numbers, texts, lists, tuples, dictionaries and sets")
    elif type(x) == bool:
        return bool(y)
    elif type(x) == int:
        return int(y)
    elif type(x) == float:
        return float(y)
    elif type(x) == complex:
        return complex(y)
    else:
        return np.asarray(y, np.result_type(x))[()]
