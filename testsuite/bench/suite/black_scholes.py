"""Prices of European call and put options."""
import numpy as np

SIZES = {"S": (500,), "L": (1000000,)}


def initialize(n):
    rng = np.random.default_rng(19)
    return 10 + 40 * rng.random(n), 10 + 40 * rng.random(n), 0.2 + rng.random(n), 0.1, 0.3


def work(n):
    return 120.0 * n, 56.0 * n


# pythran export black_scholes(float64[:], float64[:], float64[:], float, float)
def black_scholes(price, strike, t, rate, vol):
    a = np.log(price / strike)
    b = t * -rate
    z = t * (vol * vol * 2)
    c = 0.25 * z
    y = 1.0 / np.sqrt(z)
    w1 = (a - b + c) * y
    w2 = (a - b - c) * y
    d1 = 0.5 + 0.5 * np.tanh(0.7978845608 * (w1 * 1.41421356 + 0.044715 * (w1 * 1.41421356) ** 3))
    d2 = 0.5 + 0.5 * np.tanh(0.7978845608 * (w2 * 1.41421356 + 0.044715 * (w2 * 1.41421356) ** 3))
    discounted = np.exp(b) * strike
    call = price * d1 - discounted * d2
    put = call - price + discounted
    return call, put
