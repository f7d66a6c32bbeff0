/* Each loop of a function in words: what it became, and why.
 *
 * Reads the plan only. The words avoid terms of the compiler: they are for those who wrote the
 * loop. */
#include <string.h>

#include "explain.h"
#include "facts.h"
#include "schedule.h"
#include "tell.h"
#include "thresholds.h"

static int line_of(const struct teller *t, struct span span) {
    const struct source *s = t->plan->module->source;
    return s ? source_pos(s, span.lo).line : 0;
}

/* The line without indentation and what follows the colon of a loop's head; with the file's name
 * where that is another one than the function's. */
static const char *line_text(const struct teller *t, struct span span) {
    int n = 0;
    const struct source *s = t->plan->module->source;
    const char *text = s ? source_line(s, source_line_at(s, span.lo), &n) : "";
    while (n > 0 && (*text == ' ' || *text == '\t')) {
        ++text;
        --n;
    }
    while (n > 0 && strchr(" \t\r\f", text[n - 1])) {
        --n;
    }
    text = arena_strndup(t->arena, text, (size_t)n);
    bool other = s && !source_is_ours(s, span) &&
                 source_file_at(s, span.lo) != source_file_at(s, t->fp->func->span.lo);
    if (!other) {
        return text;
    }
    const char *path = source_path(s, span.lo), *slash = strrchr(path, '/');
    return arena_printf(t->arena, "%s  (%s)", text, slash ? slash + 1 : path);
}

/* ---- what --require-parallel and --require-vector ask for */

static void tell_in_order(struct teller *t, struct told_loop *l, enum tone tone, const char *why) {
    l->in_order = why;
    tell_note(t, l, "in order", tone, why);
}

static void tell_scalar(struct teller *t, struct told_loop *l, const char *why) {
    l->scalar = why;
    tell_note(t, l, "vector", TONE_COST, arena_printf(t->arena, "no: %s", why));
}

static void tell_advice(struct teller *t, struct told_loop *l, const char *advice) {
    l->advice = l->advice ? l->advice : advice;
    tell_note(t, l, "advice", TONE_ADVICE, advice);
}

/* ---- verdicts */

/* "`s` by +, `counts[...]` by max" */
static const char *reductions_text(struct teller *t, const struct loop_plan *p) {
    const char *text = "";
    for (int i = 0; i < p->reductions.n; ++i) {
        const struct reduction *r = &p->reductions.item[i];
        text = arena_printf(t->arena, "%s%s`%s` by %s", text, *text ? ", " : "", r->var->name,
                            op_info[r->op].name);
    }
    for (int i = 0; i < p->element_reductions.n; ++i) {
        const struct element_reduction *r = &p->element_reductions.item[i];
        const char *all = arena_printf(t->arena, "elements of `%s`", r->array->name);
        text = arena_printf(t->arena, "%s%s%s", text, *text ? ", " : "",
                            element_reduction_text(t->arena, r, all));
    }
    return text;
}

/* What keeps a prange in order by how it is combined, or NULL. */
static const char *kept_in_order(const struct loop_plan *p) {
    for (int i = 0; i < p->reductions.n; ++i) {
        if (p->reductions.item[i].ordered) {
            return p->reductions.item[i].var->name;
        }
    }
    for (int i = 0; i < p->element_reductions.n; ++i) {
        if (p->element_reductions.item[i].ordered) {
            return p->element_reductions.item[i].array->name;
        }
    }
    return NULL;
}

static void tell_ordered(struct teller *t, struct told_loop *l, const char *name) {
    bool strict = t->plan->options.fp_strict;
    l->verdict = TOLD_SERIAL;
    tell_in_order(
        t, l, TONE_COST,
        arena_printf(t->arena,
                     strict ? "on one thread: --fp=strict keeps the order in which `%s` is "
                              "combined"
                            : "on one thread: `%s` combined in another order would treat nan "
                              "differently",
                     name));
    if (!strict) {
        tell_advice(t, l,
                    arena_printf(t->arena,
                                 "write it first, as in `max(%s, x)`: then the order is free",
                                 name));
    }
}

static void tell_parallel_root(struct teller *t, struct told_loop *l, const struct nest *nest) {
    const struct loop_plan *p = l->plan;
    const char *ordered = kept_in_order(p);
    if (ordered) {
        tell_ordered(t, l, ordered);
        return;
    }
    const char *together = nest->collapse > 1
                               ? arena_printf(t->arena, ", together with the %s in it",
                                              nest->collapse == 2 ? "loop" : "loops")
                               : "";
    const char *reason = reason_text(t->arena, t->fp, p);
    if (p->verdict == VERDICT_CHECKED) {
        l->verdict = TOLD_CHECKED;
        tell_note(t, l, "parallel", TONE_GOOD,
                  arena_printf(t->arena, "on all threads%s, after a test when called: %s%s%s",
                               together, reason, combined_text(t->arena, t->fp, p),
                               nest->question->in_order
                                   ? ""
                                   : "; when they collide, RaceError is raised "
                                     "and nothing was written"));
        return;
    }
    l->verdict = TOLD_PARALLEL;
    tell_note(t, l, "parallel", TONE_GOOD,
              arena_printf(t->arena, "on all threads%s: %s", together, reason));
    if (p->stmt->for_.tried) {
        tell_note(
            t, l, "rows", TONE_PLAIN,
            arena_printf(t->arena,
                         "for %d iterations or more; of fewer, each runs its own loops on all "
                         "threads",
                         p->stmt->for_.tried));
    }
    if (p->reductions.n > 0 || p->element_reductions.n > 0) {
        const char *copies =
            p->element_reductions.n > 0
                ? "; each piece has a copy of the array, and where copies would cost more than the "
                  "loop it runs in order"
                : "";
        tell_note(t, l, "combines", TONE_PLAIN,
                  arena_printf(t->arena,
                               "%s, in pieces put together in their order: the same bits for any "
                               "number of threads%s",
                               reductions_text(t, p), copies));
    }
    if (p->triangular) {
        tell_note(t, l, "schedule", TONE_PLAIN,
                  "iterations differ in work: threads take pieces as they become free");
    }
}

/* The nest a loop is in, through its root's loops collapsed into one. */
static bool is_collapsed(const struct nest *nest, const struct tstmt *loop) {
    const struct tstmt *s = nest->root;
    for (int k = 0; k < nest->collapse; ++k) {
        if (s == loop) {
            return true;
        }
        s = s->for_.body.n == 1 ? s->for_.body.item[0] : s;
    }
    return false;
}

/* Is it written in the function itself, neither in ours nor in one, as a generator, that stands
 * here in another's place? */
static bool own_words(const struct teller *t, const struct tstmt *s) {
    struct span def = t->fp->func->span;
    return !source_is_ours(t->plan->module->source, s->span) && s->span.lo >= def.lo &&
           s->span.hi <= def.hi;
}

static void tell_verdict(struct teller *t, struct told_loop *l, const struct tstmt *s) {
    const struct loop_plan *p = l->plan;
    const struct nest *nest = t->fp->nest_of_stmt[s->id];
    bool prange = s->kind == TS_FOR && s->for_.parallel;
    bool root = nest && nest->root == s;
    bool moved = s->kind == TS_FOR && s->for_.source;
    const struct tvar *pivot = s->kind == TS_FOR ? s->for_.pivot : NULL;
    const char *place = moved ? "in another place than written" : "as written";
    place = pivot ? arena_printf(t->arena,
                                 "%s, in three parts: before iteration `%s`, whose element "
                                 "all read, there, and behind it",
                                 place, pivot->name)
                  : place;
    l->verdict = TOLD_SERIAL;
    if (prange && root && p->verdict != VERDICT_SERIAL) {
        tell_parallel_root(t, l, nest);
    } else if (prange && nest && nest->parallel && is_collapsed(nest, s) && !root) {
        l->verdict = TOLD_PARALLEL;
        tell_note(t, l, "parallel", TONE_GOOD, "together with the loop around it");
    } else if (prange && p->verdict == VERDICT_SERIAL) {
        tell_in_order(t, l, TONE_COST, reason_text(t->arena, t->fp, p));
    } else if (nest && nest->parallel && !root) {
        tell_in_order(t, l, TONE_PLAIN, "within each thread of the loop around it");
    } else if (s->kind == TS_WHILE) {
        bool list = l->written == WRITTEN_FOR;
        tell_in_order(t, l, TONE_PLAIN,
                      list ? "over a list that it may make longer or shorter"
                           : "as every while loop");
    } else if (!l->written) {
        tell_in_order(t, l, TONE_PLAIN, "a loop over elements, or one that makes a list");
    } else if (p->could_prange && !pivot && own_words(t, s)) {
        tell_in_order(t, l, TONE_COST,
                      arena_printf(t->arena, "%s, although its iterations are independent", place));
        tell_advice(t, l,
                    l->written == WRITTEN_RANGE
                        ? "with prange it runs on all threads"
                        : "over indices, `for i in prange(len(...))`, it runs on "
                          "all threads");
    } else {
        tell_in_order(t, l, TONE_PLAIN, prange ? reason_text(t->arena, t->fp, p) : place);
    }
}

static void tell_order(struct teller *t, struct told_loop *l) {
    if (l->plan->order) {
        tell_note(t, l, "order", schedule_reordered(l->plan->stmt) ? TONE_GOOD : TONE_COST,
                  exchange_text(t->arena, l->plan->order));
    }
}

static void tell_steps(struct teller *t, struct told_loop *l) {
    if (l->plan->steps) {
        tell_note(t, l, "steps", TONE_GOOD,
                  "where its arrays are larger than the caches, rows of several turns are done "
                  "together");
    }
}

static void tell_tiles(struct teller *t, struct told_loop *l) {
    const struct tile_plan *p = l->nest ? l->nest->tile : NULL;
    bool runs = p && p->reason == TILE_RUNS;
    if (p) {
        tell_note(t, l, "tiles", runs ? TONE_GOOD : TONE_COST,
                  arena_printf(t->arena, runs ? "where the loops are long enough: %s" : "no: %s",
                               tile_text(t->arena, p)));
    }
}

static void tell_vector(struct teller *t, struct told_loop *l) {
    const struct loop_plan *p = l->plan;
    if (p->lanes) {
        tell_note(t, l, "vector", TONE_GOOD,
                  p->chains ? "no: several iterations side by side, so that those of the loops "
                              "inside need not wait for each other"
                  : p->even
                      ? "yes, where they are many: several iterations at once, each through the "
                        "loops inside in order"
                      : "yes, several iterations at once, each through the loops inside in order");
    }
    if (!p->innermost || p->stmt->kind != TS_FOR || !t->fp->nest_of_stmt[p->stmt->id]) {
        return;
    }
    if (p->in_lanes) {
        tell_note(t, l, "vector", TONE_PLAIN,
                  "no: in order, for several iterations of the loop around it at once");
        return;
    }
    if (p->simd) {
        bool sums = p->reductions.n > 0 && p->verdict == VERDICT_SERIAL;
        const char *tail = p->speculate ? "; exceptions in it are looked for afterwards" : "";
        tell_note(t, l, "vector", TONE_GOOD,
                  arena_printf(t->arena, "yes, several iterations at once%s%s%s",
                               sums ? "; they combine " : "", sums ? reductions_text(t, p) : "",
                               tail));
    } else if (p->ranged_simd) {
        tell_note(t, l, "vector", TONE_GOOD,
                  "yes, several iterations at once, where its range is within the arrays");
    } else if (p->waits) {
        tell_note(t, l, "vector", TONE_GOOD,
                  arena_printf(t->arena,
                               "several iterations at once compute what is combined, in order: %s",
                               reductions_text(t, p)));
    } else if (p->obstacle.kind && !l->written && p->reductions.n > 0) {
        tell_scalar(t, l,
                    "elements are combined in order, as floats round differently in another one");
    } else if (p->obstacle.kind) {
        const char *advice = obstacle_advice(t->arena, &p->obstacle);
        tell_scalar(t, l, obstacle_text(t->arena, &p->obstacle));
        if (advice) {
            tell_advice(t, l, advice);
        }
    }
    if (p->far) {
        tell_note(t, l, "memory", TONE_COST,
                  arena_printf(t->arena,
                               "neighbouring iterations touch elements of `%s` in different %s, "
                               "which are far apart",
                               p->far->name, p->far->type->layout == TY_F ? "columns" : "rows"));
    }
}

/* ---- walking */

static void tell_block(struct teller *t, const struct tblock *b, int depth);

static void tell_loop(struct teller *t, const struct tstmt *s, int depth) {
    int id = s->kind == TS_FOR ? s->for_.loop : s->while_.loop;
    struct told_loop l = {.plan = &t->fp->loop[id], .depth = depth, .line = line_of(t, s->span)};
    const struct nest *nest = t->fp->nest_of_stmt[s->id];
    l.text = line_text(t, s->span);
    l.written = s->kind == TS_FOR ? s->for_.written : s->while_.written;
    l.nest = nest && nest->root == s ? nest : NULL;
    tell_verdict(t, &l, s);
    tell_order(t, &l);
    tell_steps(t, &l);
    tell_tiles(t, &l);
    tell_vector(t, &l);
    if (l.nest) {
        tell_nest(t, &l);
    }
    vec_push(t->arena, &t->told->loops, l);
}

static void tell_block(struct teller *t, const struct tblock *b, int depth) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        bool loop = s->kind == TS_FOR || s->kind == TS_WHILE;
        int n = stmt_blocks(s, block);
        if (loop && !(s->kind == TS_FOR && s->for_.behind)) {
            tell_loop(t, s, depth);
        }
        for (int k = 0; k < n; ++k) {
            tell_block(t, block[k], depth + loop);
        }
    }
}

static const char *signature_of(struct arena *a, const struct tfunc *f) {
    const char *text = arena_printf(a, "%s(", f->pyname);
    for (int i = 0; i < f->n_params; ++i) {
        text = arena_printf(a, "%s%s%s: %s", text, i ? ", " : "", f->param[i]->name,
                            ty_name(a, f->param[i]->type));
    }
    return arena_printf(a, "%s) -> %s", text,
                        f->ret->kind == TY_NONE ? "None" : ty_name(a, f->ret));
}

struct told *tell_function(struct arena *a, const struct plan *p, const struct func_plan *fp) {
    struct told *told = ARENA_NEW(a, struct told);
    struct teller t = {a, p, fp, told};
    told->fp = fp;
    told->signature = signature_of(a, fp->func);
    told->line = line_of(&t, fp->func->span);
    tell_block(&t, &fp->func->body, 0);
    return told;
}
