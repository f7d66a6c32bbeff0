"""np.array(texts, dtype=float) and its kin."""
import numpy as np


def columns(text: str):
    rows = [np.array(line.split(","), dtype=float) for line in text.splitlines()]
    return np.array(rows).sum(axis=0), np.asarray(text.split("\n")[0].split(","), dtype=np.float64)


def counted(words: list[str]):
    return np.array(words, dtype=int).cumsum(), np.array([w + "0" for w in words], np.int64)


CASES = {
    "columns": [("1,2.5,-3e2\n 4 ,5,nan",), ("1,x",), ("inf,-0.0",)],
    "counted": [(["1", " 22 ", "-3"],), ([],), (["1.5"],), (["1_0"],)],
}
