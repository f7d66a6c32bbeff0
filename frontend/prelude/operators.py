"""The functions of Python's operator."""
from pycc import static


def operator__add(a, b):
    return a + b


def operator__sub(a, b):
    return a - b


def operator__mul(a, b):
    return a * b


def operator__truediv(a, b):
    return a / b


def operator__floordiv(a, b):
    return a // b


def operator__mod(a, b):
    return a % b


def operator__pow(a, b):
    return a ** b


def operator__matmul(a, b):
    return a @ b


def operator__and_(a, b):
    return a & b


def operator__or_(a, b):
    return a | b


def operator__xor(a, b):
    return a ^ b


def operator__lshift(a, b):
    return a << b


def operator__rshift(a, b):
    return a >> b


def operator__lt(a, b):
    return a < b


def operator__le(a, b):
    return a <= b


def operator__gt(a, b):
    return a > b


def operator__ge(a, b):
    return a >= b


def operator__eq(a, b):
    return a == b


def operator__ne(a, b):
    return a != b


def operator__neg(a):
    return -a


def operator__pos(a):
    return +a


def operator__invert(a):
    return ~a


def operator__abs(a):
    return abs(a)


def operator__not_(a):
    return not a


def operator__truth(a):
    return True if a else False


def operator__getitem(a, b):
    return a[b]


def operator__itemgetter(item: static, second: static = None, third: static = None):
    if second is None:
        return lambda x: x[item]
    elif third is None:
        return lambda x: (x[item], x[second])
    else:
        return lambda x: (x[item], x[second], x[third])


def _run_operator__itemgetter(item, second=None, third=None):
    if second is None:
        return lambda x: x[item]
    elif third is None:
        return lambda x: (x[item], x[second])
    else:
        return lambda x: (x[item], x[second], x[third])


def operator__contains(a, b):
    return b in a


def operator__countOf(a, b):
    n = 0
    for x in a:
        n += int(x == b)
    return n


def operator__indexOf(a, b):
    i = 0
    for x in a:
        if x == b:
            return i
        i += 1
    raise ValueError("sequence.index(x): x not in sequence")


def operator__concat(a, b):
    return a + b


def operator__inv(a):
    return ~a


def operator__index(a):
    return _index(a)


def operator__is_(a, b):
    return a is b


def operator__is_not(a, b):
    return a is not b


def operator__setitem(a, b, c):
    a[b] = c


def operator__delitem(a, b):
    del a[b]


def operator__iconcat(a, b):
    a += b
    return a


def operator__iadd(a, b):
    if isinstance(a, (int, float, complex)):
        return a + b
    else:
        a += b
        return a


def operator__isub(a, b):
    if isinstance(a, (int, float, complex)):
        return a - b
    else:
        a -= b
        return a


def operator__imul(a, b):
    if isinstance(a, (int, float, complex)):
        return a * b
    else:
        a *= b
        return a


def operator__itruediv(a, b):
    if isinstance(a, (int, float, complex)):
        return a / b
    else:
        a /= b
        return a


def operator__ifloordiv(a, b):
    if isinstance(a, (int, float, complex)):
        return a // b
    else:
        a //= b
        return a


def operator__imod(a, b):
    if isinstance(a, (int, float, complex)):
        return a % b
    else:
        a %= b
        return a


def operator__ipow(a, b):
    if isinstance(a, (int, float, complex)):
        return a ** b
    else:
        a **= b
        return a


def operator__imatmul(a, b):
    if isinstance(a, (int, float, complex)):
        return a @ b
    else:
        a @= b
        return a


def operator__iand(a, b):
    if isinstance(a, (int, float, complex)):
        return a & b
    else:
        a &= b
        return a


def operator__ior(a, b):
    if isinstance(a, (int, float, complex)):
        return a | b
    else:
        a |= b
        return a


def operator__ixor(a, b):
    if isinstance(a, (int, float, complex)):
        return a ^ b
    else:
        a ^= b
        return a


def operator__ilshift(a, b):
    if isinstance(a, (int, float, complex)):
        return a << b
    else:
        a <<= b
        return a


def operator__irshift(a, b):
    if isinstance(a, (int, float, complex)):
        return a >> b
    else:
        a >>= b
        return a
