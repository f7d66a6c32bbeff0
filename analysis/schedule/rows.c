/* Loops over rows:
 *
 *     for i in range(len(row) - 1):
 *         y[i] = val[row[i]:row[i + 1]] @ x[col[row[i]:row[i + 1]]]
 *
 * Each statement on a vector is a parallel loop of its own, which is short, and the loop around it
 * is serial by its word. Where the iterations of that one are independent it is better the parallel
 * one: no loop is begun anew for each row. But few and long rows want their own loops to be
 * parallel, so that both forms stand behind a test of the number of iterations. Whether iterations
 * are independent is known when the copy's array statements are loops: the analysis decides
 * (plan.c). Where it can, the copy becomes loops over elements (row_elements.c); sums
 * over what earlier iterations have stored are spread by these (row_pushes.c).
 *
 * The other way round a loop that is parallel around parallel ones, as those of nested sequences
 * in procedures, gets a serial copy for few iterations, of which the loops inside are parallel; or
 * becomes it, as @pycc.schedule says; other functions get the copy by its word "auto". No number of
 * threads is asked for: none changes a result. */
#include "rows.h"

#include <string.h>

#include "build.h"
#include "rewrite.h"
#include "row_elements.h"
#include "row_pushes.h"
#include "thresholds.h"
#include "vars.h"

struct rows {
    struct arena *a;
    struct tmodule *m;
    struct tfunc *f;
    struct new_vars vars;
    int n_vars;
    int *refs, *inside;  /* by variable: mentions in the function, in the loop at hand */
    int *count;          /* one of the two */
    struct texpr **copy; /* by variable: what stands for it in the copy, NULL: itself */
    bool nested;         /* it is about loops in parallel loops */
    bool found;
};

/* ---- mentions */

static void see_var(struct tvar *v, void *context) {
    struct rows *x = context;
    if (v->id < x->n_vars) {
        ++x->count[v->id];
    }
}

static void count_block(struct rows *x, const struct tblock *b);

static void count_stmt(struct rows *x, const struct tstmt *s) {
    const struct tblock *block[3];
    for (int i = 0; s->kind == TS_FUSED && i < s->fused.n; ++i) {
        count_stmt(x, s->fused.item[i]);
    }
    if (s->kind == TS_FUSED) {
        return;
    }
    stmt_reads(s, see_var, x);
    if (stmt_def(s)) {
        see_var(stmt_def(s), x);
    }
    int n = stmt_blocks(s, block);
    for (int i = 0; i < n; ++i) {
        count_block(x, block[i]);
    }
}

static void count_block(struct rows *x, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        count_stmt(x, b->item[i]);
    }
}

/* ---- which loops */

static void see_kind(struct texpr *e, void *context) {
    bool *plain = context;
    *plain = *plain && e->kind != TE_APART && e->kind != TE_ORDER;
}

static void see_kinds(struct texpr *e, void *context) {
    expr_walk(e, see_kind, context);
}

static bool raises(const struct tblock *b) {
    return b->n == 1 && b->item[0]->kind == TS_RAISE;
}

/* A statement on elements, or on a vector; *vector: the latter. */
static bool is_plain(const struct rows *x, const struct tstmt *s, bool *vector) {
    bool plain = true;
    stmt_exprs(s, see_kinds, &plain);
    switch (s->kind) {
    case TS_ASSIGN:
        return plain && s->assign.dst->type->kind == TY_SCALAR;
    case TS_INDEX:
    case TS_CHECK:
    case TS_STORE:
        return plain;
    case TS_VIEW:
        return plain && !view_may_copy(s) && !s->view.order;
    case TS_MAP:
        *vector = true;
        return plain && s->map.space.rank <= 1 && s->map.dst->type->kind == TY_ARRAY;
    case TS_REDUCE:
        *vector = true;
        return plain && s->reduce.space.rank <= 1 && s->reduce.dst->type->kind == TY_SCALAR;
    case TS_FUSED:
        for (int i = 0; plain && i < s->fused.n; ++i) {
            const struct tstmt *item = s->fused.item[i];
            plain =
                is_plain(x, item, vector) || (item->kind == TS_MAP && item->map.space.rank <= 1);
        }
        return plain;
    case TS_FOR: {
        bool inner = false;
        for (int i = 0; plain && i < s->for_.body.n; ++i) {
            plain =
                s->for_.body.item[i]->kind != TS_FOR && is_plain(x, s->for_.body.item[i], &inner);
        }
        *vector = true;
        return plain && s->for_.parallel && (s->for_.implied || x->nested) && s->for_.els.n == 0 &&
               !inner;
    }
    case TS_IF:
        return plain && x->nested && raises(&s->if_.then) && s->if_.els.n == 0;
    default:
        return false;
    }
}

/* Is an array made here known elsewhere, too? */
static bool shares_arrays(struct rows *x, const struct tstmt *loop) {
    memset(x->inside, 0, sizeof(*x->inside) * (size_t)x->n_vars);
    x->count = x->inside;
    count_stmt(x, loop);
    for (int i = 0; i < loop->for_.body.n; ++i) {
        const struct tvar *v = stmt_def(loop->for_.body.item[i]);
        if (v && v->type->kind == TY_ARRAY && x->inside[v->id] != x->refs[v->id]) {
            return true;
        }
    }
    return false;
}

static bool has_step(const struct tstmt *s, int64_t by) {
    int64_t step;
    return expr_int_value(s->for_.step, &step) && step == by;
}

/* Whatever is in it. */
static bool is_open(const struct rows *x, const struct tstmt *s) {
    return s->for_.parallel == x->nested && s->for_.els.n == 0 && !s->for_.source;
}

static bool is_candidate(struct rows *x, const struct tstmt *s) {
    bool vector = false;
    if (!is_open(x, s) || !has_step(s, 1)) {
        return false;
    }
    for (int i = 0; i < s->for_.body.n; ++i) {
        if (!is_plain(x, s->for_.body.item[i], &vector)) {
            return false;
        }
    }
    return vector && !shares_arrays(x, s);
}

/* ---- the copy */

static struct texpr *own_of(const struct tvar *v, void *context) {
    const struct rows *x = context;
    return v->id < x->n_vars ? x->copy[v->id] : NULL;
}

/* A variable of the copy's own. */
static void own(struct rows *x, const struct tvar *v) {
    struct tvar *to = tir_new_var(x->a, &x->vars, v->name, v->type);
    to->is_temp = v->is_temp;
    to->is_counter = v->is_counter;
    to->span = v->span;
    x->copy[v->id] = build_var(x->a, to);
}

/* What is defined and known in the loop only, all of its arrays among them, the copy has its own
 * of. */
static void own_mention(struct tvar **v, enum var_mention how, void *context) {
    struct rows *x = context;
    bool local = how == MENTION_DEF && x->inside[(*v)->id] == x->refs[(*v)->id];
    if ((local || how == MENTION_COUNTER) && !x->copy[(*v)->id]) {
        own(x, *v);
    }
}

static void own_variables(struct rows *x, struct tstmt *s) {
    stmt_mentions(s, own_mention, x);
    for (int i = 0; s->kind == TS_FUSED && i < s->fused.n; ++i) {
        own_variables(x, s->fused.item[i]);
    }
    for (int i = 0; s->kind == TS_FOR && i < s->for_.body.n; ++i) {
        own_variables(x, s->for_.body.item[i]);
    }
}

/* ---- both forms */

/* stop op start + least; of a loop that steps down, start op stop + least */
static struct texpr *compare(struct rows *x, const struct tstmt *loop, enum op op, int least) {
    struct ty *integer = loop->for_.start->type;
    bool down = has_step(loop, -1);
    struct texpr *from = down ? loop->for_.stop : loop->for_.start;
    struct texpr *to = down ? loop->for_.start : loop->for_.stop;
    struct texpr *at = build_op(x->a, integer, OP_ADD, from, build_int(x->a, integer, least));
    return build_binary(x->a, ty_scalar(x->a, x->m, DT_PYBOOL), op, to, at);
}

/* plain: the copy may stay as it is, else only as loops over elements. */
static struct tstmt *both_forms(struct rows *x, struct tstmt *loop, bool plain) {
    struct tstmt *s = build_stmt(x->a, TS_IF, loop->span);
    memset(x->copy, 0, sizeof(*x->copy) * (size_t)x->n_vars);
    own_variables(x, loop);
    struct tir_copier copier = {.a = x->a, .change = own_of, .context = x};
    struct tstmt *copy = stmt_copy_as(&copier, loop);
    struct texpr *of_elements = x->nested
                                    ? NULL
                                    : row_elements(x->a, x->vars.table, x->m, x->f, x->n_vars, copy,
                                                   compare(x, loop, OP_GE, ROWS_ELEMENTS));
    if (!plain && !of_elements) {
        return loop;
    }
    struct tblock pushes;
    struct texpr *by_pushes =
        of_elements ? row_pushes(x->a, x->m, &x->vars, x->n_vars, copy, of_elements, &pushes)
                    : NULL;
    if (by_pushes) {
        s->if_.cond = by_pushes;
        s->if_.then = pushes;
        s->if_.els = build_block(x->a, loop);
        x->found = true;
        return s;
    }
    s->if_.cond = x->nested     ? compare(x, loop, OP_LE, ROWS_FEW)
                  : of_elements ? of_elements
                                : compare(x, loop, OP_GE, ROWS_PARALLEL);
    s->if_.then = build_block(x->a, copy);
    s->if_.els = build_block(x->a, loop);
    copy->for_.tried = x->nested ? 0 : of_elements ? ROWS_ELEMENTS : ROWS_PARALLEL;
    copy->for_.parallel = false;
    x->found = true;
    return s;
}

/* ---- parallel loops in one another */

static bool holds_parallel(const struct tblock *b) {
    bool holds = false;
    for (int i = 0; i < b->n && !holds; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        holds = (s->kind == TS_FOR && s->for_.parallel) || s->kind == TS_MAP ||
                s->kind == TS_REDUCE || s->kind == TS_FUSED;
        for (int k = 0, n = stmt_blocks(s, block); k < n && !holds; ++k) {
            holds = holds_parallel(block[k]);
        }
    }
    return holds;
}

/* Two loops around one body, which run as one. */
static bool is_one(const struct tblock *b) {
    bool stores = false;
    int loops = 0;
    for (int i = 0; i < b->n; ++i) {
        enum tstmt_kind kind = b->item[i]->kind;
        stores = stores || kind == TS_STORE || kind == TS_REDUCE;
        loops += kind == TS_FOR || kind == TS_MAP || kind == TS_FUSED;
    }
    return loops == 1 && !stores;
}

static struct tstmt *nested(struct rows *x, struct tstmt *s) {
    const struct tfunc *f = x->f;
    if (f->schedule == NESTED_INNER && holds_parallel(&s->for_.body)) {
        s->for_.parallel = false;
        x->found = true;
    }
    x->nested = true;
    bool by_sizes = f->schedule == NESTED_AUTO || (f->cu && f->schedule == NESTED_UNSAID);
    bool both = by_sizes && !f->gpu && !is_one(&s->for_.body) && is_candidate(x, s);
    struct tstmt *to = both ? both_forms(x, s, true) : s;
    x->nested = false;
    return to;
}

static struct tstmt *serial(struct rows *x, struct tstmt *s) {
    bool plain = is_candidate(x, s);
    bool elements = !plain && is_open(x, s) && (has_step(s, 1) || has_step(s, -1)) &&
                    !shares_arrays(x, s) && row_elements_fit(x->a, x->vars.table, x->m, x->f, s);
    return plain || elements ? both_forms(x, s, plain) : s;
}

static void run_block(struct rows *x, struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        if (s->kind == TS_FOR && s->for_.parallel) {
            b->item[i] = nested(x, s);
        } else if (s->kind == TS_FOR) {
            if (!x->f->gpu) {
                b->item[i] = serial(x, s);
            }
            run_block(x, &s->for_.body);
            run_block(x, &s->for_.els);
        } else if (s->kind == TS_WHILE) {
            run_block(x, &s->while_.body);
        } else if (s->kind == TS_IF) {
            run_block(x, &s->if_.then);
            run_block(x, &s->if_.els);
        }
    }
}

void rows_run(struct arena *a, struct tmodule *m) {
    struct arena work;
    arena_init(&work);
    for (int i = 0; i < m->funcs.n; ++i) {
        struct rows x = {.a = a, .m = m, .f = m->funcs.item[i], .n_vars = m->funcs.item[i]->n_vars};
        x.vars = (struct new_vars){.f = x.f, .table = &work};
        x.refs = x.count = ARENA_ARRAY(&work, int, x.n_vars);
        x.inside = ARENA_ARRAY(&work, int, x.n_vars);
        x.copy = ARENA_ARRAY(&work, struct texpr *, x.n_vars);
        count_block(&x, &x.f->body);
        run_block(&x, &x.f->body);
        if (x.found) {
            tir_renumber(a, x.f);
        }
        arena_clear(&work);
    }
    arena_free(&work);
}
