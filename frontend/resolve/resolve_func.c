/* Functions and their statements: what a function binds anywhere in its body is its local; a
 * function's locals are complete before the bodies of its nested functions are looked at.
 *
 * Four walks per function: loops over displays are unrolled, names get one web each (webs.h), names
 * that are bound are collected, names are resolved. */
#include "resolve_private.h"

#include <string.h>

#include "fold.h"
#include "named.h"
#include "nodes.h"
#include "unroll.h"
#include "webs.h"

static void resolve_target(struct resolver *r, struct expr *e) {
    if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            resolve_target(r, e->list.item[i]);
        }
    } else {
        resolve_expr(r, e);
    }
}

/* x, y = [1, 2.0] is x, y = 1, 2.0: its items need not have one type. */
static void settle_unpacked(struct stmt *s) {
    struct expr *value = s->assign.value;
    bool fits = value && value->kind == EXPR_LIST && value->list.n > 0;
    for (int i = 0; i < s->assign.n; ++i) {
        const struct expr *to = s->assign.target[i];
        fits = fits && (to->kind == EXPR_TUPLE || to->kind == EXPR_LIST) &&
               to->list.n == value->list.n;
    }
    if (fits) {
        value->kind = EXPR_TUPLE;
    }
}

static void resolve_stmt(struct resolver *r, struct stmt *s);

static void resolve_parts(struct resolver *r, struct sugar *g, struct stmt *s) {
    resolve_expr(r, s->assign.value);
    if (s->assign.value) {
        resolve_value(r, g, &s->assign.value);
    }
    for (int i = 0; i < s->assign.n; ++i) {
        resolve_target(r, s->assign.target[i]);
    }
}

/* A name bound once, to what has parts with names. */
static void settle_result(struct resolver *r, const struct stmt *s) {
    const struct expr *to = s->assign.n == 1 ? s->assign.target[0] : NULL;
    bool name = r->frame && to && to->kind == EXPR_NAME && s->assign.value;
    struct local *l = name ? map_get(&r->frame->locals, to->name.name) : NULL;
    if (l && l->n_bound == 1 && l->sym == to->name.sym && !l->sym->is_param) {
        resolve_named_result(l->sym, s->assign.value);
    }
}

static void resolve_assign(struct resolver *r, struct stmt *s) {
    struct sugar g = resolve_sugar(r);
    resolve_store_part(&g, s);
    settle_unpacked(s);
    resolve_short_assign(r, s);
    if (s->kind != STMT_ASSIGN) {
        return;
    }
    if (resolve_store_display(r, &g, s)) {
        resolve_expr(r, s->if_.cond);
        resolve_parts(r, &g, s->if_.then.item[0]);
        resolve_parts(r, &g, s->if_.els.item[0]);
        sugar_assign(&g, s->if_.els.item[0]);
        return;
    }
    resolve_parts(r, &g, s);
    settle_result(r, s);
    sugar_assign(&g, s);
}

/* ---- statements */

void resolve_unsupported(struct stmt *s, const char *what) {
    s->kind = STMT_UNSUPPORTED;
    s->unsupported = what;
}

/* `assert c, f"{x}"` is `if not c: raise AssertionError(f"{x}")`. */
static bool sugar_assert(struct resolver *r, struct stmt *s) {
    const struct expr *message = s->assert_.message;
    if (!message || message->kind == EXPR_STR) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct stmt *raise = ARENA_NEW(r->arena, struct stmt);
    raise->kind = STMT_RAISE;
    raise->span = s->span;
    raise->raise.message = s->assert_.message;
    raise->raise.exception = ARENA_NEW(r->arena, struct symbol);
    raise->raise.exception->name = intern_str(r->s->p->names, "AssertionError");
    raise->raise.exception->span = s->span;
    struct expr *not = node_not(&g, s->assert_.cond);
    s->kind = STMT_IF;
    s->if_.cond = not ;
    s->if_.then = (struct block){1, ARENA_ARRAY(r->arena, struct stmt *, 1)};
    s->if_.then.item[0] = raise;
    s->if_.els = (struct block){0};
    return true;
}

static bool is_prange(const struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct symbol *sym = !fn                     ? NULL
                               : fn->kind == EXPR_NAME ? fn->name.sym
                               : fn->kind == EXPR_ATTR ? fn->attr.sym
                                                       : NULL;
    return sym && sym->op == OP_PRANGE;
}

/* independent=True or False, a constant, is taken out of the call of prange. */
static void take_independent(struct stmt *s) {
    struct expr *e = s->for_.iter;
    const struct keyword *kw = e->call.n_kw == 1 ? &e->call.kw[0] : NULL;
    if (kw && strcmp(kw->name, "independent") == 0 && kw->value->kind == EXPR_BOOL) {
        s->for_.independent = kw->value->boolean;
        e->call.n_kw = 0;
    }
}

static void resolve_loop(struct resolver *r, struct stmt *s) {
    resolve_enum_members(r, &s->for_.iter);
    resolve_expr(r, s->for_.iter);
    resolve_target(r, s->for_.target);
    bool parallel = is_prange(s->for_.iter);
    if (parallel) {
        take_independent(s);
    }
    r->parallel += parallel;
    resolve_block(r, &s->for_.body);
    r->parallel -= parallel;
    resolve_block(r, &s->for_.els);
}

static void resolve_stmt(struct resolver *r, struct stmt *s) {
    struct sugar g = resolve_sugar(r);
    resolve_setattr(r, s);
    if (resolve_class_store(r, s)) {
        return;
    }
    sugar_flat_store(&g, s);
    sugar_part_store(&g, s);
    switch (s->kind) {
    case STMT_EXPR:
        resolve_outside(r, &g, s->expr);
        resolve_expr(r, s->expr);
        break;
    case STMT_DEL:
        resolve_expr(r, s->expr);
        break;
    case STMT_RETURN:
        resolve_expr(r, s->expr);
        if (s->expr) {
            resolve_value(r, &g, &s->expr);
        }
        break;
    case STMT_ASSIGN:
        resolve_assign(r, s);
        break;
    case STMT_AUGASSIGN:
        if (s->aug.op == OP_BITOR) {
            resolve_keyed(s->aug.value);
        }
        if (s->aug.op == OP_ADD && resolve_is_builtin(r, s->aug.value, "range")) {
            s->aug.value = sugar_list_of(&g, s->aug.value);
        }
        resolve_expr(r, s->aug.target);
        resolve_expr(r, s->aug.value);
        break;
    case STMT_IF:
        if (s->if_.guard) {
            resolve_try(r, s);
            break;
        }
        resolve_expr(r, s->if_.cond);
        resolve_block(r, &s->if_.then);
        resolve_block(r, &s->if_.els);
        break;
    case STMT_WHILE:
        resolve_expr(r, s->while_.cond);
        resolve_block(r, &s->while_.body);
        resolve_block(r, &s->while_.els);
        break;
    case STMT_FOR:
        resolve_loop(r, s);
        break;
    case STMT_ASSERT:
        if (sugar_assert(r, s)) {
            resolve_stmt(r, s);
            break;
        }
        resolve_expr(r, s->assert_.cond);
        resolve_expr(r, s->assert_.message);
        break;
    case STMT_RAISE:
        resolve_raise(r, s);
        break;
    case STMT_DEF:
        resolve_func(r, s->def);
        break;
    default:
        break;
    }
}

void resolve_block(struct resolver *r, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        resolve_stmt(r, b->item[i]);
    }
}

/* ---- functions */

static bool has_param(const struct func *f, const char *name) {
    for (int i = 0; i < f->n_params; ++i) {
        if (f->param[i].sym->name == name) {
            return true;
        }
    }
    return false;
}

/* The tuple that a name of the module stands for, unless a function around binds the name; or the
 * texts that this function binds it to. */
static const struct expr *constant_of(void *context, const struct expr *name) {
    struct resolver *r = context;
    const struct expr *texts = resolve_texts_of(r->frame->fn, name);
    if (texts) {
        return texts;
    }
    for (struct frame *fr = r->frame; fr; fr = fr->up) {
        if (has_param(fr->fn, name->name.name) || unroll_binds(&fr->fn->body, name->name.name)) {
            return NULL;
        }
    }
    const struct symbol *sym = scope_lookup(r->s, name->name.name);
    return sym && sym->kind == SYM_CONST ? sym->value : NULL;
}

/* The module's arrays that the function names come first. */
static void begin_with_tables(struct resolver *r, struct func *f) {
    int n = r->tables.n;
    struct stmt **item = ARENA_ARRAY(r->arena, struct stmt *, n + f->body.n);
    if (n == 0) {
        return;
    }
    for (int i = 0; i < n + f->body.n; ++i) {
        item[i] = i < n ? r->tables.item[i] : f->body.item[i - n];
    }
    f->body.item = item;
    f->body.n += n;
}

/* Default values belong to the scope around the function. */
void resolve_func(struct resolver *r, struct func *f) {
    if (f->keywords) {
        return; /* its instances are */
    }
    for (int i = 0; i < f->n_params; ++i) {
        if (f->param[i].def && resolve_gives_default(f->param[i].def)) {
            continue;
        }
        resolve_expr(r, f->param[i].def);
        struct expr *value = f->param[i].def ? fold(r->arena, f->param[i].def) : NULL;
        bool number = value && (value->kind == EXPR_FLOAT || value->kind == EXPR_IMAG);
        f->param[i].def = number ? value : f->param[i].def;
    }
    struct frame frame = {.up = r->frame, .fn = f};
    frame.reports = r->frame ? r->frame->reports : f->n_signatures > 0;
    r->frame = &frame;
    if (!frame.up) {
        r->top = &frame;
        r->tables.n = 0;
    }
    struct sugar g = resolve_sugar(r);
    if (!frame.up && r->s->p->has_nonlocal) {
        resolve_cells(r, f);
    }
    if (f->cached) {
        resolve_cached(r, f);
    }
    if (!f->prelude && !f->cu) {
        if (!f->yields) { /* its body stands where it is run over, too */
            resolve_raising(r, f);
        }
        resolve_inner_defaults(r, &f->body);
        resolve_tuples(r, f);
    }
    resolve_generators(r, f);
    resolve_columns(r, f);
    resolve_asked(r, f);
    resolve_steps(r, f);
    named_block(&g, &f->body);
    resolve_shapes(r, f);
    resolve_texts(r, f);
    unroll_block(&g, &f->body, constant_of, r);
    resolve_several(r, f);
    webs_part(&g, f, r->s->p->notes.item[f->id]);
    resolve_ranges(r, f);
    resolve_handlers(r, f);
    resolve_chosen(r, f);
    resolve_bound(r, f);
    resolve_never(r, f);
    const struct func_notes *outside = r->s->inside;
    r->s->inside = r->s->p->notes.item[f->id];
    resolve_block(r, &f->body);
    r->s->inside = outside;
    if (!frame.up) {
        begin_with_tables(r, f);
        r->top = NULL;
    }
    f->n_captures = frame.captures.n;
    f->capture = frame.captures.item;
    r->frame = frame.up;
}

/* ---- captures through calls of nested functions */

static bool has_capture(const struct func *f, const struct symbol *sym) {
    for (int i = 0; i < f->n_captures; ++i) {
        if (f->capture[i] == sym) {
            return true;
        }
    }
    return sym->owner == f;
}

static void add_capture(struct arena *a, struct func *f, struct symbol *sym) {
    struct symbol **all = ARENA_ARRAY(a, struct symbol *, f->n_captures + 1);
    for (int i = 0; i < f->n_captures; ++i) {
        all[i] = f->capture[i];
    }
    all[f->n_captures++] = sym;
    f->capture = all;
}

/* Gives user, and the functions around it, what used captures. */
static bool pass_captures(struct resolver *r, const struct reference *ref) {
    bool changed = false;
    for (int i = 0; i < ref->used->n_captures; ++i) {
        struct symbol *sym = ref->used->capture[i];
        for (struct func *f = ref->user; f && !has_capture(f, sym); f = f->parent) {
            add_capture(r->arena, f, sym);
            changed = true;
        }
    }
    return changed;
}

static void close_captures(struct resolver *r) {
    bool changed = r->references.n > 0;
    while (changed) {
        changed = false;
        for (int i = 0; i < r->references.n; ++i) {
            changed = pass_captures(r, &r->references.item[i]) || changed;
        }
    }
    r->references.n = 0;
}

/* An outermost one, and what those inside it capture. */
static void resolve_whole(struct resolver *r, struct func *f) {
    resolve_func(r, f);
    close_captures(r);
}

struct resolver resolve_walk(struct scopes *s) {
    return (struct resolver){.s = s, .arena = s->p->arena, .whole = resolve_whole};
}

void resolve_module_expr(struct scopes *s, struct expr *e) {
    struct resolver r = resolve_walk(s);
    resolve_expr(&r, e);
}

void resolve_class_value(struct scopes *s, const struct class *c, int i) {
    struct resolver r = resolve_walk(s);
    r.within = c;
    r.n_within = i;
    resolve_expr(&r, c->value[i].value);
}

void resolve_functions(struct scopes *s) {
    struct resolver r = resolve_walk(s);
    int before = s->p->funcs.n;
    for (int i = 0; i < before; ++i) {
        if (s->p->funcs.item[i]->decorator && parse_owns(s->p, s->p->funcs.item[i])) {
            resolve_decorated(&r, s->p->funcs.item[i]);
        }
    }
    for (int i = before, n = s->p->funcs.n; i < n; ++i) {
        resolve_whole(&r, s->p->funcs.item[i]);
    }
    for (int i = 0; i < s->p->funcs.n; ++i) {
        struct func *f = s->p->funcs.item[i];
        if (!f->parent && parse_owns(s->p, f)) {
            resolve_whole(&r, f);
            if (f->cu && !f->prelude) {
                resolve_later(&r, f);
            }
        }
    }
    s->p->module->n_funcs = s->p->funcs.n; /* lambdas have come, of operators that are values */
    s->p->module->func = s->p->funcs.item;
    s->p->module->n_taken = s->libraries->taken.n;
    s->p->module->taken = s->libraries->taken.item;
}
