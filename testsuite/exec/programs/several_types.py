"""Values of several types in lists, dictionaries and results: configurations, records, tokens, stacks."""


def f(n: int):
    xs = [1, 2.5, 'a', None, True]
    xs.append(n)
    print(xs)
    for x in xs:
        print(x)
        if isinstance(x, str):
            print('text', x.upper(), len(x))
        elif x is None:
            print('none')
        elif isinstance(x, int):
            print('int', x + 1)
        else:
            print('float', x * 2)
    return xs


def g(x: int):
    return 0 if x < 0 else 'big'


def h(x: int):
    if x < 0:
        return 'neg'
    return x * 2


def config(k: int):
    cfg = {'n': 3, 'tol': 1e-3, 'name': 'x', 'on': True}
    cfg['k'] = k
    for key, v in cfg.items():
        print(key, v, f'{key}={v}', str(v), repr(v))
    total = 0
    for i in range(cfg['n']):
        total += i
    if cfg['on']:
        total += cfg['n']
    if cfg['tol'] < 0.01:
        total += 1
    print(cfg['name'] == 'x', cfg['name'] + 'y', cfg['n'] * 2.5, 2 - cfg['n'])
    print(cfg.get('zz'), cfg.get('n'), cfg.get('qq', 'none'))
    return cfg, total


def table(n: int):
    rows = [('a', 1), ('b', 2.5), ('c', 'x')]
    out = []
    for k, v in rows:
        out.append([k, v])
    print(out)
    return out


def csv(text: str):
    rows = []
    for line in text.split('\n'):
        row = []
        for part in line.split(','):
            if part.isdigit():
                row.append(int(part))
            else:
                row.append(part)
        rows.append(row)
    return rows


def tokens(text: str):
    out = []
    i = 0
    while i < len(text):
        c = text[i]
        if c.isdigit():
            j = i
            while j < len(text) and text[j].isdigit():
                j += 1
            out.append(int(text[i:j]))
            i = j
        elif c == ' ':
            i += 1
        else:
            out.append(c)
            i += 1
    return out


def rpn(text: str):
    stack = []
    for t in text.split():
        if t in '+-*':
            b = stack.pop()
            a = stack.pop()
            stack.append(a + b if t == '+' else a - b if t == '-' else a * b)
        elif '.' in t:
            stack.append(float(t))
        else:
            stack.append(int(t))
    return stack.pop()


def mixed_sum(n: int):
    xs = [1, 2.5, None, 'a', True, n]
    total = 0
    for x in xs:
        if x is not None and not isinstance(x, str):
            total += x
    return total


def sorts(n: int):
    xs = [3, 'b', 1.5, 'a', n, None]
    nums = [x for x in xs if isinstance(x, (int, float))]
    texts = sorted([x for x in xs if isinstance(x, str)])
    print(nums, texts, sorted(nums), max(nums), min(nums), sum(nums))
    print(xs[1:4], xs == [3, 'b', 1.5, 'a', n, None], 'a' in xs, 3 in xs, 7 in xs, None in xs)
    print(len(xs), xs.index('a'), xs.count(3))
    try:
        print(sorted(xs))
    except TypeError as e:
        print('TypeError', e)
    return sorted(nums)


def inventory(n: int):
    items = [
        {'name': 'bolt', 'qty': 3, 'price': 0.5},
        {'name': 'nut', 'qty': 10, 'price': 0.25},
        {'name': 'gear', 'qty': n, 'price': 12.0},
    ]
    total = 0.0
    for item in items:
        total += item['qty'] * item['price']
        print(f"{item['name']:<8}{item['qty']:>4}{item['price']:>8.2f}")
    best = max(items, key=lambda it: it['price'])
    print(best['name'], best)
    by_name = {}
    for item in items:
        by_name[item['name']] = item['qty']
    print(by_name)
    names = sorted([item['name'] for item in items])
    return names, total


def groups(n: int):
    rows = [['a', 1, 2.5], ['b', 2, 3.5], ['a', n, 1.5]]
    sums = {}
    for row in rows:
        key = row[0]
        if key not in sums:
            sums[key] = 0
        sums[key] += row[1]
    out = []
    for k in sorted(sums):
        out.append([k, sums[k]])
    for row in rows:
        row[1] = row[1] * 2
    rows.sort(key=lambda r: r[1])
    return sums, out, rows


def find(xs: list[int], x: int):
    for i in range(len(xs)):
        if xs[i] == x:
            return i
    return 'missing'


def parse(text: str):
    if text == 'true':
        return True
    if text == 'none':
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def number(x: int):
    v = parse('12')
    w = parse('1.5')
    print(v, w, v + w, parse('abc'), parse('true'), parse('none'))
    print([parse(t) for t in 'a 1 2.5 none true'.split()])
    if parse('none') is None:
        print('is none')
    r = parse('7')
    if isinstance(r, int):
        for i in range(r):
            x += i
    return x + parse('3')


def least(n: int, x: float):
    print(min(n, x), max(n, x), min(n, x, 7), max(n, n + 1))
    return min(n, x)


def half(n: int):
    if n % 2 == 0:
        return n // 2
    return n / 2


def mixed_keys(n: int):
    d = {1: 'one', 'two': 2, 2.5: None}
    d[n] = 'n'
    d['k'] = 4.5
    print(d, d['two'], d[1], d[2.5], d[1.0], d[True])
    for k in d:
        print(k, d[k])
    s = {1, 'a', 2.5, None}
    s.add(1.0)
    s.add('b')
    print(len(s), 1 in s, True in s, 'a' in s, 'z' in s, None in s)
    try:
        print(d['none'])
    except KeyError as e:
        print('KeyError', e)
    return len(d)


def errors(n: int):
    xs = [1, 'a', None]
    for i in range(3):
        for j in range(3):
            try:
                print(xs[i] + xs[j])
            except TypeError as e:
                print('TypeError', e)
            try:
                print(xs[i] < xs[j])
            except TypeError as e:
                print('TypeError', e)
    try:
        print(xs[2].upper())
    except AttributeError as e:
        print(e)
    try:
        print(len(xs[0]))
    except TypeError as e:
        print(e)
    return 0


CASES = {
    "f": [(3,)],
    "g": [(-1,), (3,)],
    "h": [(-1,), (5,)],
    "config": [(4,)],
    "table": [(2,)],
    "csv": [("a,1,2\nb,3,x",), ("",)],
    "tokens": [("12 + 3*(4-x)",)],
    "rpn": [("3 4 + 2.5 *",), ("3 4 + 2 *",), ("2.5",)],
    "mixed_sum": [(7,)],
    "sorts": [(2,)],
    "inventory": [(2,)],
    "groups": [(5,)],
    "find": [([1, 2, 3], 2), ([1], 5)],
    "parse": [("12",), ("2.5",), ("true",), ("none",), ("x y",)],
    "number": [(4,)],
    "least": [(2, 2.5), (3, 2.5), (2, 2.0)],
    "half": [(4,), (5,)],
    "mixed_keys": [(7,)],
    "errors": [(0,)],
}
