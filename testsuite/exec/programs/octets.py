"""bytes and bytearray: parameters, literals, indices, slices, methods; str.encode, int.from_bytes, int.to_bytes."""
import numpy as np

from pycc import f32, i16


def hashed(b: bytes):
    h = 5381
    for c in b:
        h = (h * 33 + c) & 0xffffffff
    return h, len(b), sum(b), [c for c in b if c > 98], max(b) if b else -1, bool(b)


def given_back(b: bytes, c: bytearray):
    return b, c, bytes(c), bytearray(b), [b, b[:1]], {b: c}


def parts(b: bytes, i: int):
    return b[1:3], b[::-1], b[-2:], b + b"x", b * 2, list(b), tuple(b), b[i], bytes(reversed(b)), bytes([c ^ 1 for c in b])


def methods(b: bytes):
    return (b.hex(), b.upper(), b.lower(), b.find(b"l"), b.find(b"zz"), b.count(b"l"), b.startswith(b"he"), b.endswith(b"lo"), b"l" in b,
            104 in b, b"".join([b, b"-"]), b", ".join([b, b]), repr(b), f"{b}")


def more_methods(b: bytes):
    return (b.replace(b"l", b"L-"), b.replace(b"", b"."), b.replace(b"ll", b""), b.split(b"l"), b.split(), b.strip(), b.strip(b"ho"), b.lstrip(),
            b.rstrip(b"\xff "), bytearray(b).replace(b"e", b"E"), len(b.split(b", ")))


def split_by(b: bytes, sep: bytes):
    return b.split(sep)


def of_generators(b: bytes, k: int):
    return bytes(c ^ k for c in b), bytearray(c for c in b if c > k), bytes(min(c + k, 255) for c in b[::-1])


def compared(a: bytes, b: bytes):
    return a == b, a != b, a < b, a <= b, a > b, a >= b, {a: 1, b"k": 2}, {a, b}, a == bytearray(b), isinstance(a, bytes), isinstance(a, bytearray)


def found(b: bytes, k: bytes):
    return {b: 1}[k]


def literals(n: int):
    return (b"", b"\xff\x00\n\t\r\\'\"", b"it's", b'"', b"a" b"b", rb"\n", bytes(3), bytes([n, 2]), bytes(b"q"), bytes("é", "utf-8"), bytes(range(3)))


def encoded(s: str):
    return s.encode(), s.encode("utf-8").decode(), len(s.encode())


def decoded(b: bytes):
    return b.decode()


def ints(n: int, k: int):
    return (int.from_bytes(b"\x01\x02", "big"), int.from_bytes(b"\x01\x02", "little"), int.from_bytes(b"\xff\xfe", "big", signed=True),
            n.to_bytes(k, "big"), n.to_bytes(k, "little"), n.to_bytes(k, "big", signed=True))


def changed(x: bytearray, n: int):
    x[0] = n
    x.append(7)
    x.extend([1, 2])
    x += b"zz"
    y = bytearray(b"abc")
    y[1] = 65
    return bytes(x), x, y, y.decode(), x.pop(), len(x), x[1:3], bytearray(2)


def of_arrays(a: f32[:], b: i16[:, :]):
    """The bytes of their memory."""
    return bytes(a), bytearray(b), bytes(b[::2].T), bytes(a > 1), bytes(np.array([1, 255], np.uint8))


CASES = {
    "of_arrays": [(np.arange(3, dtype=np.float32), np.arange(6, dtype=np.int16).reshape(3, 2)), (np.zeros(0, np.float32), np.zeros((0, 2), np.int16))],
    "given_back": [(b"", bytearray(b"x")), (bytes(range(256)), bytearray(b"\xff\x00"))],
    "hashed": [(b"hello",), (b"",), (b"\xff\x00",)],
    "parts": [(b"hello", 0), (b"abc", -1), (b"a", 3)],
    "methods": [(b"hello",), (b"",), (b"He\xff'l",)],
    "more_methods": [(b"hello",), (b"",), (b" a\tl, bll \n\xff ",), (b"lll",)],
    "split_by": [(b"a--b-", b"--"), (b"ab", b""), (b"", b"x")],
    "of_generators": [(b"hello", 3), (b"", 1), (b"\xfe", 255)],
    "compared": [(b"a", b"a"), (b"a", b"ab"), (b"b", b"")],
    "found": [(b"a", b"a"), (b"a", b"b'")],
    "literals": [(1,), (256,)],
    "encoded": [("aé€😀",), ("",)],
    "decoded": [(b"abc",), ("aé€😀".encode(),), (b"a\xff",), (b"\xe2\x82",), (b"\xe2ab",)],
    "ints": [(258, 2), (127, 1), (128, 1), (-1, 2), (70000, 2)],
    "changed": [(bytearray(b"ab"), 3), (bytearray(b"a"), 256), (bytearray(), 1)],
}
