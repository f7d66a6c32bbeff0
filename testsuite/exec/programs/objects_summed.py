"""Objects that sum() adds to 0, and those whose hash is that of texts."""


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __radd__(self, other):
        return self if other == 0 else self + self


def summed(n: int, x: float):
    a = Vector(n, 2)
    b = Vector(3, 4)
    vs = [a, b, Vector(1, 1)]
    total = sum(vs)
    a.x = 100
    return (sum([a, b]).x, total.x, total.y, sum(Vector(x * i, i) for i in range(1, 5)).x, sum([a]) is a, sum(vs, Vector(0, 1)).y,
            sum([1, n]), sum([1.5, x]))


class Word:
    def __init__(self, text, n):
        self.text = text
        self.n = n

    def __hash__(self):
        return hash((self.text, self.n))

    def __eq__(self, other):
        return self.text == other.text and self.n == other.n


class Name:
    def __init__(self, text):
        self.text = text

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        return self.text == other.text


def hashed(words: list[str], n: int):
    counts = {Word("a", 1): 1, Word("b", 2): 2}
    counts[Word("a", 1)] = n
    names = {Name(w) for w in words}
    for w in words:
        key = Word(w, len(w))
        counts[key] = counts.get(key, 0) + 1
    return ([(k.text, k.n, v) for k, v in counts.items()], Word("b", 2) in counts, Word("b", 1) in counts, len(names), Name("y") in names,
            sorted(x.text for x in names))


CASES = {
    "summed": [(3, 0.5)],
    "hashed": [(["x", "yy", "y", "x", "a"], 7), ([], 0)],
}
