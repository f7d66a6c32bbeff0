"""Fields that loops and constants name, by texts and by numbers; tuples of texts that a name is bound to once."""
import numpy as np

Pair = np.dtype([('e', 'i4'), ('f', 'f8')])
NAMES = ('e', 'f')
SECOND = 1


def through_names(a: 'Pair[:]'):
    out = 0.0
    names = ('e', 'f')
    for name in names:
        out += a[0][name]
        a[name] = 10
    return out, a[0][names[1]], a[NAMES[0]].sum(), a[0][NAMES[SECOND]], a[0][names[-1]], a


def counted(a: 'Pair[:]'):
    for i, name in enumerate(NAMES):
        a[name] = i
    names = ('f', 'e')
    for i, name in enumerate(names):
        a[i][name] = i + 7
    for name, value in zip(NAMES, (3, 2.5)):
        a[2][name] = value
    return a


def by_number(a: 'Pair[:]', i: int):
    a[i][SECOND] = 5
    a[i][-1] += 3
    a[i][-2] = 4
    return a, a[0][0], a[0][SECOND], a[0][-1]


def bound_twice(n: int):
    names = ('e', 'f')
    if n > 3:
        names = ('g', 'f')
    return names[0] + names[1], [x for x in names]


def left(n: int):
    words = ('one', 'two')
    out = []
    for w in words:
        if n == 2:
            continue
        out.append(w + words[0])
        if n == 1:
            break
    else:
        out.append('end')
    return out, words[n - 1], words, words[0] == 'one'


def inside(n: int):
    words = ('one', 'two')

    def word(i):
        return words[1] * i + words[i % 2]
    return [word(k) for k in range(n)]


def beyond(n: int):
    words = ('one', 'two')
    return words[n]


def pairs(n=3):
    return np.array([(k, k + 0.5) for k in range(n)], Pair)


CASES = {
    'through_names': [(pairs(),), (pairs(1),)],
    'counted': [(pairs(),), (pairs(4),)],
    'by_number': [(pairs(), 0), (pairs(), -1), (pairs(), 3)],
    'bound_twice': [(1,), (5,)],
    'left': [(0,), (1,), (2,)],
    'inside': [(3,)],
    'beyond': [(0,), (-1,), (2,)],
}
