/* What operations and types ask of a device. */
#include "device_survey.h"

void device_leave(struct survey *v, enum host_reason why, const char *by) {
    if (!v->d->left) {
        v->d->left = why;
        v->d->left_by = by;
    }
}

void device_see_dtype(struct survey *v, const struct ty *t) {
    if (t->kind == TY_SCALAR || t->kind == TY_ARRAY) {
        enum dtype part = dtype_part(dtype_strong(t->dtype));
        v->d->fp64 |= part == DT_F64;
    }
}

/* Functions of complex numbers that the prelude of kernels has. */
static bool has_complex(enum op op) {
    static const enum op known[] = {OP_SQRT, OP_EXP, OP_LOG, OP_SIN, OP_COS, OP_SINH, OP_COSH};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        if (known[i] == op) {
            return true;
        }
    }
    bool orders = (op >= OP_LT && op <= OP_GE) || (op >= OP_MINIMUM && op <= OP_FMAX);
    return !(op_info[op].flags & OPF_EXPENSIVE) && !orders && op != OP_RINT;
}

void device_see_op(struct survey *v, const struct texpr *e) {
    const struct op_info *info = &op_info[e->op.op];
    bool complex = dtype_info[e->op.arg[0]->type->dtype].kind == KIND_COMPLEX;
    if (complex && !has_complex(e->op.op)) {
        device_leave(v, HOST_COMPLEX, info->name);
    }
    if (info->cl && !*info->cl) {
        device_leave(v, HOST_OPERATION, info->name);
    }
    v->d->flops += !v->counts ? 0 : info->flags & OPF_EXPENSIVE ? 20 : 1;
}
