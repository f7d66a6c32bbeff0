/* What a function binds anywhere in its body: its locals, parameters and imports, and which of them
 * mean one function, or hold lists, tuples or dictionaries only. */
#include <string.h>

#include "resolve_private.h"
#include "webs.h"

static struct local *local_of(struct resolver *r, const char *name, struct span span) {
    struct frame *fr = r->frame;
    struct local *l = map_get(&fr->locals, name);
    if (!l) {
        const char *plain = webs_plain(r->s->p->names, name);
        l = ARENA_NEW(r->arena, struct local);
        l->sym = scope_new_symbol(r->s, SYM_LOCAL, plain, span);
        l->sym->owner = fr->fn;
        map_set(r->arena, &fr->locals, name, l);
        vec_push(r->arena, &fr->order, l);
        if (plain != name) {
            struct symbol *first = local_of(r, plain, span)->sym;
            l->sym->first = first->first = first;
        }
    }
    return l;
}

static struct local *bind_local(struct resolver *r, const char *name, struct span span) {
    struct local *l = local_of(r, name, span);
    l->sym->span = l->n_bound == 0 ? span : l->sym->span;
    ++l->n_bound;
    ++l->sym->n_assigned;
    return l;
}

static void collect_target(struct resolver *r, struct expr *e) {
    e->any_length = true; /* that is for what it is given */
    if (e->kind == EXPR_NAME) {
        bind_local(r, e->name.name, e->span);
    } else if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        for (int i = 0; i < e->list.n; ++i) {
            collect_target(r, e->list.item[i]);
        }
    }
}

static void collect_assign(struct resolver *r, struct stmt *s) {
    resolve_any_assigned(r, s);
    resolve_dict_assigned(r, s);
    for (int i = 0; i < s->assign.n; ++i) {
        collect_target(r, s->assign.target[i]);
    }
    const struct expr *value = s->assign.value;
    const struct expr *target = s->assign.target[0];
    for (int i = 0; i < s->assign.n; ++i) {
        if (s->assign.target[i]->kind == EXPR_NAME && value && sugar_is_list(value)) {
            ++local_of(r, s->assign.target[i]->name.name, target->span)->n_list;
        }
        if (s->assign.target[i]->kind == EXPR_NAME && value && value->kind == EXPR_TUPLE) {
            ++local_of(r, s->assign.target[i]->name.name, target->span)->n_tuple;
        }
        if (s->assign.target[i]->kind == EXPR_NAME && value && sugar_is_container(value)) {
            ++local_of(r, s->assign.target[i]->name.name, target->span)->n_container;
        }
    }
    if (s->assign.n == 1 && target->kind == EXPR_NAME && value && value->kind == EXPR_LAMBDA) {
        local_of(r, target->name.name, target->span)->def = s;
    }
}

static void collect_def(struct resolver *r, struct stmt *s) {
    struct local *l = bind_local(r, s->def->name, s->def->name_span);
    l->def = s;
    ++l->n_def;
}

static void collect_block(struct resolver *r, const struct block *b);

static void collect_stmt(struct resolver *r, struct stmt *s) {
    switch (s->kind) {
    case STMT_ASSIGN:
        collect_assign(r, s);
        break;
    case STMT_AUGASSIGN:
        collect_target(r, s->aug.target);
        break;
    case STMT_DEL:
        local_of(r, s->expr->name.name, s->expr->span)->sym->is_deleted = true;
        break;
    case STMT_IF:
        for (int i = 0; s->if_.guard && i < s->if_.guard->n; ++i) {
            const char *name = s->if_.guard->clause[i].name;
            if (name) {
                map_set(r->arena, &r->frame->caught, name, s);
            }
        }
        collect_block(r, &s->if_.then);
        collect_block(r, &s->if_.els);
        break;
    case STMT_WHILE:
        collect_block(r, &s->while_.body);
        collect_block(r, &s->while_.els);
        break;
    case STMT_FOR:
        collect_target(r, s->for_.target);
        collect_block(r, &s->for_.body);
        collect_block(r, &s->for_.els);
        break;
    case STMT_DEF:
        collect_def(r, s);
        break;
    case STMT_RETURN:
        resolve_dict_returned(r, s);
        break;
    default:
        break;
    }
}

static void collect_block(struct resolver *r, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        collect_stmt(r, b->item[i]);
    }
}

static void collect_params(struct resolver *r, const struct func *f) {
    for (int i = 0; i < f->n_params; ++i) {
        struct symbol *sym = f->param[i].sym;
        if (map_get(&r->frame->locals, sym->name)) {
            continue; /* reported by the parser */
        }
        struct local *l = ARENA_NEW(r->arena, struct local);
        l->sym = sym;
        l->n_bound = 1;
        map_set(r->arena, &r->frame->locals, sym->name, l);
        vec_push(r->arena, &r->frame->order, l);
    }
}

static void collect_imports(struct resolver *r, const struct func_notes *notes) {
    for (int i = 0; i < notes->imports.n; ++i) {
        const struct binding *b = &notes->imports.item[i];
        struct local *l = b->kind == BIND_STAR ? NULL : bind_local(r, b->name, b->span);
        if (l && l->n_bound == 1) {
            l->sym = scope_import(r->s, b);
        }
    }
}

static void collect_mentioned(struct resolver *r, const struct func_notes *notes) {
    for (int i = 0; i < notes->mentioned.n; ++i) {
        map_set(r->arena, &r->frame->mentioned, notes->mentioned.item[i], r);
    }
}

/* Is a parameter of this kind in every signature? */
static bool is_parameter(const struct symbol *sym, enum ann_kind kind) {
    const struct func *f = sym->owner;
    bool is = sym->is_param && f->n_signatures > 0;
    for (int k = 0; is && k < f->n_signatures; ++k) {
        for (int i = 0; i < f->n_params && i < f->signature[k]->n; ++i) {
            is = is && (f->param[i].sym != sym || f->signature[k]->param[i]->kind == kind);
        }
    }
    return is;
}

/* A name bound once, by a def or to a lambda, means that function. */
static void settle_local(struct local *l) {
    if (l->sym->kind == SYM_LOCAL && l->sym->owner) {
        l->sym->is_list = is_parameter(l->sym, ANN_LIST) ? l->n_bound == 1
                                                         : l->n_list > 0 && l->n_list == l->n_bound;
        l->sym->is_tuple = is_parameter(l->sym, ANN_TUPLE)
                               ? l->n_bound == 1
                               : l->n_tuple > 0 && l->n_tuple == l->n_bound;
        l->sym->is_container = is_parameter(l->sym, ANN_DICT)
                                   ? l->n_bound == 1
                                   : l->n_container > 0 && l->n_container == l->n_bound;
    }
    if (!l->def) {
        return;
    }
    if (l->sym->is_deleted) {
        l->def->kind = STMT_UNSUPPORTED;
        l->def->unsupported = "nested function whose name is deleted";
        return;
    }
    if (l->n_bound == 1) {
        struct func *f = l->def->kind == STMT_DEF ? l->def->def : l->def->assign.value->lambda;
        l->def->kind = STMT_DEF;
        l->def->def = f;
        l->sym->kind = SYM_FUNC;
        l->sym->func = f;
        l->sym->n_assigned = 0;
        f->sym = l->sym;
    } else if (l->n_def > 0) {
        l->def->kind = STMT_UNSUPPORTED;
        l->def->unsupported = "nested function whose name is bound again";
    }
}

void resolve_bound(struct resolver *r, struct func *f) {
    const struct func_notes *notes = r->s->p->notes.item[f->id];
    collect_params(r, f);
    collect_imports(r, notes);
    collect_mentioned(r, notes);
    collect_block(r, &f->body);
    resolve_dict_names(r, notes);
    for (int i = 0; i < r->frame->order.n; ++i) {
        settle_local(r->frame->order.item[i]);
    }
}
