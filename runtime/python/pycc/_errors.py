"""Exceptions that compiled code raises and Python has no class for."""


class RaceError(RuntimeError):
    """Two iterations of a ``prange`` loop touch the same element, and one of them writes it."""
