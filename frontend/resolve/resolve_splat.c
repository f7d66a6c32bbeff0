/* Functions that take **kw: each set of names that calls give has an instance, with a parameter for
 * each of them.
 *
 *     def f(a, **kw):                     def f(a, *, kw.x, kw.y):
 *         return a * kw["x"] + len(kw)    ->  return a * kw.x + 2
 *     f(1, x=2, y=3)
 *
 * Where each use of kw is a form whose value the names tell, there is no kw; else it is the
 * dictionary of the parameters. In calls, **d of a record is its items by their names. */
#include "resolve_splat.h"

#include <string.h>

#include "copy.h"

/* kw = {"x": kw.x, "y": kw.y} */
static struct stmt *make_dict(struct splat *s) {
    struct span span = s->f->name_span;
    struct expr *made = sugar_new(&s->g, s->names.n ? EXPR_DICT : EXPR_CALL, span);
    const char *keys = "";
    if (s->names.n == 0) {
        made->call.fn = node_name(&s->g, intern_str(s->r->s->p->names, "{:}"), span);
        return node_assign(&s->g, node_name(&s->g, s->f->keywords, span), made);
    }
    made->list.n = s->names.n;
    made->list.item = ARENA_ARRAY(s->g.arena, struct expr *, s->names.n + 1);
    for (int i = 0; i < s->names.n; ++i) {
        keys = i == 0 ? s->names.item[0]
                      : arena_printf(s->g.arena, "%s%c%s", keys, DICT_KEY_END, s->names.item[i]);
        made->list.item[i] = splat_param(s, i, span);
    }
    made->list.keys = intern_str(s->r->s->p->names, keys);
    made->list.keyed = true;
    return node_assign(&s->g, node_name(&s->g, s->f->keywords, span), made);
}

/* ---- instances */

enum { MOST_EXPRS = 20000 };

static void write_params(struct splat *s, struct copy *c) {
    struct func *f = s->made;
    for (int i = 0; i < s->f->n_params; ++i) {
        const struct param *of = &s->f->param[i];
        f->param[i] = *of;
        f->param[i].sym = parse_new_param(s->r->s->p, f, of->sym->name, of->sym->span);
        f->param[i].def = of->def ? copy_expr(c, of->def) : NULL;
    }
    for (int i = 0; i < s->names.n; ++i) {
        const char *name = arena_printf(s->g.arena, "%s.%s", s->f->keywords, s->names.item[i]);
        name = intern_str(s->r->s->p->names, name);
        f->param[s->f->n_params + i] = (struct param){
            .sym = parse_new_param(s->r->s->p, f, name, s->f->name_span), .kw_only = true};
    }
}

static void write_body(struct splat *s, struct copy *c) {
    struct func *f = s->made;
    node_list body = {0}, own = {0};
    for (int i = 0; i < s->f->body.n; ++i) {
        vec_push(s->g.arena, &own, copy_stmt(c, s->f->body.item[i]));
    }
    struct block b = splat_write(s, node_block(&own));
    if (s->whole) {
        vec_push(s->g.arena, &body, make_dict(s));
    }
    node_add(&s->g, &body, b);
    f->body = node_block(&body);
}

/* The frame that the function is defined in. */
static struct frame *frame_of(const struct resolver *r, const struct func *f) {
    struct frame *fr = f->parent ? r->frame : NULL;
    while (fr && fr->fn != f->parent) {
        fr = fr->up;
    }
    return fr;
}

/* NULL: it is not made. */
static struct symbol *make_instance(struct splat *s, const char *key) {
    struct resolver inner = resolve_walk(s->r->s);
    struct frame *fr = frame_of(s->r, s->f);
    bool fits = copy_may_body(&s->f->body) && parse_owns(s->r->s->p, s->f) && !s->f->cu &&
                !s->f->yields && (fr != NULL) == (s->f->parent != NULL);
    if (!fits) {
        return NULL;
    }
    struct parser *p = s->r->s->p;
    struct func *f = s->made = parse_new_instance(p, s->f, s->f->n_params + s->names.n);
    struct func *outermost = f;
    while (outermost->parent) {
        outermost = outermost->parent;
    }
    s->g = (struct sugar){s->r->s, p->arena, outermost};
    struct copy c = {.g = &s->g, .left = MOST_EXPRS};
    struct symbol *sym = scope_new_symbol(s->r->s, SYM_FUNC, f->name, f->name_span);
    sym->func = f;
    f->sym = sym;
    write_params(s, &c);
    write_body(s, &c);
    map_set(p->arena, &s->r->s->libraries->splats, key, sym);
    if (fr) {
        struct reference ref = {s->r->frame->fn, f};
        struct frame *at = s->r->frame;
        vec_push(s->r->arena, &s->r->references, ref);
        s->r->frame = fr;
        resolve_func(s->r, f);
        s->r->frame = at;
    } else {
        inner.whole(&inner, f);
    }
    return c.left < 0 ? NULL : sym;
}

/* The keywords that f has no parameter for, with the names that the instance has. */
static const char *take_names(struct splat *s, struct expr *e) {
    const char *key = arena_printf(s->g.arena, "%d %d", s->f->id, s->n_rest);
    struct keyword *kw = ARENA_ARRAY(s->g.arena, struct keyword, e->call.n_kw);
    for (int i = 0; i < e->call.n_kw; ++i) {
        bool own = false;
        kw[i] = e->call.kw[i];
        for (int k = 0; k < s->f->n_params; ++k) {
            const struct param *param = &s->f->param[k];
            own = own || (k != s->f->rest - 1 && !param->pos_only &&
                          strcmp(param->sym->name, kw[i].name) == 0);
        }
        if (!own) {
            vec_push(s->g.arena, &s->names, kw[i].name);
            key = arena_printf(s->g.arena, "%s %s", key, kw[i].name);
            kw[i].name = intern_str(s->r->s->p->names, arena_printf(s->r->s->p->arena, "%s.%s",
                                                                    s->f->keywords, kw[i].name));
        }
    }
    e->call.kw = kw;
    return intern_str(s->r->s->p->names, key);
}

/* ---- calls */

/* The display of a record that a variable surely holds; NULL: it is none. */
static const struct expr *record_of(const struct resolver *r, const char *name) {
    const struct frame *fr = r->frame;
    const struct local *l = NULL;
    for (; fr && !(l = map_get(&fr->locals, name)); fr = fr->up) {
    }
    for (int i = 0; l && l->n_bound == 1 && i < fr->displays.n; ++i) {
        const struct stmt *s = fr->displays.item[i];
        const struct expr *value = s->kind == STMT_ASSIGN ? s->assign.value : NULL;
        for (int k = 0; value && k < s->assign.n; ++k) {
            const struct expr *to = s->assign.target[k];
            if (to->kind == EXPR_NAME && to->name.name == name) {
                return value->kind == EXPR_DICT && !value->list.keyed ? value : NULL;
            }
        }
    }
    return NULL;
}

/* **d as d's items by their names; false: they are not known. */
static bool name_items(struct resolver *r, struct sugar *g, struct expr *e) {
    VEC(struct keyword) all = {0};
    for (int i = 0; i < e->call.n_kw; ++i) {
        const struct keyword *kw = &e->call.kw[i];
        if (!splat_is_all(kw)) {
            vec_push(g->arena, &all, *kw);
            continue;
        }
        bool name = kw->value->kind == EXPR_NAME && r->frame;
        const struct expr *d = name ? record_of(r, kw->value->name.name) : NULL;
        const char *key = d ? d->list.keys : NULL;
        for (int k = 0; d && k < d->list.n; ++k) {
            size_t n = strcspn(key, (char[]){DICT_KEY_END, '\0'});
            struct expr *item = sugar_new(g, EXPR_INDEX, kw->span);
            item->index.base = node_name(g, kw->value->name.name, kw->span);
            item->index.n = 1;
            item->index.index = ARENA_ARRAY(g->arena, struct expr *, 1);
            struct expr *at = item->index.index[0] = sugar_new(g, EXPR_STR, kw->span);
            at->str.text = arena_printf(g->arena, "%.*s", (int)n, key);
            at->str.n = (int)n;
            struct keyword one = {intern(r->s->p->names, key, n), kw->span, item};
            vec_push(g->arena, &all, one);
            key += k + 1 < d->list.n ? n + 1 : n;
        }
        if (!d) {
            return false;
        }
    }
    e->call.n_kw = all.n;
    e->call.kw = all.item;
    return true;
}

static bool has_splat(const struct expr *e) {
    bool has = false;
    for (int i = 0; i < e->call.n_kw; ++i) {
        has = has || splat_is_all(&e->call.kw[i]);
    }
    return has;
}

bool resolve_splat(struct resolver *r, struct sugar *g, struct expr *e) {
    if (has_splat(e) && !name_items(r, g, e)) {
        *e = (struct expr){.kind = EXPR_UNSUPPORTED, .id = e->id, .span = e->span};
        e->unsupported =
            "argument '**kwargs' other than a dictionary that is written out, by a name "
            "for it that is read by constant keys only,";
        return false;
    }
    const struct symbol *sym = sugar_callee(e->call.fn);
    const struct func *f = sym && sym->kind == SYM_FUNC && r->frame ? sym->func : NULL;
    if (!f || !f->keywords) {
        return true;
    }
    struct splat s = {.r = r, .g = *g, .f = f};
    int plain = f->rest ? f->rest - 1 : f->n_params;
    s.rest = f->rest ? f->param[f->rest - 1].sym->name : NULL;
    s.n_rest = f->rest && e->call.n > plain ? e->call.n - plain : 0;
    for (int i = 0; i < e->call.n; ++i) {
        s.rest = sugar_starred_item(e->call.arg[i]) ? NULL : s.rest;
    }
    struct keyword *before = e->call.kw;
    const char *key = take_names(&s, e);
    struct symbol *made = map_get(&r->s->libraries->splats, key);
    made = made ? made : make_instance(&s, key);
    if (made) {
        sugar_rename(e->call.fn, made);
    } else {
        e->call.kw = before;
    }
    return true;
}
