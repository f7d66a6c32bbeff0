/* Arrays of an element type with fields as a whole: what NumPy does with them, which gives new
 * ones, and assignment field by field. */
#include "lower_flow.h"
#include "lower_list.h"
#include "lower_number.h"

/* The same with a variable for each view. */
static struct texpr *of_variables(struct lower *lw, struct texpr *records) {
    struct ty *type = records->type;
    struct texpr **item = ARENA_ARRAY(lw->a, struct texpr *, type->n);
    records = lower_simple_tuple(lw, records);
    for (int i = 0; i < type->n; ++i) {
        struct texpr *e = lower_item(lw, records, i);
        item[i] = e->type->kind == TY_TUPLE ? of_variables(lw, e)
                                            : lower_var(lw, lower_as_variable(lw, e));
    }
    struct texpr *made = lower_tuple(lw, type->n, item);
    made->type = type;
    return made;
}

struct texpr *lower_records_value(struct lower *lw, struct texpr *e) {
    return e && ty_is_records(e->type) ? of_variables(lw, e) : e;
}

struct texpr *lower_records_lib(struct lower *lw, enum op op, int n, struct texpr **value,
                                struct ty *type) {
    struct lib_arg *arg = ARENA_ARRAY(lw->a, struct lib_arg, n);
    for (int i = 0; i < n; ++i) {
        struct texpr *e = lower_records_value(lw, value[i]);
        arg[i].value = e->type->kind == TY_ARRAY ? lower_var(lw, lower_as_variable(lw, e)) : e;
    }
    struct tvar *dst = lower_temp(lw, type);
    struct tstmt *s = lower_stmt(lw, TS_LIB);
    s->lib.dst = dst;
    s->lib.fn = op;
    s->lib.n = n;
    s->lib.arg = arg;
    return lower_var(lw, dst);
}

/* The function of lib.def that does it with records; OP_COUNT: none does. */
static enum op of_records(enum op op) {
    switch (op) {
    case OP_COPY:
        return OP_RECORDS_COPY;
    case OP_ZEROS_LIKE:
        return OP_RECORDS_ZEROS_LIKE;
    case OP_ONES_LIKE:
        return OP_RECORDS_ONES_LIKE;
    case OP_EMPTY_LIKE:
        return OP_RECORDS_EMPTY_LIKE;
    default:
        return OP_COUNT;
    }
}

struct texpr *lower_records_call(struct lower *lw, const struct expr *e, const struct callee *c) {
    struct ty *type = lower_type(lw, e);
    enum op lib = ty_is_records(type) ? of_records(c->op) : OP_COUNT;
    if (lib == OP_COUNT && c->op != OP_RECARRAY) {
        return NULL;
    }
    struct texpr *value = lower_expr(lw, c->arg[0]);
    return c->op == OP_RECARRAY ? lower_coerce(lw, value, type)
                                : lower_records_lib(lw, lib, 1, &value, type);
}

/* ---- a[i] = (1.0, 2), a[1:] = b[:-1] */

static void store_fields(struct lower *lw, struct texpr *to, struct texpr *value) {
    bool records = ty_is_records(value->type);
    value = lower_simple_tuple(lw, value);
    for (int i = 1; i < to->type->n; ++i) {
        struct texpr *field = lower_item(lw, to, i);
        struct texpr *item = lower_item(lw, value, records ? i : i - 1);
        if (field->type->kind == TY_TUPLE) {
            store_fields(lw, field, item);
        } else {
            struct tvar *array = lower_as_variable(lw, field);
            lower_store_elements(lw, array, lower_elements_of(lw, item));
        }
    }
}

void lower_records_store(struct lower *lw, const struct expr *target, struct texpr *value) {
    struct lower_mark mark = lower_mark(lw);
    struct texpr *to = of_variables(lw, lower_records_part(lw, target));
    store_fields(lw, to, lower_protect(lw, value, mark));
}
