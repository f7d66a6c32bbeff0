"""Python's statistics: exact sums, rounded once."""
import math

import numpy as np

from pycc import static


def _some_data(xs, least, message: static):
    if len(xs) < least:
        raise StatisticsError(message)


def _only_floats(x):
    if np.result_type(x) == np.float16:
        raise NotImplementedError("of float16 this is a float16; write x.astype(float)")
    if np.result_type(x).kind != 'f':
        raise NotImplementedError("of ints this is an int or a float, as it comes out: give it floats, [float(x) for x in xs]")


def _halves(x):
    """Two floats whose sum is x and whose products with short ones are exact, so that nothing depends on contraction."""
    hi = float(np.float32(x))
    return hi, x - hi


def _sum_over(parts, n):
    """The sum of the parts divided by n, and what rounding has left of it."""
    total = math__fsum(parts)
    q = total / n
    if not math.isfinite(q):
        return q, 0.0
    hi, lo = _halves(q)
    rest = (((total - hi * n) - lo * n) + math__fsum(parts + [-total])) / n
    return q, rest if math.isfinite(rest) else 0.0


def statistics__fmean(data, weights=None):
    xs = [float(x) for x in data]
    n = len(xs)
    if weights is None:
        _some_data(xs, 1, "fmean requires at least one data point")
        return math__fsum(xs) / n
    else:
        ws = [float(w) for w in weights]
        if len(ws) != n:
            raise StatisticsError("data and weights must be the same length")
        total = math__fsum([xs[i] * ws[i] for i in range(n)])
        below = math__fsum(ws)
        if below == 0:
            raise StatisticsError("sum of weights must be non-zero")
        return total / below


def _mean(xs):
    q, rest = _sum_over(xs, len(xs))
    return q + rest


def statistics__mean(data):
    for x in data:
        _only_floats(x)
    xs = [float(x) for x in data]
    _some_data(xs, 1, "mean requires at least one data point")
    return _mean(xs)


def statistics__geometric_mean(data):
    xs = [float(x) for x in data]
    for x in xs:
        if x <= 0:
            xs.clear()
            break
    _some_data(xs, 1, "geometric mean requires a non-empty dataset containing positive numbers")
    return math.exp(math__fsum([math.log(x) for x in xs]) / len(xs))


def statistics__harmonic_mean(data):
    for x in data:
        _only_floats(x)
    xs = [float(x) for x in data]
    _some_data(xs, 1, "harmonic_mean requires at least one data point")
    for x in xs:
        if x < 0:
            raise StatisticsError("harmonic mean does not support negative values")
    for x in xs:
        if x == 0:
            return 0.0
    return xs[0] if len(xs) == 1 else len(xs) / math__fsum([1 / x for x in xs])


def statistics__median(data):
    for x in data:
        _only_floats(x)
    xs = sorted(data)
    n = len(xs)
    _some_data(xs, 1, "no median for empty data")
    return xs[n // 2] if n % 2 == 1 else (xs[n // 2 - 1] + xs[n // 2]) / 2


def statistics__median_low(data):
    xs = sorted(data)
    _some_data(xs, 1, "no median for empty data")
    return xs[(len(xs) - 1) // 2]


def statistics__median_high(data):
    xs = sorted(data)
    _some_data(xs, 1, "no median for empty data")
    return xs[len(xs) // 2]


def _times_found(data):
    times = dict()
    for x in data:
        times[x] = times.get(x, 0) + 1
    return times


def statistics__mode(data):
    times = _times_found(data)
    if len(times) == 0:
        raise StatisticsError("no mode for empty data")
    return builtins__max(times.items(), key=lambda p: p[1])[0]


def statistics__multimode(data):
    times = _times_found(data)
    most = 0
    for n in times.values():
        most = max(most, n)
    return [x for x, n in times.items() if n == most]


def _square_over(xs, center, n):
    """The sum of the squared distances divided by n, and what rounding has left of it; from their mean
    where the center is None."""
    c = _mean(xs) if center is None else float(center)
    parts = [0.0]
    far = [0.0]
    for x in xs:
        d = x - c
        back = x - d
        e = (x - (d + back)) + (back - c) if math.isfinite(d) else 0.0
        hi, lo = _halves(d)
        if math.isfinite(hi):
            parts.append(hi * hi)
            parts.append(2 * hi * lo)
            parts.append(lo * lo)
            parts.append(2 * d * e + e * e)
        else:
            parts.append(d * d)
        far.append(d)
        far.append(e)
    if center is None and math.isfinite(c):
        off = math__fsum(far)
        parts.append(-(off * off / len(xs)))
    if math.isfinite(c) and not math.isfinite(max(parts)):
        raise OverflowError("integer division result too large for a float")
    return _sum_over(parts, n)


def _variance(data, center, n):
    for x in data:
        _only_floats(x)
    q, rest = _square_over([float(x) for x in data], center, n)
    return q + rest


def _root(q, rest):
    r = math.sqrt(q)
    if r == 0 or not math.isfinite(r):
        return r
    hi, lo = _halves(r)
    more = ((((q - hi * hi) - 2 * hi * lo) - lo * lo) + rest) / (2 * r)
    return r + more if math.isfinite(more) else r


def statistics__variance(data, xbar=None):
    _some_data(data, 2, "variance requires at least two data points")
    return _variance(data, xbar, len(data) - 1)


def statistics__pvariance(data, mu=None):
    _some_data(data, 1, "pvariance requires at least one data point")
    return _variance(data, mu, len(data))


def statistics__stdev(data, xbar=None):
    _some_data(data, 2, "stdev requires at least two data points")
    q, rest = _square_over([float(x) for x in data], xbar, len(data) - 1)
    return _root(q, rest)


def statistics__pstdev(data, mu=None):
    _some_data(data, 1, "pstdev requires at least one data point")
    q, rest = _square_over([float(x) for x in data], mu, len(data))
    return _root(q, rest)


def statistics__quantiles(data, *, n=4, method: static = 'exclusive'):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    xs = sorted(data)
    size = len(xs)
    _some_data(xs, 2, "must have at least two data points")
    if method == 'inclusive':
        return [_quantile(xs, i * (size - 1) // n, i * (size - 1) % n, n) for i in range(1, n)]
    elif method == 'exclusive':
        places = [min(max(i * (size + 1) // n, 1), size - 1) for i in range(1, n)]
        return [_quantile(xs, places[i - 1] - 1, i * (size + 1) - places[i - 1] * n, n) for i in range(1, n)]
    else:
        raise ValueError("method is 'exclusive' or 'inclusive'")


def _quantile(xs, j, part, n):
    return (xs[j] * (n - part) + xs[j + 1] * part) / n


def _same_size(x, y, unlike: static, few: static):
    if len(x) != len(y):
        raise StatisticsError(unlike)
    _some_data(x, 2, few)


def statistics__covariance(x, y):
    _same_size(x, y, "covariance requires that both inputs have same number of data points",
               "covariance requires at least two data points")
    n = len(x)
    a = math__fsum(x) / n
    b = math__fsum(y) / n
    return math__fsum([(x[i] - a) * (y[i] - b) for i in range(n)]) / (n - 1)


def statistics__correlation(x, y):
    _same_size(x, y, "correlation requires that both inputs have same number of data points",
               "correlation requires at least two data points")
    n = len(x)
    a = math__fsum(x) / n
    b = math__fsum(y) / n
    xy = math__fsum([(x[i] - a) * (y[i] - b) for i in range(n)])
    xx = math__fsum([(v - a) ** 2.0 for v in x])
    yy = math__fsum([(v - b) ** 2.0 for v in y])
    if xx * yy == 0:
        raise StatisticsError("at least one of the inputs is constant")
    return xy / math.sqrt(xx * yy)
