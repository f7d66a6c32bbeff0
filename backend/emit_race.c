/* Nests that are checked when called: the access table as constant data, the looks of the
 * inspector, and the question at the call (runtime/include/pycc_rt_race.h). */
#include "emit.h"

#include <inttypes.h>

#define MEMO_SYMBOLS 48 /* PYCC_MEMO_SYMBOLS */

/* ---- the table */

/* Terms and coefficients of all forms, each in one array. */
struct constants {
    const char *name;
    VEC(struct lmad_term) terms;
    VEC(const char *) coefs;
};

static const char *form_text(struct emit *e, struct constants *c, const struct lmad_form *f) {
    int at = c->terms.n;
    for (int i = 0; i < f->nterm; ++i) {
        vec_push(e->arena, &c->terms, f->term[i]);
    }
    if (f->nterm == 0) {
        return arena_printf(e->arena, "{%" PRId64 ", 0, NULL}", f->constant);
    }
    return arena_printf(e->arena, "{%" PRId64 ", %d, %s__terms + %d}", f->constant, f->nterm,
                        c->name, at);
}

static const char *affine_text(struct emit *e, struct constants *c, const struct lmad_affine *x) {
    int at = c->coefs.n;
    for (int k = 0; k < x->ncoef; ++k) {
        const char *coef = form_text(e, c, &x->coef[k]);
        vec_push(e->arena, &c->coefs, coef);
    }
    const char *base = form_text(e, c, &x->base);
    if (x->ncoef == 0) {
        return arena_printf(e->arena, "{%s, 0, NULL}", base);
    }
    return arena_printf(e->arena, "{%s, %d, %s__coefs + %d}", base, x->ncoef, c->name, at);
}

static void put_terms(struct emit *e, const struct constants *c) {
    w_open(e->w, "static const struct lmad_term %s__terms[] =", c->name);
    for (int i = 0; i < c->terms.n; ++i) {
        const struct lmad_term *t = &c->terms.item[i];
        w_put(e->w, "{%" PRId64 ", {", t->coef);
        for (int k = 0; k < LMAD_MAX_FACTORS; ++k) {
            w_put(e->w, "%s%d", k ? ", " : "", t->symbol[k]);
        }
        w_line(e->w, "}},");
    }
    w_close(e->w, ";");
}

static void put_rows(struct emit *e, const char *type, const char *name, const char *what,
                     const char *const *row, int n) {
    w_open(e->w, "static const struct %s %s__%s[] =", type, name, what);
    for (int i = 0; i < n; ++i) {
        w_line(e->w, "%s,", row[i]);
    }
    w_close(e->w, ";");
}

void emit_race_table(struct emit *e, const struct nest_facts *f) {
    const struct access_table *t = f->nest->question ? f->nest->question->table : NULL;
    if (!t) {
        return;
    }
    struct constants c = {.name = f->name};
    VEC(const char *) counters = {0}, accesses = {0};
    for (int k = 0; k < t->lmad.rank; ++k) {
        const struct lmad_counter *x = &t->lmad.counter[k];
        const char *lower = affine_text(e, &c, &x->lower), *upper = affine_text(e, &c, &x->upper);
        const char *text =
            arena_printf(e->arena, "{%s, %s, %s}", lower, upper, form_text(e, &c, &x->step));
        vec_push(e->arena, &counters, text);
    }
    for (int m = 0; m < t->lmad.naccess; ++m) {
        const struct lmad_reference *x = &t->lmad.access[m];
        const char *text = arena_printf(e->arena, "{%d, %d, %d, %d, %s}", x->array, x->use,
                                        x->reduction, x->width, affine_text(e, &c, &x->address));
        vec_push(e->arena, &accesses, text);
    }
    put_terms(e, &c);
    if (c.coefs.n > 0) {
        put_rows(e, "lmad_form", c.name, "coefs", c.coefs.item, c.coefs.n);
    }
    put_rows(e, "lmad_counter", c.name, "counters", counters.item, counters.n);
    put_rows(e, "lmad_reference", c.name, "accesses", accesses.item, accesses.n);
    w_line(e->w, "static const struct lmad_table %s__table = {%d, %s__counters, %d, %s__accesses};",
           c.name, t->lmad.rank, c.name, t->lmad.naccess, c.name);
    w_line(e->w, "%s", "");
}

/* ---- the inspector */

static void look_at(struct emit *e, const char *verb, const struct tvar *array, int n,
                    struct texpr *const *index) {
    w_put(e->w, "if (PYCC_UNLIKELY(pycc_look_%s(ctx, look, &eye, PYCC_ELEMENT%d(%s", verb, n,
          e->name[array->id]);
    for (int k = 0; k < n; ++k) {
        w_put(e->w, ", ");
        emit_expr(e, index[k], PREC_COND);
    }
    w_open(e->w, "), %s__turn)))", e->name[e->nest->root->for_.counter->id]);
    emit_leave(e);
    w_close(e->w, "");
}

static void look_in(struct emit *e, const struct texpr *x) {
    if (!x) {
        return;
    }
    switch (x->kind) {
    case TE_LOAD:
        if (e->nest->question->shadow[x->load.array->id] && !store_loads_same(e->looked, x)) {
            look_at(e, "read", x->load.array, x->load.n, x->load.index);
        }
        break;
    case TE_CAST:
        look_in(e, x->cast);
        break;
    case TE_OP:
        for (int i = 0; i < x->op.n; ++i) {
            look_in(e, x->op.arg[i]);
        }
        break;
    case TE_SELECT:
        look_in(e, x->select.cond);
        look_in(e, x->select.a);
        look_in(e, x->select.b);
        break;
    case TE_TUPLE:
        for (int i = 0; i < x->tuple.n; ++i) {
            look_in(e, x->tuple.item[i]);
        }
        break;
    case TE_ITEM:
        look_in(e, x->item.tuple);
        break;
    default:
        break;
    }
}

static void look_in_view(struct emit *e, const struct tstmt *s) {
    for (int i = 0; i < s->view.n; ++i) {
        look_in(e, s->view.axis[i].index);
        look_in(e, s->view.axis[i].start);
        look_in(e, s->view.axis[i].stop);
        look_in(e, s->view.axis[i].step);
        look_in(e, s->view.axis[i].extent);
    }
}

static void look_in_stmt(struct emit *e, const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN:
        look_in(e, s->assign.value);
        break;
    case TS_STORE:
        look_in(e, s->store.value);
        if (e->nest->question->shadow[s->store.array->id]) {
            look_at(e, "write", s->store.array, s->store.n, s->store.index);
        }
        break;
    case TS_INDEX:
        look_in(e, s->index.index);
        break;
    case TS_CHECK:
        look_in(e, s->check.cond);
        look_in(e, s->check.shown);
        break;
    case TS_FOR:
        look_in(e, s->for_.start);
        look_in(e, s->for_.stop);
        look_in(e, s->for_.step);
        break;
    case TS_IF:
        look_in(e, s->if_.cond);
        break;
    case TS_VIEW:
        look_in_view(e, s);
        break;
    default:
        break;
    }
}

bool emit_race_look(struct emit *e, const struct tstmt *s) {
    const struct nest_question *q = e->nest->question;
    if (q->look[s->id]) {
        emit_comment(e, s, false);
        e->looked = s;
        look_in_stmt(e, s);
    }
    return q->keep[s->id];
}

/* ---- the question */

static void put_symbols(struct emit *e, const struct access_table *t) {
    w_open(e->w, "const int64_t symbol[] =");
    for (int i = 0; i < t->symbols.n; ++i) {
        const struct table_symbol *s = &t->symbols.item[i];
        if (s->kind == SYMBOL_VALUE) {
            w_line(e->w, "%s,", emit_expr_text(e, s->value, PREC_COND));
        } else if (s->kind == SYMBOL_ADDRESS) {
            w_line(e->w, "(int64_t)(intptr_t)%s.data,", e->name[s->array->id]);
        } else {
            w_line(e->w, "%s.stride[%d],", e->name[s->array->id], s->axis);
        }
    }
    w_close(e->w, ";");
}

static void put_root(struct emit *e, const char *in, const struct tvar *v) {
    w_line(e->w, "PYCC_ROOT(\"%s\", %d, %s.%s, %d),", v->name, v->type->rank, in, e->name[v->id],
           dtype_info[v->type->dtype].bytes);
}

static void put_data(struct emit *e, const struct nest_facts *f, const struct nest_question *q) {
    if (q->table) {
        put_symbols(e, q->table);
        if (q->table->symbols.n <= MEMO_SYMBOLS) {
            w_line(e->w, "static struct pycc_memo memo;");
        }
        w_open(e->w, "const struct pycc_root array[] =");
        for (int i = 0; i < q->table->arrays.n; ++i) {
            put_root(e, "in", q->table->arrays.item[i]);
        }
        w_close(e->w, ";");
    }
    if (q->inspect) {
        w_line(e->w, "struct %s look = in;", f->name);
        w_open(e->w, "const struct pycc_root shadow[] =");
        for (int i = 0; i < q->roots.n; ++i) {
            put_root(e, "look", q->roots.item[i]);
        }
        w_close(e->w, ";");
    }
}

/* Bit k: symbol k is an address. */
static uint64_t address_mask(const struct access_table *t) {
    uint64_t mask = 0;
    for (int i = 0; i < t->symbols.n; ++i) {
        mask |= (uint64_t)(t->symbols.item[i].kind == SYMBOL_ADDRESS) << i;
    }
    return mask;
}

static void put_question(struct emit *e, const struct nest_facts *f,
                         const struct nest_question *q) {
    const struct nest *n = f->nest;
    w_open(e->w, "const struct pycc_question question =");
    w_line(e->w, ".counter = \"%s\",", n->root->for_.counter->name);
    w_line(e->w, ".start = %s,", emit_start_text(e, n->root));
    w_line(e->w, ".step = %s,", emit_step_text(e, n->root));
    w_put(e->w, ".trips = ");
    emit_trips(e, n->root);
    w_line(e->w, ",");
    w_line(e->w, ".work = %s,", n->work ? emit_expr_text(e, n->work, PREC_COND) : "0");
    w_line(e->w, ".line = %d,", emit_line_of(e, n->root->span));
    if (q->in_order) {
        w_line(e->w, ".in_order = true,");
    }
    if (q->table) {
        w_line(e->w, ".table = &%s__table,", f->name);
        w_line(e->w, ".symbol = symbol,");
        w_line(e->w, ".n_symbols = %d,", q->table->symbols.n);
        if (q->table->symbols.n <= MEMO_SYMBOLS) {
            w_line(e->w, ".addresses = %#" PRIx64 ",", address_mask(q->table));
            w_line(e->w, ".memo = &memo,");
        }
        w_line(e->w, ".array = array,");
    }
    if (q->inspect) {
        w_line(e->w, ".inspect = (pycc_run_fn *)%s_inspect,", f->name);
        w_line(e->w, ".look = &look,");
        w_line(e->w, ".reads = %s,", q->reads ? "true" : "false");
        w_line(e->w, ".n_shadows = %d,", q->roots.n);
        w_line(e->w, ".shadow = shadow,");
    }
    w_close(e->w, ";");
}

void emit_race_ask(struct emit *e, const struct nest_facts *f) {
    const struct nest_question *q = f->nest->question;
    w_line(e->w, "bool ordered = true; /* until it is known that no two iterations collide */");
    w_open(e->w, "if (PYCC_LIKELY(safe))");
    put_data(e, f, q);
    put_question(e, f, q);
    w_line(e->w, "ordered = !pycc_ask(ctx, &question);");
    emit_leave_if_failed(e);
    w_close(e->w, "");
}
