"""What np.finfo and np.iinfo tell of types: np.finfo(t).eps calls finfo__eps(t). Which kinds of values there are."""
import numpy as np
from pycc import static


def _float_of(dtype: static, half, single, double):
    """The number for a type of floats, or for the parts of a complex one."""
    if np.result_type(dtype).kind not in "fc":
        raise ValueError("it is not an inexact type")
    if np.result_type(dtype) == np.float16:
        return np.float16(half)
    if np.result_type(dtype) == np.float32 or np.result_type(dtype) == np.complex64:
        return np.float32(single)
    return np.float64(double)


def finfo__eps(dtype: static):
    return _float_of(dtype, 2.0**-10, 2.0**-23, 2.0**-52)


def finfo__epsneg(dtype: static):
    return _float_of(dtype, 2.0**-11, 2.0**-24, 2.0**-53)


def finfo__max(dtype: static):
    return _float_of(dtype, 65504.0, 3.4028234663852886e38, 1.7976931348623157e308)


def finfo__min(dtype: static):
    return _float_of(dtype, -65504.0, -3.4028234663852886e38, -1.7976931348623157e308)


def finfo__tiny(dtype: static):
    return _float_of(dtype, 2.0**-14, 2.0**-126, 2.2250738585072014e-308)


def finfo__smallest_normal(dtype: static):
    return finfo__tiny(dtype)


def finfo__resolution(dtype: static):
    return _float_of(dtype, 1e-3, 1e-6, 1e-15)


def finfo__bits(dtype: static):
    return 16 if finfo__eps(dtype) > 1e-4 else 32 if finfo__eps(dtype) > 1e-10 else 64


def finfo__precision(dtype: static):
    return 3 if finfo__eps(dtype) > 1e-4 else 6 if finfo__eps(dtype) > 1e-10 else 15


def iinfo__bits(dtype: static):
    if np.result_type(dtype).kind not in "iu":
        raise ValueError("Invalid integer data type")
    if np.result_type(dtype) == np.int8 or np.result_type(dtype) == np.uint8:
        return 8
    if np.result_type(dtype) == np.int16 or np.result_type(dtype) == np.uint16:
        return 16
    if np.result_type(dtype) == np.int32 or np.result_type(dtype) == np.uint32:
        return 32
    return 64


def iinfo__max(dtype: static):
    bits = iinfo__bits(dtype)
    if np.result_type(dtype).kind == "u":
        if np.result_type(dtype) == np.uint64:
            raise ValueError("the maximum is no int of 64 bits; write np.uint64(0) - np.uint64(1)")
        return (1 << bits) - 1
    return (1 << (bits - 1)) - 1 if bits < 64 else 9223372036854775807


def iinfo__min(dtype: static):
    bits = iinfo__bits(dtype)
    if np.result_type(dtype).kind == "u":
        return 0
    return -(1 << (bits - 1)) if bits < 64 else -9223372036854775807 - 1


def isscalar(element):
    if isinstance(element, (np.ndarray, list, tuple, dict)) or element is None:
        return False
    return True


def iterable(y):
    if isinstance(y, (np.ndarray, list, tuple, dict, str)):
        return np.ndim(y) > 0 if isinstance(y, np.ndarray) else True
    return False


def isdtype(dtype: static, kind: static):
    of = np.result_type(dtype).kind
    if kind == "bool":
        return of == "b"
    if kind == "signed integer":
        return of == "i"
    if kind == "unsigned integer":
        return of == "u"
    if kind == "integral":
        return of in "iu"
    if kind == "real floating":
        return of == "f"
    if kind == "complex floating":
        return of == "c"
    if kind == "numeric":
        return of in "iufc"
    return np.result_type(dtype) == np.result_type(kind)


def dtype(dtype: static):
    return np.result_type(dtype)


def promote_types(type1: static, type2: static):
    return np.result_type(type1, type2)


def common_type(array1, array2=None):
    both = np.result_type(array1) if array2 is None else np.result_type(array1, array2)
    if both.kind == "b":
        raise TypeError("can't get common type for non-numeric array")
    if both.kind in "iu":
        return np.float64
    if array2 is None:
        return both
    if np.result_type(array1).kind in "iu" or np.result_type(array2).kind in "iu":
        return np.result_type(both, np.float64)
    return both


def issubdtype(arg1: static, arg2: static):
    kind = np.result_type(arg1).kind
    if arg2 == np.generic:
        return True
    if arg2 == np.number:
        return kind in "iufc"
    if arg2 == np.integer:
        return kind in "iu"
    if arg2 == np.signedinteger:
        return kind == "i"
    if arg2 == np.unsignedinteger:
        return kind == "u"
    if arg2 == np.inexact:
        return kind in "fc"
    if arg2 == np.floating:
        return kind == "f"
    if arg2 == np.complexfloating:
        return kind == "c"
    return np.result_type(arg1) == np.result_type(arg2)


def can_cast(from_: static, to: static, casting: static = "safe"):
    of = np.result_type(from_)
    into = np.result_type(to)
    if casting == "unsafe" or of == into:
        return True
    if casting == "no" or casting == "equiv":
        return False
    if np.result_type(of, into) == into:
        return True
    if casting != "same_kind":
        return False
    if of.kind == "u":
        return into.kind in "uifc"
    if of.kind == "i":
        return into.kind in "ifc"
    if of.kind == "f":
        return into.kind in "fc"
    return of.kind == "c" and into.kind == "c"
