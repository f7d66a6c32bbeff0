"""open(): what Python does with a file that it holds; f keeps it open until nothing has it any more."""
import pycc
from pycc import static


class _file:
    """Of texts."""

    def __init__(self, f):
        self.f = f

    def _lines(self):
        lines = [""][:0]
        line = pycc._file_text(self.f, "readline", -1)
        while len(line) > 0:
            lines.append(line)
            line = pycc._file_text(self.f, "readline", -1)
        return lines

    def read(self, size=-1):
        return pycc._file_text(self.f, "read", size)

    def readline(self, size=-1):
        return pycc._file_text(self.f, "readline", size)

    def readlines(self):
        return self._lines()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if len(line) == 0:
            raise StopIteration()
        return line

    def write(self, text):
        return pycc._file_int(self.f, "write", "" + text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def seek(self, offset, whence=0):
        return pycc._file_int(self.f, "seek", offset, whence)

    def tell(self):
        return pycc._file_int(self.f, "tell")

    def truncate(self, size=None):
        if size is None:
            return pycc._file_int(self.f, "truncate")
        else:
            return pycc._file_int(self.f, "truncate", size)

    def fileno(self):
        return pycc._file_int(self.f, "fileno")

    def flush(self):
        pycc._file_truth(self.f, "flush")

    def close(self):
        pycc._file_truth(self.f, "close")

    def isatty(self):
        return pycc._file_truth(self.f, "isatty")

    def readable(self):
        return pycc._file_truth(self.f, "readable")

    def writable(self):
        return pycc._file_truth(self.f, "writable")

    def seekable(self):
        return pycc._file_truth(self.f, "seekable")

    @property
    def closed(self):
        return pycc._file_truth(self.f, ".closed")

    @property
    def name(self):
        return pycc._file_text(self.f, ".name")

    @property
    def mode(self):
        return pycc._file_text(self.f, ".mode")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()
        return False


class _octets_file(_file):
    """Of bytes, which pass as the text of these numbers."""

    def read(self, size=-1):
        return _bytes([ord(c) for c in pycc._file_text(self.f, "read", size) + ""])

    def readline(self, size=-1):
        return _bytes([ord(c) for c in pycc._file_text(self.f, "readline", size) + ""])

    def readlines(self):
        return [_bytes([ord(c) for c in line + ""]) for line in self._lines()]

    def write(self, data):
        return pycc._file_int(self.f, "write", "".join([chr(x) for x in data]))


def builtins__open(file, mode: static = "r", encoding: static = ""):
    if not isinstance(file, str):
        raise NotImplementedError("a file is opened by its name, a text")
    elif (mode == "rb" or mode == "wb" or mode == "ab" or mode == "xb" or mode == "rb+" or mode == "wb+" or mode == "ab+" or mode == "r+b" or
          mode == "w+b" or mode == "a+b"):
        return _octets_file(pycc._file_opened("" + file, "" + mode, "" + encoding))
    else:
        return _file(pycc._file_opened("" + file, "" + mode, "" + encoding))
