"""Decorators. Each returns the function itself: the compiler reads them in the source."""
from __future__ import annotations

from typing import Any, Callable, Optional, TypeVar, Union, overload

Function = TypeVar("Function", bound=Callable[..., Any])


def type_decorator(*types: Any) -> Callable[[Function], Function]:
    """Declare the types of a function's parameters and of its result.

    Parameters
    ----------
    *types : str, Type, type or None
        One for each parameter, then that of the result; ``None`` for a function that returns
        nothing. Strings such as ``'f64[:, ::1]'``, ``'ndarray[double,2]'`` and ``'int64'``, the
        types of this package, or Python's ``bool``, ``int``, ``float`` and ``complex``.

    Returns
    -------
    callable
        A decorator that returns its function. Several of them on one function declare overloads.

    Examples
    --------
    >>> @type_decorator('ndarray[double,2]', 'int64', None)
    ... def clear(a, n):
    ...     a[:n] = 0.0
    """
    if not types or (len(types) == 1 and callable(types[0]) and hasattr(types[0], "__code__")):
        raise TypeError("type() takes the types of the parameters and then that of the result, "
                        "as in @pycc.type('f64[:]', 'int', None)")

    def decorate(function: Function) -> Function:
        return function
    return decorate


@overload
def gpu(function: Function) -> Function: ...
@overload
def gpu() -> Callable[[Function], Function]: ...
def gpu(function: Optional[Function] = None) -> Union[Function, Callable[[Function], Function]]:
    """Allow the parallel loops of a function to run on an OpenCL device.

    Parameters
    ----------
    function : callable, optional
        The function to mark; ``@gpu`` and ``@gpu()`` mean the same.

    Returns
    -------
    callable
        The function itself.
    """
    return _mark(function)


@overload
def fastmath(function: Function) -> Function: ...
@overload
def fastmath() -> Callable[[Function], Function]: ...
def fastmath(function: Optional[Function] = None) -> Union[Function, Callable[[Function], Function]]:
    """Allow floating-point operations of a function to be reassociated, as ``--fp=fast`` does.

    Parameters
    ----------
    function : callable, optional
        The function to mark; ``@fastmath`` and ``@fastmath()`` mean the same.

    Returns
    -------
    callable
        The function itself.
    """
    return _mark(function)


def _mark(function: Optional[Function]) -> Union[Function, Callable[[Function], Function]]:
    if function is None:
        return lambda f: f
    return function
