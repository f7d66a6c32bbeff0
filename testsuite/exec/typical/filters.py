"""Image filters on grey and colour images."""
import numpy as np
from pycc import f64, u8, prange


def box_blur(img: f64[:, :], r: int) -> f64[:, :]:
    h, w = img.shape
    out = np.zeros((h, w))
    for y in range(h):
        for x in range(w):
            total = 0.0
            count = 0
            for dy in range(-r, r + 1):
                for dx in range(-r, r + 1):
                    yy = y + dy
                    xx = x + dx
                    if 0 <= yy < h and 0 <= xx < w:
                        total += img[yy, xx]
                        count += 1
            out[y, x] = total / count
    return out


def sobel(img: f64[:, :]) -> f64[:, :]:
    gx = np.zeros_like(img)
    gy = np.zeros_like(img)
    gx[1:-1, 1:-1] = (img[:-2, 2:] + 2 * img[1:-1, 2:] + img[2:, 2:]
                      - img[:-2, :-2] - 2 * img[1:-1, :-2] - img[2:, :-2])
    gy[1:-1, 1:-1] = (img[2:, :-2] + 2 * img[2:, 1:-1] + img[2:, 2:]
                      - img[:-2, :-2] - 2 * img[:-2, 1:-1] - img[:-2, 2:])
    mag = np.sqrt(gx ** 2 + gy ** 2)
    return mag / mag.max()


def threshold(img: f64[:, :], level: float) -> u8[:, :]:
    h, w = img.shape
    out = np.zeros((h, w), dtype=np.uint8)
    for y in range(h):
        for x in range(w):
            if img[y, x] > level:
                out[y, x] = 255
    return out


def normalize(img: f64[:, :]) -> f64[:, :]:
    lo = img.min()
    hi = img.max()
    if hi == lo:
        return np.zeros_like(img)
    return (img - lo) / (hi - lo)


def histogram_equalize(img: u8[:, :]) -> u8[:, :]:
    hist = np.zeros(256)
    h, w = img.shape
    for y in range(h):
        for x in range(w):
            hist[img[y, x]] += 1
    cdf = np.cumsum(hist)
    cdf = cdf / cdf[-1] * 255
    out = np.empty((h, w), dtype=np.uint8)
    for y in range(h):
        for x in range(w):
            out[y, x] = np.uint8(cdf[img[y, x]])
    return out


def grey(rgb: f64[:, :, :]) -> f64[:, :]:
    return 0.299 * rgb[:, :, 0] + 0.587 * rgb[:, :, 1] + 0.114 * rgb[:, :, 2]


def gamma_correct(img: f64[:, :], gamma: float) -> f64[:, :]:
    h, w = img.shape
    out = np.empty((h, w))
    scaled = img / 255.0
    for i in prange(h):
        for j in range(w):
            out[i, j] = scaled[i, j] ** gamma
    return out * 255.0
