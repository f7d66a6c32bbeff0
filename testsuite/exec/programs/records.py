"""Dictionaries with constant string keys as records: made, read, written through, passed on, returned."""
import numpy as np

from pycc import f64, i32, prange


def make(u: f64[:], n: int):
    return {'u': u, 'n': n, "total": u.sum()}


def state(n: int, m: int):
    return {'u': np.zeros((n, m)), 'v': np.ones((n, m)), 'steps': 0}


def step(s, dt):
    s['u'][1:-1, 1:-1] += dt * s['v'][1:-1, 1:-1]
    s['v'][...] = s['v'] * 0.5 + s['u'].mean()
    return {'u': s['u'], 'v': s['v'], 'steps': s['steps'] + 1}


def simulate(n: int, k: int):
    s = state(n, n + 1)
    for _ in range(k):
        s = step(s, 0.1)
    return s


def write_through(u: f64[:], v: f64[:]):
    s = {'u': u, 'v': v}
    s['u'][0] = 5
    s['v'] += s['u']
    s['u'] *= 2
    t = s
    t['v'][1:] -= 1
    a, b = s['u'], s['v']
    return a + b, s['u'].shape


def nested(u: f64[:, :], k: int):
    s = {'grid': {'h': 0.5, 'shape': u.shape}, 'data': (u, u.T)}
    s['data'][0][0, 0] = k
    return s['grid']['h'] * s['grid']['shape'][1], s['data'][1], s


def chosen(u: f64[:], v: f64[:], first: bool):
    s = {'x': u, 'y': v} if first else {'x': v, 'y': u}
    s['x'][:] = 1
    if len(u) > 2:
        s = {'x': u[::2], 'y': v}
    return s


def in_loops(u: f64[:], n: int):
    s = {'x': u, 'y': np.zeros_like(u)}
    for i in prange(len(u)):
        s['y'][i] = s['x'][i] * 2
    for k in range(n):
        s['x'][k] = k
    return s['y']


def with_odd_keys(n: int):
    return {'a b': n, '': 1.5, 'é"\\\n': True, 'class': (n, n)}


def several(u: f64[:], n: i32):
    return {'u': u}, {'u': n}, ({'u': u * 2}, n)


def swap(s):
    return {'a': s['b'], 'b': s['a']}


def swapped(u: f64[:], v: f64[:], n: int):
    s = {'a': u, 'b': v}
    for _ in range(n):
        s = swap(s)
        s['a'][0] += 1
    return s['a'], s['b'], len(s)


def scale(s, k):
    for i in prange(len(s['x'])):
        s['x'][i] *= k
    s = {'x': s['x'][1:], 'last': {'y': s['last']['y'], 'k': k}}
    t = s['last']
    return s['x'], t['y'], t


def helper_loops(u: f64[:], k: int):
    return scale({'x': u, 'last': {'y': u[-1:], 'k': 0}}, k)


def rotated(u: f64[:], v: f64[:], n: int):
    s = {'a': u, 'b': v, 'n': 0}
    for k in range(n):
        s = {'a': s['b'], 'b': s['a'], 'n': s['n'] + k}
        if s['n'] == 3:
            continue
        s['a'][0] += 1
    x, s, y = s['a'], {'a': s['b'], 'b': s['b'], 'n': 7}, s['n']
    return x, s, y


def captured(u: f64[:], k: int):
    s = {'u': u, 'k': k}

    def part(i):
        return s['u'][i] * s['k']

    f = lambda i: part(i) + s['k']
    return f(0) + f(1)


V, M = np.arange(5.0), np.arange(6.0).reshape(2, 3)
CASES = {
    "make": [(V, 3), (V[:0], -1)],
    "simulate": [(4, 0), (4, 5), (1, 3)],
    "write_through": [(V, V + 1), (V[:1], V[:1] * 1)],
    "nested": [(M, 4)],
    "chosen": [(V, V + 1, b) for b in (True, False)] + [(V[:2] * 1, V[:2] + 1, True)],
    "in_loops": [(V, 3), (V, 9)],
    "helper_loops": [(V, 3)],
    "rotated": [(V, V + 1, n) for n in (0, 1, 2, 5)],
    "captured": [(V, 3)],
    "with_odd_keys": [(3,)],
    "several": [(V, np.int32(3))],
    "swapped": [(V, V + 1, n) for n in (0, 1, 4)],
}
