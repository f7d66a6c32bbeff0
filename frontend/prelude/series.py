"""`np.polynomial.Polynomial` and its kin, each a `Basis` (embed.py); `np.poly1d`."""
import numpy as np
from pycc import static


def _ends(given, low):
    """A domain or window: of floats, two."""
    if given is None:
        return np.array([low, 1.0])
    else:
        return np.array(given) + 0.0


class polynomial__Basis:
    def __init__(self, coef, domain=None, window=None):
        self.coef = polynomial__as_series([coef], trim=False)[0]
        self.domain = _ends(domain, _lowest("basis"))
        self.window = _ends(window, _lowest("basis"))

    def _with(self, coef):
        return polynomial__Basis(coef, self.domain, self.window)

    def _of(self, other):
        """The coefficients of a series with this domain, or what is given as such."""
        if hasattr(other, "object.has_samecoef"):
            if not np.array_equal(self.domain, other.domain):
                raise TypeError("Domains differ")
            if not np.array_equal(self.window, other.window):
                raise TypeError("Windows differ")
            return other.coef
        else:
            return other

    def has_samecoef(self, other):
        return np.bool_(np.array_equal(self.coef, other.coef))

    def has_samedomain(self, other):
        return np.bool_(np.array_equal(self.domain, other.domain))

    def has_samewindow(self, other):
        return np.bool_(np.array_equal(self.window, other.window))

    def copy(self):
        return self._with(self.coef)

    def degree(self):
        return len(self.coef) - 1

    def mapparms(self):
        return polynomial__mapparms(self.domain, self.window)

    def __call__(self, arg):
        off, scl = self.mapparms()
        return polynomial__basisval(off + scl * _array(arg), self.coef)

    def __len__(self):
        return len(self.coef)

    def __neg__(self):
        return self._with(-self.coef)

    def __pos__(self):
        return self

    def __add__(self, other):
        return self._with(polynomial__basisadd(self.coef, self._of(other)))

    def __radd__(self, other):
        return self._with(polynomial__basisadd(other, self.coef))

    def __sub__(self, other):
        return self._with(polynomial__basissub(self.coef, self._of(other)))

    def __rsub__(self, other):
        return self._with(polynomial__basissub(other, self.coef))

    def __mul__(self, other):
        return self._with(polynomial__basismul(self.coef, self._of(other)))

    def __rmul__(self, other):
        return self._with(polynomial__basismul(other, self.coef))

    def __truediv__(self, other):
        if np.ndim(other) > 0:
            raise TypeError("unsupported types for true division: write // or divmod")
        return self._with(polynomial__basisdiv(self.coef, other)[0])

    def __floordiv__(self, other):
        return self._with(polynomial__basisdiv(self.coef, self._of(other))[0])

    def __mod__(self, other):
        return self._with(polynomial__basisdiv(self.coef, self._of(other))[1])

    def __divmod__(self, other):
        quotient, rest = polynomial__basisdiv(self.coef, self._of(other))
        return self._with(quotient), self._with(rest)

    def __pow__(self, other):
        return self._with(polynomial__basispow(self.coef, other, 100))

    def __eq__(self, other):
        return bool(self.has_samecoef(other) and self.has_samedomain(other) and self.has_samewindow(other))

    def __ne__(self, other):
        return not self.__eq__(other)

    def trim(self, tol=0):
        return self._with(polynomial__trimcoef(self.coef, tol))

    def truncate(self, size):
        if size < 1:
            raise ValueError("size must be a positive integer")
        return self._with(self.coef[:size])

    def cutdeg(self, deg):
        return self.truncate(deg + 1)

    def deriv(self, m=1):
        return self._with(polynomial__basisder(self.coef, m, self.mapparms()[1]))

    def integ(self, m=1, k=None, lbnd=None):
        off, scl = self.mapparms()
        return self._with(polynomial__basisint(self.coef, m, None if k is None else np.array(k), 0.0 if lbnd is None else off + scl * lbnd, 1.0 / scl))

    def roots(self):
        return polynomial__mapdomain(polynomial__basisroots(self.coef), self.window, self.domain)

    def linspace(self, n=100, domain=None):
        ends = self.domain if domain is None else _ends(domain, 0.0)
        x = np.linspace(ends[0], ends[1], n)
        return x, self(x)

    def convert(self, domain=None, window=None):
        domain, window = _ends(domain, _lowest("basis")), _ends(window, _lowest("basis"))
        off, scl = polynomial__mapparms(window, domain)
        near, step = self.mapparms()
        inner = _line("basis", near + step * off, step * scl)
        made = _clenshaw("basis", "basis", self.coef, np.ones(1), inner)
        return polynomial__Basis(made, domain, window)

    @staticmethod
    def fit(x, y, deg, domain=None, rcond=None, w=None, window=None):
        xs = np.array(x) + 0.0
        ends = polynomial__getdomain(xs) if domain is None else _ends(domain, 0.0)
        if domain is None and ends[0] == ends[1]:
            ends += np.array([-1.0, 1.0])
        frame = _ends(window, _lowest("basis"))
        return polynomial__Basis(polynomial__basisfit(polynomial__mapdomain(xs, ends, frame), _array(y), _array(deg), rcond, False, w), ends, frame)

    @staticmethod
    def fromroots(roots, domain=None, window=None):
        ends, frame = _ends(domain, _lowest("basis")), _ends(window, _lowest("basis"))
        off, scl = polynomial__mapparms(ends, frame)
        return polynomial__Basis(polynomial__basisfromroots(off + scl * np.array(roots)) / scl ** len(roots), ends, frame)

    @staticmethod
    def identity(domain=None, window=None):
        ends, frame = _ends(domain, _lowest("basis")), _ends(window, _lowest("basis"))
        off, scl = polynomial__mapparms(frame, ends)
        return polynomial__Basis(_line("basis", off, scl), ends, frame)

    @staticmethod
    def basis(deg, domain=None, window=None):
        return polynomial__Basis(np.eye(1, deg + 1, deg)[0], domain, window)


def _lowest(kind: static):
    return 0.0 if kind == "lag" else -1.0


class poly1d:
    def __init__(self, c_or_r, r: static = False):
        self.coeffs = _without_zeros(np.poly(np.array(c_or_r)) if r else np.array(c_or_r)).copy()

    @property
    def c(self):
        return self.coeffs

    @property
    def coef(self):
        return self.coeffs

    @property
    def coefficients(self):
        return self.coeffs

    @property
    def order(self):
        return len(self.coeffs) - 1

    @property
    def o(self):
        return len(self.coeffs) - 1

    @property
    def roots(self):
        return np.roots(self.coeffs)

    @property
    def r(self):
        return np.roots(self.coeffs)

    def _of(self, other):
        if hasattr(other, "object.coefficients"):
            return other.coeffs
        else:
            return np.array(other)

    def __call__(self, val):
        return np.polyval(self.coeffs, _array(val))

    def __len__(self):
        return len(self.coeffs) - 1

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __add__(self, other):
        return poly1d(np.polyadd(self.coeffs, self._of(other)))

    def __radd__(self, other):
        return poly1d(np.polyadd(self._of(other), self.coeffs))

    def __sub__(self, other):
        return poly1d(np.polysub(self.coeffs, self._of(other)))

    def __rsub__(self, other):
        return poly1d(np.polysub(self._of(other), self.coeffs))

    def __mul__(self, other):
        return poly1d(np.polymul(self.coeffs, self._of(other)))

    def __rmul__(self, other):
        return poly1d(np.polymul(self._of(other), self.coeffs))

    def __pow__(self, val):
        made = np.ones(1, self.coeffs.dtype)
        for _ in range(val):
            made = np.polymul(made, self.coeffs)
        return poly1d(made)

    def __truediv__(self, other):
        if hasattr(other, "object.coefficients"):
            quotient, rest = np.polydiv(self.coeffs, other.coeffs)
            return poly1d(quotient), poly1d(rest)
        else:
            return poly1d(self.coeffs / other)

    def __eq__(self, other):
        return np.bool_(np.array_equal(self.coeffs, other.coeffs))

    def __getitem__(self, val):
        return self.coeffs[len(self.coeffs) - 1 - val] if 0 <= val < len(self.coeffs) else self.coeffs[0] * 0

    def deriv(self, m: static = 1):
        return poly1d(np.polyder(self.coeffs, m))

    def integ(self, m: static = 1, k=0):
        return poly1d(np.polyint(self.coeffs, m, k))
