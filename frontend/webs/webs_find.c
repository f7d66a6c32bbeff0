/* What the walk of a function is after (webs.c): the variables of its frame that are bound more
 * than once, and the functions inside that have names. */
#include "webs_private.h"

#include "scope_private.h"
#include "webs_bound.h"

/* ---- variables */

/* A name of the frame. */
struct counted {
    const char *name;
    int n;
    bool other; /* more than a variable */
};

struct count {
    struct webs *w;
    struct map by_name;
    VEC(struct counted *) all;
};

static void count_binding(void *context, const char *name, bool def) {
    struct count *c = context;
    struct counted *k = map_get(&c->by_name, name);
    if (!k) {
        k = ARENA_NEW(c->w->arena, struct counted);
        k->name = name;
        map_set(c->w->arena, &c->by_name, name, k);
        vec_push(c->w->arena, &c->all, k);
    }
    ++k->n;
    k->other = k->other || def;
}

static void add_variable(struct webs *w, const char *name, bool is_param) {
    struct variable *v = ARENA_NEW(w->arena, struct variable);
    *v = (struct variable){name, w->variables.n, 0, is_param, is_param};
    vec_push(w->arena, &w->variables, v);
    map_set(w->arena, &w->index, name, v);
    v->entry = webs_new(w, v->place, is_param);
}

void webs_find_variables(struct webs *w, const struct func *f, const struct func_notes *notes) {
    struct count c = {.w = w};
    for (int i = 0; i < f->n_params; ++i) {
        count_binding(&c, f->param[i].sym->name, false);
    }
    int params = c.all.n;
    webs_bound_block(&f->body, count_binding, &c);
    for (int i = 0; i < notes->imports.n; ++i) {
        count_binding(&c, notes->imports.item[i].name, true);
    }
    for (int i = 0; i < notes->mentioned.n; ++i) {
        count_binding(&c, notes->mentioned.item[i], true);
    }
    for (int i = 0; i < c.all.n; ++i) {
        const struct counted *k = c.all.item[i];
        if (k->n > 1 && !k->other) {
            add_variable(w, k->name, i < params);
        }
    }
}

/* ---- functions */

struct func *webs_lambda_of(const struct stmt *s) {
    bool one = s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value;
    bool is = one && s->assign.target[0]->kind == EXPR_NAME && s->assign.value->kind == EXPR_LAMBDA;
    return is ? s->assign.value->lambda : NULL;
}

static void add_function(struct webs *w, const char *name, struct func *f) {
    struct meant *m = map_get(&w->functions, name);
    if (!m) {
        m = ARENA_NEW(w->arena, struct meant);
        map_set(w->arena, &w->functions, name, m);
    }
    struct inside *in = ARENA_NEW(w->arena, struct inside);
    in->func = f;
    vec_push(w->arena, &m->list, in);
    vec_push(w->arena, &w->insides, in);
}

void webs_find_functions(struct webs *w, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_DEF) {
            add_function(w, s->def->name, s->def);
        } else if (webs_lambda_of(s)) {
            add_function(w, s->assign.target[0]->name.name, webs_lambda_of(s));
        } else if (s->kind == STMT_IF) {
            webs_find_functions(w, &s->if_.then);
            webs_find_functions(w, &s->if_.els);
        } else if (s->kind == STMT_WHILE) {
            webs_find_functions(w, &s->while_.body);
            webs_find_functions(w, &s->while_.els);
        } else if (s->kind == STMT_FOR) {
            webs_find_functions(w, &s->for_.body);
            webs_find_functions(w, &s->for_.els);
        }
    }
}
