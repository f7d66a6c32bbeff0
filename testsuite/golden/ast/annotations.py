"""The three forms of annotations."""
import pycc
import unpython
import numpy as np
from pycc import f64, gpu, type as declare
from unpython import fastmath

MATRIX = 'f64[:, :]'


@unpython.gpu
@unpython.type('ndarray[double,2]', 'ndarray [double,2]', 'int64', None)
def decorated(a, b, n):
    pass


@pycc.type('int', 'int')
@declare("float64", 'float64')
@gpu
@fastmath
def overloads(x):
    return x


@pycc.type(None)
def nothing():
    pass


def arrays(a: 'f64[:, :]', b: f64[:, ::1], c: pycc.f64[::1, :], d: 'float[:]', e: 'int[]',
           f: 'f32[()]', g: "bool[:]", h: 'i64[:] order(F)') -> 'c128[:, :, :]':
    pass


def scalars(a: int, b: float, c: bool, d: complex, e: 'u8', f: np.float32, g: 'numpy.int16'
            ) -> tuple[int, float]:
    pass


def tuples(t: 'tuple[int, (float, f64[:])]', u: '()' = ()) -> None:
    pass


def aliased(a: MATRIX, *, key: int = 1):
    x: f64 = 0.0
    return x


def only_result() -> float:
    return 1.0


def plain(a, b):
    pass


def foreign(a: str, b: int) -> None:
    pass


def procedure() -> None:
    pass


def array_like(a: np.ndarray, n: int):
    pass


@decorator
def wrapped(n: int):
    pass


#pythran export exported(float64[:,:], int or float, int)
# pythran export exported(float32[][], int, int?)  ,  another()
def exported(a, b, c=1):
    pass


#pythran export ordered(complex128[:,:] order(F), (int, uint8))
def another():
    pass


def ordered(a, t):
    pass
