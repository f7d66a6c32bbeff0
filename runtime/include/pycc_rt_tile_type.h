/* Packing and tiles for results of type TILE_T (pycc_rt_tile.h). Functions of constants: what is
 * passed for `value` and the classes is known where they are inlined. */

typedef TILE_T TILE(pycc_tile_vector) __attribute__((vector_size(PYCC_TILE_BYTES), may_alias));

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
TILE_LANES(pycc_tile_abs, TILE_FABS(a[l]), const TILE(pycc_tile_vector) a)
TILE_LANES(pycc_tile_square, a[l] * a[l], const TILE(pycc_tile_vector) a)
#undef TILE_LANES
#undef TILE_LANES2

typedef TILE_T TILE(pycc_tile_value)(const void *in, const int64_t *at, int what, TILE_T result,
                                     bool unit);

/* A panel [k][count][width] of `count` values for each of x and k; lanes without an x are 0. */
PYCC_INLINE void TILE(pycc_tile_pack)(const struct pycc_tile *t, const void *in,
                                      TILE_T *restrict to, TILE(pycc_tile_value) * value, int what,
                                      int count, int width, const struct pycc_tile_part x,
                                      const struct pycc_tile_part k, bool along, bool unit) {
    int64_t at[PYCC_TILE_LOOPS] = {0};
    if (x.n < width) {
        memset(to, 0, sizeof(TILE_T) * (size_t)(k.n * count * width));
    }
    if (along) {
        PYCC_TILE_WALK(t, at, k, kk) {
            for (int o = 0; o < count; ++o) {
                TILE_T *restrict const row = to + (kk * count + o) * width;
                PYCC_TILE_WALK(t, at, x, xx) {
                    row[xx] = value(in, at, what + o, 0, unit);
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
                    to[((block + kk) * count + o) * width + xx] = value(in, at, what + o, 0, unit);
                }
            }
        }
    }
}

/* Results begin, take part of the reduction, and are stored behind its last part. */
PYCC_INLINE void
TILE(pycc_tile_tile)(const struct pycc_tile *t, const void *in, const struct pycc_tile_at *tile,
                     TILE(pycc_tile_value) * value,
                     void (*const *kernels)(int64_t depth, const TILE_T *restrict P,
                                            const TILE_T *restrict Q, TILE_T *restrict R),
                     int nu, int nv, bool unit) {
    enum { lanes = PYCC_TILE_BYTES / sizeof(TILE_T), width = PYCC_TILE_VECTORS * lanes };
    const struct pycc_tile_part u = {0, nu, tile->u, tile->un}, v = {nu, nv, tile->v, tile->vn};
    TILE_T *restrict const r = tile->results;
    int64_t at[PYCC_TILE_LOOPS] = {0};
    const int64_t *span = t->span ? t->span + 2 * tile->u : NULL;
    if (tile->first) {
        if (u.n < PYCC_TILE_ROWS || v.n < width || span) {
            memset(r, 0, sizeof(TILE_T) * PYCC_TILE_ROWS * width);
        }
        PYCC_TILE_WALK(t, at, u, uu) {
            const struct pycc_tile_part w = span ? pycc_tile_cut(v, span + 2 * uu) : v;
            TILE_T *restrict const row = r + uu * width + (w.from - v.from);
            PYCC_TILE_WALK(t, at, w, vv) {
                row[vv] = value(in, at, PYCC_TILE_FIRST, 0, unit);
            }
        }
    }
    kernels[(v.n - 1) / lanes](tile->k, tile->p, tile->q, r);
    if (tile->last) {
        PYCC_TILE_WALK(t, at, u, uu) {
            const struct pycc_tile_part w = span ? pycc_tile_cut(v, span + 2 * uu) : v;
            const TILE_T *restrict const row = r + uu * width + (w.from - v.from);
            PYCC_TILE_WALK(t, at, w, vv) {
                value(in, at, PYCC_TILE_LAST, row[vv], unit);
            }
        }
    }
}
