/* Tuples that grow, and tuples that others of another length meet.
 *
 * `t += (x,)` of a name that is bound to tuples only is `t = t + (x,)`, which begins another
 * variable: its type has an item more. Of a list it puts x into that.
 *
 * A name that is bound once, to texts as written, stands for these where a loop runs over it and
 * where a constant indexes it: they may be names of fields. */
#include <ctype.h>
#include <string.h>

#include "change.h"
#include "copy.h"
#include "fold.h"
#include "nodes.h"
#include "resolve_private.h"
#include "unroll.h"

struct growth {
    struct sugar g;
    const struct func *f;
    const char *name;
    bool tuples; /* all that the name is bound to are tuples as written, and sums with these */
    bool bound;
};

static bool is_tuple(const struct expr *e) {
    return e->kind == EXPR_TUPLE || (e->kind == EXPR_BINARY && e->binary.op == OP_ADD &&
                                     (is_tuple(e->binary.a) || is_tuple(e->binary.b)));
}

static bool grows(const struct stmt *s) {
    return s->kind == STMT_AUGASSIGN && s->aug.op == OP_ADD && s->aug.target->kind == EXPR_NAME &&
           is_tuple(s->aug.value);
}

/* What a statement, without those in it, binds the name to. */
static void see_binding(void *context, struct stmt *s) {
    struct growth *w = context;
    const struct block one = {1, &s};
    if (s->kind == STMT_IF || s->kind == STMT_WHILE || !unroll_binds(&one, w->name)) {
        return;
    }
    bool plain = s->kind == STMT_ASSIGN && s->assign.n == 1 && s->assign.value &&
                 s->assign.target[0]->kind == EXPR_NAME && is_tuple(s->assign.value);
    bool inside = s->kind == STMT_FOR && unroll_binds(&s->for_.body, w->name);
    w->bound = w->bound || plain;
    w->tuples = w->tuples && (plain || grows(s) || inside);
}

static bool stays(void *context, const struct func *f) {
    (void)context, (void)f;
    return true;
}

static void see_growth(void *context, struct stmt *s) {
    struct growth *w = context;
    struct change see = {.context = w, .stmt = see_binding, .stays = stays};
    if (!grows(s)) {
        return;
    }
    w->name = s->aug.target->name.name;
    w->tuples = true;
    w->bound = false;
    for (int i = 0; i < w->f->n_params; ++i) {
        w->tuples = w->tuples && w->f->param[i].sym->name != w->name;
    }
    change_block(&see, &w->f->body);
    if (w->tuples && w->bound) {
        struct expr *to = s->aug.target, *sum = sugar_new(&w->g, EXPR_BINARY, s->span);
        sum->binary.op = OP_ADD;
        sum->binary.a = node_name(&w->g, to->name.name, to->span);
        sum->binary.b = s->aug.value;
        sum->binary.op_span = s->aug.op_span;
        *s = *node_assign(&w->g, to, sum);
    }
}

void resolve_tuples(struct resolver *r, struct func *f) {
    struct growth w = {.g = resolve_sugar(r), .f = f};
    struct change see = {.context = &w, .stmt = see_growth, .stays = stays};
    change_block(&see, &f->body);
}

/* ---- tuples of texts, which are known: fields = ('x', 'y'); fields[1] */

static bool is_texts(const struct expr *e) {
    bool texts = e && e->kind == EXPR_TUPLE && e->list.n > 0;
    for (int i = 0; texts && i < e->list.n; ++i) {
        texts = e->list.item[i]->kind == EXPR_STR;
    }
    return texts;
}

struct bindings {
    const char *name;
    int n;
};

static void count_binding(void *context, struct stmt *s) {
    struct bindings *b = context;
    const struct block one = {1, &s};
    bool function = s->kind == STMT_DEF && strcmp(s->def->name, b->name) == 0;
    bool inside = s->kind == STMT_IF || s->kind == STMT_WHILE;
    b->n += function || (!inside && unroll_binds(&one, b->name));
}

const struct expr *resolve_texts_of(const struct func *f, const struct expr *name) {
    const struct expr *texts = NULL;
    for (int i = 0; i < f->body.n; ++i) {
        const struct stmt *s = f->body.item[i];
        const struct expr *to =
            s->kind == STMT_ASSIGN && s->assign.n == 1 ? s->assign.target[0] : NULL;
        bool names = to && to->kind == EXPR_NAME && strcmp(to->name.name, name->name.name) == 0;
        if (names && is_texts(s->assign.value) && s->span.lo < name->span.lo) {
            texts = s->assign.value;
        }
    }
    struct bindings all = {.name = name->name.name};
    struct change see = {.context = &all, .stmt = count_binding};
    if (texts) {
        change_block(&see, &f->body);
    }
    return all.n == 1 ? texts : NULL;
}

struct known_texts {
    struct resolver *r;
    const struct func *f;
};

/* The text that a constant index takes of some; NULL: it takes none. */
static struct expr *text_at(struct resolver *r, const struct expr *texts, struct expr *index) {
    struct expr *number = fold(r->arena, index);
    int64_t n = texts->list.n, k = number && number->kind == EXPR_INT ? number->integer.value : n;
    struct sugar g = resolve_sugar(r);
    struct copy c = {.g = &g, .left = 1};
    return k >= -n && k < n ? copy_expr(&c, texts->list.item[k < 0 ? k + n : k]) : NULL;
}

static bool take_text(void *context, struct expr **at) {
    const struct known_texts *w = context;
    const struct expr *e = *at, *base = e->kind == EXPR_INDEX ? e->index.base : NULL;
    struct expr *index = base && e->index.n == 1 ? e->index.index[0] : NULL;
    bool literal = index && (index->kind == EXPR_INT ||
                             (index->kind == EXPR_UNARY && index->unary.a->kind == EXPR_INT));
    const struct expr *texts =
        literal && base->kind == EXPR_NAME ? resolve_texts_of(w->f, base) : NULL;
    struct expr *text = texts ? text_at(w->r, texts, index) : NULL;
    *at = text ? text : *at;
    return false;
}

bool resolve_text_item(struct resolver *r, struct expr *e) {
    const struct expr *base = e->index.base;
    const struct symbol *sym = base->kind == EXPR_NAME   ? base->name.sym
                               : base->kind == EXPR_ATTR ? base->attr.sym
                                                         : NULL;
    bool texts = sym && sym->kind == SYM_CONST && is_texts(sym->value) && e->index.n == 1;
    struct expr *text = texts ? text_at(r, sym->value, e->index.index[0]) : NULL;
    if (text) {
        *e = *text;
    }
    return text != NULL;
}

void resolve_texts(struct resolver *r, struct func *f) {
    struct known_texts w = {r, f};
    struct change change = {.context = &w, .expr = take_text};
    if (!f->prelude) {
        change_block(&change, &f->body);
    }
}

/* ---- tuples of any length */

/* The attribute that is assigned, of objects or, when they are made, in a variable; "": none. */
static const char *attribute_of(const struct expr *to) {
    const char *dot = to->kind == EXPR_NAME ? strrchr(to->name.name, '.') : NULL;
    return to->kind == EXPR_ATTR ? to->attr.name : dot ? dot + 1 : "";
}

/* Does the tuple of this expression, its item of this number, or this attribute meet others? */
static bool is_met(const struct resolver *r, const struct expr *e, int item,
                   const char *attribute) {
    const struct libraries *all = r->s->libraries;
    bool met = false;
    for (int i = 0; r->frame && i < all->n_mixed && !met; ++i) {
        const struct mixed_loop *m = &all->mixed[i];
        bool here = m->span.lo == e->span.lo && m->span.hi == e->span.hi;
        bool same = m->attribute && strcmp(m->attribute, attribute) == 0;
        met = m->n == 0 && m->item == item && (here || (same && !r->frame->fn->prelude));
    }
    return met;
}

bool resolve_is_no_record(const struct resolver *r, const struct expr *e) {
    const struct libraries *all = r->s->libraries;
    bool found = false;
    for (int i = 0; r->frame && !r->frame->fn->prelude && e->list.keys && i < all->n_mixed; ++i) {
        const char *keys = all->mixed[i].keys;
        found = found || (keys && strcmp(keys, e->list.keys) == 0);
    }
    return found;
}

static void make_any(struct resolver *r, struct expr *e) {
    struct symbol *sym = scope_prelude(r->s, intern_str(r->s->p->names, "_any_length"));
    if (sym && sym->kind == SYM_FUNC) {
        struct sugar g = resolve_sugar(r);
        struct expr *tuple = sugar_new(&g, e->kind, e->span);
        int id = tuple->id;
        *tuple = *e;
        tuple->id = id;
        tuple->any_length = true;
        *e = *node_call(&g, sym, tuple);
    }
}

static bool same_span(const struct expr *a, const struct expr *b) {
    return a->span.lo == b->span.lo && a->span.hi == b->span.hi;
}

/* A part of what is made of a form, [list].append(x) of [x for ...], which stands where x does? */
static bool is_made(const struct expr *e) {
    bool made = (e->kind == EXPR_ATTR && same_span(e->attr.base, e)) ||
                (e->kind == EXPR_NAME && !isalpha((unsigned char)e->name.name[0]) &&
                 e->name.name[0] != '_');
    for (int i = 0; e->kind == EXPR_CALL && i < e->call.n; ++i) {
        made = made || same_span(e->call.arg[i], e);
    }
    return made;
}

void resolve_any_length(struct resolver *r, struct expr *e) {
    if (e->any_length || is_made(e) || r->s->libraries->n_mixed == 0) {
        return;
    }
    for (int i = 0; e->kind == EXPR_TUPLE && i < e->list.n; ++i) {
        if (is_met(r, e, i + 1, "")) {
            make_any(r, e->list.item[i]);
        }
    }
    e->any_length = true;
    if (is_met(r, e, 0, "")) {
        make_any(r, e);
    }
}

void resolve_any_assigned(struct resolver *r, struct stmt *s) {
    const struct expr *to = s->assign.target[0];
    if (s->assign.n == 1 && s->assign.value && is_met(r, to, 0, attribute_of(to))) {
        make_any(r, s->assign.value);
    }
}

/* ---- parameters of several types */

void resolve_several(struct resolver *r, struct func *f) {
    const struct libraries *all = r->s->libraries;
    struct sugar g = resolve_sugar(r);
    for (int i = 0; i < f->n_params * all->n_mixed; ++i) {
        const struct symbol *param = f->param[i / all->n_mixed].sym;
        const struct mixed_loop *m = &all->mixed[i % all->n_mixed];
        if (m->item == MIXED_SEVERAL && m->span.lo == param->span.lo &&
            m->span.hi == param->span.hi) {
            struct stmt **item = ARENA_ARRAY(r->arena, struct stmt *, f->body.n + 1);
            item[0] = node_assign(&g, node_name(&g, param->name, param->span),
                                  node_name(&g, param->name, param->span));
            memcpy(item + 1, f->body.item, sizeof(*item) * (size_t)f->body.n);
            f->body = (struct block){f->body.n + 1, item};
        }
    }
}
