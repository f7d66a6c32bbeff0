"""Dates and spans of time: units and NaT in arithmetic, comparisons, conversions and results."""
from typing import NamedTuple

import numpy as np

from pycc import f64, i64, prange

DAY = np.timedelta64(1, 'D')
START = np.datetime64('2000-01-01')
NONE = np.datetime64('NaT', 'D')
HOLIDAYS = np.array(['2020-01-01', '2020-12-25', 'NaT'], dtype='M8[D]')
Tick = np.dtype([('at', 'M8[s]'), ('price', 'f8')])


class Stay(NamedTuple):
    first: 'datetime64[D]'
    last: 'datetime64[D]'


def elapsed(a: 'datetime64[D][:]', b: 'datetime64[D][:]') -> 'timedelta64[D][:]':
    return a - b


def compared(a: 'M8[s][:]', b: "datetime64['ns'][:]"):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


def spans_compared(a: 'm8[h][:]', b: 'm8[D][:]'):
    return a < b, a == b, a > 3, a != 5, 2 >= b


def summed(d: 'M8[D][:]', t: 'm8[D][:]', n: i64[:]):
    return d + t, t + d, d - t, t + t, t - t, d + 1, d - n, n + d, 1 - t, t + n


def of_two_units(d: 'M8[D][:]', t: 'm8[h][:]', m: 'M8[M][:]', y: 'm8[Y][:]'):
    return d + t, m + t, m + y, m - d, d - m, d < m, t + np.timedelta64(1, 'W')


def scaled(t: 'm8[s][:]', x: f64[:], n: i64[:]):
    return t * 2, 2 * t, t * 2.5, t * x, x * t, n * t, t / 2, t / n, t / x, t // 3, t // n, t // x


def divided(a: 'm8[s][:]', b: 'm8[ms][:]'):
    return a / b, a // b, a % b, b / a, b // a, b % a


def signs(t: 'm8[us][:]'):
    return -t, +t, abs(t), np.abs(t), np.negative(t), np.sign(t)


def asked(d: 'M8[ms][:]'):
    return np.isnat(d), np.isnan(d), np.isfinite(d), np.isinf(d)


def extremes(a: 'M8[D][:]', b: 'M8[h][:]', t: 'm8[D][:]'):
    return np.minimum(a, b), np.maximum(a, b), np.fmin(a, b), np.fmax(a, b), np.maximum(t, 0)


def of_days(d: 'M8[D][:]'):
    return d.astype('M8[Y]'), d.astype('M8[M]'), d.astype('M8[W]'), d.astype('M8[D]'), d.astype('M8[h]'), d.astype('M8[m]'), d.astype('M8[s]')


def from_months(d: 'M8[M][:]', y: 'M8[Y][:]', w: 'M8[W][:]'):
    return d.astype('M8[Y]'), d.astype('M8[D]'), d.astype('M8[s]'), y.astype('M8[M]'), y.astype('M8[W]'), y.astype('M8[ms]'), w.astype('M8[M]'), w.astype('M8[D]')


def from_fine(n: 'M8[ns][:]', t: 'm8[ns][:]'):
    return n.astype('M8[Y]'), n.astype('M8[M]'), n.astype('M8[W]'), n.astype('M8[D]'), n.astype('M8[us]'), t.astype('m8[W]'), t.astype('m8[s]'), t.astype('m8[ms]')


def numbers(d: 'M8[D][:]', t: 'm8[s][:]', n: i64[:], x: f64[:]):
    return d.astype(np.int64), t.astype(float), n.astype('M8[D]'), n.astype('m8[ns]'), x.astype('m8[s]'), t.astype(bool), d.view(np.int64), n.view('M8[s]'), d.astype('m8[D]')


def written(n: int):
    return (np.datetime64('2020-02-29'), np.datetime64('1969-12'), np.datetime64('1600'), np.datetime64('2021-03-04T05:06'), np.datetime64('2021-03-04T05:06:07.25'),
            np.datetime64('1960-01-01 10:00:00.123456'), np.datetime64('NaT', 's'), np.datetime64('2020-01-31', 'M'), np.datetime64('2020-01-31', 's'),
            np.timedelta64(5, 'h'), np.timedelta64('NaT', 'W'), np.datetime64(18262, 'D'), np.datetime64('-0044-03-15'), np.datetime64('1969-12-31T23:59:59.5'))


def without_unit(n: int):
    return np.timedelta64(n), np.timedelta64('NaT'), np.timedelta64(5) + np.timedelta64(2, 'Y'), np.datetime64('NaT'), np.timedelta64(3) * 2.5, np.timedelta64(n, 'ps'), np.datetime64('1970-01-02T00:00:00.000000000001')


def unit_met(a: 'm8[generic]', b: 'm8[ps]', d: 'M8[D][:]', n: 'M8[generic]', s: 'm8[generic][:]'):
    return (a + b, a * 2, a / 2, a // 2, a / a, -a, abs(a), d + a, d - a, a + d, d == n, n + a, d - n, a < b, a == b, a == 3, s + d, s * a.astype(np.int64), b / a, np.sign(a),
            n == n, n != n, s / 2, s.astype('m8[D]'), s.sum(), np.maximum(s, a), s + 1, not a, bool(a), str(a), repr(b), f'{n}')


def made_of(n: int, d: 'M8[D]', t: 'm8[h]'):
    return np.timedelta64(n, 's'), np.datetime64(n, 'm'), np.datetime64(d, 's'), np.timedelta64(t, 'D'), np.int64(d), d.astype('M8[M]'), t.astype(np.int32)


def scalars(a: 'M8[D]', b: 'M8[D]'):
    return a - b, a < b, a == b, max(a, b), min(a, b), a + (a - b) * 2, a if a > b else b, bool(a - b), not (a - b)


def stepped(start: 'M8[m]', step: 'm8[s]', n: int):
    out = np.zeros(n, 'M8[s]')
    at = start.astype('M8[s]')
    for i in range(n):
        out[i] = at
        at += step
    return out


def parallel(d: 'M8[s][:]', open_: 'm8[h]', close: 'm8[h]'):
    inside = np.zeros(len(d), np.bool_)
    for i in prange(len(d)):
        day = d[i].astype('M8[D]')
        inside[i] = d[i] >= day + open_ and d[i] < day + close
    return inside


def weekdays(d: 'M8[D][:]'):
    return (d.astype(np.int64) - 4) % 7


def stored(d: 'M8[D][:]', fine: 'M8[h]'):
    d[0] = 5
    d[1] = fine
    d[2:] = np.datetime64('NaT', 'D')
    return d


def in_place(d: 'M8[D][:]', t: 'm8[D][:]', h: 'm8[h][:]'):
    d += t
    d -= np.timedelta64(1, 'D')
    d += 2
    t += h
    t *= 3
    return d, t


def filled(n: int, d: 'M8[D]'):
    return np.zeros(n, 'm8[D]'), np.full(n, d), np.full(n, np.timedelta64(3, 'h')), np.full(n, d, 'M8[s]'), np.zeros_like(np.full(n, d)), np.ones(n, dtype='timedelta64[s]')


def chosen(d: 'M8[D][:]', e: 'M8[s][:]', k: i64[:]):
    return np.where(d > np.datetime64('2000-01-01'), d, e), d[k], d[~np.isnat(d)], d[::-2], d.reshape(-1, 1), d.copy(), np.where(np.isnat(d), np.datetime64('1970-01-01'), d)


def kept(d: 'M8[D][:]'):
    xs = [d[0]]
    for x in d:
        if x > xs[-1]:
            xs.append(x)
    return xs, (d[0], len(d)), {'first': d[0], 'all': d}


def known(d: 'M8[D][:]', t: 'm8[ns][:]'):
    return d.dtype == np.dtype('M8[D]'), d.dtype.kind == 'M', t.dtype == 'm8[ns]', t.itemsize, d.dtype == 'int64'


def of_module(d: 'M8[D][:]', x: 'M8[D]'):
    return (d - START) / DAY, d + DAY, d == NONE, x in HOLIDAYS, HOLIDAYS[0] - x, np.array(['2021-03', '1969-12-31T12'], 'M8[D]')


def fields(a: 'Tick[:]', n: int):
    made = np.zeros(n, Tick)
    made['at'] = np.datetime64('2020-01-01', 's')
    made['at'] += np.timedelta64(1, 'm')
    return a['at'] + np.timedelta64(1, 's'), a[0]['at'], a['at'][a['price'] > 0], made


def objects(d: 'M8[D]', by: 'm8[D]' = np.timedelta64(2, 'D')):
    stay = Stay(d, d + by)
    later = [stay.last + n for n in range(3)]
    return stay.last - stay.first, later, stay.first


def perhaps(d: 'M8[D][:]', x: 'M8[D] | None' = None):
    if x is None:
        x = d[0]
    return d - x


def texts(x: 'M8[D]', y: 'M8[ms]', k: 'm8[h]', n: int):
    return str(x), repr(y), f'{x} and {k}', str(k), '%s' % x, f'{n}: {x}', str(x + n)


def shown(d: 'M8[D][:]'):
    return str(d), ', '.join([str(v) for v in d]), str(list(d)), str((d[0], 1))


def looked_for(d: 'M8[D][:]', x: 'M8[D]'):
    return list(d).index(x)


def told(x: 'M8[D]'):
    raise ValueError(f'no price on {x}')


def wrong(d: 'M8[D][:]', i: int):
    return d[i]


rng = np.random.default_rng(64)
NAT = np.iinfo(np.int64).min
DAYS = np.array([0, 1, -1, 59, 60, 365, 366, -719162, -719528, 2932896, 11016, 11017, 10957, 18321, 18322, -25508, NAT])


def times(dtype, n, most=40000):
    x = rng.integers(-most, most, n)
    x[::6] = NAT
    return x.view(dtype)


def whole(n):
    return rng.integers(-5, 6, n)


def real(n):
    x = rng.standard_normal(n) * 3
    x[1::9] = [np.nan, np.inf, 0.0, -np.inf, 1e300][n % 5]
    return x


CASES = {
    'elapsed': [(times('M8[D]', n), times('M8[D]', n)) for n in (0, 1, 40)] + [(times('M8[D]', 40)[::-2], times('M8[D]', 20))],
    'compared': [(times('M8[s]', 60, 9), (times('m8[ns]', 60, 9) * 10**9).view('M8[ns]'))],
    'spans_compared': [(times('m8[h]', 60, 100), times('m8[D]', 60, 4))],
    'summed': [(times('M8[D]', 30), times('m8[D]', 30, 90), whole(30))],
    'of_two_units': [(times('M8[D]', 30), times('m8[h]', 30), times('M8[M]', 30), times('m8[Y]', 30))],
    'scaled': [(times('m8[s]', 30), real(30), whole(30)), (times('m8[s]', 31), real(31), whole(31)), (times('m8[s]', 32), real(32), whole(32))],
    'divided': [(times('m8[s]', 60, 9), times('m8[ms]', 60, 4000))],
    'signs': [(times('m8[us]', 20),)],
    'asked': [(times('M8[ms]', 20),)],
    'extremes': [(times('M8[D]', 40, 4), times('M8[h]', 40, 99)[::-1], times('m8[D]', 40))],
    'of_days': [(DAYS.view('M8[D]'),), (np.arange(-150000, 150000, 37).view('M8[D]'),)],
    'from_months': [(times('M8[M]', 60), times('M8[Y]', 60, 3000), times('M8[W]', 60))],
    'from_fine': [(times('M8[ns]', 60, 2**62), times('m8[ns]', 60, 2**62))],
    'numbers': [(DAYS.view('M8[D]'), DAYS.view('m8[s]'), DAYS, real(17))],
    'written': [(0,)],
    'without_unit': [(7,)],
    'unit_met': [(np.timedelta64(5), np.timedelta64(7, 'ps'), DAYS.view('M8[D]'), np.datetime64('NaT'), DAYS.view('m8')), (np.timedelta64('NaT'), np.timedelta64(-7, 'ps'), DAYS.view('M8[D]'), np.datetime64('NaT'), -DAYS.view('m8'))],
    'made_of': [(5, np.datetime64('2020-01-31'), np.timedelta64(-30, 'h')), (-7, np.datetime64('NaT', 'D'), np.timedelta64('NaT', 'h'))],
    'scalars': [(np.datetime64('2020-01-31'), np.datetime64('2019-05-01')), (np.datetime64('2020-01-31'), np.datetime64('NaT', 'D')), (np.datetime64('NaT', 'D'), np.datetime64('2020-01-31'))],
    'stepped': [(np.datetime64('2020-01-31T10:00', 'm'), np.timedelta64(-90, 's'), 5)],
    'parallel': [(times('M8[s]', 500, 10**7), np.timedelta64(9, 'h'), np.timedelta64(17, 'h'))],
    'weekdays': [(DAYS[:-1].view('M8[D]'),)],
    'stored': [(times('M8[D]', 5), np.datetime64('2020-01-31T23', 'h')), (times('M8[D]', 3), np.datetime64('1969-12-31T23', 'h'))],
    'in_place': [(times('M8[D]', 20), times('m8[D]', 20), times('m8[h]', 20))],
    'filled': [(3, np.datetime64('2020-01-31')), (0, np.datetime64('NaT', 'D'))],
    'chosen': [(times('M8[D]', 20), times('M8[s]', 20), rng.integers(0, 20, 9))],
    'kept': [(times('M8[D]', 20)[1:],)],
    'known': [(times('M8[D]', 2), times('m8[ns]', 2))],
    'of_module': [(np.array(['2020-01-01', 'NaT', '1999-12-31'], 'M8[D]'), np.datetime64('2020-12-25')), (times('M8[D]', 5), NONE)],
    'fields': [(np.array([('2020-01-01', 1.5), ('NaT', 2.0), ('1999-12-31', -1.0)], Tick), 2)],
    'objects': [(np.datetime64('2020-12-25'),), (np.datetime64('2020-12-25'), np.timedelta64(9, 'D'))],
    'perhaps': [(times('M8[D]', 5),), (times('M8[D]', 5), np.datetime64('2020-12-25')), (times('M8[D]', 5), None)],
    'texts': [(np.datetime64('2020-12-25'), np.datetime64('2020-01-01T10:00:00.5'), np.timedelta64(5, 'h'), 3), (NONE, np.datetime64('NaT', 'ms'), np.timedelta64('NaT', 'h'), -1)],
    'shown': [(times('M8[D]', 9),)],
    'looked_for': [(np.array(['2020-01-01', '2020-12-25'], 'M8[D]'), np.datetime64('2020-12-25')), (np.array(['2020-01-01', '2020-12-25'], 'M8[D]'), np.datetime64('2020-12-26'))],
    'told': [(np.datetime64('2020-12-25'),)],
    'wrong': [(times('M8[D]', 3), 2), (times('M8[D]', 3), 3)],
}
