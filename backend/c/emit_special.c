/* Functions that SciPy computes (special.def): a definition for each that the module calls, and the
 * table in which the glue fills in SciPy's pointers when the module is imported. */
#include "emit_special.h"

#include "walk.h"

static void see_node(struct texpr *x, void *context) {
    bool *used = context;
    if (x->kind == TE_OP && op_info[x->op.op].flags & OPF_SCIPY) {
        used[x->op.op] = true;
    }
}

static void see_expr(struct texpr *x, void *context) {
    expr_walk(x, see_node, context);
}

static void see_block(const struct tblock *b, bool *used) {
    const struct tblock *inner[3];
    for (int i = 0; i < b->n; ++i) {
        stmt_exprs(b->item[i], see_expr, used);
        for (int k = 0, n = stmt_blocks(b->item[i], inner); k < n; ++k) {
            see_block(inner[k], used);
        }
    }
}

/* Calls put for each, in the order of special.def; how many there are. */
static int each_special(struct emit *e,
                        void (*put)(struct emit *e, const struct op_info *op, int n)) {
    bool *used = ARENA_ARRAY(e->arena, bool, OP_COUNT);
    int n = 0;
    for (int i = 0; i < e->module->funcs.n; ++i) {
        see_block(&e->module->funcs.item[i]->body, used);
    }
    for (int op = 0; op < OP_COUNT; ++op) {
        if (used[op]) {
            put(e, &op_info[op], op_operands((enum op)op));
            n++;
        }
    }
    return n;
}

static void put_none(struct emit *e, const struct op_info *op, int n) {
    (void)e;
    (void)op;
    (void)n;
}

static void put_one(struct emit *e, const struct op_info *op, int n) {
    const char *kind = op->flags & OPF_COUNTED ? "COUNTED"
                       : op->flags & OPF_WHOLE ? "WHOLE"
                                               : "SPECIAL";
    w_line(e->w, "PYCC_%s_%d(%s)", kind, n, op->name);
}

static void put_row(struct emit *e, const struct op_info *op, int n) {
    w_line(e->w, "PYCC_SPECIAL_ROW(%s, %d, %s),", op->name, n,
           op->flags & (OPF_COUNTED | OPF_WHOLE) ? "true" : "false");
}

bool emit_any_special(struct emit *e) {
    return each_special(e, put_none) > 0;
}

void emit_specials(struct emit *e) {
    if (each_special(e, put_one) > 0) {
        w_line(e->w, "%s", "");
    }
}

void emit_special_table(struct emit *e) {
    w_open(e->w, "static const struct pycc_special pycc_specials[] =");
    each_special(e, put_row);
    w_line(e->w, "{0}");
    w_close(e->w, ";");
}
