"""scipy.special: every function that SciPy itself computes (frontend/ops/special.def), over arrays of floats, float32 and ints, numbers, and
where several threads call them."""
import numpy as np
from scipy import special

from pycc import f32, f64, i64, prange


def of_one_0(x: f64[:]):
    return (special.bei(x), special.beip(x), special.ber(x), special.berp(x), special.cosdg(x), special.cosm1(x),
            special.cotdg(x), special.dawsn(x), special.ellipe(x), special.ellipk(x), special.ellipkm1(x),
            special.erfcinv(x), special.erfcx(x), special.erfi(x), special.erfinv(x), special.exp1(x),
            special.expi(x), special.exprel(x), special.gammasgn(x), special.i0(x), special.i0e(x), special.i1(x),
            special.i1e(x), special.it2struve0(x), special.itmodstruve0(x), special.itstruve0(x))


def of_one_1(x: f64[:]):
    return (special.j0(x), special.j1(x), special.k0(x), special.k0e(x), special.k1(x), special.k1e(x),
            special.kei(x), special.keip(x), special.ker(x), special.kerp(x), special.kolmogi(x),
            special.kolmogorov(x), special.log_ndtr(x), special.loggamma(x), special.ndtri(x), special.ndtri_exp(x),
            special.psi(x), special.rgamma(x), special.sindg(x), special.spence(x), special.tandg(x),
            special.wrightomega(x), special.y0(x), special.y1(x), special.zetac(x))


def of_two_0(x: f64[:], y: f64[:]):
    return (special.agm(x, y), special.beta(x, y), special.betaln(x, y), special.binom(x, y), special.boxcox1p(x, y),
            special.chdtr(x, y), special.chdtrc(x, y), special.chdtri(x, y), special.chdtriv(x, y),
            special.ellipeinc(x, y), special.ellipkinc(x, y), special.elliprc(x, y), special.expn(x, y),
            special.gammainc(x, y), special.gammaincc(x, y), special.gammainccinv(x, y), special.gammaincinv(x, y),
            special.hyp0f1(x, y), special.inv_boxcox1p(x, y), special.iv(x, y), special.ive(x, y), special.jv(x, y),
            special.jve(x, y), special.kn(x, y))


def of_two_1(x: f64[:], y: f64[:]):
    return (special.kv(x, y), special.kve(x, y), special.mathieu_a(x, y), special.mathieu_b(x, y),
            special.modstruve(x, y), special.owens_t(x, y), special.pdtr(x, y), special.pdtrc(x, y), special.pdtri(x,
            y), special.pdtrik(x, y), special.poch(x, y), special.powm1(x, y), special.pseudo_huber(x, y),
            special.smirnov(x, y), special.smirnovi(x, y), special.stdtr(x, y), special.stdtridf(x, y),
            special.stdtrit(x, y), special.struve(x, y), special.tklmbda(x, y), special.yn(x, y), special.yv(x, y),
            special.yve(x, y))


def of_three_0(x: f64[:], y: f64[:], z: f64[:]):
    return (special.bdtrik(x, y, z),
            special.bdtrin(x, y, z), special.besselpoly(x, y, z), special.betainc(x, y, z), special.betaincc(x, y, z),
            special.betainccinv(x, y, z), special.betaincinv(x, y, z), special.btdtria(x, y, z), special.btdtrib(x, y,
            z), special.chndtr(x, y, z), special.chndtridf(x, y, z), special.chndtrinc(x, y, z), special.chndtrix(x,
            y, z), special.elliprd(x, y, z), special.elliprf(x, y, z), special.elliprg(x, y, z), special.fdtr(x, y,
            z), special.fdtrc(x, y, z), special.fdtri(x, y, z), special.fdtridfd(x, y, z), special.gdtr(x, y, z))


def of_three_1(x: f64[:], y: f64[:], z: f64[:]):
    return (special.gdtrc(x, y, z), special.gdtria(x, y, z), special.gdtrib(x, y, z), special.gdtrix(x, y, z),
            special.hyp1f1(x, y, z), special.hyperu(x, y, z), special.log_wright_bessel(x, y, z), special.lpmv(x, y,
            z), special.nbdtrik(x, y, z),
            special.nbdtrin(x, y, z), special.nctdtr(x, y, z), special.nctdtridf(x, y, z), special.nctdtrinc(x, y, z),
            special.nctdtrit(x, y, z), special.nrdtrimn(x, y, z), special.nrdtrisd(x, y, z), special.obl_cv(x, y, z),
            special.pro_cv(x, y, z), special.voigt_profile(x, y, z), special.wright_bessel(x, y, z))


def of_four(x: f64[:], y: f64[:], z: f64[:], w: f64[:]):
    return (special.elliprj(x, y, z, w), special.hyp2f1(x, y, z, w), special.ncfdtr(x, y, z, w), special.ncfdtri(x, y,
            z, w), special.ncfdtridfd(x, y, z, w), special.ncfdtridfn(x, y, z, w), special.ncfdtrinc(x, y, z, w))


def counted(n: i64[:], m: f64[:], x: f64[:]):
    return (special.eval_chebyc(n, x), special.eval_chebys(n, x), special.eval_chebyt(n, x), special.eval_chebyu(n,
            x), special.eval_laguerre(n, x), special.eval_legendre(n, x), special.eval_sh_chebyt(n, x),
            special.eval_sh_chebyu(n, x), special.eval_sh_legendre(n, x),
            special.eval_chebyc(m, x), special.eval_chebys(m, x), special.eval_chebyt(m, x), special.eval_chebyu(m, x), special.eval_laguerre(m, x), special.eval_legendre(m, x), special.eval_sh_chebyt(m, x), special.eval_sh_chebyu(m, x), special.eval_sh_legendre(m, x))


def counted_more(n: i64[:], a: f64[:], x: f64[:]):
    return (special.eval_gegenbauer(n, a, x), special.eval_genlaguerre(n, a, x),
            special.eval_jacobi(n, a, 0.5, x), special.eval_sh_jacobi(n, a, 0.5, x))


def of_f32(x: f32[:], y: f32[:]):
    return special.j0(x), special.jv(y, x), special.betainc(x, y, 0.5), special.erfcx(x)


def of_ints(n: i64[:], x: f64[:]):
    return special.j0(n), special.jv(n, x), special.poch(n, 2), special.jv(1, x)


def of_numbers(v: float, x: float, n: int):
    return special.jv(v, x), special.j1(x), special.hyp2f1(v, 2.0, 3.5, x / 10), special.kn(n, x), special.y0(1), special.eval_legendre(n, x / 10)


def of_matrix(x: f64[:, :], v: f64[:]):
    return special.jv(v, x), special.zeta(x + 1.5), special.gammaincinv(x[0], 0.5) + x


def airy_sum(x: f64[:]):
    total = 0.0
    for i in range(len(x)):
        if x[i] > 0:
            total += special.kv(0.25, x[i]) * special.voigt_profile(x[i], 1.0, 0.5)
    return total


def in_parallel(x: f64[:], y: f64[:]):
    for i in prange(len(x)):
        y[i] = special.jv(0.5, x[i]) + special.ellipkinc(x[i], 0.25)
    return y


_X = np.linspace(-9.0, 9.0, 25)
_P = np.linspace(0.02, 0.98, 12)
_A = np.linspace(0.25, 8.0, 12)
_N = np.arange(12.0)
_EDGES = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-300, 1e300])

CASES = {
    "of_one_0": [_X, _P, _EDGES],
    "of_one_1": [_X, _P, _EDGES],
    "of_two_0": [(_N, _P), (_P, _P[::-1].copy()), (_A, _A[::-1].copy())],
    "of_two_1": [(_N, _P), (_P, _P[::-1].copy()), (_A, _A[::-1].copy())],
    "of_three_0": [(_N, _N + 3, _P), (_A, _A[::-1].copy(), _P)],
    "of_three_1": [(_N, _N + 3, _P), (_A, _A[::-1].copy(), _P)],
    "of_four": [(_A, _A + 1, _A[::-1].copy(), _P)],
    "counted": [(np.arange(12), _A, _P), (np.arange(12) * 3, _N, _P)],
    "counted_more": [(np.arange(12), _A, _P)],
    "of_f32": [(_P.astype(np.float32), _A.astype(np.float32))],
    "of_ints": [(np.arange(12), _A)],
    "of_numbers": [(0.5, 2.5, 3), (-1.5, 0.25, 0), (2.0, 9.0, 7)],
    "of_matrix": [(_X[:12].reshape(3, 4) ** 2, _A[:4])],
    "airy_sum": [_A, _P],
    "in_parallel": [(_A, np.zeros(12)), (np.linspace(0, 3, 4001), np.zeros(4001))],
}
