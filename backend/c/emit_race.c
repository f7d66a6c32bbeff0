/* Nests that are checked when called: the access table as constant data, the looks of the
 * inspector, and the question at the call (runtime/include/pycc_rt_race.h). */
#include "emit.h"

#include <inttypes.h>

#define MEMO_SYMBOLS 48 /* PYCC_MEMO_SYMBOLS */

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

/* The statement whose elements are looked at. */
struct looked {
    struct emit *e;
    const struct tstmt *stmt;
};

static void look_in(struct texpr *x, void *context) {
    const struct looked *l = context;
    struct texpr *const *part;
    if (x->kind == TE_LOAD) {
        if (l->e->nest->question->shadow[x->load.array->id] && !store_loads_same(l->stmt, x)) {
            look_at(l->e, "read", x->load.array, x->load.n, x->load.index);
        }
        return;
    }
    for (int i = 0, n = expr_parts(x, &part); i < n; ++i) {
        look_in(part[i], context);
    }
}

static void look_in_stmt(struct emit *e, const struct tstmt *s) {
    struct looked looked = {e, s};
    if (s->kind != TS_STORE) {
        stmt_exprs(s, look_in, &looked);
        return;
    }
    look_in(s->store.value, &looked);
    if (e->nest->question->shadow[s->store.array->id]) {
        look_at(e, "write", s->store.array, s->store.n, s->store.index);
    }
}

bool emit_race_look(struct emit *e, const struct tstmt *s) {
    const struct nest_question *q = e->nest->question;
    if (q->look[s->id]) {
        emit_comment(e, s, false);
        look_in_stmt(e, s);
    }
    return q->keep[s->id];
}

/* ---- the question */

static void put_root(struct emit *e, const char *in, const struct tvar *v) {
    w_line(e->w, "PYCC_ROOT(\"%s\", %d, %s.%s, %d),", v->name, v->type->rank, in, e->name[v->id],
           dtype_info[v->type->dtype].bytes);
}

static void put_data(struct emit *e, const struct nest_facts *f, const struct nest_question *q) {
    if (q->table) {
        w_line(e->w, "static struct lmad_text table = {.text =");
        emit_access_table(e, q->table, "};");
        emit_symbols(e, "symbol", q->table);
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

static void put_question(struct emit *e, const struct nest_facts *f,
                         const struct nest_question *q) {
    const struct nest *n = f->nest;
    w_open(e->w, "const struct pycc_question question =");
    w_line(e->w, ".counter = \"%s\",", n->root->for_.counter->name);
    w_line(e->w, ".start = %s,", emit_start_text(e, n->root));
    w_line(e->w, ".step = %s,", emit_step_text(e, n->root));
    w_put(e->w, ".trips = ");
    w_text(e->w, emit_trips_text(e, n->root));
    w_line(e->w, ",");
    w_line(e->w, ".work = %s,", n->work ? emit_expr_text(e, n->work, PREC_COND) : "0");
    w_line(e->w, ".line = %d,", emit_line_of(e, n->root->span));
    if (q->in_order) {
        w_line(e->w, ".in_order = true,");
    }
    if (q->table) {
        w_line(e->w, ".table = &table,");
        w_line(e->w, ".symbol = symbol,");
        w_line(e->w, ".n_symbols = %d,", q->table->symbols.n);
        if (q->table->symbols.n <= MEMO_SYMBOLS) {
            w_line(e->w, ".addresses = %#" PRIx64 ",", emit_address_mask(q->table));
            w_line(e->w, ".memo = &memo,");
        }
        w_line(e->w, ".array = array,");
    }
    if (q->inspect) {
        w_line(e->w, ".inspect = (pycc_run_fn *)%s_inspect,", f->name);
        w_line(e->w, ".look = &look,");
        if (q->values) {
            w_line(e->w, ".in = &in,");
        }
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
