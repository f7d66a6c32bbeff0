"""Machine learning: logistic regression, k-means, perceptron, k nearest, adam."""
import numpy as np
from pycc import f64, i64, prange


def sigmoid(z: f64[:]) -> f64[:]:
    return 1.0 / (1.0 + np.exp(-z))


def logistic_fit(x: f64[:, :], y: f64[:], lr: float, epochs: int) -> f64[:]:
    n, k = x.shape
    w = np.zeros(k)
    for _ in range(epochs):
        p = sigmoid(x @ w)
        grad = x.T @ (p - y) / n
        w -= lr * grad
    return w


def log_loss(p: f64[:], y: f64[:]) -> float:
    eps = 1e-12
    p = np.clip(p, eps, 1 - eps)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def kmeans_step(x: f64[:, :], centers: f64[:, :]) -> tuple[f64[:, :], i64[:]]:
    n, d = x.shape
    k = centers.shape[0]
    label = np.zeros(n, dtype=np.int64)
    for i in prange(n):
        best = np.inf
        for c in range(k):
            dist = 0.0
            for j in range(d):
                dist += (x[i, j] - centers[c, j]) ** 2
            if dist < best:
                best = dist
                label[i] = c
    sums = np.zeros((k, d))
    count = np.zeros(k)
    for i in range(n):
        sums[label[i]] += x[i]
        count[label[i]] += 1
    for c in range(k):
        if count[c] > 0:
            sums[c] /= count[c]
    return sums, label


def kmeans(x: f64[:, :], centers: f64[:, :], iters: int) -> f64[:, :]:
    for _ in range(iters):
        new, label = kmeans_step(x, centers)
        if np.allclose(new, centers):
            break
        centers = new
    return centers


def adam(w: f64[:], g: f64[:], m: f64[:], v: f64[:], t: int) -> None:
    b1, b2, lr, eps = 0.9, 0.999, 0.001, 1e-8
    m[:] = b1 * m + (1 - b1) * g
    v[:] = b2 * v + (1 - b2) * g * g
    mh = m / (1 - b1 ** t)
    vh = v / (1 - b2 ** t)
    w -= lr * mh / (np.sqrt(vh) + eps)


def relu_layer(x: f64[:, :], w: f64[:, :], b: f64[:]) -> f64[:, :]:
    z = x @ w + b
    n, k = z.shape
    for i in range(n):
        for j in range(k):
            if z[i, j] < 0:
                z[i, j] = 0.0
    return z


def accuracy(pred: i64[:], truth: i64[:]) -> float:
    return np.mean(pred == truth)


def standardize(x: f64[:, :]) -> tuple[f64[:, :], f64[:], f64[:]]:
    mu = x.mean(axis=0)
    sd = x.std(axis=0)
    sd[sd == 0] = 1.0
    return (x - mu) / sd, mu, sd


def one_hot(label: i64[:], k: int) -> f64[:, :]:
    out = np.zeros((len(label), k))
    for i in range(len(label)):
        out[i, label[i]] = 1.0
    return out


def nearest(x: f64[:, :], q: f64[:]) -> int:
    d = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        d[i] = np.sqrt(np.sum((x[i] - q) ** 2))
    return int(np.argmin(d))
