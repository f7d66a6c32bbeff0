/* {"a": x, "b": y}: a record, each key with a type of its own, or a dictionary.
 *
 * It is a dictionary where it is used as one: its variable is indexed by anything but a text as
 * written, or changed, or gone over, or has methods called; it is annotated as one, or returned as
 * one. parse_rank.c sees the uses of names. */
#include <string.h>

#include "resolve_private.h"
#include "webs.h"

/* ---- which one it is */

static bool is_dict(const struct ann_type *t) {
    return t && t->kind == ANN_DICT;
}

static bool returns_dict(const struct func *f) {
    bool all = f->n_signatures > 0;
    for (int i = 0; i < f->n_signatures; ++i) {
        all = all && is_dict(f->signature[i]->ret);
    }
    return all;
}

void resolve_dict_assigned(struct resolver *r, struct stmt *s) {
    struct expr *value = s->assign.value;
    if (value && (value->kind == EXPR_DICT || resolve_dict_written(r, value))) {
        const struct expr *to = s->assign.n > 0 ? s->assign.target[0] : NULL;
        bool part = to && (to->kind == EXPR_INDEX || to->kind == EXPR_ATTR ||
                           (to->kind == EXPR_NAME && strchr(to->name.name, '.')));
        value->list.keyed = value->list.keyed || part || is_dict(s->assign.ann);
        vec_push(r->arena, &r->frame->displays, s);
    }
}

void resolve_dict_returned(struct resolver *r, const struct stmt *s) {
    bool written = s->expr && resolve_dict_written(r, s->expr);
    if (!s->expr || !returns_dict(r->frame->fn)) {
        return;
    }
    if (written || s->expr->kind == EXPR_DICT) {
        s->expr->list.keyed = true;
    } else if (s->expr->kind == EXPR_NAME) {
        map_set(r->arena, &r->frame->keyed, s->expr->name.name, r);
    }
}

/* Does a function use its i-th parameter as a dictionary? Procedures of Copperhead have none. */
static bool takes_dict(const struct resolver *r, const struct func *f, int i) {
    bool takes = i < f->n_params && f->n_signatures > 0;
    for (int k = 0; takes && k < f->n_signatures; ++k) {
        takes = i < f->signature[k]->n && is_dict(f->signature[k]->param[i]);
    }
    const struct func_notes *notes = r->s->p->notes.item[f->id];
    for (int k = 0; !f->cu && i < f->n_params && k < notes->keyed.n; ++k) {
        takes = takes || notes->keyed.item[k] == f->param[i].sym->name;
    }
    return takes;
}

static const struct func *called(struct resolver *r, const char *name) {
    const struct local *l = map_get(&r->frame->locals, name);
    const struct symbol *sym = l ? NULL : scope_lookup(r->s, name);
    return l && l->def && l->def->kind == STMT_DEF ? l->def->def
           : sym && sym->kind == SYM_FUNC          ? sym->func
                                                   : NULL;
}

static void see_given(struct resolver *r, const struct passed *given) {
    const struct func *f = called(r, given->function);
    if (f && takes_dict(r, f, given->at)) {
        if (given->value->kind == EXPR_DICT) {
            given->value->list.keyed = true;
        } else if (given->value->kind == EXPR_NAME) {
            map_set(r->arena, &r->frame->keyed, given->value->name.name, r);
        }
    }
}

static bool holds_numbers(const struct expr *display) {
    bool all = true;
    for (int i = 0; i < display->list.n; ++i) {
        const struct expr *e = display->list.item[i];
        e = e->kind == EXPR_UNARY ? e->unary.a : e;
        all = all && (e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_STR);
    }
    return all;
}

void resolve_dict_names(struct resolver *r, const struct func_notes *notes) {
    struct intern_table *names = r->s->p->names;
    for (int i = 0; i < notes->keyed.n; ++i) {
        map_set(r->arena, &r->frame->keyed, notes->keyed.item[i], r);
    }
    struct map bumped = {0};
    for (int i = 0; i < notes->bumped.n; ++i) {
        map_set(r->arena, &bumped, notes->bumped.item[i], r);
    }
    for (int i = 0; i < notes->passed.n; ++i) {
        see_given(r, &notes->passed.item[i]);
    }
    for (int i = 0; i < r->frame->displays.n; ++i) {
        struct stmt *s = r->frame->displays.item[i];
        bool *keyed = &s->assign.value->list.keyed;
        for (int k = 0; k < s->assign.n; ++k) {
            const struct expr *to = s->assign.target[k];
            bool name = to->kind == EXPR_NAME;
            const char *plain = name ? webs_plain(names, to->name.name) : NULL;
            *keyed =
                *keyed || (name && (map_get(&r->frame->keyed, plain) ||
                                    (map_get(&bumped, plain) && holds_numbers(s->assign.value))));
            struct local *l = name ? map_get(&r->frame->locals, to->name.name) : NULL;
            if (l) {
                l->n_container += *keyed;
            }
        }
    }
}

/* ---- the dictionary */

static struct expr *key_text(struct sugar *g, const char *keys, int i, struct span span) {
    struct expr *e = sugar_new(g, EXPR_STR, span);
    const char end[] = {DICT_KEY_END, '\0'};
    while (i-- > 0) {
        keys += strcspn(keys, end) + 1;
    }
    e->str.n = (int)strcspn(keys, end);
    e->str.text = arena_printf(g->arena, "%.*s", e->str.n, keys);
    return e;
}

void resolve_dict(struct sugar *g, struct expr *e) {
    const struct expr display = *e;
    struct expr *made = sugar_new(g, EXPR_CALL, e->span);
    made->call.fn = sugar_new(g, EXPR_NAME, e->span);
    made->call.fn->name.name = intern_str(g->scopes->p->names, "{:}");
    for (int i = 0; i < display.list.n; ++i) {
        struct expr *call = i + 1 < display.list.n ? sugar_new(g, EXPR_CALL, e->span) : e;
        struct expr *fn = sugar_new(g, EXPR_ATTR, e->span);
        fn->attr.base = made;
        fn->attr.name = intern_str(g->scopes->p->names, "_with");
        fn->attr.name_span = e->span;
        call->kind = EXPR_CALL;
        call->call.fn = fn;
        call->call.n = 2;
        call->call.n_kw = 0;
        call->call.kw = NULL;
        call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 2);
        call->call.arg[0] = key_text(g, display.list.keys, i, display.list.item[i]->span);
        call->call.arg[1] = display.list.item[i];
        if (call->call.arg[1]->kind == EXPR_DICT) {
            call->call.arg[1]->list.keyed = true; /* one type for all values */
        }
        made = call;
    }
}
