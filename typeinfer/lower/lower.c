/* AST -> TIR: each instance of a function becomes a tfunc.
 *
 * First all tfuncs are made with their names and the types of their parameters, so that calls can
 * refer to them; then each body is lowered (lower_stmt.c). See lower.h for how expressions work. */
#include <string.h>

#include "globals.h"
#include "lower_flow.h"
#include "lower_number.h"
#include "outline.h"
#include "rewrite.h"

/* ---- names of functions */

/* Which lambda of its parent f is, from 1. */
static int lambda_number(const struct module *m, const struct func *f) {
    int n = 0;
    for (int i = 0; i < m->n_funcs && m->func[i] != f; ++i) {
        n += m->func[i]->is_lambda && m->func[i]->parent == f->parent;
    }
    return n + 1;
}

/* outer__inner, outer__lambda1. */
static const char *qualified_name(struct lower *lw, const struct func *f) {
    const char *own = f->name;
    if (f->is_lambda && f->sym) {
        own = f->sym->name;
    } else if (f->is_lambda) {
        own = arena_printf(lw->a, "lambda%d", lambda_number(lw->t->module, f));
    }
    return f->parent ? arena_printf(lw->a, "%s__%s", qualified_name(lw, f->parent), own) : own;
}

/* ---- parameters */

static struct tvar *new_param(struct lower *lw, struct ty *type, const struct symbol *sym) {
    struct tvar *v = ARENA_NEW(lw->a, struct tvar);
    v->type = type;
    v->span = sym->span;
    v->is_param = true;
    return v;
}

/* The module's variable that a function begins with in its i-th statement; NULL: none. */
static const struct stmt *global_at(const struct func *f, int i) {
    const struct stmt *s = f->body.item[i];
    return s->kind == STMT_ASSIGN && s->assign.global && !s->assign.types_only ? s : NULL;
}

/* Parameters, captures and then variables of the module that have a run-time value; calls give
 * them in this order, but for the last, which make_globals gives them. Fills symbol, which has room
 * for all, and n_own with the number of those before the last. */
static int param_symbols(const struct instance *in, const struct symbol **symbol, struct ty **type,
                         int *n_own) {
    const struct func *f = in->func;
    int n = 0;
    for (int i = 0; i < f->n_params; ++i) {
        if (in->param[i] && in->param[i]->kind != TY_NONE) {
            symbol[n] = f->param[i].sym;
            type[n++] = in->param[i];
        }
    }
    for (int i = 0; in->self.captures && i < f->n_captures; ++i) {
        struct ty *t = instance_var_type(in, f->capture[i]);
        if (t && t->kind != TY_NONE) {
            symbol[n] = f->capture[i];
            type[n++] = t;
        }
    }
    *n_own = n;
    for (int i = 0; i < f->body.n; ++i) {
        const struct stmt *s = global_at(f, i);
        const struct symbol *sym = s ? s->assign.target[0]->name.sym : NULL;
        struct ty *t = sym ? instance_var_type(in, sym) : NULL;
        if (t && t->kind != TY_NONE) {
            symbol[n] = sym;
            type[n++] = t;
        }
    }
    return n;
}

/* Procedures inside a marked one are part of it. */
static bool is_marked(const struct func *f) {
    return f && (f->gpu || (f->cu && is_marked(f->parent)));
}

static void declare(struct lower *lw, struct instance *in) {
    const struct func *f = in->func;
    struct tfunc *t = ARENA_NEW(lw->a, struct tfunc);
    t->name = lower_name(lw, &lw->func_names, qualified_name(lw, f), true);
    t->pyname = f->prelude ? arena_strdup(lw->a, f->prelude) : f->name;
    t->id = lw->m->funcs.n;
    t->span = f->span;
    t->ret = in->ret ? in->ret : ty_none(lw->a, lw->m);
    t->ret = in->gives_none ? ty_optional(lw->a, lw->m, t->ret) : t->ret;
    t->gpu = is_marked(f);
    t->fastmath = f->fastmath;
    t->schedule = f->schedule;
    t->cu = f->cu;
    t->recursive = in->recursive;
    int most = f->n_params + f->n_captures + f->body.n, own;
    const struct symbol **symbol = ARENA_ARRAY(lw->a, const struct symbol *, most);
    struct ty **type = ARENA_ARRAY(lw->a, struct ty *, most);
    t->n_params = param_symbols(in, symbol, type, &own);
    t->param = ARENA_ARRAY(lw->a, struct tvar *, t->n_params);
    for (int i = 0; i < t->n_params; ++i) {
        t->param[i] = new_param(lw, type[i], symbol[i]);
    }
    t->n_globals = t->n_params - own;
    t->global = ARENA_ARRAY(lw->a, struct tglobal, t->n_globals);
    for (int i = 0, k = 0; k < t->n_globals; ++i) {
        const struct stmt *s = global_at(f, i);
        if (s && s->assign.target[0]->name.sym == symbol[own + k]) {
            const struct symbol *of = s->assign.global;
            const char *module = of->held_in ? arena_printf(lw->a, "%s", of->held_in) : NULL;
            t->global[k++] = (struct tglobal){arena_printf(lw->a, "%s", of->name), module};
        }
    }
    t->n_formals = f->n_params;
    t->formal = ARENA_ARRAY(lw->a, struct ty *, f->n_params);
    for (int i = 0; i < f->n_params; ++i) {
        t->formal[i] = in->param[i] ? in->param[i] : ty_none(lw->a, lw->m);
    }
    in->lowered = t;
    vec_push(lw->a, &lw->m->funcs, t);
}

/* ---- bodies */

/* The variable of another web of the name, of that type, which is not wanted any more where this
 * one is; NULL: there is none. */
static struct tvar *namesake(struct lower *lw, const struct symbol *sym, const struct ty *t) {
    for (int i = 0; sym->first && i < lw->in->n_vars; ++i) {
        const struct symbol *other = lw->in->var[i];
        struct tvar *v = other->first == sym->first ? lw->var_of[other->id] : NULL;
        if (v && v->type == t) {
            return v;
        }
    }
    return NULL;
}

/* Names and numbers the parameters, then gives every other variable that is no mere counter a place
 * of its own. */
static void make_variables(struct lower *lw) {
    struct instance *in = lw->in;
    int most = in->func->n_params + in->func->n_captures + in->func->body.n, own;
    const struct symbol **symbol = ARENA_ARRAY(lw->a, const struct symbol *, most);
    struct ty **type = ARENA_ARRAY(lw->a, struct ty *, most);
    int n = param_symbols(in, symbol, type, &own);
    for (int i = 0; i < n; ++i) {
        struct tvar *v = lw->f->param[i];
        v->name = lower_name(lw, &lw->var_names, symbol[i]->name, false);
        v->id = lw->vars.n;
        vec_push(lw->a, &lw->vars, v);
        lw->var_of[symbol[i]->id] = v;
    }
    for (int i = 0; i < in->n_vars; ++i) {
        const struct symbol *sym = in->var[i];
        struct ty *t = in->var_type[i];
        bool wanted = t && t->kind != TY_NONE && lw->escapes[sym->id];
        if (wanted && lower_is_record(t)) {
            lw->span = sym->span;
            lw->record_of[sym->id] = lower_record_new(lw, sym, t);
        } else if (wanted && !lw->var_of[sym->id]) {
            lw->span = sym->span;
            const char *name = strcmp(sym->name, "[]") == 0 ? "list" : sym->name;
            struct tvar *same = namesake(lw, sym, t);
            lw->var_of[sym->id] = same ? same : lower_new_var(lw, name, t);
        }
    }
}

/* Variables that may be read before they have a value have none yet. */
static void begin_unbound(struct lower *lw) {
    for (int i = 0; i < lw->in->n_unbound; ++i) {
        const struct symbol *sym = lw->in->unbound[i]->name.sym;
        if (!lw->bound_of[sym->id]) {
            lw->span = sym->span;
            lw->bound_of[sym->id] = lower_new_var(lw, sym->name, lower_scalar(lw, DT_PYBOOL));
            lower_assign(lw, lw->bound_of[sym->id], lower_bool(lw, sym->is_param));
        }
    }
}

/* Parameters that are records give their values to variables at the start. */
static void unpack_records(struct lower *lw) {
    for (int i = 0; i < lw->in->n_vars; ++i) {
        int id = lw->in->var[i]->id;
        if (lw->record_of[id] && lw->var_of[id]) {
            lower_record_assign(lw, lw->record_of[id], lower_var(lw, lw->var_of[id]));
            lw->var_of[id] = NULL;
        }
    }
}

static void forget_variables(struct lower *lw) {
    for (int i = 0; i < lw->in->n_vars; ++i) {
        int id = lw->in->var[i]->id;
        lw->var_of[id] = NULL;
        lw->record_of[id] = NULL;
        lw->counter_of[id] = NULL;
        lw->bound_of[id] = NULL;
        lw->escapes[id] = false;
    }
}

static void lower_instance(struct lower *lw, struct instance *in, int *active) {
    lw->in = in;
    lw->f = in->lowered;
    name_set_clear(&lw->var_names);
    lw->n_temps = 0;
    lw->vars.n = lw->vars.cap = 0;
    lw->vars.item = NULL;
    lw->calls = 0;
    lw->known.n = 0;
    lw->items.n = 0;
    lw->known_from = 0;
    lw->caught = NULL;
    lw->tries.n = 0;
    lower_scan(lw, active);
    make_variables(lw);
    struct stmt_list list;
    struct stmt_list *outer = lower_begin(lw, &list);
    unpack_records(lw);
    begin_unbound(lw);
    lower_body(lw, &in->func->body);
    if (in->gives_none) {
        lower_return(lw, NULL); /* the end */
    }
    lw->f->body = lower_end(lw, outer);
    lower_halves(lw, &lw->f->body);
    lower_outline(lw);
    lw->f->n_vars = lw->vars.n;
    lw->f->var = lw->vars.item;
    if (lw->tries.n > 0) {
        tir_renumber(lw->a, lw->f);
    }
    forget_variables(lw);
}

/* ---- marks
 *
 * np.bincount in a function marked @pycc.gpu is part of it, and its parallel loops may run on the
 * device. An instance of the prelude's that functions without the mark call, too, stays without it:
 * theirs run on the host. Callees stand before their callers in the list of instances but for
 * cycles, of which a part stays without. */

struct marks {
    bool *called;   /* by id of a function */
    bool *unmarked; /* a function without the mark calls it */
};

static void see_block(struct marks *m, const struct tfunc *caller, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (s->kind == TS_CALL) {
            m->called[s->call.callee->id] = true;
            m->unmarked[s->call.callee->id] |= !caller->gpu;
        }
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            see_block(m, caller, block[k]);
        }
    }
}

static void mark_prelude(struct arena *a, const struct typeinfer *t) {
    int n = t->instances.n;
    struct marks m = {ARENA_ARRAY(a, bool, n), ARENA_ARRAY(a, bool, n)};
    for (int i = n - 1; i >= 0; --i) {
        const struct instance *in = t->instances.item[i];
        struct tfunc *f = in->lowered;
        f->gpu = f->gpu || (in->func->prelude && m.called[f->id] && !m.unmarked[f->id]);
        see_block(&m, f, &f->body);
    }
}

/* ---- the module */

/* Puts what try statements guard before the functions that call it. */
static void order_functions(struct lower *lw) {
    struct tmodule *m = lw->m;
    int n = m->funcs.n, k = 0;
    struct tfunc **old = m->funcs.item;
    m->funcs.item = NULL;
    m->funcs.n = m->funcs.cap = 0;
    for (int i = 0; i < n; ++i) {
        for (; k < lw->outlined.n && lw->outlined.item[k].of == old[i]; ++k) {
            vec_push(lw->a, &m->funcs, lw->outlined.item[k].f);
        }
        vec_push(lw->a, &m->funcs, old[i]);
    }
    for (int i = 0; i < m->funcs.n; ++i) {
        m->funcs.item[i]->id = i;
    }
}

static void fill_exports(struct typeinfer *t) {
    int k = 0;
    for (int i = 0; i < t->exports.n; ++i) {
        struct texport *e = t->exports.item[i];
        for (int j = 0; j < e->n_overloads && k < t->export_instances.n; ++j) {
            e->overload[j] = t->export_instances.item[k++]->lowered;
        }
        vec_push(t->arena, &t->out->exports, e);
    }
}

struct tmodule *typeinfer_lower(struct arena *a, struct typeinfer *t, bool in_order, bool wraps) {
    struct lower lw = {.t = t, .a = a, .m = t->out, .in_order = in_order, .wraps = wraps};
    int n_symbols = t->module->n_symbols;
    lw.var_of = ARENA_ARRAY(a, struct tvar *, n_symbols);
    lw.record_of = ARENA_ARRAY(a, struct texpr *, n_symbols);
    lw.counter_of = ARENA_ARRAY(a, struct tvar *, n_symbols);
    lw.bound_of = ARENA_ARRAY(a, struct tvar *, n_symbols);
    lw.escapes = ARENA_ARRAY(a, bool, n_symbols);
    int *active = ARENA_ARRAY(a, int, n_symbols);
    for (int i = 0; i < t->instances.n; ++i) {
        declare(&lw, t->instances.item[i]);
    }
    for (int i = 0; i < t->instances.n; ++i) {
        lower_instance(&lw, t->instances.item[i], active);
    }
    mark_prelude(a, t);
    if (lw.outlined.n > 0) {
        order_functions(&lw);
    }
    fill_exports(t);
    lower_globals(&lw);
    return t->out;
}
