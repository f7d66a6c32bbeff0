"""QR factorization by the modified Gram-Schmidt process."""
import numpy as np

SIZES = {"S": (20, 16), "L": (300, 260)}


def initialize(m, n):
    rng = np.random.default_rng(44)
    return (rng.random((m, n)) + np.eye(m, n),)


def work(m, n):
    return 2.0 * m * n * n, 24.0 * m * n


# pythran export gramschmidt(float64[:,:])
def gramschmidt(A):
    n = A.shape[1]
    Q = np.zeros_like(A)
    R = np.zeros((n, n))
    for k in range(n):
        R[k, k] = np.sqrt(np.dot(A[:, k], A[:, k]))
        Q[:, k] = A[:, k] / R[k, k]
        for j in range(k + 1, n):
            R[k, j] = np.dot(Q[:, k], A[:, j])
            A[:, j] -= Q[:, k] * R[k, j]
    return Q, R
