"""``numba.typed``: lists of numbers are Python's; dictionaries are too, and what uses them runs in the interpreter."""
from __future__ import annotations

from typing import Any


class List(list):  # type: ignore[type-arg]
    """``typed.List``: a list of Python's."""

    @classmethod
    def empty_list(cls, item_type: Any, allocated: int = 0) -> List:
        """An empty list; the type of its items is inferred."""
        return cls()


class Dict(dict):  # type: ignore[type-arg]
    """``typed.Dict``: a dictionary of Python's."""

    @classmethod
    def empty(cls, key_type: Any, value_type: Any, n_keys: int = 0) -> Dict:
        """An empty dictionary."""
        return cls()
