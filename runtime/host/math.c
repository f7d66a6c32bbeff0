/* Arithmetic of generated code that is too long to stand in a header: Python's round(x, digits),
 * complex ** and pow(a, b, m). */
#include "pycc_rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest decimal text of a double with all its digits. */
enum { DIGITS = 1100 };

/* The nearest multiple of 10**-digits, ties by the exact binary value, then to even: printf does
 * that for digits behind the point, and in exponent form for those before it. */
double pycc_round_digits_f64(double x, double digits) {
    char text[DIGITS + 400];
    if (!isfinite(x) || x == 0 || digits > 323) {
        return x;
    }
    if (digits < -308) {
        return copysign(0.0, x);
    }
    int n = (int)digits;
    if (n >= 0) {
        snprintf(text, sizeof(text), "%.*f", n, x);
        return strtod(text, NULL);
    }
    snprintf(text, sizeof(text), "%.*e", DIGITS,
             x); /* exact, so that the exponent is not rounded */
    int exponent = atoi(strchr(text, 'e') + 1);
    if (exponent + n >= 0) {
        snprintf(text, sizeof(text), "%.*e", exponent + n, x);
        return strtod(text, NULL);
    }
    snprintf(text, sizeof(text), "5e%d", -n - 1);
    bool up = exponent + n == -1 && fabs(x) > strtod(text, NULL);
    snprintf(text, sizeof(text), "1e%d", -n);
    return copysign(up ? strtod(text, NULL) : 0.0, x);
}

int64_t pycc_round_digits_i64(int64_t x, int64_t digits) {
    if (digits >= 0) {
        return x;
    }
    if (digits < -19) {
        return 0;
    }
    __extension__ __int128 unit = 1;
    for (int64_t k = digits; k < 0; ++k) {
        unit *= 10;
    }
    __extension__ __int128 rest = x % unit, down = x - rest;
    if (rest < 0) {
        rest += unit;
        down -= unit;
    }
    bool odd = down / unit % 2 != 0;
    bool up = 2 * rest > unit || (2 * rest == unit && odd);
    return (int64_t)(up ? down + unit : down);
}

double _Complex pycc_pypower_any(double _Complex a, double _Complex b) {
    double x = __real__ b, y = __imag__ b, size = hypot(__real__ a, __imag__ a);
    if (size == 0) {
        return y != 0 || x < 0 ? PYCC_POWER_OF_ZERO : 0;
    }
    double angle = atan2(__imag__ a, __real__ a), phase = angle * x, length = pow(size, x);
    if (y != 0) {
        length /= exp(angle * y);
        phase += y * log(size);
    }
    if (isinf(phase)) {
        return PYCC_POWER_OF_ZERO; /* the C library's cos says that it is not defined */
    }
    double _Complex p = pycc_complex_f64(length * cos(phase), length * sin(phase));
    return isinf(__real__ p) || isinf(__imag__ p) ? PYCC_POWER_TOO_LARGE : p;
}

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

/* a * b modulo m, all at least 0. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t m) {
    return (uint64_t)((uwide)a * b % m);
}

/* The x in 0 .. m-1 with a * x = 1 modulo m, by Euclid's algorithm. */
static uint64_t inverse(uint64_t a, uint64_t m) {
    wide before = 0, x = 1;
    uint64_t r = m, s = a;
    while (s > 1) {
        uint64_t q = r / s, rest = r % s;
        wide next = before - (wide)q * x;
        before = x;
        x = next;
        r = s;
        s = rest;
    }
    return (uint64_t)(x < 0 ? x + (wide)m : x);
}

int64_t pycc_powmod(int64_t a, int64_t b, int64_t m) {
    uint64_t size = m < 0 ? 0 - (uint64_t)m : (uint64_t)m;
    uint64_t x = a < 0 ? (0 - (uint64_t)a) % size : (uint64_t)a % size;
    uint64_t left = b < 0 ? 0 - (uint64_t)b : (uint64_t)b, r = 1 % size;
    x = a < 0 && x > 0 ? size - x : x;
    x = b < 0 && size > 1 ? inverse(x, size) : x;
    for (; left > 0; left >>= 1) {
        r = left & 1 ? multiply(r, x, size) : r;
        x = multiply(x, x, size);
    }
    return m < 0 && r > 0 ? (int64_t)(r - size) : (int64_t)r;
}
