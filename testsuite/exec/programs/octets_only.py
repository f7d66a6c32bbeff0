"""Bytes that are written out in a module which says no word of them."""


def length(n: int):
    return len(b"hello") + n


def item(n: int):
    a = b"hello"
    return a[n]


CASES = {"length": [(1,)], "item": [(0,), (4,), (5,)]}
