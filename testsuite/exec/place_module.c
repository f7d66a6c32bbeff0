/* A compiled module written by hand whose device is a toy: test_places.py builds it with the
 * runtime library (under several names, NAME) and tests what calls do inside `with pycc.places...`.
 *
 * The toy "runs" a nest by remembering what is to be added to an array; it comes home when somebody
 * asks. So a test sees whether somebody did. */
#include <stdlib.h>
#include <string.h>

#include "pycc_rt_device.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

/* ---- the toy */

struct pycc_away {
    int n;
    struct {
        struct pycc_array1 x;
        double add;
    } pending[8];
};

static int homes, fail_next;

static void add(struct pycc_array1 x, double v) {
    for (int64_t i = 0; i < x.shape[0]; ++i) {
        *(double *)(x.data + i * x.stride[0]) += v;
    }
}

static bool failing(struct pycc_ctx *ctx) {
    if (fail_next > 0 && --fail_next == 0) {
        pycc_raise(ctx, PYCC_EXC_MEMORY, "the toy broke", 0);
        return true;
    }
    return false;
}

static bool toy_home(struct pycc_ctx *ctx, const char *data, int rank, const int64_t *shape,
                     const int64_t *stride, int64_t item, bool write) {
    (void)rank, (void)shape, (void)stride, (void)item, (void)write;
    struct pycc_away *away = ctx->away;
    ++homes;
    for (int k = 0; away && k < away->n; ++k) {
        if (away->pending[k].x.data == data) {
            add(away->pending[k].x, away->pending[k].add);
            away->pending[k].add = 0;
        }
    }
    return !failing(ctx);
}

static bool toy_home_all(struct pycc_ctx *ctx) {
    for (int k = 0; ctx->away && k < ctx->away->n; ++k) {
        add(ctx->away->pending[k].x, ctx->away->pending[k].add);
    }
    free(ctx->away);
    ctx->away = NULL;
    return !failing(ctx);
}

static char *toy_profile(void) {
    return strdup("{\"device\": \"toy\", \"counts\": {\"launches\": 0}, \"seconds\": {}, "
                  "\"fallbacks\": [], \"forecasts\": [], \"spans\": [], \"kernels\": []}");
}

static int kept;

static void toy_keep(bool spans, bool kernels, bool on) {
    kept += (spans + 100 * kernels) * (on ? 1 : -1);
}

/* Modules of one VERSION share one. */
static const struct pycc_device_api toy;
static const struct pycc_device_api *used;

static const struct pycc_device_api *toy_join(const struct pycc_device_api *other) {
    used = used ? used : other ? other : &toy;
    return used;
}

static const struct pycc_device_api toy = {.version = TEXT(VERSION),
                                           .join = toy_join,
                                           .home = toy_home,
                                           .home_all = toy_home_all,
                                           .profile = toy_profile,
                                           .keep = toy_keep};

/* ---- functions */

#define CALL(name)                                                                                 \
    static void name(struct pycc_ctx *ctx, const union pycc_value *arg, union pycc_value *ret)

static void run_nest(struct pycc_ctx *ctx, struct pycc_array1 x, double v) {
    if (!ctx->away) {
        ctx->away = calloc(1, sizeof *ctx->away);
    }
    ctx->away->pending[ctx->away->n].x = x;
    ctx->away->pending[ctx->away->n++].add = v;
}

static void end(struct pycc_ctx *ctx) {
    if (ctx->away && !ctx->stays) {
        toy_home_all(ctx);
    }
}

/* later(x, v): x += v, by the toy */
CALL(call_later) {
    (void)ret;
    run_nest(ctx, arg[0].a1, arg[1].f64);
    end(ctx);
}

/* made(n): an array of n ones, made by the toy */
CALL(call_made) {
    struct pycc_array1 *x = &ret->a1;
    x->shape[0] = arg[0].i64;
    x->stride[0] = 8;
    x->owner = calloc(1, sizeof *x->owner);
    *x->owner = (struct pycc_buffer){.refs = 1, .data = calloc((size_t)x->shape[0], 8)};
    x->data = x->owner->data;
    run_nest(ctx, *x, 1.0);
    end(ctx);
}

/* total(x): on the host, and it does not know of devices */
CALL(call_total) {
    (void)ctx;
    ret->f64 = 0;
    for (int64_t i = 0; i < arg[0].a1.shape[0]; ++i) {
        ret->f64 += *(double *)(arg[0].a1.data + i * arg[0].a1.stride[0]);
    }
}

/* where(): ctx->place, with 10 added when what is away stays, and 100 when there is a pool */
CALL(call_where) {
    (void)arg;
    ret->i64 = ctx->place + 10 * ctx->stays + 100 * (ctx->pool != NULL);
}

/* ask(what): 0 how many homes, 1 what is kept; -n: the n-th home from now fails */
CALL(call_ask) {
    (void)ctx;
    fail_next = arg[0].i64 < 0 ? (int)-arg[0].i64 : fail_next;
    ret->i64 = arg[0].i64 == 0 ? homes : kept;
}

/* warned(x): a warning, and a failure when x < 0 */
CALL(call_warned) {
    (void)ret;
    ctx->warning = strdup("the toy is old");
    if (arg[0].f64 < 0) {
        pycc_raise(ctx, PYCC_EXC_VALUE, "negative", 0);
    }
}

/* ---- tables */

static const struct pycc_type t_none = {.kind = PYCC_NONE},
                              t_int = {.kind = PYCC_SCALAR, .dtype = PYCC_INT},
                              t_float = {.kind = PYCC_SCALAR, .dtype = PYCC_FLOAT},
                              t_x = {.kind = PYCC_ARRAY, .dtype = PYCC_F64, .rank = 1};
static const struct pycc_type *const p_xv[] = {&t_x, &t_float}, *const p_n[] = {&t_int},
                                     *const p_v[] = {&t_float};
static const char *const n_xv[] = {"x", "v"}, *const n_n[] = {"n"};
static const bool second_by_name[] = {false, true};

#define ONE(name, p, r, in, out, on_device)                                                        \
    static const struct pycc_overload o_##name[] = {{.signature = #name,                           \
                                                     .param = p,                                   \
                                                     .ret = &r,                                    \
                                                     .n_leaves_in = in,                            \
                                                     .n_leaves_out = out,                          \
                                                     .call = call_##name,                          \
                                                     .release_gil = true,                          \
                                                     .device = on_device}}
ONE(later, p_xv, t_none, 2, 0, true);
ONE(made, p_n, t_x, 1, 1, true);
ONE(total, p_xv, t_float, 1, 1, false);
ONE(where, NULL, t_int, 0, 1, true);
ONE(ask, p_n, t_int, 1, 1, true);
ONE(warned, p_v, t_none, 1, 0, true);

static const struct pycc_function functions[] = {
    {"later", 2, n_xv, second_by_name, 1, o_later},
    {"made", 1, n_n, NULL, 1, o_made},
    {"total", 1, n_xv, NULL, 1, o_total},
    {"where", 0, NULL, NULL, 1, o_where},
    {"ask", 1, n_n, NULL, 1, o_ask},
    {"warned", 1, n_xv, NULL, 1, o_warned},
};

#define SOURCE                                                                                     \
    "def later(x, *, v=1.0):\n    return ('interpreted', v)\n"                                     \
    "def made(n): return 'interpreted'\ndef total(x): return 'interpreted'\n"                      \
    "def where(): return 'interpreted'\ndef ask(n): return 'interpreted'\n"                        \
    "def warned(x): return 'interpreted'\n"

static const struct pycc_module module = {
    .abi = PYCC_ABI,
    .name = TEXT(NAME),
    .path = "/nowhere/place.py",
    .source = SOURCE,
    .source_size = sizeof SOURCE - 1,
    .n_functions = sizeof functions / sizeof *functions,
    .function = functions,
    .device = &toy,
};

__attribute__((visibility("default"))) void *JOIN(PyInit_, NAME)(void) {
    return pycc_module_init(&module);
}
