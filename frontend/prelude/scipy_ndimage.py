"""scipy.ndimage: filters with every way to go on behind the border, which a helper turns into places inside."""
import numpy as np
import pycc
from pycc import static


def _border(i, n, mode: static):
    """Where element i of n is that lies outside; -1: nowhere."""
    if mode == "nearest":
        return 0 if i < 0 else n - 1
    if mode == "reflect" or mode == "grid-mirror":
        m = i % (2 * n)
        return m if m < n else 2 * n - 1 - m
    if mode == "mirror":
        m = i % max(2 * n - 2, 1)
        return m if m < n else 2 * n - 2 - m
    if mode == "wrap" or mode == "grid-wrap":
        return i % n
    if mode == "constant" or mode == "grid-constant":
        return -1
    raise ValueError("mode is one of 'reflect', 'constant', 'nearest', 'mirror', 'wrap', 'grid-mirror', 'grid-constant' and 'grid-wrap', the same along all axes")


def _at_axis(x, axis: static):
    """What a number, or a tuple of one for each axis, says of an axis."""
    if np.ndim(x) == 0:
        return x
    else:
        return x[axis]


def _image(x):
    """An operand of the filters."""
    if x.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    if x.dtype.kind == "b":
        raise TypeError("filters of bool are not supported: write x.astype(float), or of another type")
    if x.ndim == 0 or x.ndim > 3:
        raise ValueError("filters take arrays of one to three axes")
    return x


def _all_axes(axes: static):
    if axes is not None:
        raise ValueError("axes= is not supported: filter each part")


def _in_three(x):
    """With axes of extent 1 before those that it has."""
    if x.ndim == 1:
        return x.reshape((1, 1, x.shape[0]))
    if x.ndim == 2:
        return x.reshape((1, x.shape[0], x.shape[1]))
    return x


def _kept_dtype(x, output: static):
    if output is None:
        return x.dtype
    return output


# ---- along one axis


def _line_origin(size, origin):
    """How many elements of the window lie before its place."""
    if size // 2 + origin < 0 or size // 2 + origin >= size:
        raise ValueError("\2Invalid origin; origin must satisfy -(len(weights) // 2) <= origin <= (len(weights)-1) // 2")
    return size // 2 + origin


def _summed_along(x, weights, axis: static, dtype: static, mode: static, cval, origin):
    """The sum of the weights times what lies about each element of the axis, in doubles."""
    if len(weights) < 1:
        raise RuntimeError("no filter weights given")
    before = _line_origin(len(weights), origin)
    lines = _folded(x, axis)
    n = lines.shape[1]
    taps = len(weights)
    out = np.empty(lines.shape, dtype)
    for b in pycc.prange(lines.shape[0]):
        for k in range(n):
            first = k - before
            if first >= 0 and first + taps <= n:
                for a in range(lines.shape[2]):
                    s = 0.0
                    for j in range(taps):
                        s += weights[j] * lines[b, first + j, a]
                    out[b, k, a] = s
            else:
                for a in range(lines.shape[2]):
                    s = 0.0
                    for j in range(taps):
                        at = first + j
                        if at < 0 or at >= n:
                            at = _border(at, n, mode)
                        s += weights[j] * (float(lines[b, at, a]) if at >= 0 else float(cval))
                    out[b, k, a] = s
    return out.reshape(x.shape)


def _weights(weights):
    if weights.dtype.kind == "c":
        raise TypeError("complex weights are not supported")
    if weights.ndim != 1:
        raise RuntimeError("no filter weights given")
    return weights.astype(np.float64)


def scipy_ndimage__correlate1d(input: np.ndarray, weights: np.ndarray, axis: static = -1, output: static = None, mode: static = "reflect", cval=0.0, origin=0):
    x = _image(input)
    return _summed_along(x, _weights(weights), _axis(axis, x.ndim), _kept_dtype(x, output), mode, cval, origin)


def scipy_ndimage__convolve1d(input: np.ndarray, weights: np.ndarray, axis: static = -1, output: static = None, mode: static = "reflect", cval=0.0, origin=0):
    x = _image(input)
    w = _weights(weights)
    return _summed_along(x, w[::-1], _axis(axis, x.ndim), _kept_dtype(x, output), mode, cval, -origin - (len(w) + 1) % 2)


def _gaussian_weights(sigma, order, radius):
    """Of a bell's derivative; the polynomial before the bell grows by differentiation."""
    if order < 0:
        raise ValueError("order must be non-negative")
    if radius < 0:
        raise ValueError("Radius must be a nonnegative integer.")
    x = np.arange(-radius, radius + 1)
    bell = np.exp(-0.5 / (sigma * sigma) * x ** 2)
    bell = bell / bell.sum()
    q = np.zeros(order + 1)
    q[0] = 1.0
    for _ in range(order):
        then = np.zeros(order + 1)
        for i in range(order + 1):
            if i > 0:
                then[i] += q[i - 1] / -(sigma * sigma)
            if i < order:
                then[i] += (i + 1) * q[i + 1]
        q = then
    factor = np.zeros(len(x))
    for i in range(order, -1, -1):
        factor = factor * x + q[i]
    return (factor * bell)[::-1]


def _smoothed(x, sigma, axis: static, order, dtype: static, mode: static, cval, truncate, radius):
    sd = float(sigma)
    size = int(truncate * sd + 0.5) if radius is None else radius
    return _summed_along(x, _gaussian_weights(sd, order, size), axis, dtype, mode, cval, 0)


def scipy_ndimage__gaussian_filter1d(input: np.ndarray, sigma, axis: static = -1, order=0, output: static = None, mode: static = "reflect", cval=0.0, truncate=4.0, *, radius=None):
    x = _image(input)
    return _smoothed(x, sigma, _axis(axis, x.ndim), order, _kept_dtype(x, output), mode, cval, truncate, radius)


def _smoothed_axes(x, sigma, order, dtype: static, mode: static, cval, truncate, radius, axis: static):
    """Over the axes from one on."""
    if axis == x.ndim:
        return x.astype(dtype)
    else:
        s = float(_at_axis(sigma, axis))
        if s > 1e-15:
            r = _smoothed(x, s, axis, _at_axis(order, axis), dtype, mode, cval, truncate, None if radius is None else _at_axis(radius, axis))
        else:
            r = x.astype(dtype)
        return _smoothed_axes(r, sigma, order, dtype, mode, cval, truncate, radius, axis + 1)


def scipy_ndimage__gaussian_filter(input: np.ndarray, sigma, order=0, output: static = None, mode: static = "reflect", cval=0.0, truncate=4.0, *, radius=None, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    return _smoothed_axes(x, sigma, order, _kept_dtype(x, output), mode, cval, truncate, radius, 0)


def _elements_before(size, origin):
    """How many elements of the window of a line lie before its place."""
    if size < 1:
        raise RuntimeError("incorrect filter size")
    if size // 2 + origin < 0 or size // 2 + origin >= size:
        raise ValueError("invalid origin")
    return size // 2 + origin


def _averaged(x, size, axis: static, dtype: static, mode: static, cval, origin):
    """A sum that loses an element and gains one from place to place."""
    before = _elements_before(size, origin)
    lines = _folded(x, axis)
    n = lines.shape[1]
    out = np.empty(lines.shape, dtype)
    for b in pycc.prange(lines.shape[0]):
        for a in range(lines.shape[2]):
            s = 0.0
            for at in range(-before, size - before - 1):
                s += _line_value(lines, b, at, a, n, mode, cval)
            for k in range(n):
                s += _line_value(lines, b, k + size - before - 1, a, n, mode, cval)
                out[b, k, a] = s / size
                s -= _line_value(lines, b, k - before, a, n, mode, cval)
    return out.reshape(x.shape)


def _line_value(lines, b, at, a, n, mode: static, cval):
    i = at if at >= 0 and at < n else _border(at, n, mode)
    return float(lines[b, i, a]) if i >= 0 else float(cval)


def scipy_ndimage__uniform_filter1d(input: np.ndarray, size, axis: static = -1, output: static = None, mode: static = "reflect", cval=0.0, origin=0):
    x = _image(input)
    return _averaged(x, size, _axis(axis, x.ndim), _kept_dtype(x, output), mode, cval, origin)


def scipy_ndimage__uniform_filter(input: np.ndarray, size=3, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    return _filtered_axes(x, size, _kept_dtype(x, output), mode, cval, origin, "mean", 0)


def _extreme(x, size, axis: static, dtype: static, mode: static, cval, origin, least: static):
    before = _elements_before(size, origin)
    lines = _folded(x, axis)
    n = lines.shape[1]
    out = np.empty(lines.shape, dtype)
    for b in pycc.prange(lines.shape[0]):
        for k in range(n):
            for a in range(lines.shape[2]):
                best = _line_value(lines, b, k - before, a, n, mode, cval)
                for j in range(1, size):
                    v = _line_value(lines, b, k - before + j, a, n, mode, cval)
                    if least:
                        best = v if v < best else best
                    else:
                        best = v if v > best else best
                out[b, k, a] = best
    return out.reshape(x.shape)


def scipy_ndimage__minimum_filter1d(input: np.ndarray, size, axis: static = -1, output: static = None, mode: static = "reflect", cval=0.0, origin=0):
    x = _image(input)
    return _extreme(x, size, _axis(axis, x.ndim), _kept_dtype(x, output), mode, cval, origin, True)


def scipy_ndimage__maximum_filter1d(input: np.ndarray, size, axis: static = -1, output: static = None, mode: static = "reflect", cval=0.0, origin=0):
    x = _image(input)
    return _extreme(x, size, _axis(axis, x.ndim), _kept_dtype(x, output), mode, cval, origin, False)


def _filtered_axes(x, size, dtype: static, mode: static, cval, origin, what: static, axis: static):
    if axis == x.ndim:
        return x.astype(dtype)
    else:
        n = int(_at_axis(size, axis))
        if n <= 1:
            r = x.astype(dtype)
        elif what == "mean":
            r = _averaged(x, n, axis, dtype, mode, cval, _at_axis(origin, axis))
        else:
            r = _extreme(x, n, axis, dtype, mode, cval, _at_axis(origin, axis), what == "least")
        return _filtered_axes(r, size, dtype, mode, cval, origin, what, axis + 1)


def _extreme_of(input, size, footprint, dtype: static, mode: static, cval, origin, least: static):
    if footprint is not None:
        f = footprint != 0
        if not f.any():
            raise ValueError("All-zero footprint is not supported.")
        return _ranked(input, f, 0 if least else int(f.sum()) - 1, dtype, mode, cval, origin)
    elif size is None:
        raise RuntimeError("no footprint provided")
    elif least:
        return _filtered_axes(input, size, dtype, mode, cval, origin, "least", 0)
    else:
        return _filtered_axes(input, size, dtype, mode, cval, origin, "greatest", 0)


def scipy_ndimage__minimum_filter(input: np.ndarray, size=None, footprint: np.ndarray = None, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    return _extreme_of(x, size, footprint, _kept_dtype(x, output), mode, cval, origin, True)


def scipy_ndimage__maximum_filter(input: np.ndarray, size=None, footprint: np.ndarray = None, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    return _extreme_of(x, size, footprint, _kept_dtype(x, output), mode, cval, origin, False)


# ---- over all axes


def _window_origins(shape, origin, ndim: static):
    """How many elements of the window lie before its place along each of three axes."""
    o0 = _window_origin(shape[0], _at_axis(origin, ndim - 3)) if ndim > 2 else 0
    o1 = _window_origin(shape[1], _at_axis(origin, ndim - 2)) if ndim > 1 else 0
    return o0, o1, _window_origin(shape[2], _at_axis(origin, ndim - 1))


def _window_origin(size, origin):
    if size // 2 + origin < 0 or size // 2 + origin >= size:
        raise ValueError("\2invalid origin")
    return size // 2 + origin


def _placed(i, n, mode: static):
    return i if i >= 0 and i < n else _border(i, n, mode)


def _windowed(x, w, dtype: static, mode: static, cval, origin):
    """Sums over the window in doubles; x and w have the same number of axes."""
    image = _in_three(x)
    taps = _in_three(w)
    n0, n1, n2 = image.shape
    m0, m1, m2 = taps.shape
    o0, o1, o2 = _window_origins(taps.shape, origin, x.ndim)
    out = np.empty(image.shape, dtype)
    for row in pycc.prange(n0 * n1):
        i = row // n1
        j = row % n1
        within = i >= o0 and i - o0 + m0 <= n0 and j >= o1 and j - o1 + m1 <= n1
        for k in range(n2):
            s = 0.0
            if within and k >= o2 and k - o2 + m2 <= n2:
                for p in range(m0):
                    for q in range(m1):
                        for r in range(m2):
                            s += taps[p, q, r] * image[i - o0 + p, j - o1 + q, k - o2 + r]
            else:
                for p in range(m0):
                    at0 = _placed(i - o0 + p, n0, mode)
                    for q in range(m1):
                        at1 = _placed(j - o1 + q, n1, mode)
                        for r in range(m2):
                            at2 = _placed(k - o2 + r, n2, mode)
                            inside = at0 >= 0 and at1 >= 0 and at2 >= 0
                            s += taps[p, q, r] * (float(image[at0, at1, at2]) if inside else float(cval))
            out[i, j, k] = s
    return out.reshape(x.shape)


def _window_weights(x, weights):
    if weights.dtype.kind == "c":
        raise TypeError("complex weights are not supported")
    if weights.ndim != x.ndim:
        raise RuntimeError("\2weights.ndim must match len(axes)")
    return weights.astype(np.float64)


def scipy_ndimage__correlate(input: np.ndarray, weights: np.ndarray, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    return _windowed(x, _window_weights(x, weights), _kept_dtype(x, output), mode, cval, origin)


def scipy_ndimage__convolve(input: np.ndarray, weights: np.ndarray, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    w = np.flip(_window_weights(x, weights))
    return _windowed(x, w, _kept_dtype(x, output), mode, cval, _turned_origin(w, origin))


def _turned_origin(w, origin):
    """The origin in a window that is turned round."""
    if w.ndim == 1:
        return (-_at_axis(origin, 0) - (w.shape[0] + 1) % 2,)
    elif w.ndim == 2:
        return -_at_axis(origin, 0) - (w.shape[0] + 1) % 2, -_at_axis(origin, 1) - (w.shape[1] + 1) % 2
    else:
        return (-_at_axis(origin, 0) - (w.shape[0] + 1) % 2, -_at_axis(origin, 1) - (w.shape[1] + 1) % 2,
                -_at_axis(origin, 2) - (w.shape[2] + 1) % 2)


def _insert_sorted(values, n, v):
    """v among the n values, which are in order."""
    k = n
    while k > 0 and values[k - 1] > v:
        values[k] = values[k - 1]
        k -= 1
    values[k] = v


def _ranked(x, footprint, rank, dtype: static, mode: static, cval, origin):
    """The element of this rank among those that the footprint has about each."""
    if footprint.ndim != x.ndim:
        raise RuntimeError("\2footprint.ndim must match len(axes)")
    image = _in_three(x)
    taps = _in_three(footprint)
    n0, n1, n2 = image.shape
    m0, m1, m2 = taps.shape
    o0, o1, o2 = _window_origins(taps.shape, origin, x.ndim)
    out = np.empty(image.shape, dtype)
    for row in pycc.prange(n0 * n1):
        i = row // n1
        j = row % n1
        values = np.empty(taps.size, x.dtype)
        for k in range(n2):
            n = 0
            for p in range(m0):
                at0 = _placed(i - o0 + p, n0, mode)
                for q in range(m1):
                    at1 = _placed(j - o1 + q, n1, mode)
                    for r in range(m2):
                        if taps[p, q, r]:
                            at2 = _placed(k - o2 + r, n2, mode)
                            if at0 >= 0 and at1 >= 0 and at2 >= 0:
                                _insert_sorted(values, n, image[at0, at1, at2])
                            else:
                                values[n] = cval
                                _insert_sorted(values, n, values[n])
                            n += 1
            out[i, j, k] = values[rank]
    return out.reshape(x.shape)


def _footprint(x, size):
    """All ones."""
    if x.ndim == 1:
        return np.ones((int(_at_axis(size, 0)),), np.bool_)
    elif x.ndim == 2:
        return np.ones((int(_at_axis(size, 0)), int(_at_axis(size, 1))), np.bool_)
    else:
        return np.ones((int(_at_axis(size, 0)), int(_at_axis(size, 1)), int(_at_axis(size, 2))), np.bool_)


def _some_footprint(x, size, footprint):
    if footprint is not None:
        return footprint != 0
    elif size is None:
        raise RuntimeError("no footprint or filter size provided")
    else:
        return _footprint(x, size)


def scipy_ndimage__rank_filter(input: np.ndarray, rank, size=None, footprint: np.ndarray = None, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    f = _some_footprint(x, size, footprint)
    n = int(f.sum())
    at = rank + n if rank < 0 else rank
    if at < 0 or at >= n:
        raise RuntimeError("rank not within filter footprint size")
    return _ranked(x, f, at, _kept_dtype(x, output), mode, cval, origin)


def scipy_ndimage__median_filter(input: np.ndarray, size=None, footprint: np.ndarray = None, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    f = _some_footprint(x, size, footprint)
    return _ranked(x, f, int(f.sum()) // 2, _kept_dtype(x, output), mode, cval, origin)


def scipy_ndimage__percentile_filter(input: np.ndarray, percentile, size=None, footprint: np.ndarray = None, output: static = None, mode: static = "reflect", cval=0.0, origin=0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    f = _some_footprint(x, size, footprint)
    p = percentile + 100.0 if percentile < 0.0 else float(percentile)
    if p < 0 or p > 100:
        raise RuntimeError("invalid percentile")
    n = int(f.sum())
    return _ranked(x, f, n - 1 if p == 100.0 else int(float(n) * p / 100.0), _kept_dtype(x, output), mode, cval, origin)


# ---- derivatives


def _edges(x, axis: static, along: static, beside, dtype: static, mode: static, cval):
    """The difference along an axis, smoothed over the others."""
    if along == x.ndim:
        return x
    elif along == axis:
        return _edges(x, axis, along + 1, beside, dtype, mode, cval)
    else:
        return _edges(_summed_along(x, beside, along, dtype, mode, cval, 0), axis, along + 1, beside, dtype, mode, cval)


def scipy_ndimage__sobel(input: np.ndarray, axis: static = -1, output: static = None, mode: static = "reflect", cval=0.0):
    x = _image(input)
    k = _axis(axis, x.ndim)
    dtype = _kept_dtype(x, output)
    return _edges(_summed_along(x, np.array([-1.0, 0.0, 1.0]), k, dtype, mode, cval, 0), k, 0, np.array([1.0, 2.0, 1.0]), dtype, mode, cval)


def scipy_ndimage__prewitt(input: np.ndarray, axis: static = -1, output: static = None, mode: static = "reflect", cval=0.0):
    x = _image(input)
    k = _axis(axis, x.ndim)
    dtype = _kept_dtype(x, output)
    return _edges(_summed_along(x, np.array([-1.0, 0.0, 1.0]), k, dtype, mode, cval, 0), k, 0, np.array([1.0, 1.0, 1.0]), dtype, mode, cval)


def _curvatures(x, dtype: static, mode: static, cval, axis: static):
    second = _summed_along(x, np.array([1.0, -2.0, 1.0]), axis, dtype, mode, cval, 0)
    if axis == x.ndim - 1:
        return second
    else:
        return second + _curvatures(x, dtype, mode, cval, axis + 1)


def scipy_ndimage__laplace(input: np.ndarray, output: static = None, mode: static = "reflect", cval=0.0, *, axes: static = None):
    _all_axes(axes)
    x = _image(input)
    return _curvatures(x, _kept_dtype(x, output), mode, cval, 0)


def _orders(ndim: static, axis: static, order):
    """A derivative along one axis."""
    if ndim == 1:
        return (order,)
    elif ndim == 2:
        return order if axis == 0 else 0, order if axis == 1 else 0
    else:
        return order if axis == 0 else 0, order if axis == 1 else 0, order if axis == 2 else 0


def _smooth_curvatures(x, sigma, dtype: static, mode: static, cval, truncate, axis: static):
    second = _smoothed_axes(x, sigma, _orders(x.ndim, axis, 2), dtype, mode, cval, truncate, None, 0)
    if axis == x.ndim - 1:
        return second
    else:
        return second + _smooth_curvatures(x, sigma, dtype, mode, cval, truncate, axis + 1)


def scipy_ndimage__gaussian_laplace(input: np.ndarray, sigma, output: static = None, mode: static = "reflect", cval=0.0, *, axes: static = None, truncate=4.0):
    _all_axes(axes)
    x = _image(input)
    return _smooth_curvatures(x, sigma, _kept_dtype(x, output), mode, cval, truncate, 0)


def _smooth_squares(x, sigma, dtype: static, mode: static, cval, truncate, axis: static):
    slope = _smoothed_axes(x, sigma, _orders(x.ndim, axis, 1), dtype, mode, cval, truncate, None, 0)
    if axis == x.ndim - 1:
        return slope * slope
    else:
        return slope * slope + _smooth_squares(x, sigma, dtype, mode, cval, truncate, axis + 1)


def scipy_ndimage__gaussian_gradient_magnitude(input: np.ndarray, sigma, output: static = None, mode: static = "reflect", cval=0.0, *, axes: static = None, truncate=4.0):
    _all_axes(axes)
    x = _image(input)
    dtype = _kept_dtype(x, output)
    return np.sqrt(_smooth_squares(x, sigma, dtype, mode, cval, truncate, 0)).astype(dtype)
