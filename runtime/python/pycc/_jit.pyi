"""What type checkers see of ``_jit.py``: a decorated function keeps its types."""
from types import ModuleType
from typing import Any, Callable, Generic, List, Sequence, Tuple, TypeVar, Union, overload

from typing_extensions import ParamSpec

from ._types import Type

_P = ParamSpec("_P")
_R = TypeVar("_R", covariant=True)
_Signature = Union[str, type, Type, Sequence[Union[str, type, Type]]]

class Jit(Generic[_P, _R]):
    __name__: str
    __qualname__: str
    __wrapped__: Callable[_P, _R]
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    def compile(self, *signatures: _Signature) -> Jit[_P, _R]: ...
    @property
    def signatures(self) -> Tuple[str, ...]: ...
    def explain(self, *args: Any, **kwargs: Any) -> Any: ...
    def source(self, stage: str = ...) -> str: ...
    def inspect_types(self) -> str: ...

class _Decorator:
    def __call__(self, function: Callable[_P, _R], /) -> Jit[_P, _R]: ...

@overload
def jit(function: Callable[_P, _R], /, *,  # type: ignore[overload-overlap]
        fallback: bool = ..., tier: bool = ..., fp: str | None = ...,
        overflow: str | None = ..., on_unknown: str | None = ..., bounds_check: bool = ..., gpu: bool = ...,
        flags: Sequence[str] = ...) -> Jit[_P, _R]: ...
@overload
def jit(*signatures: _Signature, fallback: bool = ..., tier: bool = ..., fp: str | None = ...,
        overflow: str | None = ..., on_unknown: str | None = ..., bounds_check: bool = ..., gpu: bool = ...,
        flags: Sequence[str] = ...) -> _Decorator: ...

@overload
def compile_now(thing: ModuleType, **options: Any) -> ModuleType: ...
@overload
def compile_now(thing: Jit[_P, _R], *signatures: _Signature, **options: Any) -> Jit[_P, _R]: ...
@overload
def compile_now(thing: Callable[_P, _R], *signatures: _Signature, **options: Any) -> Jit[_P, _R]: ...
