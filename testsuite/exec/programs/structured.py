"""Arrays of element types with fields: packed, aligned, with fields that are arrays or have fields themselves."""
import numpy as np

from pycc import f64, i64, prange

D = np.dtype([('x', 'f8'), ('n', np.int32), ('v', 'f4', (3,))])
A = np.dtype([('c', 'i1'), ('x', float), ('k', np.uint16), ('flag', '?')], align=True)
E = np.dtype([('p', D), ('w', '<f8')])
Q = np.dtype([('m', 'c16', (2, 2)), ('ps', A, (2,)), ('b', 'u1')])
N = np.dtype({'names': ['r', 'g', 'b'], 'formats': ['u1', 'u1', np.uint8]})

T = np.dtype([('x', 'f8'), ('name', '<U5'), ('n', np.int32), ('tag', 'S3')])
W = np.dtype([('c', 'i1'), ('name', 'U2'), ('x', 'f4')], align=True)


def total(a: 'D[:]'):
    s = 0.0
    for i in range(len(a)):
        s += a[i]['x'] * a[i]['n']
    return float(s)


def fields(a: 'D[:]'):
    return a['x'], a['n'].sum(), a['v'][:, 1], a['v'].mean(), a['x'].max(initial=0.0)


def by_both(a: 'D[:]', i: int):
    return a['x'][i], a[i]['x'], a[i]['v'][2], a['v'][i, 2], a['v'][i][-1]


def scaled(a: 'D[:]', k: float):
    for i in prange(len(a)):
        a['x'][i] *= k
        a[i]['n'] += i
        a[i]['v'][1] = k


def whole(a: 'D[:]', k: float):
    a['x'] += k
    a['n'] = 7
    a['v'][:, 0] = a['x'] * 2
    a['v'] *= 0.5


def masked(a: 'D[:]'):
    x = a['x']
    x[x > 2.0] = 0.0
    return a['n'][a['x'] == 0.0], np.where(a['n'] > 2, a['x'], -1.0)


def filled(n: int):
    a = np.zeros(n, dtype=D)
    a['x'] = np.arange(n) * 0.5
    a['n'] += 3
    for i in range(n):
        r = a[i]
        r['x'] += 1.0
        r['v'][1] = i
        r['n'] = i * i
    return a


def made(n: int):
    return np.zeros((n, 2), D), np.ones(n, dtype=A), np.zeros(n, E)


def rows(a: 'A[:]'):
    s = 0.0
    for r in a:
        if r['flag']:
            s += r['x'] * r['k'] + r['c']
    for i, r in enumerate(a):
        r['k'] = i
    return float(s)


def together(a: 'A[:]', b: 'A[:]'):
    s = 0.0
    for p, q in zip(a, b):
        s += p['x'] * q['x']
        p['c'] = q['c']
    return float(s)


def parts(a: 'D[:]'):
    b = a[1:]
    c = a[::-2]
    c['x'] += 10.0
    return b, c['n'], len(b), b.shape, a.size, a.ndim, c[:2]['v']


def element(a: 'D[:]', i: int):
    r = a[i]
    r['x'] = 42.0
    return r['x'] + r['n'], r['v'], r


def inner(e: 'E[:, :]'):
    e['p']['x'][1:] = 2.5
    e[0, 0]['p']['n'] = 7
    e['w'] = e['p']['x'] + e['p']['v'].sum(axis=2)
    return e[0], e[0, 0]['w'], e[::2]['p'], e[:, 1]['p']['v']


def inner_rows(e: 'E[:, :]'):
    s = 0.0
    for row in e:
        for r in row:
            s += r['p']['x'] + r['w']
            r['p']['n'] += 1
    return float(s)


def deep(q: 'Q[:]'):
    s = 0.0
    for i in range(len(q)):
        q[i]['m'][0, 1] += 1j
        s += q[i]['ps'][1]['x'] + q['ps'][i, 0]['k']
        q[i]['ps'][0]['c'] = i
    return float(s), q['m'].real, q['ps']['x'], q['m'][:, 0, 1]


def pixels(a: 'N[:, :]'):
    grey = np.zeros(a.shape, dtype=np.uint8)
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            grey[i, j] = (int(a[i, j]['r']) + a['g'][i, j] + a[i]['b'][j]) // 3
            a[i, j]['b'] = 255
    return grey


def reduced(a: 'D[:]'):
    s, most = 0.0, -1
    for i in prange(len(a)):
        s += a['x'][i]
        most = max(most, int(a[i]['n']))
    return float(s), most


def counted(a: 'A[:]', n: int) -> i64[:]:
    c = np.zeros(n, dtype=np.int64)
    for i in range(len(a)):
        c[a[i]['k'] % n] += 1
    return c


def move(a, dt):
    a['x'] += dt * a['n']
    return a['x'].sum()


def helped(a: 'D[:]', dt: float):
    return move(a, dt) + move(a[1:], dt)


def first_negative(a: 'D[:]'):
    for i, r in enumerate(a):
        if r['x'] < 0:
            return i
    return -1


def sorted_by(a: 'D[:]'):
    k = np.argsort(a['x'], kind='stable')
    return a['n'][k], np.sort(a['x']), np.cumsum(a['n'])


def picked(a: 'D[:]', b: 'D[:]', c: bool):
    d = a if c else b
    d['n'] += 1
    return d


def swapped(a: 'D[:]', b: 'D[:]'):
    a, b = b, a
    a['x'] = 1.0
    b['x'] = 2.0


def exchanged(a: 'D[:]', b: 'D[:]'):
    for i in prange(min(len(a), len(b))):
        t = a['x'][i]
        a['x'][i] = b['v'][i, 0]
        b[i]['v'][0] = t


def out_of_range(a: 'D[:]', i: int):
    return a[i]['x']


def out_of_range_view(a: 'D[:]', i: int):
    r = a[i]
    return r['n']


def cross(a: 'D[:]', out: f64[:, :]):
    for i in prange(len(a)):
        for j in range(len(a)):
            out[i, j] = a[i]['x'] * a[j]['v'][0]


def rolling(a: 'D[:]'):
    for i in range(1, len(a)):
        a[i]['x'] += a[i - 1]['x']


def products(a: 'D[:]'):
    return a['v'] @ a['v'].T, np.dot(a['x'], a['x'])


def copied(d: 'D[:]'):
    e = d.copy()
    e['x'] = 1.0
    return e, np.copy(d), d[::2].copy()


def chosen(d: 'D[:]', k: i64[:]):
    return d[d['x'] > 0], d[k], len(d[d['n'] > 1]), d[d['n'] > 4]['v']


def sorted_whole(d: 'D[:]'):
    return np.sort(d, order='x'), np.argsort(d, order='n', kind='stable'), np.sort(d, order=['n', 'x'], kind='stable')


def put(d: 'D[:]', e: 'E[:, :]'):
    d[0] = (1.5, 2, 3.0)
    d[1] = d[2]
    d[-1] = (7, 8.9, 0)
    e[0, 1] = (d[1], 5.0)
    e[1, 0]['p'] = d[0]
    e['p'][1, 1] = d[-1]
    e[0] = e[1]


def exchanged_whole(d: 'D[:]'):
    d[0], d[1] = d[1], d[0]


def moved(d: 'D[:]', e: 'D[:]'):
    d[1:] = d[:-1]
    d[::2] = (0.5, 1, 2)
    e[:] = d[0]


def assigned_in_parallel(d: 'D[:]', e: 'D[:]'):
    for i in prange(len(d)):
        d[i] = e[i]
        d[i]['n'] += 1


def attributes(d: 'D[:]'):
    r = d.view(np.recarray)
    r.x += 1
    r[0].n = 77
    s = 0.0
    for q in r:
        s += q.x * q['n']
    r.v[1] = 9
    r.x[2] = -4.0
    return float(s), r[1].x, r.n, r[1:].v, r, r[0]


def attributes_of_fields(e: 'E[:, :]'):
    r = e.view(np.recarray)
    r.p.x[0] = 3.5
    r[0, 0].p.n = 5
    return r.p, r[0, 0].p.n, r.w


def like(d: 'D[:]'):
    e = np.zeros_like(d)
    f = np.empty_like(d)
    f[:] = d
    return e, np.ones_like(d)['n'], f


def by_names(d: 'D[:]'):
    t = 0.0
    for name in ('x', 'n'):
        t += float(d[name].sum())
    key = 'n'
    d[key] += 1
    return t, d[key][0]


def chosen_element(d: 'D[:]', i: int):
    r = d[0] if i > 0 else d[1]
    r['n'] = 5
    k = 0
    while r['x'] < 3.0 and k < 20:
        r['x'] += 1.0
        r = d[k % 2]
        k += 1
    return d if i > 1 else d[1:]


def written_out(n: int):
    a = np.zeros(n, dtype=[('x', 'f8'), ('n', 'i4'), ('h', 'f2')])
    Pair = np.dtype([('a', 'f8'), ('b', 'f8')])
    c, d = np.zeros(n, Pair), np.ones((n, 2), dtype=Pair)
    c['a'] = d['b'][:, 0] + 1
    b = np.empty(n, np.dtype([('v', np.float32, (2,)), ('k', '?')], align=True))
    for i in range(n):
        a[i]['x'], a['n'][i], a['h'][i] = i / 3, i, i / 3
    b['v'], b['k'] = 0.5, True
    return a, a['x'].sum(), b, c, d


def heaviest(d: 'D[:]', e: 'D[:] | None' = None):
    a = d if e is None else e
    k = np.argmax(a['x'])
    return a[k], max([r['n'] for r in a]), a[a['x'] > a['x'].mean()]['n']


def stepped(d: 'D[:]', c: float):
    new = d.copy()
    for i in prange(1, len(d) - 1):
        new[i]['x'] = 0.5 * (d[i - 1]['x'] + d[i + 1]['x']) - c * (d[i + 1]['v'][0] - d[i - 1]['v'][0])
        new[i]['v'] = d[i]['v'] * 0.5
    d[:] = new


def some(n, d=D, seed=1):
    rng = np.random.default_rng(seed)
    a = np.zeros(n, d)
    a['x'] = rng.integers(-8, 8, n)
    a['n'] = rng.integers(0, 9, n)
    a['v'] = rng.integers(-5, 5, (n, 3))
    return a


def aligned(n):
    a = np.zeros(n, A)
    a['c'], a['x'], a['k'], a['flag'] = np.arange(n) - 2, np.arange(n) * 0.5, np.arange(n) * 3, np.arange(n) % 2
    return a


def nested(n, m):
    e = np.zeros((n, m), E)
    e['p']['x'] = np.arange(n * m).reshape(n, m)
    e['p']['v'] = 1.5
    e['w'] = -1
    return e


def quads(n):
    q = np.zeros(n, Q)
    q['m'] = np.arange(n * 4).reshape(n, 2, 2) + 1j
    q['ps']['x'] = np.arange(n * 2).reshape(n, 2)
    q['ps']['k'] = 5
    return q


def image(n, m):
    a = np.zeros((n, m), N)
    a['r'], a['g'], a['b'] = 200, np.arange(n * m).reshape(n, m) % 256, 90
    return a


def by_number(a: 'D[:]', e: 'E[:, :]', i: int):
    r = a[i]
    r[0] = 1.5
    r[2][1] = r[0] + r[1]
    a[i][1] += 3
    e[0, 0][0][1] = 7
    return r[0], a[i][1], r[2].sum(), r, e[0, 0][0], e[0, 0][1]


def texts_kept(a: 'T[:]', b: 'T[:]', w: 'W[:]'):
    for i in range(len(a)):
        a[i]['x'] += b['n'][i]
    a[0] = b[1]
    c = a.copy()
    c[1:] = b[:2]
    w['x'] += 1
    return a[1], c, a[::2], b[b['n'] > 1], w[0], np.sort(b, order='x'), np.zeros(2, T)


def with_texts(words):
    return np.array([(2.5 - i, word, i, word.encode()[:2]) for i, word in enumerate(words)], T)


CASES = {
    'total': [(some(0),), (some(5),)],
    'fields': [(some(1),), (some(7),)],
    'by_both': [(some(4), 0), (some(4), -1)],
    'scaled': [(some(0), 2.0), (some(6), 3.0)],
    'whole': [(some(0), 2.0), (some(5), -1.5)],
    'masked': [(some(0),), (some(9),)],
    'filled': [(0,), (5,)],
    'made': [(0,), (3,)],
    'rows': [(aligned(0),), (aligned(6),)],
    'together': [(aligned(4), aligned(3))],
    'parts': [(some(1),), (some(6),)],
    'element': [(some(3), 1), (some(3), -3)],
    'inner': [(nested(1, 2),), (nested(4, 3),)],
    'inner_rows': [(nested(0, 2),), (nested(3, 2),)],
    'deep': [(quads(0),), (quads(3),)],
    'pixels': [(image(3, 4),), (image(0, 4),)],
    'reduced': [(some(0),), (some(50),)],
    'counted': [(aligned(0), 3), (aligned(9), 4)],
    'helped': [(some(1), 0.5), (some(6), 2.0)],
    'first_negative': [(some(0),), (some(9),)],
    'sorted_by': [(some(0),), (some(8),)],
    'picked': [(some(2), some(3), True), (some(2), some(3), False)],
    'swapped': [(some(2), some(3))],
    'exchanged': [(some(4), some(4, seed=2))],
    'out_of_range': [(some(3), 3), (some(3), -4), (some(3), 2)],
    'out_of_range_view': [(some(3), 3), (some(3), -4), (some(3), -3)],
    'cross': [(some(4), np.zeros((4, 4)))],
    'rolling': [(some(0),), (some(6),)],
    'products': [(some(5),)],
    'copied': [(some(0),), (some(5),)],
    'chosen': [(some(5), np.array([0, -1, 2])), (some(3), np.array([3])), (some(4), np.zeros(0, np.int64))],
    'sorted_whole': [(some(0),), (some(9),)],
    'put': [(some(5), nested(2, 2)), (some(2), nested(2, 2))],
    'exchanged_whole': [(some(2),)],
    'moved': [(some(6), some(3)), (some(1), some(0))],
    'assigned_in_parallel': [(some(5), some(5, seed=3)), (some(5), some(4))],
    'like': [(some(0),), (some(3),)],
    'by_names': [(some(3),)],
    'chosen_element': [(some(3), 0), (some(3), 1), (some(4), 2), (some(1), 0)],
    'written_out': [(0,), (4,)],
    'heaviest': [(some(5),), (some(5), some(4, seed=4))],
    'stepped': [(some(0), 0.5), (some(7), 0.25)],
    'attributes': [(some(4),), (some(2),)],
    'attributes_of_fields': [(nested(2, 3),)],
    'by_number': [(some(3), nested(2, 2), 1), (some(1), nested(1, 3), 0)],
    'texts_kept': [(with_texts(['ab', 'hello', '']), with_texts(['q', 'stu', 'long']), np.ones(2, W))],
}
