"""A plugin for mypy: ``f64[:, ::1]`` is an array of two axes, with or without quotes.

In ``pyproject.toml``::

    [tool.mypy]
    plugins = ["pycc.mypy"]

Without it an element type is NumPy's to mypy, and dimensions behind one are an error.
"""
from __future__ import annotations

from typing import Callable, List, Optional, Type

from mypy.nodes import TypeAlias, TypeInfo
from mypy.plugin import AnalyzeTypeContext, Plugin
from mypy.types import Instance, TupleType
from mypy.types import Type as MypyType

from ._types import _DTYPES

_NAMES = {**_DTYPES, **{name: name for name in _DTYPES.values()}, "bool_": "bool_", "single": "float32", "double": "float64"}


class _Plugin(Plugin):
    def _numpy(self, name: str, arguments: List[MypyType]) -> MypyType:
        """Return a type of NumPy's."""
        found = self.lookup_fully_qualified(f"numpy.{name}")
        node = found.node if found else None
        if isinstance(node, TypeAlias):
            return node.target
        assert isinstance(node, TypeInfo), f"numpy.{name}"
        return Instance(node, arguments)

    def _array(self, context: AnalyzeTypeContext, name: str, rank: int) -> MypyType:
        extent = context.api.named_type("builtins.int", [])
        shape = TupleType([extent] * rank, context.api.named_type("builtins.tuple", [extent]))
        return self._numpy("ndarray", [shape, self._numpy("dtype", [self._numpy(name, [])])])

    def get_type_analyze_hook(self, fullname: str) -> Optional[Callable[[AnalyzeTypeContext], MypyType]]:
        """What an element type of ours is, with the dimensions behind it."""
        module, _, short = fullname.rpartition(".")
        name = _NAMES.get(short) if module == "pycc._types" or module.endswith("_pycc_types") else None
        if name is None:
            return None

        def analyze(context: AnalyzeTypeContext) -> MypyType:
            rank = len(context.type.args)
            array = rank > 0 or context.type.empty_tuple_index
            return self._array(context, name, rank) if array else self._numpy(name, [])
        return analyze


def plugin(version: str) -> Type[Plugin]:
    """What mypy calls."""
    return _Plugin
