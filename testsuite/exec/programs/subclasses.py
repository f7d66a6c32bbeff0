"""Objects of several classes with one base: in lists, by conditions, in dictionaries, as results."""
import math


class Shape:
    SIDES = 0

    def __init__(self, name):
        self.name = name

    def area(self):
        raise NotImplementedError

    def scaled(self, by):
        return self.area() * by

    def describe(self):
        return self.name + " of " + str(self.SIDES)


class Circle(Shape):
    def __init__(self, r):
        super().__init__("circle")
        self.r = r

    def area(self):
        return math.pi * self.r * self.r


class Square(Shape):
    SIDES = 4

    def __init__(self, side):
        super().__init__("square")
        self.side = side

    def area(self):
        return self.side * self.side

    def grow(self, by):
        self.side += by


class Cube(Square):
    SIDES = 6

    def area(self):
        return 6 * super().area()


def total(a: float, n: int) -> float:
    shapes = [Circle(a), Square(a + 1.0), Cube(2.0)]
    for i in range(n):
        shapes.append(Square(1.0 * i) if i % 2 else Circle(0.5 * i))
    return sum(s.area() for s in shapes) + sum([s.scaled(2.0) for s in shapes])


def told(a: float) -> str:
    shapes = [Circle(a), Square(a), Cube(a)]
    return ", ".join(s.describe() for s in shapes)


def kinds(a: float) -> tuple[int, int, int, int]:
    shapes = [Circle(a), Square(a), Cube(a), Square(1.0)]
    circles = squares = cubes = exact = 0
    for s in shapes:
        if isinstance(s, Circle):
            circles += 1
        if isinstance(s, Square):
            squares += 1
            s.grow(1.0)
        if isinstance(s, (Cube, Circle)):
            cubes += 1
        if type(s) is Square:
            exact += int(s.side)
    return circles, squares, cubes, exact


def make(kind: int, a):
    if kind == 0:
        return Circle(a)
    elif kind == 1:
        return Square(a)
    return Cube(a)


def made(kind: int, a: float) -> float:
    s = make(kind, a)
    return s.area() if kind < 9 else -1.0


def chosen(a: float, big: bool) -> float:
    s = Circle(a) if big else Square(a)
    return s.area() + s.SIDES


def largest(n: int) -> str:
    shapes = [Circle(1.0), Square(3.0), Cube(0.5)]
    for i in range(n):
        shapes.append(Cube(i / 10))
    best = max(shapes, key=lambda s: s.area())
    return best.describe()


def by_name(a: float, key: str) -> float:
    shapes = {"c": Circle(a), "s": Square(a)}
    shapes["d"] = Cube(a)
    return shapes[key].area()


def lacking(a: float, i: int) -> float:
    shapes = [Circle(a), Square(a), Cube(a)]
    return shapes[i].side if i < 9 else shapes[i - 9].r


def named(a: float) -> list[str]:
    shapes = [Circle(a), Square(a), Cube(a)]
    return [type(s).__name__ + " " + s.__class__.__name__ for s in shapes]


CASES = {
    "total": [(1.5, 4), (0.0, 0)],
    "told": [(2.0,)],
    "kinds": [(2.0,)],
    "made": [(0, 1.5), (1, 1.5), (2, 1.5)],
    "chosen": [(1.5, True), (1.5, False)],
    "lacking": [(1.5, 1), (1.5, 0), (1.5, 11)],
    "named": [(1.5,)],
    "largest": [(3,), (40,)],
    "by_name": [(1.5, "c"), (1.5, "d"), (1.5, "x")],
}
