"""Texts: operators, methods of str. A str is an array of code points here; a parameter called c may be one of them."""
import numpy as np
import pycc


def str__text_eq(s, t):
    n = len(s)
    if n != len(t):
        return False
    lo = 0
    while lo < n and lo < 8:
        if s[lo] != t[lo]:
            return False
        lo += 1
    return lo == n or _text_ends_as(s, t, lo, n)


def _text_ends_as(s, t, first, n):
    for lo in range(first, n, 64):
        same = True
        for i in range(lo, min(lo + 64, n)):
            same = same and s[i] == t[i]
        if not same:
            return False
    return True


def str__text_ne(s, t):
    return not str__text_eq(s, t)


def _text_order(s, t):
    """Below, at or above 0."""
    for i in range(min(len(s), len(t))):
        if s[i] != t[i]:
            return -1 if s[i] < t[i] else 1
    return len(s) - len(t)


def str__text_lt(s, t):
    return _text_order(s, t) < 0


def str__text_le(s, t):
    return _text_order(s, t) <= 0


def str__text_gt(s, t):
    return _text_order(s, t) > 0


def str__text_ge(s, t):
    return _text_order(s, t) >= 0


def str__text_in(t, s):
    return _text_find(s, t, 0, len(s)) >= 0


def str__text_not_in(t, s):
    return _text_find(s, t, 0, len(s)) < 0


def str__text_among(s, items):
    if isinstance(items, tuple):
        return _among_items(s, items, 0)
    else:
        for t in items:
            if s == t:
                return True
        return False


def _among_items(s, items, i: static):
    """Items may be of several types."""
    if i == len(items):
        return False
    elif isinstance(items[i], str):
        return s == items[i] or _among_items(s, items, i + 1)
    else:
        return _among_items(s, items, i + 1)


def str__text_not_among(s, items):
    return not str__text_among(s, items)


def _text_put(out, at, s):
    """Behind what has been put."""
    for i in range(len(s)):
        out[at + i] = s[i]
    return at + len(s)


def str__text_times(s, n):
    out = np.empty(len(s) * max(int(n), 0), pycc._chr)
    at = 0
    for k in range(int(n)):
        at = _text_put(out, at, s)
    return out


def str__text_repeated(n, s):
    return str__text_times(s, n)


def str__text_percent(s, x):
    return pycc._percent(s, x)


def str__format(s, args):
    """The arguments are one here (resolve_keyed.c)."""
    if len(args) == 0:
        return pycc._format_by(s)
    else:
        return pycc._format_by(s, args)


def _text_from(i, n):
    if i is None:
        return 0
    else:
        return max(i + n, 0) if i < 0 else i


def _text_to(i, n):
    if i is None:
        return n
    else:
        return max(i + n, 0) if i < 0 else min(i, n)


def _text_find(s, t, lo, hi):
    n = len(t)
    for i in range(lo, hi - n + 1):
        k = 0
        while k < n and s[i + k] == t[k]:
            k += 1
        if k == n:
            return i
    return -1


def _text_find_last(s, t, lo, hi):
    n = len(t)
    for i in range(hi - n, lo - 1, -1):
        k = 0
        while k < n and s[i + k] == t[k]:
            k += 1
        if k == n:
            return i
    return -1


def str__find(s, sub, start=0, end=None):
    n = len(s)
    return _text_find(s, sub, _text_from(start, n), _text_to(end, n))


def str__rfind(s, sub, start=0, end=None):
    n = len(s)
    return _text_find_last(s, sub, _text_from(start, n), _text_to(end, n))


def str__index(s, sub, start=0, end=None):
    i = str__find(s, sub, start, end)
    if i < 0:
        raise ValueError("substring not found")
    return i


def str__rindex(s, sub, start=0, end=None):
    i = str__rfind(s, sub, start, end)
    if i < 0:
        raise ValueError("substring not found")
    return i


def str__count(s, sub, start=0, end=None):
    n = len(s)
    lo = _text_from(start, n)
    hi = _text_to(end, n)
    if len(sub) == 0:
        return max(hi - lo + 1, 0)
    count = 0
    at = _text_find(s, sub, lo, hi)
    while at >= 0:
        count += 1
        at = _text_find(s, sub, at + len(sub), hi)
    return count


def str__replace(s, old, new, count=-1):
    n = len(s)
    k = len(old)
    times = str__count(s, old)
    times = times if count < 0 else min(times, count)
    out = np.empty(n + times * (len(new) - k), pycc._chr)
    at = 0
    i = 0
    for turn in range(times):
        j = i if k == 0 else _text_find(s, old, i, n)
        at = _text_put(out, at, s[i:j])
        at = _text_put(out, at, new)
        i = j + k
        if k == 0 and i < n:
            at = _text_put(out, at, s[i:i + 1])
            i += 1
    _text_put(out, at, s[i:])
    return out


def _is_space(c):
    if c < '\x80':
        return c == ' ' or '\t' <= c <= '\r' or '\x1c' <= c <= '\x1f'
    return pycc._text_is(c, 'isspace')


def str__split(s, sep=None, maxsplit=-1):
    parts = []
    n = len(s)
    left = n + 1 if maxsplit < 0 else maxsplit
    i = 0
    if sep is None:
        while True:
            while i < n and _is_space(s[i]):
                i += 1
            if i == n:
                break
            j = i
            while left > 0 and j < n and not _is_space(s[j]):
                j += 1
            if left == 0:
                parts.append(s[i:])
                break
            parts.append(s[i:j])
            left -= 1
            i = j
    else:
        if len(sep) == 0:
            raise ValueError("empty separator")
        j = _text_find(s, sep, 0, n) if left > 0 else -1
        while j >= 0:
            parts.append(s[i:j])
            i = j + len(sep)
            left -= 1
            j = _text_find(s, sep, i, n) if left > 0 else -1
        parts.append(s[i:])
    return parts


def str__rsplit(s, sep=None, maxsplit=-1):
    parts = []
    n = len(s)
    left = n + 1 if maxsplit < 0 else maxsplit
    i = n
    if sep is None:
        while True:
            while i > 0 and _is_space(s[i - 1]):
                i -= 1
            if i == 0:
                break
            j = i
            while left > 0 and j > 0 and not _is_space(s[j - 1]):
                j -= 1
            if left == 0:
                parts.append(s[:i])
                break
            parts.append(s[j:i])
            left -= 1
            i = j
    else:
        if len(sep) == 0:
            raise ValueError("empty separator")
        j = _text_find_last(s, sep, 0, n) if left > 0 else -1
        while j >= 0:
            parts.append(s[j + len(sep):i])
            i = j
            left -= 1
            j = _text_find_last(s, sep, 0, i) if left > 0 else -1
        parts.append(s[:i])
    parts.reverse()
    return parts


def str__splitlines(s, keepends=False):
    parts = []
    n = len(s)
    i = 0
    for j in range(n):
        c = s[j]
        ends = '\n' <= c <= '\r' or '\x1c' <= c <= '\x1e' or c == '\x85' or c == '\u2028' or c == '\u2029'
        if c == '\r' and j + 1 < n:
            ends = s[j + 1] != '\n'
        if ends:
            k = j - 1 if c == '\n' and j > i and s[j - 1] == '\r' else j
            parts.append(s[i:j + 1] if keepends else s[i:k])
            i = j + 1
    if i < n:
        parts.append(s[i:])
    return parts


def str__expandtabs(s, tabsize=8):
    parts = []
    column = 0
    first = 0
    for i in range(len(s)):
        c = s[i]
        if c == '\t':
            room = tabsize - column % tabsize if tabsize > 0 else 0
            parts.append(s[first:i])
            parts.append(str__text_times(' ', room))
            column += room
            first = i + 1
        else:
            column = 0 if c == '\n' or c == '\r' else column + 1
    parts.append(s[first:])
    return str__join('', parts)


def str__join(sep, iterable):
    if isinstance(iterable, np.ndarray):
        raise TypeError("join takes texts: join([str(x) for x in a])")
    elif isinstance(iterable, str):
        return str__join(sep, [iterable[i:i + 1] for i in range(len(iterable))])
    elif isinstance(iterable, tuple):
        if len(iterable) == 0:
            return sep[:0]
    total = 0
    n = 0
    for part in iterable:
        total += len(part)
        n += 1
    out = np.empty(total + len(sep) * max(n - 1, 0), pycc._chr)
    at = 0
    n = 0
    for part in iterable:
        if n > 0:
            at = _text_put(out, at, sep)
        at = _text_put(out, at, part)
        n += 1
    return out


def _strips(c, chars):
    if chars is None:
        return _is_space(c)
    else:
        for x in chars:
            if x == c:
                return True
        return False


def str__lstrip(s, chars=None):
    i = 0
    while i < len(s) and _strips(s[i], chars):
        i += 1
    return s[i:]


def str__rstrip(s, chars=None):
    i = len(s)
    while i > 0 and _strips(s[i - 1], chars):
        i -= 1
    return s[:i]


def str__strip(s, chars=None):
    return str__lstrip(str__rstrip(s, chars), chars)


def _text_at(s, t, i):
    if i < 0 or i + len(t) > len(s):
        return False
    for k in range(len(t)):
        if s[i + k] != t[k]:
            return False
    return True


def str__startswith(s, prefix, start=0, end=None):
    lo = _text_from(start, len(s))
    hi = _text_to(end, len(s))
    if isinstance(prefix, tuple):
        for t in prefix:
            if lo + len(t) <= hi and _text_at(s, t, lo):
                return True
        return False
    else:
        return lo + len(prefix) <= hi and _text_at(s, prefix, lo)


def str__endswith(s, suffix, start=0, end=None):
    lo = _text_from(start, len(s))
    hi = _text_to(end, len(s))
    if isinstance(suffix, tuple):
        for t in suffix:
            if lo + len(t) <= hi and _text_at(s, t, hi - len(t)):
                return True
        return False
    else:
        return lo + len(suffix) <= hi and _text_at(s, suffix, hi - len(suffix))


def str__removeprefix(s, prefix):
    return s[len(prefix):] if _text_at(s, prefix, 0) else s


def str__removesuffix(s, suffix):
    n = len(s) - len(suffix)
    return s[:n] if _text_at(s, suffix, n) else s


def str__partition(s, sep):
    if len(sep) == 0:
        raise ValueError("empty separator")
    i = _text_find(s, sep, 0, len(s))
    if i < 0:
        return s, s[:0], s[:0]
    return s[:i], s[i:i + len(sep)], s[i + len(sep):]


def str__rpartition(s, sep):
    if len(sep) == 0:
        raise ValueError("empty separator")
    i = _text_find_last(s, sep, 0, len(s))
    if i < 0:
        return s[:0], s[:0], s
    return s[:i], s[i:i + len(sep)], s[i + len(sep):]


def _text_padded(s, left, right, fill):
    if len(fill) != 1:
        raise TypeError("The fill character must be exactly one character long")
    if left <= 0 and right <= 0:
        return s
    out = np.empty(len(s) + left + right, pycc._chr)
    for i in range(left):
        out[i] = fill[0]
    at = _text_put(out, left, s)
    for i in range(right):
        out[at + i] = fill[0]
    return out


def str__ljust(s, width, fillchar=' '):
    return _text_padded(s, 0, max(width - len(s), 0), fillchar)


def str__rjust(s, width, fillchar=' '):
    return _text_padded(s, max(width - len(s), 0), 0, fillchar)


def str__center(s, width, fillchar=' '):
    room = max(width - len(s), 0)
    left = room // 2 + (room & width & 1)
    return _text_padded(s, left, room - left, fillchar)


def str__zfill(s, width):
    room = max(width - len(s), 0)
    signed = len(s) > 0 and (s[0] == '-' or s[0] == '+')
    out = np.empty(len(s) + room, pycc._chr)
    at = _text_put(out, 0, s[:1]) if signed else 0
    for i in range(room):
        out[at + i] = pycc._chr(48)
    _text_put(out, at + room, s[at:])
    return out


def _is_ascii(s):
    for c in s:
        if c >= '\x80':
            return False
    return True


def str__isascii(s):
    return _is_ascii(s)


def str__lower(s):
    if not _is_ascii(s):
        return pycc._text_case(s, 'lower')
    out = np.empty(len(s), pycc._chr)
    for i in range(len(s)):
        out[i] = pycc._chr(np.int64(s[i]) + 32) if 'A' <= s[i] <= 'Z' else s[i]
    return out


def str__upper(s):
    if not _is_ascii(s):
        return pycc._text_case(s, 'upper')
    out = np.empty(len(s), pycc._chr)
    for i in range(len(s)):
        out[i] = pycc._chr(np.int64(s[i]) - 32) if 'a' <= s[i] <= 'z' else s[i]
    return out


class _translation:
    """What str.maketrans gives: a text for each code point that is replaced."""

    def __init__(self, of):
        self.of = of


def str__maketrans(x, y=None, z=None):
    of = dict()
    if isinstance(x, dict):
        for k, v in x.items():
            of[_code_point(k)] = _text_for(v)
    elif y is None:
        raise TypeError("if you give only one argument to maketrans it must be a dict")
    else:
        if len(x) != len(y):
            raise ValueError("the first two maketrans arguments must have equal length")
        for i in range(len(x)):
            of[ord(x[i])] = y[i:i + 1]
        if z is not None:
            for c in z:
                of[ord(c)] = y[:0]
    return _translation(of)


def _code_point(k):
    if isinstance(k, str):
        if len(k) != 1:
            raise ValueError("string keys in translate table must be of length 1")
        return ord(k[0])
    else:
        return k


def _text_for(v):
    if v is None:
        return ""
    else:
        return v if isinstance(v, str) else chr(v)


def str__translate(s, table):
    if isinstance(table, dict):
        return str__translate(s, str__maketrans(table))
    else:
        parts = []
        of = table.of
        first = 0
        for i in range(len(s)):
            p = of._find(ord(s[i]))
            if p >= 0:
                parts.append(s[first:i])
                parts.append(of.v[p])
                first = i + 1
        parts.append(s[first:])
        return str__join('', parts)


def str__title(s):
    return pycc._text_case(s, 'title')


def str__capitalize(s):
    return pycc._text_case(s, 'capitalize')


def str__swapcase(s):
    return pycc._text_case(s, 'swapcase')


def str__casefold(s):
    return pycc._text_case(s, 'casefold')
