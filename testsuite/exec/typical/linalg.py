"""Linear algebra by hand: Jacobi, Gauss-Seidel, CG, LU, power iteration, QR."""
import numpy as np
from pycc import f64


def jacobi(a: f64[:, :], b: f64[:], iters: int, tol: float) -> f64[:]:
    n = len(b)
    x = np.zeros(n)
    for _ in range(iters):
        new = np.zeros(n)
        for i in range(n):
            s = b[i]
            for j in range(n):
                if j != i:
                    s -= a[i, j] * x[j]
            new[i] = s / a[i, i]
        if np.max(np.abs(new - x)) < tol:
            return new
        x = new
    return x


def cg(a: f64[:, :], b: f64[:], tol: float) -> f64[:]:
    x = np.zeros_like(b)
    r = b - a @ x
    p = r.copy()
    rs = np.dot(r, r)
    for _ in range(len(b)):
        ap = a @ p
        alpha = rs / np.dot(p, ap)
        x += alpha * p
        r -= alpha * ap
        new = np.dot(r, r)
        if np.sqrt(new) < tol:
            break
        p = r + new / rs * p
        rs = new
    return x


def lu(a: f64[:, :]) -> tuple[f64[:, :], f64[:, :]]:
    n = a.shape[0]
    u = a.copy()
    l = np.eye(n)
    for k in range(n):
        for i in range(k + 1, n):
            l[i, k] = u[i, k] / u[k, k]
            u[i] -= l[i, k] * u[k]
    return l, u


def det(a: f64[:, :]) -> float:
    l, u = lu(a)
    d = 1.0
    for i in range(u.shape[0]):
        d *= u[i, i]
    return d


def power_iteration(a: f64[:, :], n: int) -> tuple[float, f64[:]]:
    v = np.ones(a.shape[0])
    lam = 0.0
    for _ in range(n):
        w = a @ v
        lam = np.linalg.norm(w)
        v = w / lam
    return lam, v


def gram_schmidt(a: f64[:, :]) -> f64[:, :]:
    m, n = a.shape
    q = np.zeros((m, n))
    for j in range(n):
        v = a[:, j].copy()
        for i in range(j):
            v -= np.dot(q[:, i], a[:, j]) * q[:, i]
        q[:, j] = v / np.sqrt(np.sum(v * v))
    return q


def is_symmetric(a: f64[:, :]) -> bool:
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            if a[i, j] != a[j, i]:
                return False
    return True


def diag_dominant(a: f64[:, :]) -> bool:
    d = np.abs(np.diag(a))
    s = np.sum(np.abs(a), axis=1) - d
    return bool(np.all(d >= s))


def trace_norm(a: f64[:, :]) -> tuple[float, float]:
    n = a.shape[0]
    t = 0.0
    s = 0.0
    for i in range(n):
        t += a[i, i]
        for j in range(n):
            s += a[i, j] * a[i, j]
    return t, np.sqrt(s)
