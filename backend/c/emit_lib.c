/* Calls of libraries: NumPy's functions through the glue, products through the run time. */
#include "emit.h"

#include <string.h>

/* ---- NumPy's functions */

static void put_text(struct emit *e, const char *text) {
    if (text) {
        emit_string(e->w, text, strlen(text), false);
    } else {
        w_put(e->w, "NULL");
    }
}

/* The tables that describe the call. */
static void put_tables(struct emit *e, const struct tstmt *s, bool used) {
    w_open(e->w, "const struct pycc_lib_arg lib__args[] =");
    for (int i = 0; i < s->lib.n; ++i) {
        const struct lib_arg *arg = &s->lib.arg[i];
        w_put(e->w, "{");
        put_text(e, arg->name);
        w_put(e->w, ", %s, ", arg->value ? emit_type_table(e, arg->value->type, PASSED) : "NULL");
        put_text(e, arg->text);
        w_line(e->w, "},");
    }
    w_close(e->w, ";");
    w_line(e->w, "const struct pycc_lib lib = {\"%s\", %d, lib__args, %s};",
           lib_info(s->lib.fn)->path, s->lib.n,
           used ? emit_type_table(e, s->lib.dst->type, UNWRITTEN) : "PYCC_NOTHING");
}

static int put_arguments(struct emit *e, const struct tstmt *s) {
    int leaves = 0, leaf = 0;
    for (int i = 0; i < s->lib.n; ++i) {
        leaves += s->lib.arg[i].value ? emit_leaf_count(s->lib.arg[i].value->type) : 0;
    }
    w_line(e->w, "union pycc_value lib__arg[%d];", leaves > 0 ? leaves : 1);
    for (int i = 0; i < s->lib.n; ++i) {
        const struct texpr *x = s->lib.arg[i].value;
        if (x && x->type->kind == TY_TUPLE) {
            const char *name = arena_printf(e->arena, "lib__value%d", i);
            w_line(e->w, "const %s %s = %s;", emit_type(e, x->type), name,
                   emit_expr_text(e, x, PREC_ANY));
            emit_to_leaves(e, x->type, "lib__arg", name, &leaf);
        } else if (x) {
            w_line(e->w, "lib__arg[%d].%s = %s;", leaf++, emit_leaf_member(e, x->type),
                   emit_expr_text(e, x, PREC_ANY));
        }
    }
    return leaves;
}

/* What the run time does itself where it can (runtime/product/linalg.c). */
static bool is_linalg(enum op fn) {
    return fn == OP_SOLVE || fn == OP_INV || fn == OP_DET || fn == OP_SLOGDET ||
           fn == OP_CHOLESKY || fn == OP_SP_SOLVE || fn == OP_SP_INV || fn == OP_SP_DET ||
           fn == OP_SP_CHOLESKY;
}

static void put_call(struct emit *e, const struct tstmt *s) {
    const struct tvar *dst = s->lib.dst;
    bool used = dst && e->place.var[dst->id].reads > 0;
    const struct place *p = dst ? &e->place.var[dst->id] : NULL;
    if (used && p->at_definition && p->first == s && !emit_owned(e, dst)) {
        w_line(e->w, "%s %s;", emit_type(e, dst->type), e->name[dst->id]);
    }
    w_open(e->w, "%s", "");
    put_tables(e, s, used);
    put_arguments(e, s);
    int leaves = used ? emit_leaf_count(dst->type) : 1, leaf = 0;
    w_line(e->w, "union pycc_value lib__ret[%d];", leaves);
    w_open(e->w, "if (PYCC_UNLIKELY(!pycc_%s_call(ctx, &lib, lib__arg, lib__ret, %d)))",
           is_linalg(s->lib.fn) ? "linalg" : "lib", emit_line_of(e, s->span));
    emit_leave(e);
    w_close(e->w, "");
    if (used) {
        const char *value = emit_from_leaves(e, dst->type, "lib__ret", &leaf);
        if (emit_owned(e, dst)) {
            emit_assign_arrays(e, s, dst, value, true);
        } else {
            w_line(e->w, "%s = %s;", e->name[dst->id], value);
        }
    }
    w_close(e->w, "");
}

/* ---- products */

/* In a nest products do not wait. */
static void put_matmul(struct emit *e, const struct tstmt *s) {
    const struct tvar *out = s->lib.out;
    enum lib_pair pair = e->nest ? PAIR_NONE : s->lib.pair;
    w_put(e->w, "if (PYCC_UNLIKELY(!pycc_matmul%s(ctx, PYCC_TYPE_%s, ",
          pair == PAIR_FIRST    ? "_hold"
          : pair == PAIR_SECOND ? "_with"
                                : "",
          emit_tag(out->type->dtype));
    if (pair == PAIR_NONE) {
        w_put(e->w, "%d, ", out->type->rank);
    }
    w_put(e->w, "PYCC_OPERAND(%s)", emit_array_struct(e, out));
    for (int i = 0; i < 2; ++i) {
        w_put(e->w, ", PYCC_OPERAND(%s)", emit_array_struct(e, s->lib.arg[i].value->var));
    }
    w_open(e->w, ", %d, %d%s)))", s->lib.sign, emit_line_of(e, s->span),
           pair == PAIR_NONE ? "" : ", &held");
    emit_leave(e);
    w_close(e->w, "");
}

bool emit_holds_products(const struct tblock *b) {
    bool found = false;
    for (int i = 0; i < b->n && !found; ++i) {
        const struct tstmt *s = b->item[i];
        found = (s->kind == TS_LIB && s->lib.pair == PAIR_FIRST) ||
                (s->kind == TS_IF &&
                 (emit_holds_products(&s->if_.then) || emit_holds_products(&s->if_.els)));
    }
    return found;
}

/* ---- texts */

/* A str, or a character as one. */
static const char *text_operand(struct emit *e, const struct texpr *x) {
    const char *text = emit_expr_text(e, x, PREC_ANY);
    return x->type->kind == TY_SCALAR ? arena_printf(e->arena, "PYCC_CHARACTER(%s)", text) : text;
}

static void put_plus(struct emit *e, const struct tstmt *s) {
    w_open(e->w, "if (PYCC_UNLIKELY(!pycc_text_plus(ctx, &%s, %s, %s, %d)))",
           e->name[s->lib.dst->id], text_operand(e, s->lib.arg[0].value),
           text_operand(e, s->lib.arg[1].value), emit_line_of(e, s->span));
    emit_leave(e);
    w_close(e->w, "");
}

void emit_lib(struct emit *e, const struct tstmt *s) {
    if (s->lib.fn == OP_TEXT_PLUS) {
        if (e->place.var[s->lib.dst->id].reads > 0) {
            put_plus(e, s);
        }
    } else if (s->lib.fn == OP_MATMUL) {
        put_matmul(e, s);
    } else {
        put_call(e, s);
    }
}
