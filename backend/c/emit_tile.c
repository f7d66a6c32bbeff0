/* A nest that runs as tiles (pycc_rt_tile.h): its values, its step, and the call that tries it.
 *
 *     #define mm__loop1_step(u, v) r##u##v = r##u##v + PYCC_TILE_P(0, u) * PYCC_TILE_Q(0, v);
 *     PYCC_TILE_KERNELS(mm__loop1, f64, double, 1, 1, mm__loop1_step)
 *     PYCC_TILE_VALUE(mm__loop1, double) { ... }
 *     PYCC_TILE(mm__loop1, f64, double, mm__loop1__kernel, 1, 1, 1, 0, 1, 1, 8, false, true, NULL,
 * NULL, NULL, NULL, NULL)
 *
 * Nests of one step share its kernels. */
#include "emit.h"

#include <string.h>

struct tile_kernel {
    const char *text, *name;
};

struct tile_kernels {
    struct arena *arena;
    VEC(struct tile_kernel) printed;
};

struct tile_kernels *emit_tile_kernels(struct arena *a) {
    struct tile_kernels *k = ARENA_NEW(a, struct tile_kernels);
    k->arena = a;
    return k;
}

const struct tile_plan *emit_tiled(const struct nest *n) {
    return n->tile && n->tile->reason == TILE_RUNS ? n->tile : NULL;
}

/* ---- the step */

static int number_of(const struct texpr *e, struct texpr *const *item, int n) {
    int i = 0;
    while (i < n && !expr_equal(item[i], e)) {
        ++i;
    }
    return i;
}

static const char *operand_text(struct emit *e, const struct tile_plan *p, const struct texpr *x);

static bool is_complex(const struct tile_plan *p) {
    return dtype_info[p->array->type->dtype].kind == KIND_COMPLEX;
}

/* A call of the function for an operation that vectors lack; b: NULL where it takes one. */
static const char *call(struct emit *e, const struct tile_plan *p, const char *name, const char *a,
                        const char *b) {
    const char *tag = emit_tag(p->array->type->dtype);
    const char *wide = is_complex(p) ? "" : "PYCC_TILE_C"; /* what may be one number */
    return b ? arena_printf(e->arena, "pycc_tile_%s_%s(%s(%s), %s(%s))", name, tag, wide, a, wide,
                            b)
             : arena_printf(e->arena, "pycc_tile_%s_%s(%s(%s))", name, tag, wide, a);
}

static const char *combined(struct emit *e, const struct tile_plan *p, enum op op, const char *a,
                            const char *b) {
    static const struct {
        enum op op;
        const char *name, *sign;
    } row[] = {{OP_ADD, "add", "+"},         {OP_SUB, "sub", "-"},
               {OP_MUL, "mul", "*"},         {OP_PYMIN, "pymin", NULL},
               {OP_PYMAX, "pymax", NULL},    {OP_MINIMUM, "minimum", NULL},
               {OP_MAXIMUM, "maximum", NULL}};
    int i = 0;
    while (row[i].op != op) {
        ++i;
    }
    return row[i].sign && !is_complex(p) ? arena_printf(e->arena, "%s %s %s", a, row[i].sign, b)
                                         : call(e, p, row[i].name, a, b);
}

/* An operation on values of p and q. */
static const char *step_text(struct emit *e, const struct tile_plan *p, const struct texpr *x) {
    const char *a = operand_text(e, p, x->op.arg[0]);
    if (x->op.op == OP_NEG) {
        return is_complex(p) ? call(e, p, "neg", a, NULL) : arena_printf(e->arena, "-%s", a);
    }
    if (x->op.n == 1 || x->op.op == OP_POW) {
        bool square = x->op.op == OP_SQUARE || x->op.op == OP_POW;
        return call(e, p, square ? "square" : "abs", a, NULL);
    }
    return combined(e, p, x->op.op, a, operand_text(e, p, x->op.arg[1]));
}

/* One number in all lanes. */
static const char *wide_text(struct emit *e, const struct tile_plan *p, const char *x) {
    return is_complex(p) ? arena_printf(e->arena, "pycc_tile_splat_%s(%s)",
                                        emit_tag(p->array->type->dtype), x)
                         : x;
}

static const char *operand_text(struct emit *e, const struct tile_plan *p, const struct texpr *x) {
    int k = number_of(x, p->p.item, p->p.n), m = number_of(x, p->q.item, p->q.n);
    if (k < p->p.n) {
        return wide_text(e, p, arena_printf(e->arena, "PYCC_TILE_P(%d, u)", k));
    }
    if (m < p->q.n) {
        return arena_printf(e->arena, "PYCC_TILE_Q(%d, v)", m);
    }
    if (x->kind == TE_CONST) {
        const char *text = emit_expr_text(e, x, PREC_ANY);
        return is_complex(p) ? wide_text(e, p, text)
                             : arena_printf(e->arena, "PYCC_TILE_C(%s)", text);
    }
    return arena_printf(e->arena, "(%s)", step_text(e, p, x));
}

/* Is x of both sides, computed in the kernel? */
static bool is_computed(const struct tile_plan *p, const struct texpr *x, enum op op) {
    return x->kind == TE_OP && x->op.op == op && number_of(x, p->p.item, p->p.n) == p->p.n &&
           number_of(x, p->q.item, p->q.n) == p->q.n;
}

/* r op x. Where the order is free, sums are added one by one, and products of complex numbers part
 * by part: each is fused then. */
static const char *update_text(struct emit *e, const struct tile_plan *p, enum op op, const char *r,
                               const struct texpr *x) {
    bool sum = p->reorders && (op == OP_ADD || op == OP_SUB);
    if (sum && is_computed(p, x, OP_ADD)) {
        return update_text(e, p, op, update_text(e, p, op, r, x->op.arg[0]), x->op.arg[1]);
    }
    if (sum && is_computed(p, x, OP_SUB)) {
        return update_text(e, p, op == OP_ADD ? OP_SUB : OP_ADD,
                           update_text(e, p, op, r, x->op.arg[0]), x->op.arg[1]);
    }
    if (sum && is_complex(p) && is_computed(p, x, OP_MUL)) {
        return arena_printf(e->arena, "pycc_tile_%s_mul_%s(%s, %s, %s)",
                            op == OP_ADD ? "add" : "sub", emit_tag(p->array->type->dtype), r,
                            operand_text(e, p, x->op.arg[0]), operand_text(e, p, x->op.arg[1]));
    }
    return combined(e, p, op, r, operand_text(e, p, x));
}

/* Prints the kernels of the nest's step, where no nest before has them; returns their name. */
static const char *put_kernels(struct emit *e, const struct nest_facts *f) {
    const struct tile_plan *p = f->nest->tile;
    const char *type = dtype_info[p->array->type->dtype].c, *r = "r##u##v";
    const char *step = p->right && p->op != OP_ADD
                           ? combined(e, p, p->op, operand_text(e, p, p->step), r)
                           : update_text(e, p, p->op, r, p->step);
    const char *text = arena_printf(e->arena, "%s %d %d %s", type, p->p.n, p->q.n, step);
    for (int i = 0; i < e->kernels->printed.n; ++i) {
        if (strcmp(e->kernels->printed.item[i].text, text) == 0) {
            return e->kernels->printed.item[i].name;
        }
    }
    w_line(e->w, "#define %s_step(u, v) r##u##v = %s;", f->name, step);
    w_line(e->w, "PYCC_TILE_KERNELS%s(%s, %s, %s, %d, %d, %s_step)",
           is_complex(p) ? "_COMPLEX" : "", f->name, emit_tag(p->array->type->dtype), type, p->p.n,
           p->q.n, f->name);
    struct arena *a = e->kernels->arena;
    struct tile_kernel printed = {arena_printf(a, "%s", text), arena_printf(a, "%s", f->name)};
    vec_push(a, &e->kernels->printed, printed);
    return f->name;
}

/* Prints those for rows in memory; returns their name. */
static const char *put_directs(struct emit *e, const struct nest_facts *f, const char *kernels) {
    const struct tile_plan *p = f->nest->tile;
    struct arena *a = e->kernels->arena;
    const char *text = arena_printf(a, "direct %s", kernels);
    if (!p->direct) {
        return "NULL";
    }
    for (int i = 0; i < e->kernels->printed.n; ++i) {
        if (strcmp(e->kernels->printed.item[i].text, text) == 0) {
            return e->kernels->printed.item[i].name;
        }
    }
    w_line(e->w, "PYCC_TILE_DIRECTS%s(%s, %s, %s, %d, %s_step)", is_complex(p) ? "_COMPLEX" : "",
           f->name, emit_tag(p->array->type->dtype), dtype_info[p->array->type->dtype].c, p->q.n,
           kernels);
    struct tile_kernel printed = {text, arena_printf(a, "%s_direct", f->name)};
    vec_push(a, &e->kernels->printed, printed);
    return printed.name;
}

/* Prints that for one row, where rows have parts of the reduction of their own; returns its name.
 */
static const char *put_row(struct emit *e, const struct nest_facts *f, const char *kernels) {
    const struct tile_plan *p = f->nest->tile;
    if (!p->span[2].from) {
        return "NULL";
    }
    w_line(e->w, "PYCC_TILE_ROW%s(%s, %s, %s, %d, %d, %s_step)", is_complex(p) ? "_COMPLEX" : "",
           f->name, emit_tag(p->array->type->dtype), dtype_info[p->array->type->dtype].c, p->p.n,
           p->q.n, kernels);
    return arena_printf(e->arena, "%s_one_row", f->name);
}

/* ---- values */

static void put_case(struct emit *e, const char *what, int k, const struct texpr *x) {
    w_put(e->w, k < 0 ? "case %s: return " : "case %s + %d: return ", what, k);
    emit_value(e, x);
    w_line(e->w, ";");
}

static void put_counters(struct emit *e, const struct tile_plan *p) {
    for (int i = 0; i < p->n[0] + p->n[1] + p->n[2] + p->n[3]; ++i) {
        w_line(e->w, "const int64_t %s = tile__at[%d];", e->name[p->loop[i]->for_.counter->id], i);
    }
}

/* What a function for the tiles reads of the nest, at its beginning; where that stands, for
 * emit_pack. unit: whether strides of one may be taken for granted, NULL: it has been said. */
static size_t begin_inside(struct emit *e, const struct nest_facts *f, const char *unit) {
    size_t from = e->w->n;
    w_line(e->w, "const struct %s *const in = tile__in;", f->name);
    if (unit) {
        w_line(e->w, "const bool unit = %s;", unit);
    }
    emit_nest_arrays(e, f);
    emit_nest_scalars(e, f);
    return from;
}

static void put_values(struct emit *e, const struct nest_facts *f) {
    const struct tile_plan *p = f->nest->tile;
    w_open(e->w, "PYCC_TILE_VALUE(%s, %s)", f->name, dtype_info[p->array->type->dtype].c);
    size_t from = begin_inside(e, f, NULL);
    put_counters(e, p);
    emit_pack(e, from);
    w_open(e->w, "switch (tile__what)");
    put_case(e, "PYCC_TILE_FIRST", -1, p->first);
    w_put(e->w, "case PYCC_TILE_NEAR: __builtin_prefetch(&");
    emit_element(e, p->array, p->array->type->rank, p->index);
    w_line(e->w, ", 1); return 0;");
    for (int i = 0; i < p->p.n; ++i) {
        put_case(e, "PYCC_TILE_OF_P", i, p->p.item[i]);
    }
    for (int i = 0; i < p->q.n; ++i) {
        put_case(e, "PYCC_TILE_OF_Q", i, p->q.item[i]);
    }
    w_close(e->w, "");
    if (p->result) {
        w_line(e->w, "const %s %s = tile__result;", emit_type(e, p->result->type),
               e->name[p->result->id]);
    }
    emit_element(e, p->array, p->array->type->rank, p->index);
    w_put(e->w, " = ");
    if (p->last) {
        emit_value(e, p->last);
    } else {
        w_text(e->w, "tile__result");
    }
    w_line(e->w, ";");
    w_line(e->w, "return 0;");
    w_close(e->w, "");
}

/* The function for the span of a row, where these differ; its name. */
static const char *put_span(struct emit *e, const struct nest_facts *f, int which) {
    const struct tile_plan *p = f->nest->tile;
    const struct tile_span *span = &p->span[which];
    const char *i = e->name[p->loop[0]->for_.counter->id];
    if (!span->from) {
        return "NULL";
    }
    const char *name = arena_printf(e->arena, "%s_%s", f->name, which == 1 ? "lanes" : "depth");
    w_open(e->w, "static void %s(const void *tile__in, int64_t %s, int64_t *tile__span)", name, i);
    size_t from = begin_inside(e, f, "false");
    emit_pack(e, from);
    w_line(e->w, "tile__span[0] = %s;", emit_value_text(e, span->from));
    w_line(e->w, "tile__span[1] = %s;", emit_value_text(e, span->to));
    w_close(e->w, "");
    return name;
}

/* The function for the place of p; its name. */
static const char *put_place(struct emit *e, const struct nest_facts *f) {
    const struct tile_plan *p = f->nest->tile;
    if (!p->direct) {
        return "NULL";
    }
    const char *name = arena_printf(e->arena, "%s_p_at", f->name);
    w_open(e->w, "static const void *%s(const void *tile__in, const int64_t *tile__at)", name);
    size_t from = begin_inside(e, f, "true");
    put_counters(e, p);
    emit_pack(e, from);
    w_line(e->w, "return &%s;", emit_value_text(e, p->p.item[0]));
    w_close(e->w, "");
    return name;
}

void emit_tile(struct emit *e, const struct nest_facts *f) {
    const struct tile_plan *p = emit_tiled(f->nest);
    if (!p) {
        return;
    }
    enum dtype d = p->array->type->dtype;
    const struct version *body = e->version;
    struct version quiet = f->versions->text[0];
    quiet.quiet = true;
    const char *kernels = put_kernels(e, f);
    e->version = &quiet;
    put_values(e, f);
    const char *lanes = put_span(e, f, 1), *depth = put_span(e, f, 2);
    const char *place = put_place(e, f), *direct = put_directs(e, f, kernels);
    const char *row = put_row(e, f, kernels);
    e->version = body;
    w_line(
        e->w,
        "PYCC_TILE(%s, %s, %s, %s__kernel, %d, %d, %d, %d, %d, %d, %d, %s, %s, %s, %s, %s, %s, %s)",
        f->name, emit_tag(d), dtype_info[d].c, kernels, p->n[0], p->n[1], p->n[2], p->n[3], p->p.n,
        p->q.n, p->least, p->p_rows ? "true" : "false", p->q_lanes ? "true" : "false", lanes, depth,
        place, direct, row);
    w_text(e->w, "\n");
}

/* ---- the call */

static const char *list(struct emit *e, const struct tile_plan *p, bool trips) {
    const char *text = "";
    for (int i = 0; i < p->n[0] + p->n[1] + p->n[2] + p->n[3]; ++i) {
        const struct tstmt *loop = p->loop[i];
        bool lanes = p->span[1].from && i == 1;
        if (lanes || (p->span[2].from && i == p->n[0] + p->n[1])) { /* the run time asks for them */
            text = arena_printf(e->arena, "%s, 0", text);
            continue;
        }
        bool turned = i == 0 && p->span[0].from;
        const char *start =
            emit_expr_text(e, turned ? p->span[0].from : loop->for_.start, PREC_COND);
        const char *stop = emit_expr_text(e, turned ? p->span[0].to : loop->for_.stop, PREC_COND);
        const char *item =
            trips ? arena_printf(e->arena, "pycc_trips(%s, %s, 1)", start, stop) : start;
        text = arena_printf(e->arena, "%s%s%s", text, i ? ", " : "", item);
    }
    return text;
}

void emit_tile_begin(struct emit *e, const struct nest_facts *f) {
    const struct tile_plan *p = emit_tiled(f->nest);
    if (!p) {
        return;
    }
    bool versions = f->versions->strided || f->versions->exact;
    w_line(e->w, "struct pycc_tile tile = {&in, %s, %s, {%s}, {%s}};", versions ? "unit" : "true",
           f->nest->parallel ? "true" : "false", list(e, p, false), list(e, p, true));
    w_open(e->w, "if (!(%s%spycc_tile_run(ctx, &%s__tiling, &tile)))",
           f->versions->exact ? "safe && " : "", f->versions->strided ? "" : "unit && ", f->name);
}

void emit_tile_end(struct emit *e, const struct nest_facts *f) {
    if (emit_tiled(f->nest)) {
        w_close(e->w, "");
    }
}
