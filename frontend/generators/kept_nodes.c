/* Nodes of the classes of generators: see kept.h. */
#include "kept.h"

#include <string.h>

const char *kept_interned(struct machine *m, const char *name) {
    return intern_str(m->s->p->names, name);
}

bool kept_is_variable(const struct machine *m, const char *name) {
    for (int i = 0; i < m->names.n; ++i) {
        if (m->names.item[i] == name) {
            return true;
        }
    }
    return false;
}

struct expr *kept_name(struct machine *m, const char *name) {
    return node_name(&m->g, name, m->span);
}

struct expr *kept_number(struct machine *m, int64_t value) {
    return node_int(&m->g, value, m->span);
}

struct expr *kept_field(struct machine *m, const char *name) {
    struct expr *e = sugar_new(&m->g, EXPR_ATTR, m->span);
    e->attr.base = kept_name(m, m->self);
    e->attr.name = name;
    e->attr.name_span = m->span;
    return e;
}

/* self.name[0] */
struct expr *kept_variable(struct machine *m, const char *name) {
    struct expr *e = sugar_new(&m->g, EXPR_INDEX, m->span);
    e->index.base = kept_field(m, name);
    e->index.n = 1;
    e->index.index = ARENA_ARRAY(m->g.arena, struct expr *, 1);
    e->index.index[0] = kept_number(m, 0);
    return e;
}

static struct expr *kept_call(struct machine *m, const char *helper, int n) {
    struct symbol *sym = scope_prelude(m->s, kept_interned(m, helper));
    struct expr *e = sugar_new(&m->g, EXPR_CALL, m->span);
    m->failed = m->failed || !sym || sym->kind != SYM_FUNC;
    e->call.fn = m->failed ? kept_name(m, helper) : sugar_symbol(&m->g, sym, m->span);
    e->call.n = n;
    e->call.arg = ARENA_ARRAY(m->g.arena, struct expr *, n);
    return e;
}

struct stmt *kept_stmt(struct machine *m, enum stmt_kind kind) {
    return node_stmt(&m->g, kind, m->span);
}

struct stmt *kept_assign(struct machine *m, struct expr *target, struct expr *value) {
    return node_assign(&m->g, target, value);
}

void kept_add(struct machine *m, node_list *out, struct stmt *s) {
    vec_push(m->g.arena, out, s);
}

void kept_act(struct machine *m, struct expr *call, node_list *out) {
    kept_add(m, out, node_act(&m->g, call));
}

const char *kept_empty_of(struct machine *m, const char *name) {
    return kept_interned(m, arena_printf(m->g.arena, "%s[]", name));
}

void kept_end(struct machine *m, node_list *out) {
    struct stmt *s = kept_stmt(m, STMT_RAISE);
    s->raise.exception = ARENA_NEW(m->g.arena, struct symbol);
    s->raise.exception->name = kept_interned(m, "StopIteration");
    s->raise.exception->span = m->span;
    kept_add(m, out, kept_assign(m, kept_field(m, m->state), kept_number(m, KEPT_ENDED)));
    kept_add(m, out, s);
}

struct expr *kept_copied(struct machine *m, const struct expr *e) {
    return copy_expr(&m->copy, e);
}

/* iter(e), and counters for range(...) */
struct expr *kept_iterator(struct machine *m, const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    bool range = fn && fn->kind == EXPR_NAME && strcmp(fn->name.name, "range") == 0 &&
                 e->call.n_kw == 0 && !kept_is_variable(m, fn->name.name);
    struct expr *made = kept_call(m, range ? "_range_iter" : "_iter", range ? e->call.n : 1);
    for (int i = 0; range && i < e->call.n; ++i) {
        made->call.arg[i] = kept_copied(m, e->call.arg[i]);
    }
    if (!range) {
        made->call.arg[0] = kept_copied(m, e);
    }
    return made;
}
