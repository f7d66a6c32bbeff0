/* Calls of the functions of lib.def: arguments by parameter.
 *
 * Values become operands of a CON_SPECIAL; constants (axis=0, mode='r') have the type none there
 * and are looked at as written. None for a value is such a constant too. */
#include "generate.h"
#include "lib.h"

#include <math.h>
#include <string.h>

static int find(const struct lib_params *p, const char *name) {
    for (int i = 0; i < p->n; ++i) {
        if (strcmp(p->param[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The symbol of a name, or of a name behind a module. */
static const struct symbol *symbol_of(const struct expr *e) {
    return e->kind == EXPR_NAME ? e->name.sym : e->kind == EXPR_ATTR ? e->attr.sym : NULL;
}

/* An element type, or np.inf. */
static bool is_named(const struct expr *e) {
    const struct symbol *sym = symbol_of(e);
    return sym && (sym->kind == SYM_DTYPE || (sym->kind == SYM_VALUE && isinf(sym->number)));
}

static bool is_constant(const struct expr *e) {
    int64_t value;
    if (is_named(e) || (e->kind == EXPR_UNARY && e->unary.op == OP_NEG && is_named(e->unary.a))) {
        return true;
    }
    if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            if (!is_constant(e->list.item[i])) {
                return false;
            }
        }
        return true;
    }
    return e->kind == EXPR_NONE || e->kind == EXPR_BOOL || e->kind == EXPR_STR ||
           infer_const_int(e, &value);
}

/* Arguments into their places; NULL where omitted. What is wrong with them, and where; or NULL. */
static const char *arrange(struct infer *ix, const struct expr *e, enum op op,
                           const struct lib_params *p, const struct expr *self,
                           const struct expr **place, struct span *at) {
    const char *name = infer_callee(ix, e, op_info[op].name);
    int n = 0;
    *at = e->span;
    if (self) {
        place[n++] = self;
    }
    if (n + e->call.n > p->n && !p->more) {
        return arena_printf(ix->arena, "%s takes at most %d arguments here, not %d", name, p->n - n,
                            e->call.n);
    }
    for (int i = 0; i < e->call.n; ++i) {
        place[n++] = e->call.arg[i];
    }
    for (int i = 0; i < e->call.n_kw; ++i) {
        int to = find(p, e->call.kw[i].name);
        if (to < 0 || place[to]) {
            *at = e->call.kw[i].span;
            return arena_printf(ix->arena,
                                to < 0 ? "%s: keyword '%s' is not supported"
                                       : "%s: argument '%s' is given twice",
                                name, e->call.kw[i].name);
        }
        place[to] = e->call.kw[i].value;
    }
    for (int i = 0; i < lib_info(op)->required; ++i) {
        if (!place[i]) {
            return arena_printf(ix->arena, "%s: argument '%s' is missing", name,
                                i < p->n ? p->param[i].name : "operands");
        }
    }
    return NULL;
}

struct itype *infer_lib(struct infer *ix, const struct expr *e, enum op op, const struct expr *self,
                        bool objects) {
    struct lib_params p = lib_params(ix->arena, op);
    int given = e->call.n + (self ? 1 : 0), n = given > p.n ? given : p.n;
    const struct expr **place = ARENA_ARRAY(ix->arena, const struct expr *, n + 1);
    struct span at;
    const char *wrong = arrange(ix, e, op, &p, self, place, &at);
    if (wrong) {
        return objects ? NULL : infer_refuse(ix, DIAG_PY205, at, wrong, NULL);
    }
    struct con *c = con_new(ix, CON_SPECIAL, e->span, e, n);
    c->op = op;
    c->module = self ? IN_METHOD : IN_NP;
    c->dtype = DT_COUNT;
    for (int i = 0; i < n; ++i) {
        bool written = i < p.n && p.param[i].constant;
        const struct symbol *named = written && place[i] ? symbol_of(place[i]) : NULL;
        place[i] = named && named->kind == SYM_CONST ? named->value : place[i];
        if (written && place[i] && !is_constant(place[i])) {
            return infer_refuse(ix, DIAG_PY205, place[i]->span,
                                arena_printf(ix->arena,
                                             "'%s' of %s must be a constant of the source",
                                             p.param[i].name, op_info[op].name),
                                NULL);
        }
        bool value = place[i] && !written && place[i]->kind != EXPR_NONE;
        con_arg(c, i, value ? infer_expr(ix, place[i]) : &ix->types.none, place[i]);
    }
    return con_solve(ix, c);
}
