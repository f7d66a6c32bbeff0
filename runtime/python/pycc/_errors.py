"""Exceptions that compiled code raises and Python has no class for."""


class RaceError(RuntimeError):
    """Two iterations of a ``prange`` loop touch the same element, and one of them writes it."""


class CompileError(Exception):
    """A function cannot be compiled; the text is the compiler's message, at its place in the user's source."""
