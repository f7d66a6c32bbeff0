/* pycc.instantiate(f, ...) in the module: what a Copperhead procedure is compiled for ahead of
 * time.
 *
 * Behind the procedure stand element types, "f32,f64" or f32, which each of its type variables
 * takes, and signatures, "f64, f64[:]", which are known by a sequence. */
#include <string.h>

#include "annot.h"

static void refuse(struct annot *an, enum diag_code code, struct span at, const char *what,
                   const char *fix) {
    struct diag_message *m = diag_error(an->p->diag, code, at, "%s", what);
    diag_fix(an->p->diag, m, "%s", fix);
}

static bool is_ours(struct annot *an, const struct expr *fn) {
    bool plain = fn->kind == EXPR_NAME;
    const struct expr *base = plain ? fn : fn->attr.base;
    const struct symbol *sym =
        base->kind == EXPR_NAME ? scope_lookup(an->scopes, base->name.name) : NULL;
    return sym && sym->module == IN_PYCC && (sym->kind == SYM_MODULE) == !plain;
}

static struct func *procedure(struct annot *an, const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME ? scope_lookup(an->scopes, e->name.name) : NULL;
    struct func *f = sym && sym->kind == SYM_FUNC ? sym->func : NULL;
    if (f && f->cu && !f->prelude && parse_owns(an->p, f)) {
        return f;
    }
    refuse(an, DIAG_PY104, e->span, "'instantiate' takes a Copperhead procedure of this module",
           "write @cu above a function of this module, and its name here");
    return NULL;
}

static void add_elements(struct annot *an, struct func *f, int n, struct ann_type *const *type) {
    for (int i = 0; i < n; ++i) {
        const char *before = f->instantiate, *name = dtype_info[type[i]->dtype].name;
        if (dtype_weak(type[i]->dtype)) {
            refuse(an, DIAG_PY103, type[i]->span,
                   arena_printf(an->p->keep, "elements have no type '%s'", name),
                   "write element types such as f32,f64,i64");
        } else if (!before || !strstr(before, name)) {
            f->instantiate = before ? arena_printf(an->p->keep, "%s,%s", before, name) : name;
        }
    }
}

static void read_types(struct annot *an, struct func *f, const struct expr *e) {
    struct ann_reader r = annot_argument_reader(an, e);
    VEC(struct ann_type *) type = {0};
    bool elements = true;
    do {
        struct ann_type *t = ann_read_type(&r, 0);
        if (t) {
            vec_push(an->p->keep, &type, t);
            elements = elements && t->kind == ANN_SCALAR && !t->or_else && !t->optional;
        }
    } while (!r.fault.text && ann_accept(&r, ","));
    if (!r.fault.text && !ann_at_end(&r)) {
        ann_expected(&r, "',' or the end");
    }
    annot_report(an, &r);
    if (r.fault.text) {
        return;
    }
    if (elements) {
        add_elements(an, f, type.n, type.item);
        return;
    }
    struct signature *s = ARENA_NEW(an->p->keep, struct signature);
    *s = (struct signature){.span = e->span, .n = type.n, .param = type.item};
    if (annot_check_ranks(an, s)) {
        annot_add_all(an, f, s);
    }
}

void annot_declared(struct annot *an) {
    for (int i = 0; i < an->p->declared.n; ++i) {
        const struct expr *e = an->p->declared.item[i];
        if (!is_ours(an, e->kind == EXPR_CALL ? e->call.fn : e)) {
            continue;
        }
        if (e->kind != EXPR_CALL) {
            refuse(an, DIAG_PY104, e->span, "'instantiate' stands inside another statement",
                   "write it below the procedure, at the left margin");
        } else if (e->call.n < 2 || e->call.n_kw > 0) {
            refuse(an, DIAG_PY103, e->span,
                   "'instantiate' takes a procedure and what it is compiled for",
                   "write pycc.instantiate(f, \"f32,f64\") or pycc.instantiate(f, \"f64, "
                   "f64[:]\")");
        } else {
            struct func *f = procedure(an, e->call.arg[0]);
            for (int k = 1; f && k < e->call.n; ++k) {
                read_types(an, f, e->call.arg[k]);
            }
        }
    }
}
