"""open(): files read and written, by lines, of texts and of bytes; os.path; what is raised, and with statements."""
import os
import os.path
import tempfile
from itertools import islice
from os.path import basename


def written(p: str, n: int):
    f = open(p, "w")
    k = f.write("first\n") + f.write(f"n = {n}\n")
    f.writelines(["é\n", "last"])
    f.flush()
    at = f.tell()
    f.close()
    return k, at, f.closed, open(p).read(), f.mode, f.name == p


def by_lines(p: str):
    with open(p, "w") as f:
        f.write("azerty\nqwerty\n\nend")
    f = open(p)
    lines = [f.readline(), f.readline(3), f.readline(), f.readline(), f.readline(9), f.readline()]
    f.seek(0)
    lines += f.readlines()
    f.close()
    n = 0
    for line in open(p):
        if line == "\n":
            break
        n += len(line.strip())
    return lines, n


def first_two(p: str):
    f = open(p)
    return [next(f), next(f)], [line.upper() for line in f], f.isatty(), f.readable(), f.writable(), f.fileno() > 2


def nothing_more(p: str):
    f = open(p)
    f.read()
    return next(f)


def octets(p: str, n: int):
    with open(p, "wb") as f:
        f.write(bytes([n, 255, 10, 65]))
    with open(p, "rb") as f:
        head = f.read(2)
        place = f.tell()
        f.seek(-1, 2)
        return head, place, f.read(), f.read()


def latin(p: str):
    with open(p, "w", encoding="latin-1") as f:
        f.write("é")
    return open(p, "rb").read(), open(p, encoding="latin-1").read()


def cut(p: str):
    with open(p, "w+") as f:
        f.write("0123456789")
        f.truncate(4)
        f.seek(1)
        rest = f.read()
    with open(p, "a") as f:
        f.write("x")
    return rest, open(p).read()


def missing(p: str) -> str:
    try:
        return open(p + ".none").read()
    except FileNotFoundError as e:
        return "none"


def missing_raised(p: str) -> str:
    return open(p + ".none").read()


def closed(p: str) -> str:
    f = open(p)
    f.close()
    return f.read()


def closes(p: str):
    try:
        with open(p, "w") as f:
            f.write("half")
            n = int("no number")
    except ValueError:
        n = -1
    return n, open(p).read()


def counted(path: str) -> tuple[int, int]:
    n = size = 0
    with open(path) as f:
        for line in f:
            n += 1
            size += len(line)
    return n, size


def texts_caught(n: int) -> int:
    k = 0
    try:
        for s in (str(i) for i in range(n)):
            k += len(s)
    except KeyError:
        k = -1
    return k


def many(p: str, n: int):
    total = 0
    for i in range(n):
        total += len(open(p).read())
    return total


class Log:
    def __init__(self, p: str):
        self.file = open(p, "w")
        self.n = 0

    def put(self, x: int):
        self.n += self.file.write(f"{x};")


def logged(p: str, n: int):
    log = Log(p)
    for i in range(n):
        log.put(i)
    log.file.close()
    return log.n, open(p).read()


def unclosed(p: str):
    open(p, "w").write("all of it")
    return open(p).read()


def numbered(p: str):
    open(p, "w").write("ab\ncde\n\nf")
    with open(p) as f:
        lines = [(i, line.strip()) for i, line in enumerate(f)]
    with open(p) as f:
        n = 0
        for i, line in enumerate(f, 1):
            n += i * len(line)
    f = open(p)
    lengths = list(map(len, f))
    f.close()
    return lines, n, lengths, list(map(lambda s: s.upper(), open(p)))


def sliced(p: str):
    open(p, "w").write("ab\ncde\n\nf")
    with open(p) as f, open(p) as g:
        same = [a == b for a, b in zip(f, g)]
    f = open(p)
    part = list(islice(f, 1, 3))
    rest = f.read()
    f.close()
    return same, part, rest


def paths(a: str, b: str):
    return (os.path.join(a, b), os.path.join("x", a, b), os.path.join(a), basename(a), os.path.dirname(a), os.path.split(b), os.path.splitext(b),
            os.path.isabs(a))


_P = os.path.join(tempfile.mkdtemp(), "file.txt")
PATHS = ["", "/", "a", "a/", "/a", "a/b.c", "a.b/c", ".x", "a//", "//a", "a/.b.c", "..", "a.", "x/y/z.tar.gz"]
CASES = {
    "written": [(_P, 3)],
    "by_lines": [(_P,)],
    "first_two": [(_P,)],
    "nothing_more": [(_P,)],
    "octets": [(_P, 7)],
    "latin": [(_P,)],
    "cut": [(_P,)],
    "missing": [(_P,)],
    "missing_raised": [(_P,)],
    "closed": [(_P,)],
    "closes": [(_P,)],
    "many": [(_P, 3000)],
    "counted": [(_P,)],
    "texts_caught": [(n,) for n in (0, 12)],
    "logged": [(_P, 4)],
    "unclosed": [(_P,)],
    "numbered": [(_P,)],
    "sliced": [(_P,)],
    "paths": [(p, q) for p in PATHS for q in PATHS[:12:2]],
}
