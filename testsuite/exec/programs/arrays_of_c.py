"""array.array: numbers of one type of C's, their methods, and what does not fit. Known texts in variables, looked in."""
import array
from array import array as made


def small(n: int):
    x = array.array("h", [n])
    x.append(1)
    x.extend((5, 6))
    x.extend([7])
    x.extend(x)
    return x.tolist(), len(x), x[0], x[-1], sum(x), max(x), min(x), x.typecode, x.itemsize, str(x), 5 in x, n in x


def changed(n: int):
    x = array.array("I", [n, 2, 3])
    x.insert(0, n)
    x.insert(-1, 9)
    x.insert(99, 4)
    last, first = x.pop(), x.pop(0)
    x[1] = 8
    x.remove(8)
    x.reverse()
    return x.tolist(), last, first, x.count(3), x.index(3)


def parts(n: int):
    x = array.array("q", range(n))
    y = x[2:] + x[:1]
    y += x[::-2]
    return x[1:3].tolist(), y.tolist(), [2 * i for i in x], (x * 2).tolist(), x == x[:], x == y


def floats(x: float):
    f, d = made("f"), made("d", [x, 1.0])
    f.fromlist([x])
    f.extend((1, 2))
    total = 0.0
    for v in d:
        total += v
    return f.tolist(), d.tolist(), len(made("b")), total, str(made("B")), str(d)


def octets(n: int):
    x = array.array("H", [n, 1])
    x.byteswap()
    y = array.array("i")
    y.frombytes(b"\x01\x00\x00\x00\xff\xff\xff\xff")
    return x.tolist(), x.tobytes(), y.tolist()


def grown(n: int):
    x = array.array("l")
    for i in range(n):
        x.append(i * i)
    while len(x) > 3:
        x.pop(1)
    return x.tolist()


def signed(n: int):
    return array.array("b", [n]).tolist()


def unsigned(n: int):
    return array.array("B", [n]).tolist(), array.array("H", [n]).tolist()


def words(n: int):
    return array.array("i", [n]).tolist()


def unsigned_words(n: int):
    return array.array("I", [n]).tolist()


def half_bytes(n: int):
    x = array.array("h")
    x.frombytes(b"abc")
    return x.tolist()


def beyond(n: int):
    return array.array("h", [1, 2])[n]


def put_beyond(n: int):
    x = array.array("h", [1, 2])
    x[n] = 3
    return x.tolist()


def of_nothing(n: int):
    return array.array("h").pop()


def pop_beyond(n: int):
    return array.array("h", [1]).pop(n)


def not_there(n: int):
    return array.array("h", [1]).index(n)


def look(a, b):
    return a in b, a not in b


def looked_in(n: int):
    mode = "rb"
    flag = "b" in mode
    return flag, "b" not in mode, "w" in mode, look("b", "rb"), look("rb", "b"), "b" in ("rb",), "rb" in (mode,)


CASES = {"small": [(2,), (-3,)], "changed": [(3,), (8,)], "parts": [(5,), (0,)], "floats": [(1.5,), (0.1,)], "octets": [(258,)],
         "grown": [(40,), (2,)], "signed": [(127,), (-128,), (128,), (-129,)], "unsigned": [(255,), (256,), (-1,), (70000,)],
         "words": [(2**31,), (-2**31,), (-2**31 - 1,)], "unsigned_words": [(2**32,), (2**32 - 1,), (-1,)], "half_bytes": [(1,)],
         "beyond": [(2,), (-2,), (-3,)], "put_beyond": [(2,), (-2,), (-3,)], "of_nothing": [(1,)], "pop_beyond": [(1,), (-1,), (0,)],
         "not_there": [(1,), (2,)], "looked_in": [(1,)]}
