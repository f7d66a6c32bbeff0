# Mistakes in annotations, and what is none.
import pycc
import unpython
from functools import lru_cache


@pycc.type('flaot64', 'int')
def misspelt(x):
    return x


@unpython.type('ndarray[double,2]' 'ndarray [double,2]', None)
def comma_forgotten(a, b):
    pass


@pycc.type('int', 'int')
def too_few(a, b):
    return a


@pycc.type('int')
def no_types(a):
    return a


@pycc.type
def not_called(a):
    return a


@pycc.gpi
@pycc.type('f8[:]', 'f64[:, :, :, :, :, :, :, :, :]', 'f64[::1, ::1]', 'f64[:', 'ndarray[double]',
           'f64[:] order(X)', None)
def malformed(a, b, c, d, e, f):
    pass


def misspelt_string(a: 'flaot64[:]', b: 'int'):
    pass


def half_annotated(a: 'f64[:]', b, c: SomeClass):
    pass


def starred(a: 'f64[:]', *args):
    pass


@lru_cache
def decorated(a: 'f64[:]'):
    pass


async def asynchronous(a: 'f64[:]'):
    pass


def ordinary(a: flaot, b: str, *c: int) -> 'Thing':
    pass


def local(n: int) -> int:
    x: 'i46' = n
    return x


#pythran export exprted(int), two(int, int), two(int
def exported(a):
    return a


#pythran export two(slice)
def two(a):
    return a
