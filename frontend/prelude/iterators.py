"""itertools and functools, for what loops and comprehensions run over: they make lists."""
import numpy as np
from pycc import static


def builtins__tuple(iterable):
    if isinstance(iterable, tuple):
        return iterable[:]  # of a named tuple a plain one
    elif isinstance(iterable, _tuple):
        return iterable
    else:
        return _tuple(list(iterable))


def _first_of(found, default="<no default>"):
    """next() of a generator expression, which has stopped at its first item."""
    if default == "<no default>":
        if len(found) == 0:
            raise StopIteration()
        return found[0]
    else:
        return found[0] if len(found) > 0 else default


def _replacement(t, i: static, field: static):
    """What a field of "...".format(..., *t) shows."""
    if isinstance(t, tuple):
        return t[i]
    else:
        if i >= len(t):
            raise IndexError(f"Replacement index {field} out of range for positional args tuple")
        return t[i]


def _call_starred(f, t, least: static = 0, n: static = 0, parameters: static = ""):
    """f(*t)"""
    if isinstance(t, list) and n > 0:
        if len(t) < least or len(t) > n:
            raise TypeError(_wrong_number(parameters.split(" "), least, len(t)))
        return _call_listed(f, t, least, n)
    elif not isinstance(t, tuple):
        raise NotImplementedError("*args: how many items there are must be known: give a tuple, or the items one by one")
    elif len(t) == 0:
        return f()
    elif len(t) == 1:
        return f(t[0])
    elif len(t) == 2:
        return f(t[0], t[1])
    elif len(t) == 3:
        return f(t[0], t[1], t[2])
    elif len(t) == 4:
        return f(t[0], t[1], t[2], t[3])
    elif len(t) == 5:
        return f(t[0], t[1], t[2], t[3], t[4])
    elif len(t) == 6:
        return f(t[0], t[1], t[2], t[3], t[4], t[5])
    elif len(t) == 7:
        return f(t[0], t[1], t[2], t[3], t[4], t[5], t[6])
    elif len(t) == 8:
        return f(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7])
    else:
        raise NotImplementedError("*args: more than 8 arguments: write the items one by one")


def _call_listed(f, t, n: static, most: static):
    """f(*t) of a list of n to most items."""
    if n < most and len(t) > n:
        return _call_listed(f, t, n + 1, most)
    elif n == 0:
        return f()
    elif n == 1:
        return f(t[0])
    elif n == 2:
        return f(t[0], t[1])
    elif n == 3:
        return f(t[0], t[1], t[2])
    elif n == 4:
        return f(t[0], t[1], t[2], t[3])
    elif n == 5:
        return f(t[0], t[1], t[2], t[3], t[4])
    elif n == 6:
        return f(t[0], t[1], t[2], t[3], t[4], t[5])
    elif n == 7:
        return f(t[0], t[1], t[2], t[3], t[4], t[5], t[6])
    else:
        return f(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7])


def _wrong_number(names, least, given):
    """What Python says of a call of names[0] with that many arguments for names[1:], of which it needs the least first
    ones."""
    n = len(names) - 1
    if given > n:
        own = 1 if names[0].endswith(".__init__") else 0
        takes = f"{n + own}" if least == n else f"from {least + own} to {n + own}"
        return f"{names[0]}() takes {takes} positional argument{'' if n + own == 1 and least == n else 's'} but {given + own} were given"
    missing = [f"'{x}'" for x in names[given + 1:least + 1]]
    k = len(missing)
    last = missing[-1]
    all = last if k == 1 else missing[0] + " and " + last if k == 2 else ", ".join(missing[:-1]) + ", and " + last
    return f"{names[0]}() missing {k} required positional argument{'' if k == 1 else 's'}: {all}"


def _rest_of(before, xs, any_sequence: static):
    """What f(*before, *xs) gives a function as its *args: a list, where one of them is no tuple."""
    if isinstance(before, tuple) and isinstance(xs, tuple):
        return before + xs
    elif not any_sequence:
        raise TypeError("*args of which the function does more than go through them: give a tuple, or the list as one argument")
    elif isinstance(before, tuple) and len(before) == 0:
        return list(xs)
    else:
        return list(before) + list(xs)


def _zip_columns(rows):
    """zip(*rows), with lists for its tuples."""
    n = len(rows[0]) if len(rows) > 0 else 0
    for r in rows:
        n = min(n, len(r))
    return [[r[j] for r in rows] for j in range(n)]


def _zipped_rows(rows, n: static):
    """for n names in zip(*rows)"""
    if not isinstance(rows, tuple) and len(rows) != n:
        if len(rows) > 0 and min([len(r) for r in rows]) > 0:
            _check_unpacked(len(rows), n)
        return [_as_often(x, n) for r in rows[:0] for x in r]
    if isinstance(rows, tuple):
        _check_unpacked(len(rows), n)
    if n == 2:
        return [(x, y) for x, y in zip(rows[0], rows[1])]
    elif n == 3:
        return [(x, y, z) for x, y, z in zip(rows[0], rows[1], rows[2])]
    else:
        return [(x, y, z, w) for x, y, z, w in zip(rows[0], rows[1], rows[2], rows[3])]


def _check_unpacked(k, n):
    if k > n:
        raise ValueError(f"too many values to unpack (expected {n})")
    elif k < n:
        raise ValueError(f"not enough values to unpack (expected {n}, got {k})")


def _as_often(x, n: static):
    return (x, x) if n == 2 else (x, x, x) if n == 3 else (x, x, x, x)


def _unzipped(rows, n: static):
    """n names = zip(*rows): lists."""
    if len(rows) == 0:
        raise ValueError(f"not enough values to unpack (expected {n}, got 0)")
    if not isinstance(rows[0], tuple):
        if n == 2:
            a, b = _zip_columns(rows)
            return a, b
        elif n == 3:
            a, b, c = _zip_columns(rows)
            return a, b, c
        else:
            a, b, c, d = _zip_columns(rows)
            return a, b, c, d
    elif len(rows[0]) != n:
        raise ValueError("zip(*rows) unpacked: the tuples have another number of items than there are names")
    elif n == 2:
        return [r[0] for r in rows], [r[1] for r in rows]
    elif n == 3:
        return [r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows]
    else:
        return [r[0] for r in rows], [r[1] for r in rows], [r[2] for r in rows], [r[3] for r in rows]


def _iter_until(function, sentinel):
    """iter(function, sentinel), where all items are taken."""
    items = [function()]
    while items[len(items) - 1] != sentinel:
        items.append(function())
    items.pop()
    return items


def _sorted_by(iterable, compare, reverse=False):
    """sorted(iterable, key=functools.cmp_to_key(compare)): merges neighbours, as long as their order is right."""
    items = list(iterable)
    n = len(items)
    if reverse:
        items.reverse()
    width = 1
    while width < n:
        merged = items[:0]
        for lo in range(0, n, 2 * width):
            i = lo
            j = lo + width
            while i < min(lo + width, n) and j < min(lo + 2 * width, n):
                if compare(items[j], items[i]) < 0:
                    merged.append(items[j])
                    j += 1
                else:
                    merged.append(items[i])
                    i += 1
            while i < min(lo + width, n):
                merged.append(items[i])
                i += 1
            while j < min(lo + 2 * width, n):
                merged.append(items[j])
                j += 1
        items = merged
        width *= 2
    if reverse:
        items.reverse()
    return items


def functools__cmp_to_key(func):
    raise TypeError("cmp_to_key() is supported as the key of sorted() and sort()")


def _yielded(x):
    """What a generator gives before it changes something."""
    if isinstance(x, (list, np.ndarray, dict, set)):
        raise TypeError("a generator that changes what it has yielded gives all before: yield a copy")
    else:
        return x


def builtins__filter(function, iterable):
    if function is None:
        return [x for x in iterable if x]
    else:
        return [x for x in iterable if function(x)]


def itertools__tee(iterable, n: static = 2):
    items = list(iterable)
    if n == 1:
        return (items,)
    elif n == 2:
        return items, items[:]
    elif n == 3:
        return items, items[:], items[:]
    else:
        raise ValueError("tee() of one to three is supported: write list(xs) for each")


def itertools__chain(iterables):
    items = [x for x in iterables[0]]
    _chain_from(items, iterables, 1)
    return items


def _chain_from(items, iterables, i: static):
    if i < len(iterables):
        for x in iterables[i]:
            items.append(x)
        _chain_from(items, iterables, i + 1)


def itertools__from_iterable(iterable):
    return [x for part in iterable for x in part]


def itertools__repeat(object, times):
    if object is None:
        return [_either_of(object) for i in range(times)]
    else:
        return [object for i in range(times)]


def itertools__accumulate(iterable, func=None, initial=None):
    items = list(iterable)
    if initial is None:
        if func is None:
            return _accumulated(items, operator__add)
        else:
            return _accumulated(items, func)
    elif func is None:
        return _accumulated([initial] + items, operator__add)
    else:
        return _accumulated([initial] + items, func)


def _accumulated(items, func):
    totals = items[:1]
    for i in range(1, len(items)):
        totals.append(func(totals[i - 1], items[i]))
    return totals


def itertools__islice(iterable, start, stop="none", step=None):
    if stop == "none":
        return itertools__islice(iterable, 0, start)
    else:
        first = 0 if start is None else start
        by = 1 if step is None else step
        if first < 0 or (stop is not None and stop < 0):
            raise ValueError("\1Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
        if by < 1:
            raise ValueError("\1Step for islice() must be a positive integer or None.")
        return list(iterable)[first:stop:by]


def itertools__pairwise(iterable):
    p = list(iterable)
    return [(p[i], p[i + 1]) for i in range(len(p) - 1)]


def itertools__groupby(iterable, key=None):
    items = list(iterable)
    groups = [(_key_of(key, x), [x]) for x in items[:1]]
    for i in range(1, len(items)):
        k = _key_of(key, items[i])
        if k == groups[len(groups) - 1][0]:
            groups[len(groups) - 1][1].append(items[i])
        else:
            groups.append((k, [items[i]]))
    return groups


def _key_of(key, x):
    if key is None:
        return x
    else:
        return key(x)


def itertools__takewhile(predicate, iterable):
    taken = []
    for x in iterable:
        if not predicate(x):
            break
        taken.append(x)
    return taken


def itertools__dropwhile(predicate, iterable):
    rest = []
    dropping = True
    for x in iterable:
        if dropping:
            dropping = True if predicate(x) else False
        if not dropping:
            rest.append(x)
    return rest


def itertools__filterfalse(predicate, iterable):
    if predicate is None:
        return [x for x in iterable if not x]
    else:
        return [x for x in iterable if not predicate(x)]


def itertools__compress(data, selectors):
    return [x for x, keep in zip(data, selectors) if keep]


def itertools__starmap(function, iterable):
    return [_call_with(function, args) for args in iterable]


def _call_with(function, args):
    if len(args) == 1:
        return function(args[0])
    elif len(args) == 2:
        return function(args[0], args[1])
    else:
        return function(args[0], args[1], args[2])


def itertools__zip_longest(iterables, fillvalue=None):
    if len(iterables) == 1:
        return [(x,) for x in iterables[0]]
    else:
        a = list(iterables[0])
        b = list(iterables[1])
        if len(iterables) == 2:
            n = max(len(a), len(b))
            return [(_item_or(a, i, fillvalue), _item_or(b, i, fillvalue)) for i in range(n)]
        elif len(iterables) == 3:
            c = list(iterables[2])
            n = max(len(a), len(b), len(c))
            return [(_item_or(a, i, fillvalue), _item_or(b, i, fillvalue), _item_or(c, i, fillvalue)) for i in range(n)]
        elif len(iterables) == 4:
            c = list(iterables[2])
            d = list(iterables[3])
            n = max(len(a), len(b), len(c), len(d))
            return [(_item_or(a, i, fillvalue), _item_or(b, i, fillvalue), _item_or(c, i, fillvalue), _item_or(d, i, fillvalue))
                    for i in range(n)]
        else:
            raise ValueError("zip_longest() of one to four iterables is supported; write loops")


def _item_or(xs, i, fillvalue):
    if fillvalue is None:
        return xs[i] if i < len(xs) else None
    else:
        return xs[i] if i < len(xs) else fillvalue


def functools__reduce(function, iterable, initial=None):
    items = list(iterable)
    if initial is None:
        if len(items) == 0:
            raise TypeError("\1reduce() of empty iterable with no initial value")
        value = items[0]
        for i in range(1, len(items)):
            value = function(value, items[i])
        return value
    elif len(items) == 0:
        return initial
    else:
        total = function(initial, items[0])
        for i in range(1, len(items)):
            total = function(total, items[i])
        return total
