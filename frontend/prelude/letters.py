"""Texts: of which kind their characters are, and what paths are made of. A str is an array of code points here; a parameter called c may be one of them."""
import numpy as np
import pycc


def str__isdigit(c):
    if np.ndim(c) == 0:
        return '0' <= c <= '9' if c < '\x80' else pycc._text_is(c, 'isdigit')
    else:
        for x in c:
            if x >= '\x80':
                return pycc._text_is(c, 'isdigit')
            if not '0' <= x <= '9':
                return False
        return len(c) > 0


def str__isdecimal(c):
    if np.ndim(c) == 0:
        return '0' <= c <= '9' if c < '\x80' else pycc._text_is(c, 'isdecimal')
    else:
        return pycc._text_is(c, 'isdecimal')


def str__isnumeric(c):
    if np.ndim(c) == 0:
        return '0' <= c <= '9' if c < '\x80' else pycc._text_is(c, 'isnumeric')
    else:
        return pycc._text_is(c, 'isnumeric')


def str__isalpha(c):
    if np.ndim(c) == 0:
        return 'a' <= c <= 'z' or 'A' <= c <= 'Z' if c < '\x80' else pycc._text_is(c, 'isalpha')
    else:
        for x in c:
            if x >= '\x80':
                return pycc._text_is(c, 'isalpha')
            if not ('a' <= x <= 'z' or 'A' <= x <= 'Z'):
                return False
        return len(c) > 0


def str__isalnum(c):
    if np.ndim(c) == 0:
        return '0' <= c <= '9' or 'a' <= c <= 'z' or 'A' <= c <= 'Z' if c < '\x80' else pycc._text_is(c, 'isalnum')
    else:
        for x in c:
            if x >= '\x80':
                return pycc._text_is(c, 'isalnum')
            if not ('0' <= x <= '9' or 'a' <= x <= 'z' or 'A' <= x <= 'Z'):
                return False
        return len(c) > 0


def str__isspace(c):
    if np.ndim(c) == 0:
        return _is_space(c)
    else:
        for x in c:
            if not _is_space(x):
                return False
        return len(c) > 0


def str__isupper(c):
    if np.ndim(c) == 0:
        return 'A' <= c <= 'Z' if c < '\x80' else pycc._text_is(c, 'isupper')
    else:
        return pycc._text_is(c, 'isupper')


def str__islower(c):
    if np.ndim(c) == 0:
        return 'a' <= c <= 'z' if c < '\x80' else pycc._text_is(c, 'islower')
    else:
        return pycc._text_is(c, 'islower')


def str__istitle(s):
    return pycc._text_is(s, 'istitle')


def str__isidentifier(s):
    return pycc._text_is(s, 'isidentifier')


def str__isprintable(s):
    return pycc._text_is(s, 'isprintable')


def _joined_paths(a, b):
    if b.startswith("/"):
        return "" + b
    elif len(a) == 0 or a.endswith("/"):
        return a + b
    else:
        return a + "/" + b


def os_path__join(a, b=None, c=None, d=None):
    if b is None:
        return "" + a
    elif c is None:
        return _joined_paths(a, b)
    elif d is None:
        return _joined_paths(_joined_paths(a, b), c)
    else:
        return _joined_paths(_joined_paths(_joined_paths(a, b), c), d)


def _head_of(p):
    """How many characters of a path come before its last name."""
    i = len(p)
    while i > 0 and p[i - 1] != "/":
        i -= 1
    return i


def os_path__basename(p):
    return p[_head_of(p):]


def os_path__dirname(p):
    i = _head_of(p)
    end = i
    while end > 0 and p[end - 1] == "/":
        end -= 1
    return p[:end if end > 0 else i]


def os_path__split(p):
    return os_path__dirname(p), os_path__basename(p)


def os_path__splitext(p):
    first = _head_of(p)
    dot = p.rfind(".")
    while first < dot and p[first] == ".":
        first += 1
    return (p[:dot], p[dot:]) if first < dot else (p[:], "")


def os_path__isabs(s):
    return s.startswith("/")
