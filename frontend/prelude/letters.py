"""Texts: of which kind their characters are. A str is an array of code points here; a parameter called c may be one of them."""
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
