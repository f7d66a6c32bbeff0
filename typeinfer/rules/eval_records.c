/* Arrays of an element type with fields (it_records): their fields are arrays on their own, views
 * whose first axes are those of the whole. An element is such an array without axes. */
#include "eval.h"
#include "lib_rules.h"

#include <string.h>

static int field_of(const struct itype *t, const char *name) {
    for (int i = 0; i < t->records->n; ++i) {
        if (strcmp(t->records->field[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* A field: of an element without axes of its own a number. */
static struct itype *field_type(struct infer *ix, struct span span, const struct itype *t,
                                int field) {
    struct itype *item = t->item[field + 1];
    if (t->records->field[field].text) {
        return infer_refuse(ix, DIAG_PY305, span,
                            "texts that are fields go along with their elements only",
                            "give the texts as a list of str of their own");
    }
    return item->kind == IT_ARRAY && item->rank == 0 ? it_scalar(&ix->types, item->dtype) : item;
}

static struct itype *no_field(struct infer *ix, struct span span, struct itype *t,
                              const char *name) {
    const char *names[64];
    int n = 0;
    for (; n < t->records->n && n < 64; ++n) {
        names[n] = t->records->field[n].name;
    }
    struct diag_message *m =
        infer_error(ix, DIAG_PY305, span, "%s has no field '%s'", it_name(ix->arena, t), name);
    const char *close = diag_closest(name, names, n);
    if (close) {
        infer_fix(ix, m, "did you mean '%s'?", close);
    }
    return infer_bad(ix);
}

struct itype *eval_records_of(struct infer *ix, const struct itype *like, int rank) {
    return it_records(&ix->types, ix->names, like->records, rank, it_is_recarray(like));
}

/* a[mask], a[indices] */
static struct itype *picked(struct infer *ix, const struct con *c, struct itype **arg,
                            const struct itype *whole) {
    const struct itype *at = c->expr->index.n == 1 ? arg[1] : NULL;
    int rank = whole->item[0]->rank;
    bool mask = at && at->kind == IT_ARRAY && at->dtype == DT_BOOL;
    bool ints = at && at->kind == IT_ARRAY && !mask && dtype_info[at->dtype].kind <= KIND_INT;
    if ((!mask && !ints) || (mask && at->rank > rank) || rank == 0) {
        return infer_refuse(ix, DIAG_PY305, c->expr->span,
                            "an array with fields is indexed by one array, of bools or of integers",
                            NULL);
    }
    return eval_records_of(ix, whole, mask ? rank - at->rank + 1 : rank - 1 + at->rank);
}

/* a[i], a[1:], a[i, j]: what they do to an array of the same axes. */
static struct itype *part_of(struct infer *ix, const struct con *c, struct itype **arg) {
    struct itype *whole = arg[0], *t;
    struct itype **axes = ARENA_ARRAY(ix->arena, struct itype *, c->n);
    memcpy(axes, arg, sizeof(*axes) * (size_t)c->n);
    axes[0] = whole->item[0];
    if (eval_is_gather(c, axes)) {
        return picked(ix, c, axes, whole);
    }
    t = eval_array_index(ix, c, axes);
    return t->kind == IT_ERROR ? t : eval_records_of(ix, whole, t->kind == IT_ARRAY ? t->rank : 0);
}

struct itype *eval_records_index(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr, *first = e->index.n > 0 ? e->index.index[0] : NULL;
    if (first && first->kind == EXPR_LIST) {
        return infer_refuse(ix, DIAG_PY305, first->span,
                            "several fields at once are not a view here",
                            "take the fields one by one: a['x'], a['y']");
    }
    int64_t number, n = arg[0]->records->n;
    bool element = arg[0]->item[0]->rank == 0 && e->index.n == 1;
    if (element && infer_const_int(first, &number) && number >= -n && number < n) {
        return field_type(ix, first->span, arg[0], (int)(number < 0 ? number + n : number));
    }
    bool known = e->index.n == 1 && arg[1]->kind == IT_STATIC && arg[1]->text;
    if (e->index.n != 1 || (first->kind != EXPR_STR && !known)) {
        return part_of(ix, c, arg);
    }
    const char *name = known ? arg[1]->text : first->str.text;
    int field = field_of(arg[0], name);
    return field < 0 ? no_field(ix, first->span, arg[0], name)
                     : field_type(ix, first->span, arg[0], field);
}

struct itype *eval_records_attr(struct infer *ix, const struct con *c, struct itype *t) {
    const char *name = c->expr->attr.name;
    int field = field_of(t, name);
    if (strcmp(name, "shape") == 0 || strcmp(name, "ndim") == 0 || strcmp(name, "size") == 0) {
        return eval_array_attr(ix, c, t->item[0]);
    }
    if (field >= 0 && it_is_recarray(t)) {
        return field_type(ix, c->span, t, field);
    }
    return infer_refuse(
        ix, DIAG_PY204, c->span,
        arena_printf(ix->arena, "%s has no attribute '%s' here", it_name(ix->arena, t), name),
        field >= 0 ? arena_printf(ix->arena, "write a['%s']", name) : NULL);
}

struct itype *eval_records_like(struct infer *ix, const struct con *c, struct itype **arg) {
    bool alone = c->op != OP_FULL_LIKE;
    for (int i = 1; i < c->n; ++i) {
        alone = alone && !c->at[i];
    }
    return alone ? arg[0]
                 : infer_refuse(ix, DIAG_PY303, c->span,
                                arena_printf(ix->arena,
                                             "%s of an array with fields takes nothing else",
                                             op_info[c->op].name),
                                NULL);
}

struct itype *result_records(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct itype *shape = arg[0], *type = arg[1];
    bool tuple = shape->kind == IT_TUPLE;
    for (int i = 0; i < (tuple ? shape->n : 1); ++i) {
        const struct itype *n = tuple ? shape->item[i] : shape;
        if (n->kind != IT_SCALAR || dtype_info[n->dtype].kind > KIND_INT) {
            return lib_refuse(ix, c, "a shape is an int or a tuple of ints");
        }
    }
    int rank = tuple ? shape->n : 1;
    return type->records && rank <= TIR_MAX_RANK
               ? it_records(&ix->types, ix->names, type->records, rank, false)
               : lib_refuse(ix, c, "the element type is one that the module names");
}
