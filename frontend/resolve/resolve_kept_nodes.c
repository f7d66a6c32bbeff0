/* Nodes of the classes of generators: see resolve_kept.h. */
#include "resolve_kept.h"

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
    struct expr *e = sugar_new(&m->g, EXPR_NAME, m->span);
    e->name.name = name;
    return e;
}

struct expr *kept_number(struct machine *m, int64_t value) {
    struct expr *e = sugar_new(&m->g, EXPR_INT, m->span);
    e->integer.value = value;
    return e;
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
    struct stmt *s = ARENA_NEW(m->g.arena, struct stmt);
    s->kind = kind;
    s->span = m->span;
    return s;
}

struct stmt *kept_assign(struct machine *m, struct expr *target, struct expr *value) {
    struct stmt *s = kept_stmt(m, STMT_ASSIGN);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(m->g.arena, struct expr *, 1);
    s->assign.target[0] = target;
    s->assign.value = value;
    return s;
}

struct block kept_block(const stmts *all) {
    return (struct block){all->n, all->item};
}

void kept_add(struct machine *m, stmts *out, struct stmt *s) {
    vec_push(m->g.arena, out, s);
}

struct expr *kept_method_call(struct machine *m, struct expr *of, const char *method,
                              struct expr *arg) {
    struct expr *call = sugar_new(&m->g, EXPR_CALL, m->span);
    call->call.fn = sugar_new(&m->g, EXPR_ATTR, m->span);
    call->call.fn->attr.base = of;
    call->call.fn->attr.name = kept_interned(m, method);
    call->call.fn->attr.name_span = m->span;
    call->call.n = arg ? 1 : 0;
    call->call.arg = ARENA_ARRAY(m->g.arena, struct expr *, 1);
    call->call.arg[0] = arg;
    return call;
}

void kept_act(struct machine *m, struct expr *call, stmts *out) {
    struct stmt *s = kept_stmt(m, STMT_EXPR);
    s->expr = call;
    kept_add(m, out, s);
}

const char *kept_fresh(struct machine *m, const char *name) {
    return kept_interned(m, arena_printf(m->g.arena, "%s.%d", name, m->g.outermost->n_exprs++));
}

const char *kept_empty_of(struct machine *m, const char *name) {
    return kept_interned(m, arena_printf(m->g.arena, "%s[]", name));
}

void kept_end(struct machine *m, stmts *out) {
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
