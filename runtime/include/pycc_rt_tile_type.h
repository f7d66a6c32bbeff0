/* Packing and tiles for results of type TILE_T (pycc_rt_tile.h). Functions of constants: what is
 * passed for `value` and the classes is known where they are inlined. */

typedef TILE_REAL TILE(pycc_tile_reals) __attribute__((vector_size(PYCC_TILE_BYTES), may_alias));

#ifdef TILE_COMPLEX

/* Real parts and imaginary parts. */
typedef struct {
    TILE(pycc_tile_reals) re, im;
} __attribute__((may_alias)) TILE(pycc_tile_vector);

PYCC_INLINE TILE(pycc_tile_vector) TILE(pycc_tile_splat)(TILE_T x) {
    const TILE(pycc_tile_reals) zero = {0};
    return (TILE(pycc_tile_vector)){__real__ x - zero, __imag__ x - zero};
}
#define TILE_LANES2(name, r, i)                                                                    \
    PYCC_INLINE TILE(pycc_tile_vector)                                                             \
        TILE(name)(TILE(pycc_tile_vector) a, TILE(pycc_tile_vector) b) {                           \
        return (TILE(pycc_tile_vector)){r, i};                                                     \
    }
TILE_LANES2(pycc_tile_add, a.re + b.re, a.im + b.im)
TILE_LANES2(pycc_tile_sub, a.re - b.re, a.im - b.im)
TILE_LANES2(pycc_tile_mul, a.re *b.re - a.im * b.im, a.re *b.im + a.im * b.re)
#undef TILE_LANES2
PYCC_INLINE TILE(pycc_tile_vector) TILE(pycc_tile_neg)(TILE(pycc_tile_vector) a) {
    return (TILE(pycc_tile_vector)){-a.re, -a.im};
}
PYCC_INLINE TILE(pycc_tile_vector) TILE(pycc_tile_square)(TILE(pycc_tile_vector) a) {
    return TILE(pycc_tile_mul)(a, a);
}

/* r + a * b and r - a * b, the product's parts one after the other. */
PYCC_INLINE TILE(pycc_tile_vector)
    TILE(pycc_tile_add_mul)(TILE(pycc_tile_vector) r, TILE(pycc_tile_vector) a,
                            TILE(pycc_tile_vector) b) {
    return (TILE(pycc_tile_vector)){(r.re + a.re * b.re) - a.im * b.im,
                                    (r.im + a.re * b.im) + a.im * b.re};
}
PYCC_INLINE TILE(pycc_tile_vector)
    TILE(pycc_tile_sub_mul)(TILE(pycc_tile_vector) r, TILE(pycc_tile_vector) a,
                            TILE(pycc_tile_vector) b) {
    return (TILE(pycc_tile_vector)){(r.re - a.re * b.re) + a.im * b.im,
                                    (r.im - a.re * b.im) - a.im * b.re};
}

/* Number x of a row of vectors. */
PYCC_INLINE void TILE(pycc_tile_put)(void *row, int64_t x, TILE_T value) {
    enum { lanes = PYCC_TILE_BYTES / sizeof(TILE_REAL) };
    TILE_REAL *const re = (TILE_REAL *)row + x + x / lanes * lanes;
    re[0] = __real__ value;
    re[lanes] = __imag__ value;
}
PYCC_INLINE TILE_T TILE(pycc_tile_get)(const void *row, int64_t x) {
    enum { lanes = PYCC_TILE_BYTES / sizeof(TILE_REAL) };
    const TILE_REAL *const re = (const TILE_REAL *)row + x + x / lanes * lanes;
    TILE_T value;
    __real__ value = re[0];
    __imag__ value = re[lanes];
    return value;
}

#else

typedef TILE(pycc_tile_reals) TILE(pycc_tile_vector);

/* What vectors lack, lane by lane: as pycc_pymin_f64 and its kin. */
#define TILE_LANES(name, expression, ...)                                                          \
    PYCC_INLINE TILE(pycc_tile_vector) TILE(name)(__VA_ARGS__) {                                   \
        TILE(pycc_tile_vector) r;                                                                  \
        for (int l = 0; l < (int)(PYCC_TILE_BYTES / sizeof(TILE_T)); ++l) {                        \
            r[l] = expression;                                                                     \
        }                                                                                          \
        return r;                                                                                  \
    }
#define TILE_LANES2(name, expression)                                                              \
    TILE_LANES(name, expression, const TILE(pycc_tile_vector) a, const TILE(pycc_tile_vector) b)
TILE_LANES2(pycc_tile_pymin, b[l] < a[l] ? b[l] : a[l])
TILE_LANES2(pycc_tile_pymax, b[l] > a[l] ? b[l] : a[l])
TILE_LANES2(pycc_tile_minimum, a[l] < b[l] || a[l] != a[l] ? a[l] : b[l])
TILE_LANES2(pycc_tile_maximum, a[l] > b[l] || a[l] != a[l] ? a[l] : b[l])
TILE_LANES(pycc_tile_abs, TILE_ABS(a[l]), const TILE(pycc_tile_vector) a)
TILE_LANES(pycc_tile_square, a[l] * a[l], const TILE(pycc_tile_vector) a)
#undef TILE_LANES
#undef TILE_LANES2

PYCC_INLINE void TILE(pycc_tile_put)(void *row, int64_t x, TILE_T value) {
    ((TILE_T *)row)[x] = value;
}
PYCC_INLINE TILE_T TILE(pycc_tile_get)(const void *row, int64_t x) {
    return ((const TILE_T *)row)[x];
}

#endif

typedef TILE_T TILE(pycc_tile_value)(const void *in, const int64_t *at, int what, TILE_T result,
                                     bool unit);

/* A panel [k][count][width] of `count` values for each of x and k, of vectors or one by one; what
 * has no x stays. */
PYCC_INLINE void TILE(pycc_tile_pack)(const struct pycc_tile *t, const void *in,
                                      TILE_T *restrict to, TILE(pycc_tile_value) * value, int what,
                                      int count, bool vectors, const struct pycc_tile_part x,
                                      const struct pycc_tile_part k, bool along, bool unit) {
    const int width = vectors ? PYCC_TILE_WIDTH(TILE_T) : PYCC_TILE_ROWS;
    int64_t at[PYCC_TILE_LOOPS];
    memcpy(at, t->at, sizeof(at));
    if (along) {
        PYCC_TILE_WALK(t, at, k, kk) {
            for (int o = 0; o < count; ++o) {
                TILE_T *restrict const row = to + (kk * count + o) * width;
                PYCC_TILE_WALK(t, at, x, xx) {
                    const TILE_T one = value(in, at, what + o, 0, unit);
                    if (vectors) {
                        TILE(pycc_tile_put)(row, xx, one);
                    } else {
                        row[xx] = one;
                    }
                }
            }
        }
        return;
    }
    for (int64_t block = 0; block < k.n; block += 32) { /* which stays in the cache */
        const int64_t left = k.n - block;
        const struct pycc_tile_part some = {k.first, k.loops, k.from + block,
                                            left < 32 ? left : 32};
        PYCC_TILE_WALK(t, at, x, xx) {
            PYCC_TILE_WALK(t, at, some, kk) {
                for (int o = 0; o < count; ++o) {
                    TILE_T *restrict const row = to + ((block + kk) * count + o) * width;
                    const TILE_T one = value(in, at, what + o, 0, unit);
                    if (vectors) {
                        TILE(pycc_tile_put)(row, xx, one);
                    } else {
                        row[xx] = one;
                    }
                }
            }
        }
    }
}

/* Results begin, or are stored. */
PYCC_INLINE void TILE(pycc_tile_ends)(const struct pycc_tile *t, const void *in,
                                      const struct pycc_tile_at *tile,
                                      TILE(pycc_tile_value) * value, int what, int nu, int nv,
                                      bool unit) {
    const struct pycc_tile_part u = {0, nu, tile->u, tile->un}, v = {nu, nv, tile->v, tile->vn};
    TILE_T *restrict const r = tile->results;
    int64_t at[PYCC_TILE_LOOPS];
    memcpy(at, t->at, sizeof(at));
    const int64_t *span = t->span ? t->span + 2 * tile->u : NULL;
    PYCC_TILE_WALK(t, at, u, uu) {
        const struct pycc_tile_part w = span ? pycc_tile_cut(v, span + 2 * uu) : v;
        const int64_t off = w.from - v.from;
        TILE_T *restrict const row = r + uu * PYCC_TILE_WIDTH(TILE_T);
        PYCC_TILE_WALK(t, at, w, vv) {
            if (what == PYCC_TILE_FIRST) {
                TILE(pycc_tile_put)(row, off + vv, value(in, at, PYCC_TILE_FIRST, 0, unit));
            } else {
                value(in, at, PYCC_TILE_LAST, TILE(pycc_tile_get)(row, off + vv), unit);
            }
        }
    }
}

/* The lines of memory that results are in are fetched. */
PYCC_INLINE void TILE(pycc_tile_near)(const struct pycc_tile *t, const void *in,
                                      const struct pycc_tile_at *tile,
                                      TILE(pycc_tile_value) * value, int nu, int nv) {
    const struct pycc_tile_part u = {0, nu, tile->u, tile->un};
    int64_t at[PYCC_TILE_LOOPS];
    memcpy(at, t->at, sizeof(at));
    PYCC_TILE_WALK(t, at, u, uu) {
        for (int64_t off = 0; off < tile->vn; off += 64 / (int64_t)sizeof(TILE_T)) {
            const struct pycc_tile_part one = {nu, nv, tile->v + off, 1};
            pycc_tile_seek(t, at, one, 0);
            value(in, at, PYCC_TILE_NEAR, 0, false);
        }
    }
}
