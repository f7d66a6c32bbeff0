"""scipy.linalg: what runs without Python, what SciPy does itself, the prelude's matrices, and its errors."""
import numpy as np
import scipy
import scipy.linalg
import scipy.linalg as la
from scipy import linalg
from scipy.linalg import LinAlgError, solve_triangular

from pycc import c128, f32, f64, i64, prange


def systems(a: f64[:, :], b: f64[:, :], v: f64[:]):
    return la.solve(a, b), la.solve(a, v), linalg.inv(a), scipy.linalg.det(a)


def systems_f32(a: f32[:, :], b: f32[:, :], v: f32[:]):
    return la.solve(a, b), la.solve(a, v), la.inv(a)


def det_f32(a: f32[:, :]):
    return bool(la.det(a) > 0)


def systems_c128(a: c128[:, :], b: c128[:, :], v: f64[:]):
    return la.solve(a, b), la.solve(a, v), la.inv(a), la.det(a)


def of_ints(a: i64[:, :], v: f32[:]):
    return la.solve(a, v), la.inv(a), la.det(a)


def kinds(a: f64[:, :], v: f64[:]):
    return (la.solve(a, v, assume_a="sym"), la.solve(a, v, assume_a="pos"), la.solve(a, v, lower=True, assume_a="her"), la.solve(a, v, transposed=True),
            la.inv(a, check_finite=False), la.det(a, check_finite=False), la.solve(a, v, check_finite=False))


def choleskies(a: f64[:, :], v: f64[:]):
    c = la.cho_factor(a)
    low = la.cho_factor(a, lower=True)
    return la.cholesky(a), la.cholesky(a, lower=True), la.cholesky(a, True), la.cholesky(a, lower=False), c, la.cho_solve(c, v), la.cho_solve(low, v), low[1]


def choleskies_c128(a: c128[:, :]):
    return la.cholesky(a), la.cholesky(a, lower=True)


def factors(a: f64[:, :], b: f64[:, :], v: f64[:]):
    lu, piv = la.lu_factor(a)
    p, low, up = la.lu(a)
    return lu, piv, la.lu_solve((lu, piv), v), la.lu_solve((lu, piv), b, trans=1), p, low, up, la.lu(a, permute_l=True), la.lu(a, p_indices=True)


def triangles(a: f64[:, :], b: f64[:, :], v: f64[:]):
    return (solve_triangular(a, v), solve_triangular(a, b, lower=True), solve_triangular(a, v, trans=1), solve_triangular(a, v, "T", lower=True),
            solve_triangular(a, b, unit_diagonal=True))


def eigen(a: f64[:, :], b: f64[:, :]):
    w, v = la.eigh(a)
    g = la.eigh(a, b, eigvals_only=True)
    part, _ = la.eigh(a, subset_by_index=(0, 0))
    return w, np.abs(v), la.eigvalsh(a), la.eigvalsh(a, b), g, part, la.eigvalsh(a, lower=False)


def eigen_c128(a: c128[:, :]):
    return la.eigh(a)[0], la.eigvalsh(a), la.svdvals(a)


def singular(a: f64[:, :]):
    u, s, v = la.svd(a, full_matrices=False)
    return u @ np.diag(s) @ v, s, la.svdvals(a), la.svd(a, compute_uv=False), la.svd(a)[0].shape


def orthogonal(a: f64[:, :]):
    q, r = la.qr(a)
    return q, r, la.qr(a, mode="economic"), la.qr(a, mode="r"), la.qr(a, pivoting=True), la.rq(a, mode="economic")


def least(a: f64[:, :], b: f64[:, :]):
    x, residues, rank, s = la.lstsq(a, b)
    return x, residues, rank, s, la.lstsq(a, b, lapack_driver="gelsy")[3] is None


def inverses(a: f64[:, :], s: f64[:, :]):
    return la.pinv(a), la.pinv(a, rtol=0.1, return_rank=True), la.pinvh(s), la.null_space(a).shape, la.orth(a).shape


def functions(a: f64[:, :]):
    return la.expm(a), la.cosm(a), la.sinm(a), la.tanm(a)


def functions_f32(a: f32[:, :]):
    return la.expm(a)


def equations(a: f64[:, :], q: f64[:, :]):
    return la.solve_sylvester(a, a + np.eye(len(a)), q), la.solve_continuous_lyapunov(a, q)


def forms(a: f64[:, :]):
    u, p = la.polar(a)
    t, z = la.schur(a)
    ct, cz = la.schur(a, output="complex")
    h, hq = la.hessenberg(a, calc_q=True)
    return u, p, z @ t @ z.T, np.abs((cz @ ct @ cz.conj().T).real), h, hq, la.hessenberg(a)


def bands(ab: f64[:, :], v: f64[:], below: int):
    return la.solve_banded((below, 1), ab, v)


def bands_of_symmetric(ab: f64[:, :], v: f64[:], d: f64[:], e: f64[:]):
    return la.solveh_banded(ab, v), la.solveh_banded(ab, v, lower=True), la.eigh_tridiagonal(d, e, eigvals_only=True)


def norms(a: f64[:, :], v: f64[:]):
    return (la.norm(a), np.float64(la.norm(v)), np.float64(la.norm(a, 1)), la.norm(a, 2), np.float64(la.norm(a, np.inf)), la.norm(a, axis=0), la.norm(v, 1), la.norm(v, np.inf),
            la.norm(a, axis=1, keepdims=True), la.norm(a, "nuc"))


def norm_one(v: f64[:]):
    return la.norm(v)


def norms_of_all(v: f64[:]):
    return bool(la.norm(v, check_finite=False) > 0)


def special(c: f64[:], r: f64[:]):
    return la.toeplitz(c), la.toeplitz(c, r), la.circulant(c), la.hankel(c), la.hankel(c, r)


def special_c128(c: c128[:]):
    return la.toeplitz(c), la.circulant(c)


def special_of_ints(c: i64[:], n: int):
    return la.toeplitz(c), la.hankel(c, c), la.hilbert(n), la.helmert(n), la.helmert(n, full=True), la.dft(n), la.dft(n, "sqrtn"), la.dft(n, scale="n")


def companion(a: f64[:]):
    return la.companion(a)


def blocks(a: f64[:, :], v: f64[:], k: i64[:, :]):
    return la.block_diag(a, v, k), la.block_diag(a), la.block_diag(k, k), la.block_diag(1.5, a)


def shapes(a: f64[:, :]):
    return la.issymmetric(a), la.ishermitian(a), la.issymmetric(a, rtol=1e-3), la.bandwidth(a)


def bank(a: f64[:, :, :], b: f64[:, :]):
    x = np.empty(b.shape)
    d = np.empty(len(b))
    for i in prange(len(b)):
        x[i] = la.solve(a[i], b[i])
        d[i] = la.det(a[i]) + la.cholesky(a[i] @ a[i].T, lower=True)[0, 0] + la.inv(a[i])[0, 0]
    return x, d


def caught(a: f64[:, :], v: f64[:]) -> int:
    n = 0
    try:
        la.solve(a, v)
    except LinAlgError:
        n += 1
    try:
        la.cholesky(a)
    except la.LinAlgError:
        n += 10
    try:
        la.inv(a)
    except np.linalg.LinAlgError:
        n += 100
    except ValueError:
        n += 1000
    return n


def raised(n: int) -> int:
    if n > 2:
        raise LinAlgError(f"{n} is too large")
    if n > 1:
        raise LinAlgError
    return n


RNG = np.random.default_rng(7)
S3 = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 5.0]])
G3 = np.array([[4.0, 1.0, 0.5], [-1.0, 3.0, 1.0], [0.25, 1.0, 5.0]])
G12 = RNG.normal(size=(12, 12)) + 9 * np.eye(12)
S12 = G12 @ G12.T
ZERO, NANS = np.zeros((3, 3)), np.where(np.eye(3) > 0, np.nan, 1.0)
V3, V12 = np.array([1.0, -2.0, 3.0]), RNG.normal(size=12)
B3, B12 = RNG.normal(size=(3, 2)), RNG.normal(size=(12, 12))
TALL = RNG.normal(size=(6, 3))
SINGULAR = np.array([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 1.0]])


def of(a, d):
    return a.astype(d)


CASES = {
    "systems": [(G3, B3, V3), (S3, B3, V3), (G12, B12, V12), (S12, B12, V12), (np.triu(G3), B3, V3), (np.diag(V3), B3, V3), (SINGULAR, B3, V3), (NANS, B3, V3),
                (G3, B3 * np.inf, V3), (G3, B12, V3), (G3[:2], B3, V3), (np.array([[2.0]]), B3[:1], V3[:1])],
    "systems_f32": [tuple(of(x, np.float32) for x in (G3, B3, V3)), tuple(of(x, np.float32) for x in (G12, B12, V12))],
    "det_f32": [(of(G3, np.float32),), (of(-G3, np.float32),)],
    "systems_c128": [(of(G3, complex) + 1j * np.eye(3), of(B3, complex), V3), (S12 + 1j * (B12 - B12.T), B12 * 1j, V12), (of(ZERO, complex), of(B3, complex), V3)],
    "of_ints": [(np.array([[4, 1], [2, 3]]), np.float32([1, 2])), (np.array([[4, 2], [2, 1]]), np.float32([1, 2]))],
    "kinds": [(S3, V3), (S12, V12)],
    "choleskies": [(S3, V3), (S12, V12), (S3 + np.triu(G3, 1) * 0, V3), (-S3, V3), (NANS, V3), (TALL, V3)],
    "choleskies_c128": [(S3 + 1j * np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 0.0]]),), (of(-S3, complex),)],
    "factors": [(G3, B3, V3), (G12, B12, V12), (NANS, B3, V3)],
    "triangles": [(G3, B3, V3), (G12, B12, V12), (ZERO, B3, V3), (G3, B12, V3)],
    "eigen": [(S3, S3 + np.eye(3)), (S12, S12 + np.eye(12)), (S3, -S3), (NANS, S3)],
    "eigen_c128": [(S3 + 1j * np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 0.0]]),)],
    "singular": [(G3,), (TALL,), (TALL.T.copy(),), (NANS,)],
    "orthogonal": [(G3,), (TALL,)],
    "least": [(TALL, RNG.normal(size=(6, 2))), (SINGULAR, B3), (TALL, B3)],
    "inverses": [(TALL, S3), (SINGULAR, S3)],
    "functions": [(G3 / 8,), (ZERO,)],
    "functions_f32": [(of(G3 / 8, np.float32),)],
    "equations": [(G3, B3 @ B3.T), (G3, B12)],
    "forms": [(G3,)],
    "bands": [(np.array([[0.0, 1, 1, 1], [4, 5, 6, 7], [1, 1, 1, 0]]), np.arange(4.0), 1), (np.ones((3, 4)), np.arange(4.0), 2)],
    "bands_of_symmetric": [(np.array([[0.1, 0.1, 0.1], [4, 5, 6]])[::-1].copy() + 3, V3, V3, V3[:2].copy()), (np.zeros((2, 3)), V3, V3, V3[:2].copy())],
    "norms": [(G3, V3), (TALL, V12), (NANS, V3)],
    "norm_one": [(V3,), (V12,), (V3 * np.nan,)],
    "norms_of_all": [(V3,), (V3 * np.nan,)],
    "special": [(V3, V12), (V12, V3), (V3[:1].copy(), V3)],
    "special_c128": [(of(V3, complex) + 2j,)],
    "special_of_ints": [(np.array([1, -2, 3]), 3), (np.array([5]), 1), (np.array([5, 7]), 6)],
    "companion": [(V3,), (V12,), (V3[:1].copy(),), (V3 * 0,)],
    "blocks": [(G3, V3, np.array([[1, 2]])), (TALL, V12, np.array([[3]]))],
    "shapes": [(G3,), (S3,), (TALL,), (np.diag(V3),), (S3 + np.triu(S3) * 1e-5,)],
    "bank": [(RNG.normal(size=(40, 4, 4)) + 5 * np.eye(4), RNG.normal(size=(40, 4))), (np.zeros((2, 3, 3)), np.zeros((2, 3)))],
    "caught": [(SINGULAR, V3), (G3, V3), (-S3, V3), (ZERO, V3), (NANS, V3)],
    "raised": [(1,), (2,), (3,)],
}
ONE_TYPE = {"norm_one"}
ALIGNED = True
