/* Nested sequences: pycc.nested(data, offsets), its rows and its parts. */
#include "eval.h"

#include <string.h>

struct itype *eval_nested(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct itype *data = arg[0], *offsets = arg[1];
    if ((data->kind != IT_ARRAY || data->rank == 0) && !it_is_nested(data)) {
        return infer_refuse(ix, DIAG_PY303, c->at[0]->span,
                            arena_printf(ix->arena,
                                         "the data of a nested sequence is an array or "
                                         "a nested sequence, not %s",
                                         it_name(ix->arena, arg[0])),
                            NULL);
    }
    bool fits = offsets->kind == IT_ARRAY && offsets->rank == 1 &&
                (offsets->dtype == DT_I64 || offsets->dtype == DT_I32);
    if (!fits) {
        return infer_refuse(ix, DIAG_PY303, c->at[1]->span,
                            "the offsets of a nested sequence are an array of one axis, of int64 "
                            "or int32",
                            NULL);
    }
    struct itype *any = data->kind == IT_ARRAY && data->layout != TY_READ
                            ? it_array(&ix->types, data->dtype, data->rank, TY_ANY)
                            : arg[0];
    return it_nested(&ix->types, ix->names, any, offsets->dtype);
}

struct itype *eval_nested_row(struct infer *ix, const struct itype *nested) {
    struct itype *data = nested->item[NESTED_DATA];
    return data->kind != IT_ARRAY
               ? data
               : it_array(&ix->types, data->dtype, data->rank, eval_view_layout(data, TY_ANY));
}

struct itype *eval_nested_attr(struct infer *ix, const struct itype *nested, const char *name) {
    enum dtype offset = nested->item[NESTED_OFFSETS]->dtype;
    return strcmp(name, "data") == 0      ? nested->item[NESTED_DATA]
           : strcmp(name, "offsets") == 0 ? it_array(&ix->types, offset, 1, TY_READ)
                                          : NULL;
}
