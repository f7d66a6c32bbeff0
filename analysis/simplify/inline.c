/* Calls of small functions -> their statements, so that array statements on both sides of a call
 * may share loops.
 *
 * A function is plain when it is neither recursive nor has control flow, and ends in its only
 * RETURN: its statements are such that a region of the pass fuse may hold them, and calls of plain
 * functions. A call of one is replaced where array statements stand beside it, and one that only
 * makes an array (np.ndarray) always, so that what it makes is known to be new.
 *
 * In explicit parallel loops what a call may do is decided, and told, on the call, by intervals of
 * the elements that it touches (effects.c). Where intervals are not enough, the call is replaced
 * there, by a function with control flow too: it gets a slice made in the loop, or it writes at
 * indices that are quotients or elements of arrays, or reads there what such a call writes.
 *
 * In a loop that goes through arrays in each of its turns, calls of what does that are replaced
 * (inline_steps.c).
 *
 * A leaf is a small function on scalars and elements that it reads: in a loop, which a call could
 * keep from being vectorised, it is always replaced, but on devices.
 *
 * In procedures of Copperhead every call is replaced that may be: of primitives, which are written
 * in the prelude and take functions, of these functions, and of other procedures. What is left is
 * loops and statements as one would write them, without closures.
 *
 * Arguments are evaluated once, in order, before: what is no variable or constant goes to a
 * variable of its own, and so does what the callee assigns. Variables of the caller that the callee
 * reads under another name keep their values meanwhile, because the copy assigns none of them
 * before its end. Callees come before callers, so one round does. */
#include "inline.h"

#include <string.h>

#include "build.h"
#include "drop.h"
#include "fuse_region.h"
#include "inline_private.h"

enum {
    MAX_CALLEE = 80,     /* statements of a plain function, those of its callees included */
    MAX_RUN = 400,       /* statements of a run; a region holds no more */
    MAX_LEAF = 16,       /* statements of a function that is put into every loop */
    MAX_DISSOLVED = 400, /* statements of a function of Copperhead */
    MAX_ROUNDS = 10,     /* in which tuples within tuples and second names go */
    MAX_FUNCTION = 1000  /* statements added to one */
};

/* ---- plain functions */

/* What s calls, NULL where it calls nothing or catches what is raised there: that stays a call. */
static const struct inlinable *callee_of(const struct inliner *x, const struct tstmt *s) {
    return s->kind == TS_CALL && !s->call.catches ? &x->callee[s->call.callee->id] : NULL;
}

static const struct inlinable *plain_callee(const struct inliner *x, const struct tfunc *caller,
                                            const struct tstmt *s) {
    const struct inlinable *c = callee_of(x, s);
    const struct tfunc *f = c ? s->call.callee : NULL;
    return c && c->plain && f->gpu == caller->gpu && f->fastmath == caller->fastmath ? c : NULL;
}

static void see_far(struct texpr *e, void *context) {
    bool *far = context;
    *far |=
        e->kind == TE_LOAD || (e->kind == TE_OP && (e->op.op == OP_FLOORDIV || e->op.op == OP_MOD ||
                                                    e->op.op == OP_SHR || e->op.op == OP_BITAND));
}

/* raise E(f"{x}") */
static bool is_raise_of_values(const struct tstmt *s) {
    return s->kind == TS_LIB && s->lib.fn == OP_RAISE;
}

/* What becomes of *c with the statements of a block, at any depth. */
static void look_in(const struct inliner *x, const struct tfunc *f, const struct tblock *b,
                    struct inlinable *c) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        const struct inlinable *inner = callee_of(x, s);
        int n = stmt_blocks(s, block);
        bool jumps = s->kind == TS_RAISE || s->kind == TS_BREAK || s->kind == TS_CONTINUE ||
                     is_raise_of_values(s);
        bool ends = s->kind == TS_RETURN && b == &f->body && i == b->n - 1;
        c->copied = c->copied && (n > 0 || jumps || ends || inner || inline_may_stand(s));
        bool goes = inner && (inner->copied || inner->dissolved);
        c->statements += goes ? inner->statements : !ends;
        c->writes |= s->kind == TS_STORE || s->kind == TS_MAP || (inner && inner->writes);
        if (s->kind == TS_INDEX) {
            expr_walk(s->index.index, see_far, &c->far);
        } else if (s->kind == TS_ASSIGN && s->assign.dst->type->kind == TY_SCALAR) {
            bool *integer = s->assign.dst->type->dtype == DT_INT ? &c->far : &(bool){false};
            expr_walk(s->assign.value, see_far, integer);
        }
        c->far |= inner && inner->far;
        for (int k = 0; k < n; ++k) {
            look_in(x, f, block[k], c);
        }
    }
}

static bool is_scalars(const struct ty *t) {
    bool scalars = t->kind == TY_SCALAR || t->kind == TY_TUPLE;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        scalars = scalars && is_scalars(t->item[i]);
    }
    return scalars;
}

static bool is_leaf(const struct inliner *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        bool fits = s->kind == TS_ASSIGN
                        ? is_scalars(s->assign.dst->type)
                        : s->kind == TS_INDEX || s->kind == TS_CHECK || s->kind == TS_IF ||
                              s->kind == TS_RAISE || s->kind == TS_RETURN;
        const struct inlinable *inner = callee_of(x, s);
        fits = fits || (inner && inner->leaf);
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            fits = fits && is_leaf(x, block[k]);
        }
        if (!fits) {
            return false;
        }
    }
    return true;
}

static struct inlinable look_at(const struct inliner *x, const struct tfunc *f) {
    struct inlinable c = {.plain = !f->recursive};
    for (int i = 0; i < f->body.n && c.plain; ++i) {
        const struct tstmt *s = f->body.item[i];
        const struct inlinable *inner = plain_callee(x, f, s);
        bool ends = s->kind == TS_RETURN && i == f->body.n - 1;
        c.plain = inner || ends || inline_may_stand(s);
        c.statements += inner ? inner->statements : !ends;
        c.arrays += inner ? inner->arrays : fuse_is_array(s);
        c.makes |= inner ? inner->makes : s->kind == TS_ALLOC;
    }
    c.makes = c.makes && c.arrays == 0;
    c.plain = c.plain && c.statements <= MAX_CALLEE;
    struct inlinable deep = {.copied = !f->recursive};
    look_in(x, f, &f->body, &deep);
    c.statements = c.plain ? c.statements : deep.statements;
    c.copied = deep.copied && deep.statements <= MAX_CALLEE;
    c.writes = deep.writes;
    c.far = deep.far;
    bool once = !f->recursive && inline_ends_once(&f->body);
    c.leaf = once && c.statements <= MAX_LEAF && is_scalars(f->ret) && is_leaf(x, &f->body);
    c.step = c.copied && inline_is_step(x, f, &c.prange);
    c.dissolved = x->cu[f->id] && once && c.statements <= MAX_DISSOLVED;
    return c;
}

/* ---- which calls */

/* A call that may be put where it stands in a parallel loop, or NULL. */
static const struct inlinable *copied_callee(const struct inliner *x, const struct tstmt *s) {
    const struct inlinable *c = callee_of(x, s);
    const struct tfunc *f = x->ff.f;
    bool alike = c && s->call.callee->gpu == f->gpu && s->call.callee->fastmath == f->fastmath;
    return alike && c->copied && x->added + c->statements <= MAX_FUNCTION ? c : NULL;
}

/* The same for one that may be put anywhere, in a function of Copperhead, or into a loop. What a
 * marked procedure calls is for the device with it. */
static const struct inlinable *loose_callee(const struct inliner *x, const struct tstmt *s) {
    const struct inlinable *c = callee_of(x, s);
    const struct tfunc *f = x->ff.f;
    bool device = c && (s->call.callee->gpu == f->gpu || (x->cu[f->id] && f->gpu));
    bool alike = device && s->call.callee->fastmath == f->fastmath;
    bool loose = alike && (x->cu[f->id] ? c->dissolved : x->loops > 0 && c->leaf && !f->gpu);
    return loose && x->added + c->statements <= MAX_FUNCTION ? c : NULL;
}

void inline_add(struct inliner *x, struct tstmt *s, struct inline_list *to) {
    if (loose_callee(x, s) || (x->parallel ? copied_callee(x, s) : plain_callee(x, x->ff.f, s))) {
        inline_call(x, s, to);
    } else {
        ++x->added;
        vec_push(x->a, &to->s, s);
    }
}

static void note(struct inliner *x, const struct tstmt *s) {
    bool ours = x->m->source && source_is_ours(x->m->source, s->call.callee->span);
    if (!ours) {
        struct inlined_call call = {x->ff.f, s->call.callee, s->span};
        vec_push(x->a, &x->result->call, call);
    }
}

/* ---- explicit parallel loops */

/* Is an argument a view with a slice that stands before the call in its block? */
static bool gets_slice(const struct tblock *b, int at) {
    const struct tstmt *call = b->item[at];
    for (int k = 0; k < call->call.n; ++k) {
        const struct texpr *arg = call->call.arg[k];
        for (int i = 0; arg->kind == TE_VAR && i < at; ++i) {
            const struct tstmt *s = b->item[i];
            for (int j = 0; s->kind == TS_VIEW && s->view.dst == arg->var && j < s->view.n; ++j) {
                if (s->view.axis[j].kind == VIEW_SLICE) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool takes(const struct tstmt *call, const struct tvar *array) {
    for (int k = 0; k < call->call.n; ++k) {
        const struct texpr *arg = call->call.arg[k];
        if (arg->kind == TE_VAR && arg->var == array) {
            return true;
        }
    }
    return false;
}

/* Is an array that the call gets written to by a later call of its block that is replaced? */
static bool is_written_after(const struct inliner *x, const struct tblock *b, int at) {
    const struct tstmt *call = b->item[at];
    for (int i = at + 1; i < b->n; ++i) {
        const struct inlinable *c = copied_callee(x, b->item[i]);
        for (int k = 0; c && c->writes && c->far && k < call->call.n; ++k) {
            const struct texpr *arg = call->call.arg[k];
            bool array = arg->kind == TE_VAR && arg->type->kind == TY_ARRAY;
            if (array && takes(b->item[i], arg->var)) {
                return true;
            }
        }
    }
    return false;
}

static void inline_parallel(struct inliner *x, struct tblock *b) {
    struct inline_list out = {0};
    bool any = false;
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        const struct inlinable *c = copied_callee(x, s);
        if (c && ((c->writes && (c->far || gets_slice(b, i))) ||
                  (c->far && is_written_after(x, b, i)))) {
            note(x, s);
            inline_call(x, s, &out);
            any = true;
            continue;
        }
        vec_push(x->a, &out.s, s);
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            inline_parallel(x, (struct tblock *)block[k]);
        }
    }
    if (any) {
        b->n = out.s.n;
        b->item = out.s.item;
    }
}

/* ---- runs */

/* Statements from b->item[first] on that have no control flow, calls of plain functions among them:
 * how many; and array statements there are. */
static int run_length(const struct inliner *x, const struct tblock *b, int first, int *arrays) {
    int n = 0, statements = 0;
    *arrays = 0;
    while (first + n < b->n) {
        const struct tstmt *s = b->item[first + n];
        const struct inlinable *c = plain_callee(x, x->ff.f, s);
        if (!c && !inline_may_stand(s)) {
            break;
        }
        statements += c ? c->statements : 1;
        if (statements > MAX_RUN || *arrays > PARTITION_MAX) {
            break;
        }
        *arrays += c ? c->arrays : fuse_is_array(s);
        ++n;
    }
    return n;
}

static void inline_block(struct inliner *x, struct tblock *b);

static void inline_inside(struct inliner *x, struct tstmt *s) {
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    bool steps = x->steps;
    x->parallel = s->kind == TS_FOR && s->for_.parallel && !s->for_.implied;
    if (s->kind == TS_FOR || s->kind == TS_WHILE) {
        x->steps = inline_is_time_loop(x, s);
    }
    for (int i = 0; i < n; ++i) {
        (x->parallel ? inline_parallel : inline_block)(x, (struct tblock *)block[i]);
    }
    x->parallel = false;
    x->steps = steps;
}

/* Replaces the call of a step in a time loop; false: s is none. */
static bool inline_step(struct inliner *x, struct tstmt *s, struct inline_list *to) {
    const struct inlinable *c = x->steps ? copied_callee(x, s) : NULL;
    if (!c || !c->step || !inline_keeps_verdicts(x, s)) {
        return false;
    }
    note(x, s);
    x->parallel = true;
    inline_call(x, s, to);
    x->parallel = false;
    return true;
}

static void inline_block(struct inliner *x, struct tblock *b) {
    struct inline_list out = {0};
    bool any = false;
    for (int i = 0; i < b->n;) {
        if (inline_step(x, b->item[i], &out)) {
            any = true;
            ++i;
            continue;
        }
        int arrays, n = run_length(x, b, i, &arrays);
        for (int k = i; k < i + n; ++k) {
            struct tstmt *s = b->item[k];
            const struct inlinable *c = plain_callee(x, x->ff.f, s);
            if (c && (c->makes || arrays > c->arrays) && x->added + c->statements <= MAX_FUNCTION) {
                note(x, s);
                inline_call(x, s, &out);
                any = true;
            } else {
                vec_push(x->a, &out.s, s);
            }
        }
        i += n;
        if (n == 0) {
            inline_inside(x, b->item[i]);
            vec_push(x->a, &out.s, b->item[i++]);
        }
    }
    if (any) {
        b->n = out.s.n;
        b->item = out.s.item;
    }
}

/* ---- Copperhead */

/* Its primitives take functions, which are known where they are called; what all of them are made
 * of is theirs, too. */
static void mark_cu(struct inliner *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_CALL && x->m->source &&
            source_is_ours(x->m->source, s->call.callee->span)) {
            x->cu[s->call.callee->id] = true;
        }
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            mark_cu(x, block[k]);
        }
    }
}

static void find_cu(struct inliner *x) {
    for (int i = x->m->funcs.n - 1; i >= 0; --i) {
        const struct tfunc *f = x->m->funcs.item[i];
        x->cu[i] = x->cu[i] || f->cu;
        if (x->cu[i]) {
            mark_cu(x, &f->body);
        }
    }
}

static void dissolve_block(struct inliner *x, struct tblock *b) {
    struct inline_list out = {0};
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (loose_callee(x, s)) {
            note(x, s);
            inline_call(x, s, &out);
            continue;
        }
        vec_push(x->a, &out.s, s);
        bool loop = s->kind == TS_FOR || s->kind == TS_WHILE;
        x->loops += loop;
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            dissolve_block(x, (struct tblock *)block[k]);
        }
        x->loops -= loop;
    }
    b->n = out.s.n;
    b->item = out.s.item;
}

/* Calls that may stand anywhere go, and so do closures, which are tuples, and second names of what
 * they capture. */
static void dissolve(struct inliner *x, struct tfunc *f) {
    dissolve_block(x, &f->body);
    bool changed = x->changed;
    for (int round = 0; changed && round < MAX_ROUNDS; ++round) {
        changed = inline_split_tuples(x->a, &x->ff, true);
        changed |= inline_drop_aliases(x->a, &x->ff);
        changed |= inline_make_results(x->a, &x->ff);
        changed |= inline_drop_rows(x->a, &x->ff);
    }
    if (x->changed) {
        tir_renumber(&x->work, f);
    }
}

/* ---- all */

static void mark_called(const struct tblock *b, bool *called) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        if (b->item[i]->kind == TS_CALL) {
            called[b->item[i]->call.callee->id] = true;
        }
        int n = stmt_blocks(b->item[i], block);
        for (int k = 0; k < n; ++k) {
            mark_called(block[k], called);
        }
    }
}

/* Functions all of whose calls have been replaced go, and those of the prelude that are asked for
 * their types only; callers come last. */
static void drop_functions(struct inliner *x) {
    struct tmodule *m = x->m;
    bool *called = ARENA_ARRAY(&x->work, bool, m->funcs.n);
    bool *gone = ARENA_ARRAY(&x->work, bool, m->funcs.n);
    for (int i = 0; i < m->exports.n; ++i) {
        for (int k = 0; k < m->exports.item[i]->n_overloads; ++k) {
            called[m->exports.item[i]->overload[k]->id] = true;
        }
    }
    for (int i = m->funcs.n - 1; i >= 0; --i) {
        struct tfunc *f = m->funcs.item[i];
        bool ours = m->source && source_is_ours(m->source, f->span);
        gone[f->id] = (x->away[f->id] || ours) && !called[f->id] && !f->recursive;
        if (!gone[f->id]) {
            mark_called(&f->body, called);
        }
    }
    tir_drop(m, gone);
}

struct inlining *inline_run(struct arena *a, struct tmodule *m) {
    struct inliner x = {.a = a, .m = m, .result = ARENA_NEW(a, struct inlining)};
    struct arena known;
    bool any = false;
    arena_init(&known);
    arena_init(&x.work);
    x.callee = ARENA_ARRAY(&known, struct inlinable, m->funcs.n);
    x.away = ARENA_ARRAY(&known, bool, m->funcs.n);
    x.cu = ARENA_ARRAY(&known, bool, m->funcs.n);
    find_cu(&x);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct tfunc *f = m->funcs.item[i];
        x.ff = (struct fuse_function){.a = &x.work, .m = m, .f = f, .n_vars = f->n_vars};
        x.ff.vars = (struct new_vars){.f = f, .table = &x.work};
        x.added = 0;
        x.changed = false;
        dissolve(&x, f);
        any |= x.changed;
        x.changed = false;
        inline_block(&x, &f->body);
        if (x.changed) {
            inline_split_tuples(a, &x.ff, false);
            tir_renumber(&x.work, f);
            any = true;
        }
        x.callee[f->id] = look_at(&x, f);
        arena_clear(&x.work);
    }
    if (any) {
        drop_functions(&x);
    }
    arena_free(&x.work);
    arena_free(&known);
    return x.result;
}
