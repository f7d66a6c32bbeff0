"""itertools' products, combinations, permutations and batches: tuples, of a number that is known or of any length."""
from pycc import static


def itertools__product(iterables, repeat: static = 1):
    if repeat != 1:
        return itertools__product(iterables * repeat)
    elif len(iterables) == 1:
        return [(x,) for x in iterables[0]]
    elif len(iterables) == 2:
        return _product2(list(iterables[0]), list(iterables[1]))
    elif len(iterables) == 3:
        return _product3(list(iterables[0]), list(iterables[1]), list(iterables[2]))
    elif len(iterables) == 4:
        return _product4(list(iterables[0]), list(iterables[1]), list(iterables[2]), list(iterables[3]))
    else:
        raise ValueError("product() of one to four iterables is supported; write loops")


def _product2(a, b):
    return [(x, y) for x in a for y in b]


def _product3(a, b, c):
    return [(x, y, z) for x in a for y in b for z in c]


def _product4(a, b, c, d):
    return [(x, y, z, w) for x in a for y in b for z in c for w in d]


def itertools__combinations(iterable, r: static):
    p = list(iterable)
    n = len(p)
    if r == 1:
        return [(x,) for x in p]
    elif r == 2:
        return [(p[i], p[j]) for i in range(n) for j in range(i + 1, n)]
    elif r == 3:
        return [(p[i], p[j], p[k]) for i in range(n) for j in range(i + 1, n) for k in range(j + 1, n)]
    elif r == 4:
        return [(p[i], p[j], p[k], p[m]) for i in range(n) for j in range(i + 1, n) for k in range(j + 1, n)
                for m in range(k + 1, n)]
    else:
        return _run_itertools__combinations(iterable, r)


def _run_itertools__combinations(iterable, r):
    return _as_tuples(_listed_combinations(iterable, r))


def itertools__combinations_with_replacement(iterable, r: static):
    p = list(iterable)
    n = len(p)
    if r == 1:
        return [(x,) for x in p]
    elif r == 2:
        return [(p[i], p[j]) for i in range(n) for j in range(i, n)]
    elif r == 3:
        return [(p[i], p[j], p[k]) for i in range(n) for j in range(i, n) for k in range(j, n)]
    else:
        return _run_itertools__combinations_with_replacement(iterable, r)


def _run_itertools__combinations_with_replacement(iterable, r):
    return _as_tuples(_listed_combinations_with_replacement(iterable, r))


def itertools__permutations(iterable, r: static = None):
    if r is None:
        if isinstance(iterable, tuple):
            return itertools__permutations(iterable, len(iterable))
        else:
            return _as_tuples(_listed_permutations(iterable))
    else:
        p = list(iterable)
        n = len(p)
        if r == 1:
            return [(x,) for x in p]
        elif r == 2:
            return [(p[i], p[j]) for i in range(n) for j in range(n) if j != i]
        elif r == 3:
            return [(p[i], p[j], p[k]) for i in range(n) for j in range(n) if j != i
                    for k in range(n) if k != i and k != j]
        elif r == 4:
            return [(p[i], p[j], p[k], p[m]) for i in range(n) for j in range(n) if j != i
                    for k in range(n) if k != i and k != j for m in range(n) if m != i and m != j and m != k]
        else:
            return _run_itertools__permutations(iterable, r)


def _run_itertools__permutations(iterable, r=None):
    return _as_tuples(_listed_permutations(iterable, r))


def itertools__batched(iterable, n):
    return _as_tuples(_listed_batched(iterable, n))


def _listed_batched(iterable, n):
    if n < 1:
        raise ValueError("\1n must be at least one")
    p = list(iterable)
    return [p[i:i + n] for i in range(0, len(p), n)]


def _items_at(p, at):
    return [p[i] for i in at]


def _listed_combinations(iterable, r):
    """Of an r that is no constant, where no one sees that the items are lists."""
    if r < 0:
        raise ValueError("\1r must be non-negative")
    p = list(iterable)
    n = len(p)
    at = [i for i in range(r)]
    chosen = [_items_at(p, at)] if r <= n else [p[:0]][:0]
    i = r - 1 if r <= n else -1
    while i >= 0:
        i = r - 1
        while i >= 0 and at[i] == i + n - r:
            i -= 1
        if i >= 0:
            at[i] += 1
            for j in range(i + 1, r):
                at[j] = at[j - 1] + 1
            chosen.append(_items_at(p, at))
    return chosen


def _listed_combinations_with_replacement(iterable, r):
    if r < 0:
        raise ValueError("\1r must be non-negative")
    p = list(iterable)
    n = len(p)
    at = [0 for i in range(r)]
    chosen = [_items_at(p, at)] if n > 0 or r == 0 else [p[:0]][:0]
    i = r - 1 if n > 0 else -1
    while i >= 0:
        i = r - 1
        while i >= 0 and at[i] == n - 1:
            i -= 1
        if i >= 0:
            k = at[i] + 1
            for j in range(i, r):
                at[j] = k
            chosen.append(_items_at(p, at))
    return chosen


def _listed_permutations(iterable, r=None):
    p = list(iterable)
    if r is None:
        return _permuted(p, len(p))
    else:
        return _permuted(p, r)


def _permuted(p, r):
    if r < 0:
        raise ValueError("\1r must be non-negative")
    n = len(p)
    at = [i for i in range(n)]
    turns = [n - i for i in range(r)]
    chosen = [_items_at(p, at[:r])] if r <= n else [p[:0]][:0]
    i = r - 1 if r <= n else -1
    while i >= 0:
        i = r - 1
        while i >= 0:
            turns[i] -= 1
            if turns[i] > 0:
                j = n - turns[i]
                k = at[i]
                at[i] = at[j]
                at[j] = k
                chosen.append(_items_at(p, at[:r]))
                break
            k = at[i]
            for j in range(i, n - 1):
                at[j] = at[j + 1]
            at[n - 1] = k
            turns[i] = n - i
            i -= 1
    return chosen
