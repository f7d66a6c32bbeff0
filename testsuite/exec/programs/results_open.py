"""Results that are declared as arrays without axes or dtype are what they are found to be."""
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import numpy.typing as npt
from numpy import ndarray
from numpy.typing import NDArray


def identity(n: int) -> np.ndarray:
    return np.eye(n)


def counted(n: int) -> ndarray:
    return np.arange(n)


def halves(n: int) -> npt.NDArray[np.float32]:
    return np.arange(n * n, dtype=np.float32).reshape(n, n) / 2


def both(n: int) -> tuple[np.ndarray, NDArray]:
    return np.zeros((n, n)), np.arange(n) > 1


def described(n: int) -> Tuple[NDArray[np.float64], int, "np.ndarray"]:
    x = np.linspace(0, 1, n)
    return np.outer(x, x), n, x


def rows(n: int) -> List[np.ndarray]:
    return [np.full(i + 1, float(i)) for i in range(n)]


def named(n: int) -> dict[str, np.ndarray]:
    return {"a": np.ones(n), "b": np.zeros(n)}


def mixed(n: int) -> Dict[str, Any]:
    return {"counts": np.arange(n), "n": n, "mean": n / 2}


def anything(n: int) -> Any:
    return n * 1.5, "a" * n


def perhaps(n: int) -> Optional[np.ndarray]:
    if n < 2:
        return None
    return np.ones((n, 2))


def either(n: int) -> "np.ndarray | None":
    return np.ones(n, dtype=np.int32) if n else None


CASES = {name: [(0,), (1,), (3,)] for name in
         ("identity", "counted", "halves", "both", "described", "rows", "named", "mixed", "anything", "perhaps", "either")}
