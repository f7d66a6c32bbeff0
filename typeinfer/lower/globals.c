/* Variables of modules, which functions take as parameters.
 *
 * A function has a parameter for each variable that it names, and for each that a function it calls
 * has one for, so that the value goes from the export, which the glue gives what the module holds
 * when it is called, to wherever it is used. All that is known of parameters holds: that arrays may
 * overlap, and what Python sees of lists that are changed. */
#include "globals.h"

#include <string.h>

#include "drop.h"
#include "walk.h"

typedef void call_visitor(struct lower *lw, struct tfunc *caller, struct tstmt *call);

static void each_call(struct lower *lw, struct tfunc *f, const struct tblock *b,
                      call_visitor *visit) {
    for (int i = 0; i < b->n; ++i) {
        struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (s->kind == TS_CALL) {
            visit(lw, f, s);
        }
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            each_call(lw, f, block[k], visit);
        }
    }
}

/* ---- parameters */

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The parameter of f for a variable of that type; NULL: it has none. */
static struct tvar *param_for(const struct tfunc *f, const struct tglobal *g, const struct ty *t) {
    for (int i = 0; i < f->n_globals; ++i) {
        struct tvar *v = f->param[f->n_params - f->n_globals + i];
        if (v->type == t && same_text(f->global[i].name, g->name) &&
            same_text(f->global[i].module, g->module)) {
            return v;
        }
    }
    return NULL;
}

static void *longer(struct arena *a, const void *old, int n, size_t size) {
    char *list = arena_alloc(a, (size_t)(n + 1) * size);
    if (n > 0) {
        memcpy(list, old, (size_t)n * size);
    }
    return list;
}

static void add_param(struct lower *lw, struct tfunc *f, const struct tglobal *g,
                      const struct tvar *of) {
    struct new_vars more = {.f = f, .table = lw->a};
    struct tvar *v = tir_new_var(lw->a, &more, of->name, of->type);
    v->span = of->span;
    v->is_param = true;
    int at = f->n_params;
    memmove(&f->var[at + 1], &f->var[at], (size_t)(f->n_vars - at - 1) * sizeof(*f->var));
    f->var[at] = v;
    for (int i = at; i < f->n_vars; ++i) {
        f->var[i]->id = i;
    }
    f->param = longer(lw->a, f->param, f->n_params++, sizeof(struct tvar *));
    f->param[at] = v;
    f->global = longer(lw->a, f->global, f->n_globals++, sizeof(struct tglobal));
    f->global[f->n_globals - 1] = *g;
}

static void take_on(struct lower *lw, struct tfunc *caller, struct tstmt *call) {
    const struct tfunc *callee = call->call.callee;
    for (int i = 0; i < callee->n_globals; ++i) {
        struct tvar *v = callee->param[callee->n_params - callee->n_globals + i];
        if (!param_for(caller, &callee->global[i], v->type)) {
            add_param(lw, caller, &callee->global[i], v);
        }
    }
}

static int count_globals(const struct tmodule *m) {
    int n = 0;
    for (int i = 0; i < m->funcs.n; ++i) {
        n += m->funcs.item[i]->n_globals;
    }
    return n;
}

/* ---- arguments */

static void give(struct lower *lw, struct tfunc *caller, struct tstmt *call) {
    const struct tfunc *callee = call->call.callee;
    for (int i = 0; i < callee->n_globals; ++i) {
        const struct tvar *v = callee->param[callee->n_params - callee->n_globals + i];
        struct tvar *from = param_for(caller, &callee->global[i], v->type);
        lw->span = call->span;
        call->call.arg = longer(lw->a, call->call.arg, call->call.n++, sizeof(struct texpr *));
        call->call.arg[call->call.n - 1] = lower_var(lw, from);
    }
}

static void add_formals(struct lower *lw, struct tfunc *f) {
    for (int i = 0; i < f->n_globals; ++i) {
        f->formal = longer(lw->a, f->formal, f->n_formals++, sizeof(struct ty *));
        f->formal[f->n_formals - 1] = f->param[f->n_params - f->n_globals + i]->type;
    }
}

/* ---- what only types need */

static void reach(const struct tblock *b, bool *reached);

static void reach_func(const struct tfunc *f, bool *reached) {
    if (!reached[f->id]) {
        reached[f->id] = true;
        reach(&f->body, reached);
    }
}

static void reach(const struct tblock *b, bool *reached) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        if (s->kind == TS_CALL) {
            reach_func(s->call.callee, reached);
        }
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            reach(block[k], reached);
        }
    }
}

static void drop_unreached(struct lower *lw) {
    struct tmodule *m = lw->m;
    bool *reached = ARENA_ARRAY(lw->a, bool, m->funcs.n);
    for (int i = 0; i < m->exports.n; ++i) {
        for (int k = 0; k < m->exports.item[i]->n_overloads; ++k) {
            reach_func(m->exports.item[i]->overload[k], reached);
        }
    }
    for (int i = 0; i < m->funcs.n; ++i) {
        reached[i] = !reached[i];
    }
    tir_drop(m, reached);
}

void lower_globals(struct lower *lw) {
    struct tmodule *m = lw->m;
    int before, n = count_globals(m);
    if (n == 0) {
        return;
    }
    do {
        before = n;
        for (int i = 0; i < m->funcs.n; ++i) {
            each_call(lw, m->funcs.item[i], &m->funcs.item[i]->body, take_on);
        }
        n = count_globals(m);
    } while (n > before);
    for (int i = 0; i < m->funcs.n; ++i) {
        each_call(lw, m->funcs.item[i], &m->funcs.item[i]->body, give);
        add_formals(lw, m->funcs.item[i]);
    }
    drop_unreached(lw);
}
