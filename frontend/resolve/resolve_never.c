/* Calls of what always raises, a function or a method of the object, end their path:
 *
 *     def fail(self, text):                  self.fail("...")
 *         raise ParseError(text)     ->      raise RuntimeError      (which is not reached)
 *
 * so that a function that ends with one has no None among what it gives, and what the other branch
 * assigns is bound behind it. */
#include <string.h>

#include "nodes.h"
#include "resolve_private.h"

static bool has_return(const struct block *b) {
    bool has = false;
    for (int i = 0; i < b->n && !has; ++i) {
        const struct stmt *s = b->item[i];
        has = s->kind == STMT_RETURN || (s->kind != STMT_RAISE && s->kind != STMT_EXPR &&
                                         s->kind != STMT_ASSIGN && s->kind != STMT_IF);
        has = has || (s->kind == STMT_IF && (has_return(&s->if_.then) || has_return(&s->if_.els)));
    }
    return has;
}

static bool ends_raising(const struct block *b) {
    const struct stmt *s = b->n > 0 ? b->item[b->n - 1] : NULL;
    return s &&
           (s->kind == STMT_RAISE || (s->kind == STMT_IF && !s->if_.guard &&
                                      ends_raising(&s->if_.then) && ends_raising(&s->if_.els)));
}

static bool always_raises(const struct func *f) {
    return !f->prelude && !f->yields && !f->is_async && !f->decorator && !f->is_abstract &&
           ends_raising(&f->body) && !has_return(&f->body);
}

/* Does every method by this name raise, of which there is one? What a derived class has in place of
 * it may be meant. */
static bool methods_raise(const struct resolver *r, const char *name) {
    bool any = false, all = true;
    for (int i = 0; i < r->s->p->classes.n; ++i) {
        const struct class *c = r->s->p->classes.item[i];
        for (int k = 0; !c->prelude && k < c->n_methods; ++k) {
            bool named = strcmp(c->method[k]->name, name) == 0;
            all = all && (!named || always_raises(c->method[k]));
            any = any || named;
        }
    }
    return any && all;
}

static bool is_method(const struct resolver *r, const struct func *f) {
    bool is = false;
    for (int i = 0; i < r->s->p->classes.n && f->method == METHOD_PLAIN; ++i) {
        const struct class *c = r->s->p->classes.item[i];
        for (int k = 0; k < c->n_methods; ++k) {
            is = is || c->method[k] == f;
        }
    }
    return is && f->n_params > 0;
}

static bool is_local(const struct resolver *r, const char *name) {
    bool local = false;
    for (struct frame *fr = r->frame; fr; fr = fr->up) {
        local = local || map_get(&fr->locals, name);
    }
    return local;
}

static bool never_returns(struct resolver *r, const struct func *f, const struct stmt *s) {
    const struct expr *e = s->kind == STMT_EXPR && s->expr->kind == EXPR_CALL ? s->expr : NULL;
    const struct expr *fn = e ? e->call.fn : NULL;
    if (fn && fn->kind == EXPR_NAME && fn->name.name[0] != '.' && !is_local(r, fn->name.name)) {
        const struct symbol *sym = scope_lookup(r->s, fn->name.name);
        return sym && sym->func && !sym->func->is_method && always_raises(sym->func);
    }
    return fn && fn->kind == EXPR_ATTR && fn->attr.base->kind == EXPR_NAME && is_method(r, f) &&
           fn->attr.base->name.name == f->param[0].sym->name && methods_raise(r, fn->attr.name);
}

static void end_block(struct resolver *r, const struct func *f, struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        struct stmt *s = b->item[i];
        if (s->kind == STMT_IF) {
            end_block(r, f, &s->if_.then);
            end_block(r, f, &s->if_.els);
        } else if (s->kind == STMT_FOR || s->kind == STMT_WHILE) {
            end_block(r, f, s->kind == STMT_FOR ? &s->for_.body : &s->while_.body);
        } else if (never_returns(r, f, s)) {
            struct sugar g = resolve_sugar(r);
            struct stmt *raise = node_stmt(&g, STMT_RAISE, s->span);
            raise->raise.exception = ARENA_NEW(r->arena, struct symbol);
            raise->raise.exception->name = intern_str(r->s->p->names, "RuntimeError");
            raise->raise.exception->span = s->span;
            struct stmt **item = ARENA_ARRAY(r->arena, struct stmt *, i + 2);
            memcpy(item, b->item, sizeof(struct stmt *) * (size_t)(i + 1));
            item[i + 1] = raise;
            *b = (struct block){i + 2, item}; /* what follows is not reached */
        }
    }
}

void resolve_never(struct resolver *r, struct func *f) {
    if (!f->prelude && !f->is_lambda) {
        end_block(r, f, &f->body);
    }
}
