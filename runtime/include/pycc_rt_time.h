/* Dates and spans of time, datetime64 and timedelta64: whole numbers of a unit, and NaT, the least
 * of them, which no comparison holds of and which arithmetic gives again. Without branches where
 * they would keep loops from being vectors. Included by pycc_rt_math.h. */
#ifndef PYCC_RT_TIME_H
#define PYCC_RT_TIME_H

#define PYCC_NAT INT64_MIN

static inline int64_t pycc_time_plus(int64_t a, int64_t b) {
    int64_t sum = (int64_t)((uint64_t)a + (uint64_t)b);
    return ((a == PYCC_NAT) | (b == PYCC_NAT)) ? PYCC_NAT : sum;
}

static inline int64_t pycc_time_minus(int64_t a, int64_t b) {
    int64_t difference = (int64_t)((uint64_t)a - (uint64_t)b);
    return ((a == PYCC_NAT) | (b == PYCC_NAT)) ? PYCC_NAT : difference;
}

/* Of a span and a number. */
static inline int64_t pycc_time_times(int64_t a, int64_t n) {
    return a == PYCC_NAT ? PYCC_NAT : (int64_t)((uint64_t)a * (uint64_t)n);
}

static inline int64_t pycc_time_real(double x) {
    return isfinite(x) ? pycc_cast_i64(x) : PYCC_NAT;
}

static inline int64_t pycc_time_scaled(int64_t a, double x) {
    return a == PYCC_NAT ? PYCC_NAT : pycc_time_real((double)a * x);
}

static inline int64_t pycc_time_part(int64_t a, int64_t n) {
    return ((a == PYCC_NAT) | (n == 0)) ? PYCC_NAT : a / n;
}

static inline int64_t pycc_time_share(int64_t a, double x) {
    return a == PYCC_NAT ? PYCC_NAT : pycc_time_real((double)a / x);
}

/* Of two spans. */
static inline double pycc_time_ratio(int64_t a, int64_t b) {
    return ((a == PYCC_NAT) | (b == PYCC_NAT)) ? NAN : (double)a / (double)b;
}

static inline int64_t pycc_time_floordiv(int64_t a, int64_t b) {
    return ((a == PYCC_NAT) | (b == PYCC_NAT) | (b == 0)) ? 0 : pycc_floordiv_i64(a, b);
}

static inline int64_t pycc_time_mod(int64_t a, int64_t b) {
    return ((a == PYCC_NAT) | (b == PYCC_NAT) | (b == 0)) ? PYCC_NAT : pycc_mod_i64(a, b);
}

static inline pycc_bool pycc_time_equal(int64_t a, int64_t b) {
    return (a == b) & (a != PYCC_NAT);
}

static inline pycc_bool pycc_time_less(int64_t a, int64_t b) {
    return (a < b) & (a != PYCC_NAT);
}

static inline pycc_bool pycc_time_less_equal(int64_t a, int64_t b) {
    return (a <= b) & (a != PYCC_NAT);
}

/* NaT is the least number, so that np.minimum and np.fmax are those of numbers. */
static inline int64_t pycc_time_maximum(int64_t a, int64_t b) {
    return ((a == PYCC_NAT) | (b == PYCC_NAT)) ? PYCC_NAT : a > b ? a : b;
}

static inline int64_t pycc_time_fmin(int64_t a, int64_t b) {
    return (uint64_t)a + INT64_MAX < (uint64_t)b + INT64_MAX ? a : b;
}

/* Python's, which asks whether b is before or behind a. */
static inline int64_t pycc_time_pymin(int64_t a, int64_t b) {
    return pycc_time_less(b, a) ? b : a;
}

static inline int64_t pycc_time_pymax(int64_t a, int64_t b) {
    return pycc_time_less(a, b) ? b : a;
}

/* In a unit that is n times as long. */
static inline int64_t pycc_time_floor(int64_t a, int64_t n) {
    return a == PYCC_NAT ? PYCC_NAT : a / n - ((a % n) < 0);
}

/* The first day of a month, both counted from January 1970: years begin in March here, so that the
 * day that a leap year has more is the last one of its year. */
static inline int64_t pycc_time_days(int64_t month) {
    int64_t from = month - 2, year = pycc_floordiv_i64(from, 12), of_year = from - 12 * year;
    int64_t y = year + 1970;
    return month == PYCC_NAT ? PYCC_NAT
                             : 365 * y + pycc_floordiv_i64(y, 4) - pycc_floordiv_i64(y, 100) +
                                   pycc_floordiv_i64(y, 400) + (153 * of_year + 2) / 5 - 719468;
}

/* The month that a day is in. */
static inline int64_t pycc_time_months(int64_t day) {
    int64_t from = day + 719468, era = pycc_floordiv_i64(from, 146097), d = from - 146097 * era;
    int64_t y = (d - d / 1460 + d / 36524 - d / 146096) / 365;
    int64_t m = (5 * (d - (365 * y + y / 4 - y / 100)) + 2) / 153;
    return day == PYCC_NAT ? PYCC_NAT : 12 * (400 * era + y - 1970) + m + 2;
}

#endif
