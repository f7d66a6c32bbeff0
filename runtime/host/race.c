/* Does a parallel nest race with these arguments? By its access table, or by inspecting it.
 *
 * Whatever cannot be settled (memory for shadows, numbers beyond 64 bits, a search that takes too
 * long) makes the nest run in order, which is always right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pycc_rt_race.h"

/* What two iterations did to one element. */
struct collision {
    const struct pycc_root *root;
    int64_t at[LMAD_MAX_RANK]; /* its subscripts */
    int64_t first, second;     /* counter values; first writes */
    bool reads;                /* second reads */
};

/* ---- words */

static void describe(const struct pycc_question *q, const struct collision *c, char *text,
                     size_t size) {
    char element[160];
    size_t n = 0;
    element[0] = '\0';
    for (int k = 0; k < c->root->rank && n < sizeof(element); ++k) {
        n += (size_t)snprintf(element + n, sizeof(element) - n, "%s%lld", k ? ", " : "",
                              (long long)c->at[k]);
    }
    if (c->reads) {
        snprintf(text, size, "iteration %s=%lld writes %s[%s], which iteration %s=%lld reads",
                 q->counter, (long long)c->first, c->root->name, element, q->counter,
                 (long long)c->second);
    } else {
        bool swap = q->step > 0 ? c->first > c->second : c->first < c->second;
        snprintf(text, size, "iterations %s=%lld and %s=%lld both write %s[%s]", q->counter,
                 (long long)(swap ? c->second : c->first), q->counter,
                 (long long)(swap ? c->first : c->second), c->root->name, element);
    }
}

/* The nest collides: an error, unless it may run in order. */
static void report(struct pycc_ctx *ctx, const struct pycc_question *q, const struct collision *c) {
    if (!q->in_order && !ctx->failed) {
        pycc_raise(ctx, PYCC_EXC_RACE, NULL, q->line);
        describe(q, c, ctx->error.text, sizeof(ctx->error.text));
    }
}

/* ---- by the table */

/* The subscripts of the element at an address. */
static bool subscripts(const struct pycc_root *root, int64_t address, int64_t *at) {
    struct lmad set = {.base = (int64_t)(intptr_t)*root->data, .width = root->item};
    set.rank = root->rank;
    for (int k = 0; k < root->rank; ++k) {
        set.dim[k] = (struct lmad_dim){root->stride[k], root->shape[k]};
    }
    return lmad_contains(&set, address, at) == TRI_YES;
}

static bool collision_of(const struct pycc_question *q, const struct lmad_bound *bound,
                         const struct lmad_conflict *found, struct collision *c) {
    const struct lmad_access *a = &bound->access[found->a], *b = &bound->access[found->b];
    bool swap = !(a->use & LMAD_WRITE);
    int64_t first[LMAD_MAX_RANK], second[LMAD_MAX_RANK];
    const struct lmad_witness *w = &found->witness;
    if (!lmad_nest_values(&bound->nest, swap ? w->b : w->a, first) ||
        !lmad_nest_values(&bound->nest, swap ? w->a : w->b, second)) {
        return false;
    }
    c->root = &q->array[a->array];
    c->first = first[0];
    c->second = second[0];
    c->reads = !(a->use & b->use & LMAD_WRITE);
    return subscripts(c->root, w->address, c->at);
}

/* YES: parallel. NO: it collides, which was reported. The solver is asked last: loading it takes a
 * while. */
static enum tri decide_table(struct pycc_ctx *ctx, const struct pycc_question *q) {
    struct lmad_bound bound;
    struct lmad_conflict found;
    struct collision c;
    const struct lmad_table *table = lmad_text_table(q->table);
    if (!table || !lmad_bind(table, q->symbol, &bound)) {
        return TRI_UNKNOWN;
    }
    enum tri answer = lmad_parallel(&bound, 0, true, NULL, &found);
    if (answer == TRI_UNKNOWN && pycc_solver()) {
        answer = lmad_parallel(&bound, 0, true, pycc_solver(), &found);
    }
    if (answer == TRI_NO) {
        if (!collision_of(q, &bound, &found, &c)) {
            return TRI_UNKNOWN;
        }
        report(ctx, q, &c);
    }
    return answer;
}

/* From the memo where it is there. Collisions are not kept: they are told with their addresses. */
static enum tri ask_table(struct pycc_ctx *ctx, const struct pycc_question *q) {
    int64_t key[PYCC_MEMO_SYMBOLS];
    enum tri answer;
    if (!q->memo) {
        return decide_table(ctx, q);
    }
    pycc_memo_key(q, key);
    if (!pycc_memo_find(q->memo, key, q->n_symbols, &answer)) {
        answer = decide_table(ctx, q);
        if (answer != TRI_NO) {
            pycc_memo_keep(q->memo, key, q->n_symbols, answer);
        }
    }
    return answer;
}

/* ---- shadows */

#define FIRST_ELEMENT 4096 /* numbers stand for addresses, of which the lowest are no one's */

/* Numbers the elements of all shadows, in C order; *end is one more than the last. */
static bool number_elements(const struct pycc_question *q, int64_t *end) {
    *end = FIRST_ELEMENT;
    for (int i = 0; i < q->n_shadows; ++i) {
        const struct pycc_root *root = &q->shadow[i];
        int64_t n = 1;
        for (int k = root->rank - 1; k >= 0; --k) {
            root->stride[k] = n;
            if (__builtin_mul_overflow(n, root->shape[k] > 0 ? root->shape[k] : 1, &n)) {
                return false;
            }
        }
        *root->data = (char *)(intptr_t)*end;
        if (__builtin_add_overflow(*end, n, end) || *end > INT64_MAX / 8) {
            return false;
        }
    }
    return true;
}

/* ---- by inspecting */

bool pycc_look_failed(struct pycc_ctx *ctx, struct pycc_look *look, uint64_t element,
                      uint32_t first, uint32_t second) {
    if (!ctx->failed && look->alone) {
        look->element = element;
        look->first = first;
        look->second = second;
    }
    pycc_raise(ctx, PYCC_EXC_RACE, NULL, 0);
    return true;
}

/* Runs the inspector with threads. False: it ended early, in error. */
static bool inspect_parallel(const struct pycc_ctx *ctx, const struct pycc_question *q,
                             struct pycc_look *look, struct pycc_error *error) {
    struct pycc_ctx own = {.threads = ctx->threads, .fuel = PYCC_FUEL, .poll = ctx->poll};
    const struct pycc_nest nest = {.run = q->inspect,
                                   .in = q->look,
                                   .trips = q->trips,
                                   .row = 1,
                                   .work = q->work,
                                   .dynamic = true};
    pycc_run_parallel(&own, &nest, look, 0, 0);
    *error = own.error;
    return !own.failed;
}

/* Runs it in order. */
static bool inspect_in_order(const struct pycc_ctx *ctx, const struct pycc_question *q,
                             struct pycc_look *look, struct pycc_error *error) {
    struct pycc_ctx own = {.threads = 1, .fuel = PYCC_FUEL, .poll = ctx->poll};
    const struct pycc_nest nest = {
        .run = q->inspect, .in = q->look, .trips = q->trips, .row = 1, .work = q->work};
    pycc_run_pieces(&own, &nest, look, 0, q->trips);
    *error = own.error;
    return !own.failed;
}

static bool collision_at(const struct pycc_question *q, const struct pycc_look *look,
                         struct collision *c) {
    for (int i = q->n_shadows - 1; i >= 0; --i) {
        const struct pycc_root *root = &q->shadow[i];
        int64_t at = (int64_t)look->element - (int64_t)(intptr_t)*root->data;
        if (at < 0) {
            continue;
        }
        c->root = root;
        for (int k = root->rank - 1; k >= 0; --k) {
            c->at[k] = at % root->shape[k];
            at /= root->shape[k];
        }
        c->first = q->start + (int64_t)(look->first - 1) * q->step;
        c->second = q->start + (int64_t)(look->second - 1) * q->step;
        c->reads = look->reading;
        return true;
    }
    return false;
}

/* Both runs; false: something was found, error says what. */
static bool inspect_all(const struct pycc_ctx *ctx, const struct pycc_question *q,
                        bool (*run)(const struct pycc_ctx *ctx, const struct pycc_question *q,
                                    struct pycc_look *look, struct pycc_error *error),
                        struct pycc_look *look, struct pycc_error *error) {
    look->reading = false;
    if (!run(ctx, q, look, error)) {
        return false;
    }
    look->reading = true;
    return !q->reads || run(ctx, q, look, error);
}

static bool is_alone(const struct pycc_ctx *ctx, const struct pycc_question *q) {
    return ctx->threads <= 1 || q->work < PYCC_PARALLEL_WORK;
}

/* How many of the bytes, each 0 or 1, are set; n is a multiple of 8. Eight lanes of a word count up
 * to 255 at a time. */
static int64_t count_written(const uint8_t *written, int64_t n) {
    int64_t count = 0;
    for (int64_t i = 0; i < n;) {
        uint64_t lanes = 0, word;
        for (int64_t end = i + 255 * 8 < n ? i + 255 * 8 : n; i < end; i += 8) {
            memcpy(&word, written + i, sizeof(word));
            lanes += word;
        }
        for (; lanes > 0; lanes >>= 8) {
            count += (int64_t)(lanes & 255);
        }
    }
    return count;
}

/* The first look. False: elements may collide, or something else is wrong. */
static bool inspect_fast(const struct pycc_ctx *ctx, const struct pycc_question *q, int64_t end,
                         struct pycc_error *error) {
    const int64_t size = end + 8 - end % 8;
    struct pycc_look look = {
        .alone = is_alone(ctx, q), .in = q->in, .written = calloc((size_t)size, 1)};
    bool good = look.written && inspect_parallel(ctx, q, &look, error) &&
                count_written(look.written, size) == look.writes;
    look.reading = true;
    good = good && (!q->reads || inspect_parallel(ctx, q, &look, error));
    free(look.written);
    return good;
}

/* The second look, with the writer of each element: finds out for certain. */
static bool inspect_writers(struct pycc_ctx *ctx, const struct pycc_question *q, int64_t end,
                            struct pycc_error *error) {
    struct pycc_look look = {.alone = is_alone(ctx, q), .in = q->in};
    struct collision c;
    look.writer = calloc((size_t)end, sizeof(*look.writer));
    if (!look.writer) {
        return false;
    }
    bool good = inspect_all(ctx, q, inspect_parallel, &look, error);
    if (!good && error->exc != PYCC_EXC_PENDING && !look.alone) {
        memset(look.writer, 0, (size_t)end * sizeof(*look.writer));
        look.alone = true;
        inspect_all(ctx, q, inspect_in_order, &look, error);
    }
    if (!good && error->exc == PYCC_EXC_RACE && collision_at(q, &look, &c)) {
        report(ctx, q, &c);
    }
    free(look.writer);
    return good;
}

/* False: the nest has to run in order (where it raises other errors that were met), or failed. */
static bool inspect(struct pycc_ctx *ctx, const struct pycc_question *q) {
    struct pycc_error error = {0};
    int64_t end;
    if (!number_elements(q, &end)) {
        return false;
    }
    bool good = inspect_fast(ctx, q, end, &error) ||
                (error.exc != PYCC_EXC_PENDING && inspect_writers(ctx, q, end, &error));
    if (!good && error.exc == PYCC_EXC_PENDING) {
        ctx->failed = true;
        ctx->error = error;
    }
    return good;
}

bool pycc_ask(struct pycc_ctx *ctx, const struct pycc_question *q) {
    enum tri answer = q->trips < 2 ? TRI_YES : TRI_UNKNOWN;
    if (answer == TRI_UNKNOWN && q->table) {
        answer = ask_table(ctx, q);
    }
    if (answer == TRI_UNKNOWN && q->inspect && q->trips < UINT32_MAX) {
        answer = inspect(ctx, q) ? TRI_YES : TRI_NO;
    }
    return answer == TRI_YES;
}
