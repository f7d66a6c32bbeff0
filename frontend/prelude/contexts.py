"""What an `__exit__` is given of the exception that leaves a with statement (frontend/parse/parse_with.c)."""


class _raised:
    """classes: the names of its class and of their bases, with a comma around each."""

    def __init__(self, classes, text, shown):
        self.classes = classes
        self.text = text
        self.shown = shown

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.shown

    def _is(self, name):
        return f",{name}," in self.classes

    def _named(self, name):
        return self.classes.startswith(f",{name},")

    def _name(self):
        return self.classes.split(",")[1]
