"""numpy.polynomial: the functions of its six modules, its classes; np.poly1d."""
import numpy as np
from numpy.polynomial import Chebyshev, HermiteE, Laguerre, Legendre, Polynomial, polyutils
from numpy.polynomial import polynomial as poly
from numpy.polynomial.hermite import Hermite
from numpy.polynomial.polynomial import polyval as value

from pycc import c128, f32, f64, i64


def values(x: float, v: f64[:], w: f64[:], a: f64[:, :], p: i64[:], g: f32[:], z: c128[:], s: f64[:, :], t: f64[:, :, :]):
    return (poly.polyval(x, v), value(w, v), value(a, v), value(w, a), value(w[:4], a, tensor=False), value(x, [1, 2, 3]), value(p, [1, 2, 3]),
            value(g, g), value(z, v), value(v[:0], v), poly.polyval2d(v[:3], w[:3], s), poly.polyval2d(x, x, s), poly.polyval3d(v[:3], w[:3], w[:3], t),
            poly.polygrid2d(v[:3], w[:2], s), poly.polygrid3d(v[:3], w[:2], w[:2], t), poly.polyvalfromroots(x, v), poly.polyvalfromroots(w, v[:3]),
            poly.polyvander(v, 3), poly.polyvander(x, 2), poly.polyvander2d(v, w, [1, 2]), poly.polyvander3d(v, w, v, [1, 2, 1]))


def arithmetic(x: float, v: f64[:], w: f64[:], p: i64[:], g: f32[:]):
    return (poly.polyadd(v, w), poly.polyadd(p, [1, 2]), poly.polyadd(v, 2), poly.polysub(v, v), poly.polysub(v, w[:2]), poly.polymul(v, w),
            poly.polymul(p, p), poly.polymulx(v), poly.polydiv(v, w[:3]), poly.polydiv(w[:3], v), poly.polydiv(v, [2]), poly.polypow(v[:2], 3),
            poly.polypow(v, 0), poly.polyline(1, 2), poly.polyline(x, 0), poly.polyadd(g, g), poly.polyroots([2.0, -3, 1]), poly.polyroots([2, x]),
            poly.polyroots([x]), poly.polyfromroots(v), poly.polyfromroots([1, 2, 3]), poly.polycompanion(v), poly.polytrim([1.0, 0.5, 1e-9], tol=0.01))


def calculus(v: f64[:], a: f64[:, :], p: i64[:]):
    return (poly.polyder(v), poly.polyder(v, 2), poly.polyder(a, axis=1), poly.polyder(p, 1, 2), poly.polyder(v, 9), poly.polyint(v),
            poly.polyint(v, 2, [1, 2]), poly.polyint(v, lbnd=1.5, scl=2), poly.polyint(a, axis=1), poly.polyint(p, k=3), poly.polyint(v, m=0))


def fitted(v: f64[:], w: f64[:]):
    return (poly.polyfit(v, w, 2), poly.polyfit(v, w, [0, 2]), poly.polyfit(v, w, 1, w=np.abs(w)), poly.polyfit(v, np.stack([w, v], 1), 1),
            np.polynomial.chebyshev.chebpts1(4), np.polynomial.chebyshev.chebpts2(5))


def utilities(v: f64[:], w: f64[:], g: f32[:], p: i64[:], a: f64[:, :]):
    return (polyutils.trimseq(v), polyutils.trimseq(np.array([1, 2, 0])), polyutils.as_series([v, w[:2], g]), polyutils.as_series([p, p[:2]], trim=False),
            polyutils.as_series(a), polyutils.trimcoef(v), polyutils.getdomain(v), polyutils.mapdomain(v, [0, 1], [2, 4]), polyutils.mapparms((-1, 1), (2, 4)))


def refused(c: f64[:], d: f64[:], n: int):
    if n == 0:
        return poly.polyadd(c, d)
    if n == 1:
        return poly.polydiv(d, c * 0)[0]
    if n == 2:
        return poly.polypow(d, -n)
    if n == 3:
        return np.polynomial.chebyshev.chebpow(d, 6 * n)
    if n == 4:
        return poly.polyvander(d, -n)[0]
    if n == 5:
        return poly.polyint(d, -n)
    if n == 6:
        return (Polynomial(d) + Polynomial(d, [0, 1])).coef
    return Polynomial(d).truncate(0).coef


def chebyshev(x: float, v: f64[:], w: f64[:], a: f64[:, :], s: f64[:, :]):
    import numpy.polynomial.chebyshev as m
    return (m.chebval(x, v), m.chebval(v, w), m.chebval(v, a), m.chebval2d(v[:3], w[:3], s), m.chebgrid2d(v[:3], w[:2], s),
            m.chebadd(v, w), m.chebsub(v, w), m.chebmulx(v), m.chebmul(v, w), m.chebmul(v, w[:2]), m.chebdiv(v, w[:3]),
            m.chebpow(v[:3], 3), m.chebder(v), m.chebder(v, 2), m.chebder(a, axis=1), m.chebint(v),
            m.chebint(v, 2, [1, 2], lbnd=-1), m.chebint(a, axis=1), m.chebvander(v, 3), m.chebvander2d(v, w, [1, 2]),
            m.chebfit(v, w, 2), m.chebcompanion(v), m.chebroots([-2.0, -3, 1]), m.chebroots([-2.0, -3]), m.chebfromroots(v),
            m.chebline(2, 3), m.chebtrim(v), m.cheb2poly(v), m.chebgauss(5), m.chebgauss(1), m.chebweight(v / 10),
            m.poly2cheb(v))


def legendre(x: float, v: f64[:], w: f64[:], a: f64[:, :], s: f64[:, :]):
    import numpy.polynomial.legendre as m
    return (m.legval(x, v), m.legval(v, w), m.legval(v, a), m.legval2d(v[:3], w[:3], s), m.leggrid2d(v[:3], w[:2], s),
            m.legadd(v, w), m.legsub(v, w), m.legmulx(v), m.legmul(v, w), m.legmul(v, w[:2]), m.legdiv(v, w[:3]),
            m.legpow(v[:3], 3), m.legder(v), m.legder(v, 2), m.legder(a, axis=1), m.legint(v), m.legint(v, 2, [1, 2], lbnd=-1),
            m.legint(a, axis=1), m.legvander(v, 3), m.legvander2d(v, w, [1, 2]), m.legfit(v, w, 2), m.legcompanion(v),
            m.legroots([-2.0, -3, 1]), m.legroots([-2.0, -3]), m.legfromroots(v), m.legline(2, 3), m.legtrim(v), m.leg2poly(v),
            m.leggauss(5), m.leggauss(1), m.legweight(v / 10), m.poly2leg(v))


def hermite(x: float, v: f64[:], w: f64[:], a: f64[:, :], s: f64[:, :]):
    import numpy.polynomial.hermite as m
    return (m.hermval(x, v), m.hermval(v, w), m.hermval(v, a), m.hermval2d(v[:3], w[:3], s), m.hermgrid2d(v[:3], w[:2], s),
            m.hermadd(v, w), m.hermsub(v, w), m.hermmulx(v), m.hermmul(v, w), m.hermmul(v, w[:2]), m.hermdiv(v, w[:3]),
            m.hermpow(v[:3], 3), m.hermder(v), m.hermder(v, 2), m.hermder(a, axis=1), m.hermint(v),
            m.hermint(v, 2, [1, 2], lbnd=-1), m.hermint(a, axis=1), m.hermvander(v, 3), m.hermvander2d(v, w, [1, 2]),
            m.hermfit(v, w, 2), m.hermcompanion(v), m.hermroots([-2.0, -3, 1]), m.hermroots([-2.0, -3]), m.hermfromroots(v),
            m.hermline(2, 3), m.hermtrim(v), m.herm2poly(v), m.hermgauss(5), m.hermgauss(1), m.hermweight(v / 10),
            m.poly2herm(v))


def hermite_e(x: float, v: f64[:], w: f64[:], a: f64[:, :], s: f64[:, :]):
    import numpy.polynomial.hermite_e as m
    return (m.hermeval(x, v), m.hermeval(v, w), m.hermeval(v, a), m.hermeval2d(v[:3], w[:3], s), m.hermegrid2d(v[:3], w[:2], s),
            m.hermeadd(v, w), m.hermesub(v, w), m.hermemulx(v), m.hermemul(v, w), m.hermemul(v, w[:2]), m.hermediv(v, w[:3]),
            m.hermepow(v[:3], 3), m.hermeder(v), m.hermeder(v, 2), m.hermeder(a, axis=1), m.hermeint(v),
            m.hermeint(v, 2, [1, 2], lbnd=-1), m.hermeint(a, axis=1), m.hermevander(v, 3), m.hermevander2d(v, w, [1, 2]),
            m.hermefit(v, w, 2), m.hermecompanion(v), m.hermeroots([-2.0, -3, 1]), m.hermeroots([-2.0, -3]),
            m.hermefromroots(v), m.hermeline(2, 3), m.hermetrim(v), m.herme2poly(v), m.hermegauss(5), m.hermegauss(1),
            m.hermeweight(v / 10), m.poly2herme(v))


def laguerre(x: float, v: f64[:], w: f64[:], a: f64[:, :], s: f64[:, :]):
    import numpy.polynomial.laguerre as m
    return (m.lagval(x, v), m.lagval(v, w), m.lagval(v, a), m.lagval2d(v[:3], w[:3], s), m.laggrid2d(v[:3], w[:2], s),
            m.lagadd(v, w), m.lagsub(v, w), m.lagmulx(v), m.lagmul(v, w), m.lagmul(v, w[:2]), m.lagdiv(v, w[:3]),
            m.lagpow(v[:3], 3), m.lagder(v), m.lagder(v, 2), m.lagder(a, axis=1), m.lagint(v), m.lagint(v, 2, [1, 2], lbnd=-1),
            m.lagint(a, axis=1), m.lagvander(v, 3), m.lagvander2d(v, w, [1, 2]), m.lagfit(v, w, 2), m.lagcompanion(v),
            m.lagroots([-2.0, -3, 1]), m.lagroots([-2.0, -3]), m.lagfromroots(v), m.lagline(2, 3), m.lagtrim(v), m.lag2poly(v),
            m.laggauss(5), m.laggauss(1), m.lagweight(v / 10), m.poly2lag(v))


def polynomials(x: float, k: int, v: f64[:], w: f64[:], a: f64[:, :]):
    p, q = Polynomial(v), Polynomial(w[:3])
    return (Polynomial([1.0, 2, 3])(x), Polynomial([1, 2, 3])(k), p.coef, p.degree(), len(p), p(w), p(a), p([1, 2]), p.deriv().coef, p.deriv(2).coef,
            p.deriv(m=3)(x), (p + p).coef, (p - 1).coef, (2 * p).coef, (p + w).coef, (1 - p).coef, (-p).coef, (p * p).coef, (p // q).coef,
            (p % q).coef, (p / 2).coef, (p ** 2).coef, p == p, p != p + 1, p.integ().coef, p.integ(2, k=[1, 2]).coef, p.integ(lbnd=1).coef,
            Polynomial([2.0, -3, 1]).roots(), p.linspace(4), p.trim().coef, p.truncate(2).coef, p.cutdeg(2).coef, p.copy().coef)


def polynomials_placed(x: float, v: f64[:], w: f64[:]):
    p, q = Polynomial.fit(v, w, 2), Polynomial(v, domain=[0, 4], window=[-1, 1])
    return (p(x), p.convert().coef, p.domain, p.window, p.coef, Polynomial.fit(v, w, deg=[0, 2], domain=[-5, 5]).coef,
            Polynomial.fromroots([1, 2, 3]).coef, Polynomial.basis(3).coef, Polynomial.identity()(v), q(x), q.deriv().coef, q.integ().coef,
            q.mapparms(), q.convert().coef, q.has_samedomain(p), q.has_samecoef(q), Polynomial([2.0, -3, 1], [0, 4]).roots())


def series(x: float, v: f64[:], w: f64[:]):
    c, g, h, e, n = Chebyshev(v), Legendre.basis(4), Hermite(v[:3]), HermiteE(v[:3]), Laguerre(v[:3])
    f = Chebyshev.fit(v, w, 3)
    return (c(w), c.deriv().coef, c.integ().coef, c.degree(), (c * c).coef, (c + 1).coef, (c ** 2).coef, f(x), f.convert().coef, g(w), g.coef,
            (g * g).coef, h(x), (h * h).coef, h.integ().coef, e(x), (e * e).coef, e.integ().coef, n(x), (n * n).coef, n.integ().coef, n.domain,
            Laguerre.fit(v, w, 2).coef)


def from_the_highest(v: f64[:], w: f64[:], x: float):
    p, q, r = np.poly1d([1.0, 2, 3]), np.poly1d(v), np.poly1d([1, 2, 3], True)
    a, b = q / np.poly1d(w[:3])
    return (p(x), p([1, 2]), p(v), np.poly1d([1, 2, 3])(2), p.coeffs, p.c, p.coef, p.coefficients, q.deriv().coeffs, q.deriv(2).c, q.deriv(m=2)(x),
            np.poly1d([1.0, -3, 2]).roots, np.poly1d([1.0, -3, 2]).r, (q * q).coeffs, q.order, q.o, len(q), (q ** 2).c, (q + 1).c, (3 * q).c,
            (q - q).c, (-q).c, (2 - q).c, a.c, b.c, q[1], q[0], q[9], np.poly1d([0, 0, 1, 2]).c, r.c, r.integ().c, r.integ(k=2).c, r.integ(2).c,
            np.poly1d(np.polyfit(v, w, 2))(x), p == np.poly1d([1, 2, 3]), (p / 2).c,
            np.polyval(p, x), np.polyval(q, v), np.polyder(q).c, np.polyder(q, 2).c, np.polyint(p).c, np.polyint(q, 1, 3).c, np.polyint(p, 2, k=[1, 2]).c)


_V = np.array([3.5, -1.25, 2.0, 0.5, -4.0, 2.0])
_W = np.array([1.0, 2.5, -3.0, 0.25, 7.0, 2.0])
_A = np.array([[1.5, -2, 3, 0.5], [4, 5.25, -6, 2], [0, 8.5, 9, -1]])
_S = np.array([[4.0, 1, 0.5], [1, 3, 0.25], [0.5, 0.25, 2]])
_T = np.arange(24.0).reshape(2, 3, 4) / 8 - 1
_P = np.array([3, -1, 2, 5, 2, 0])
_G = np.array([1.5, -2.25, 3, 0.125], dtype=np.float32)
_Z = np.array([1 + 2j, -3.5j, 2, 0.5 - 1j])

CASES = {
    "values": [(2.5, _V, _W, _A, _P, _G, _Z, _S, _T)],
    "arithmetic": [(2.5, _V, _W, _P, _G)],
    "calculus": [(_V, _A, _P)],
    "fitted": [(_V, _W)],
    "utilities": [(_V, _W, _G, _P, _A)],
    "refused": [(_V[:0], _V, 0)] + [(_V, _V, n) for n in range(1, 8)],
    **{m: [(2.5, _V, _W, _A, _S), (0.5, _V[:4], _W[:4], _A.T, _S)] for m in ("chebyshev", "legendre", "hermite", "hermite_e", "laguerre")},
    "polynomials": [(2.5, 2, _V, _W, _A)],
    "polynomials_placed": [(2.5, _V, _W)],
    "series": [(0.5, _V, _W)],
    "from_the_highest": [(_V, _W, 2.5)],
}
ROUNDED = set(CASES)
