"""Objects of several classes with one base that hold one another: expressions, states, visitors, lists of what follows."""
import heapq
from abc import ABC, abstractmethod
from dataclasses import dataclass


class Node:
    def eval(self, x):
        raise NotImplementedError


class Num(Node):
    def __init__(self, value):
        self.value = value

    def eval(self, x):
        return self.value

    def __repr__(self):
        return f"Num({self.value})"


class Var(Node):
    def eval(self, x):
        return x

    def __repr__(self):
        return "x"


class Add(Node):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def eval(self, x):
        return self.left.eval(x) + self.right.eval(x)

    def __repr__(self):
        return f"({self.left!r} + {self.right!r})"


class Mul(Add):
    def eval(self, x):
        return self.left.eval(x) * self.right.eval(x)

    def __repr__(self):
        return f"({self.left!r} * {self.right!r})"


def expression(x: float) -> float:
    e = Add(Mul(Num(2.0), Var()), Mul(Var(), Add(Num(1.0), Var())))
    return e.eval(x)


def polynomial(x: float, n: int) -> float:
    e = Num(1.0)
    for i in range(n):
        e = Add(Mul(e, Var()), Num(1.0 * i))
    return e.eval(x)


def written() -> str:
    return repr(Add(Mul(Num(2.0), Var()), Num(1.0)))


def depth(e):
    if isinstance(e, Add):
        return 1 + max(depth(e.left), depth(e.right))
    return 0


def deepest(n: int) -> int:
    e = Var()
    for i in range(n):
        e = Mul(e, Num(2.0)) if i % 2 else Add(Num(1.0), e)
    return depth(e)


class State(ABC):
    @abstractmethod
    def next(self, event):
        pass

    @property
    def is_end(self):
        return False


class Idle(State):
    def next(self, event):
        return Running(event) if event > 0 else self


class Running(State):
    def __init__(self, speed):
        self.speed = speed

    def next(self, event):
        if event == 0:
            return Idle()
        if event < 0:
            return Stopped()
        self.speed += event
        return self


class Stopped(State):
    def next(self, event):
        return self

    @property
    def is_end(self):
        return True


class Machine:
    def __init__(self):
        self.state = Idle()
        self.steps = 0

    def feed(self, event):
        self.state = self.state.next(event)
        self.steps += 1


def run(events: list[int]) -> tuple[int, bool, bool]:
    m = Machine()
    for e in events:
        m.feed(e)
        if m.state.is_end:
            break
    return m.steps, isinstance(m.state, Running), m.state.is_end


@dataclass
class Event:
    time: float

    def __lt__(self, other):
        return self.time < other.time


@dataclass
class Arrive(Event):
    who: int

    def run(self, log):
        log.append(self.who)
        return Leave(self.time + 2.0, self.who)


@dataclass
class Leave(Event):
    who: int

    def run(self, log):
        log.append(-self.who)
        return None


def simulate(n: int) -> list[int]:
    log = []
    queue = []
    for i in range(n):
        heapq.heappush(queue, Arrive(1.5 * i, i + 1))
    while queue:
        e = heapq.heappop(queue)
        after = e.run(log)
        if after is not None:
            heapq.heappush(queue, after)
    return log


@dataclass
class Command:
    pass


@dataclass
class Move(Command):
    dx: int
    dy: int


@dataclass
class Say(Command):
    text: str


@dataclass
class Stop(Command):
    pass


def obey(n: int) -> tuple[int, int, str]:
    commands = [Move(1, 2), Say("hi"), Move(0, 3), Say("there"), Stop(), Move(9, 9)]
    x = y = 0
    said = ""
    for c in commands[:n]:
        match c:
            case Move(dx, dy=0):
                x += 100 * dx
            case Move(dx, dy):
                x += dx
                y += dy
            case Say(text):
                said += text
            case Stop():
                break
    return x, y, said


CASES = {
    "expression": [(3.0,)],
    "polynomial": [(1.5, 4)],
    "written": [()],
    "deepest": [(0,), (5,)],
    "run": [([1, 2, 0, 3],), ([1, -1, 4],), ([1, 2],)],
    "simulate": [(0,), (3,)],
    "obey": [(3,), (6,)],
}
