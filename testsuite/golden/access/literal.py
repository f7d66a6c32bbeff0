"""Where all is numbers the compiler decides, and says who did."""
from pycc import f64, prange


def coupled(y: f64[:]) -> None:
    for i in prange(4):
        for j in range(0, 60, 20):
            y[3 * i + 50 * j] = y[2 * i + 70 * j + 1] + 1.0


def two_steps(y: f64[:]) -> None:
    for i in prange(0, 11, 2):
        for j in range(0, 30, 5):
            for k in range(0, 14, 5):
                y[13 * i + 179 * j + 2 * k] = y[13 * i + 25 * j + 38876 * k + 1] + 1.0


def triangle_with_steps(y: f64[:]) -> None:
    for i in prange(182):
        for j in range(i, 66, 7):
            y[37792 * i + 31169 * j + 70223] = 1.0


def three_strides(y: f64[:]) -> None:
    for i in prange(0, 246, 7):
        for j in range(0, 53, 2):
            for k in range(0, 22, 2):
                y[11 * i + 13 * j + 20799 * k + 29] = 1.0


def coupled_by_steps(y: f64[:]) -> None:
    for i in prange(0, 39, 7):
        for j in range(0, 6, 3):
            y[9 * i + 20 * j + 16] = y[2 * i + 16 * j + 10] + 1.0


def coupled_planes(y: f64[:, :]) -> None:
    for i in prange(0, 26):
        for j in range(i, 26, 5):
            for k in range(0, i, 5):
                for l in range(0, j + 1, 3):
                    y[41 * i + 17 * j + 8 * k + 23 * l + 291, 19 * i + 11 * j + 53 * k + 31 * l + 151] = (
                        y[14 * i + 22 * j + 9 * k + 19 * l + 138, 23 * i + 8 * j + 22 * k + 101 * l + 87] + 1.0)


def steps_in_a_triangle(y: f64[:]) -> None:
    for i in prange(0, 100, 3):
        for j in range(0, 50, 4):
            for k in range(0, 200, 3):
                for l in range(0, k, 5):
                    y[10 * i + 14 * j + 1001 * k + 5005 * l + 258] = 1.0
