"""Dates and spans of time: least and greatest, sums, means, sorting, ranges, and what is made of these."""
import numpy as np


def least(d: 'M8[D][:]', t: 'm8[s][:]'):
    return d.min(), d.max(), np.min(t), np.max(t), d.argmin(), np.argmax(d), np.argmin(t), np.ptp(t), np.nanmin(d), np.nanmax(t)


def of_rows(d: 'M8[D][:, :]', t: 'm8[s][:, :]'):
    return d.min(axis=0), d.max(axis=1), d.argmax(axis=0), d.argmin(axis=-1), t.max(axis=1, keepdims=True), t.sum(axis=0), t.mean(axis=1), np.sum(t), np.mean(t, axis=0, keepdims=True)


def added(t: 'm8[ms][:]'):
    return t.sum(), np.sum(t), t.mean(), np.cumsum(t), t.any(), np.all(t), np.median(t), np.median(t[1:6]), np.median(t[1:5]), np.nansum(t)


def sort(d: 'M8[D][:]', t: 'm8[h][:]', m: 'M8[D][:, :]'):
    own = d.copy()
    own.sort()
    return np.sort(d), np.sort(t), np.sort(m), np.sort(m, axis=0), np.sort(m, axis=None), own, d[np.argsort(d)], np.argsort(m, axis=0, kind='stable')


def unique(d: 'M8[D][:]'):
    values, first, back, counts = np.unique(d, return_index=True, return_inverse=True, return_counts=True)
    of, n = np.unique(d, return_counts=True)
    return np.unique(d), values, first, back, counts, of, n


def searched(d: 'M8[D][:]', x: 'M8[D]', e: 'M8[h][:]'):
    s = np.sort(d)
    return np.searchsorted(s, d), np.searchsorted(s, x, side='right'), np.searchsorted(s, e), np.isin(d, d[2:5]), np.isin(d, e, invert=True), np.isin(x, d), np.clip(d, x, x + 5)


def moved(d: 'M8[D][:]', x: 'M8[D]', e: 'M8[s][:]'):
    return np.diff(d), np.diff(d, 2), np.concatenate((d, d)), np.concatenate((d, e)), np.append(d, x), np.flip(d), np.roll(d, 2), np.repeat(d, 2), np.take(d, [1, 2]), np.stack((d, d)), np.tile(d, 2)


def sets(d: 'M8[D][:]', e: 'M8[D][:]', h: 'M8[h][:]'):
    return np.union1d(d, e), np.intersect1d(d, e), np.setdiff1d(d, e), np.union1d(d, h), np.intersect1d(d, h), np.setdiff1d(d, h)


def running(d: 'M8[D][:]', q: 'm8[s][:, :]'):
    return np.maximum.accumulate(d), np.minimum.accumulate(d), np.maximum.accumulate(q, axis=1), np.minimum.accumulate(q), np.add.reduce(q), np.maximum.reduce(q), q.sum(axis=(0, 1)), np.nanmedian(q)


def counted(t: 'm8[s][:]', d: 'M8[D][:]'):
    return np.count_nonzero(t), np.nonzero(t), np.count_nonzero(d > d[1]), len(d[~np.isnat(d)])


def ranges(x: 'M8[D]', h: 'M8[h]', t: 'm8[h]'):
    return (np.arange(x, x + 10), np.arange(x, x + 10, 3), np.arange(x, x + np.timedelta64(9, 'D'), np.timedelta64(2, 'D')), np.arange(x, h), np.arange(t), np.arange(x, 5),
            np.arange(x, x + t, t), np.arange(np.datetime64('2020-01'), np.datetime64('2021-01')), np.arange(t, t + 5), np.arange(x, t), np.arange(h, x, -5))


def listed(d: 'M8[D][:]', t: 'm8[s][:]'):
    xs = list(t)
    return max(xs), min(xs), sum(xs), sorted(xs), max(d), min(d), sum(t), t[1] in xs, xs.count(t[0]), np.array(xs), np.array([d[0], d[1]])


def keyed(d: 'M8[D][:]'):
    seen = {}
    for x in d:
        seen[x] = seen.get(x, 0) + 1
    return seen, d[0] in seen


def resampled(at: 'M8[s][:]', t: 'm8[s][:]'):
    """Sums for each day."""
    days, back = np.unique(at.astype('M8[D]'), return_inverse=True)
    totals = np.zeros(len(days), 'm8[s]')
    for i in range(len(at)):
        totals[back[i]] += t[i]
    return days, totals


rng = np.random.default_rng(65)
NAT = np.iinfo(np.int64).min


def times(dtype, n, most=30, nat=7):
    x = rng.integers(-most, most, n)
    if nat:
        x[::nat] = NAT
    return x.view(dtype)


CASES = {
    'least': [(times('M8[D]', n, 30, nat), times('m8[s]', n, 30, nat)) for n, nat in ((40, 0), (40, 7), (1, 0), (5, 1), (0, 0))],
    'of_rows': [(times('M8[D]', 60, 30, nat).reshape(6, 10), times('m8[s]', 60, 30, nat).reshape(10, 6)) for nat in (0, 13, 1)],
    'added': [(times('m8[ms]', n, 30, nat),) for n, nat in ((40, 0), (41, 0), (40, 9), (7, 0))],
    'sort': [(times('M8[D]', n, 30, nat), times('m8[h]', n, 30, nat), times('M8[D]', 60, 30, nat).reshape(6, 10)) for n, nat in ((60, 0), (60, 7), (0, 0), (5, 1))],
    'unique': [(times('M8[D]', n, 10, nat),) for n, nat in ((60, 0), (60, 7), (0, 0), (5, 1))],
    'searched': [(times('M8[D]', 60, 30, nat), np.datetime64('1970-01-04'), times('M8[h]', 60, 700, nat)) for nat in (0, 7)],
    'moved': [(times('M8[D]', 20), np.datetime64('1970-01-04'), times('M8[s]', 20))],
    'sets': [(times('M8[D]', 20, 10, nat), times('M8[D]', 15, 10, nat), times('M8[h]', 30, 200, nat)) for nat in (0, 6)],
    'running': [(times('M8[D]', 20, 10, nat), times('m8[s]', 20, 10, nat).reshape(4, 5)) for nat in (0, 6, 11)],
    'counted': [(times('m8[s]', 50, 3), times('M8[D]', 50, 3))],
    'ranges': [(np.datetime64('2020-01-03'), np.datetime64('2020-01-05T03'), np.timedelta64(30, 'h')), (np.datetime64('2020-01-03'), np.datetime64('2020-01-05T03'), np.timedelta64(0, 'h')),
               (np.datetime64('NaT', 'D'), np.datetime64('2020-01-05T03'), np.timedelta64(1, 'h'))],
    'listed': [(times('M8[D]', 30, 30, 0), times('m8[s]', 30, 30, 0))],
    'keyed': [(times('M8[D]', 30, 5, 0),)],
    'resampled': [(times('M8[s]', 200, 10**6, 0), times('m8[s]', 200, 1000, 50))],
}
