/* The statements of a function in the place of a call of it: see inline.c. */
#include "build.h"
#include "inline_private.h"

struct copier {
    struct inliner *x;
    const struct tstmt *call;
    struct texpr **value;    /* by id of the callee's variable: what stands for it */
    bool ours;               /* the callee is of the prelude: places are the call's */
    const struct tvar *made; /* the callee's variable that is the call's; or NULL */
};

static struct texpr *value_of(const struct tvar *v, void *context) {
    return ((struct copier *)context)->value[v->id];
}

static struct tblock copy_block(const struct tblock *from, void *context);

/* An item of a tuple that is written out is that. */
static struct texpr *take_item(struct texpr *e, void *context) {
    struct arena *a = context;
    if (e->kind != TE_ITEM) {
        return NULL;
    }
    struct texpr *tuple = expr_map(a, e->item.tuple, take_item, a);
    return tuple->kind == TE_TUPLE ? tuple->tuple.item[e->item.index] : NULL;
}

static struct tstmt *copy_of(struct copier *c, const struct tstmt *from) {
    struct tir_copier copier = {c->x->a, value_of, copy_block, c};
    struct tstmt *s = stmt_copy_as(&copier, from);
    stmt_map(c->x->a, s, take_item, c->x->a);
    s->span = c->ours ? c->call->span : s->span;
    return s;
}

/* ---- variables of the copy */

static struct tvar *own_var(struct copier *c, const struct tvar *v) {
    struct inliner *x = c->x;
    const char *base = v->is_temp || c->ours ? arena_printf(x->a, "t%d", x->ff.f->n_vars) : v->name;
    struct tvar *own = tir_new_var(x->a, &x->ff.vars, base, v->type);
    own->is_temp = v->is_temp;
    own->is_counter = v->is_counter;
    own->span = c->ours ? c->call->span : v->span;
    return own;
}

/* Statements of a block that assign v. */
static int assigns(const struct tblock *b, const struct tvar *v) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        n += stmt_def(s) == v;
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            n += assigns(block[k], v);
        }
    }
    return n;
}

struct reads {
    const struct tvar *v;
    bool found;
};

static void look_for(struct tvar *v, void *context) {
    struct reads *r = context;
    r->found = r->found || r->v == v;
}

/* The callee's variable that the call's result may be made in, or NULL: where the call reads what
 * it gives a value to, nothing may read that afterwards. */
static const struct tvar *made_in(const struct tstmt *call, const struct texpr *result) {
    const struct tvar *dst = call->call.dst;
    const struct tblock *body = &call->call.callee->body;
    bool local = dst && result && result->kind == TE_VAR && !result->var->is_param &&
                 result->type == dst->type && assigns(body, result->var) == 1;
    struct reads r = {dst, false};
    stmt_reads(call, look_for, &r);
    bool last = local && body->n > 1 && stmt_def(body->item[body->n - 2]) == result->var;
    return local && (last || !r.found) ? result->var : NULL;
}

static void assign(struct copier *c, struct inline_list *to, struct tvar *dst,
                   struct texpr *value) {
    vec_push(c->x->a, &to->s, build_assign(c->x->a, c->call->span, dst, value));
}

/* A variable, a constant, an item that is no array or list, or a tuple of these, such as what a
 * closure captures. */
static bool is_name(const struct texpr *e) {
    bool value = e->type->kind == TY_SCALAR || e->type->kind == TY_TUPLE;
    bool item = e->kind == TE_ITEM && value && is_name(e->item.tuple);
    bool names = e->kind == TE_VAR || e->kind == TE_TUPLE || item ||
                 (e->kind == TE_CONST && e->type->kind == TY_SCALAR);
    for (int i = 0; names && e->kind == TE_TUPLE && i < e->tuple.n; ++i) {
        names = is_name(e->tuple.item[i]);
    }
    return names;
}

/* Arguments stand for parameters that nothing assigns; the others begin with them. */
static void bind(struct copier *c, struct inline_list *to) {
    const struct tfunc *f = c->call->call.callee;
    for (int i = 0; i < f->n_params; ++i) {
        struct tvar *p = f->param[i];
        struct texpr *arg = c->call->call.arg[i];
        if (is_name(arg) && arg->type == p->type && assigns(&f->body, p) == 0) {
            c->value[p->id] = arg;
            continue;
        }
        struct tvar *own = own_var(c, p);
        c->value[p->id] = build_var(c->x->a, own);
        assign(c, to, own, arg);
    }
}

/* ---- results */

static bool has_return(const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        bool found = b->item[i]->kind == TS_RETURN;
        for (int k = stmt_blocks(b->item[i], block) - 1; k >= 0; --k) {
            found = found || has_return(block[k]);
        }
        if (found) {
            return true;
        }
    }
    return false;
}

static bool is_branch(const struct tstmt *s) {
    return s->kind == TS_IF && (has_return(&s->if_.then) || has_return(&s->if_.els));
}

/* Does each way through b end in one RETURN, or raise, with what follows a branch copied once?
 * followed: something stands behind b. */
static bool ends_once(const struct tblock *b, bool followed) {
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        bool branch = is_branch(s), more = followed || i < b->n - 1;
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            if (branch ? !ends_once(block[k], more) : has_return(block[k])) {
                return false;
            }
        }
        if (branch && more && block_completes(&s->if_.then) && block_completes(&s->if_.els)) {
            return false;
        }
    }
    return true;
}

bool inline_ends_once(const struct tblock *b) {
    return ends_once(b, false);
}

/* What runs when a branch ends without RETURN: b from next on, and then what follows b. */
struct rest {
    const struct tblock *b;
    int next;
    const struct rest *after;
};

static void copy_until_return(struct copier *c, const struct tblock *b, int first,
                              const struct rest *rest, struct inline_list *to);

static struct tblock copy_branch(struct copier *c, const struct tblock *branch,
                                 const struct rest *rest) {
    struct inline_list list = {0};
    copy_until_return(c, branch, 0, block_completes(branch) ? rest : NULL, &list);
    return (struct tblock){.n = list.s.n, .item = list.s.item};
}

/* From b->item[first] on. A RETURN gives the call's variable its value. */
static void copy_until_return(struct copier *c, const struct tblock *b, int first,
                              const struct rest *rest, struct inline_list *to) {
    struct arena *a = c->x->a;
    for (int i = first; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_RETURN) {
            struct texpr *e = s->ret ? expr_substitute(a, s->ret, value_of, c) : NULL;
            bool there = e && c->made && s->ret->kind == TE_VAR && s->ret->var == c->made;
            if (e && c->call->call.dst && !there) {
                assign(c, to, c->call->call.dst, expr_map(a, e, take_item, a));
            }
            return;
        }
        if (!is_branch(s)) {
            inline_add(c->x, copy_of(c, s), to);
            continue;
        }
        struct tstmt *branch = stmt_copy(a, s);
        stmt_substitute(a, branch, value_of, c);
        stmt_map(a, branch, take_item, a);
        branch->span = c->ours ? c->call->span : s->span;
        const struct rest then = {b, i + 1, rest};
        branch->if_.then = copy_branch(c, &s->if_.then, &then);
        branch->if_.els = copy_branch(c, &s->if_.els, &then);
        ++c->x->added;
        vec_push(a, &to->s, branch);
        return;
    }
    if (rest) {
        copy_until_return(c, rest->b, rest->next, rest->after, to);
    }
}

void inline_call(struct inliner *x, struct tstmt *call, struct inline_list *to) {
    const struct tfunc *f = call->call.callee;
    const struct tstmt *last = f->body.n > 0 ? f->body.item[f->body.n - 1] : NULL;
    struct texpr *result = last && last->kind == TS_RETURN ? last->ret : NULL;
    struct copier c = {.x = x, .call = call};
    c.ours = x->m->source && source_is_ours(x->m->source, f->span);
    c.value = ARENA_ARRAY(&x->work, struct texpr *, f->n_vars);
    bind(&c, to);
    c.made = made_in(call, result);
    for (int i = 0; i < f->n_vars; ++i) {
        const struct tvar *v = f->var[i];
        if (!c.value[v->id]) {
            c.value[v->id] = build_var(x->a, v == c.made ? call->call.dst : own_var(&c, v));
        }
    }
    copy_until_return(&c, &f->body, 0, NULL, to);
    x->away[f->id] = x->changed = true;
}

static struct tblock copy_block(const struct tblock *from, void *context) {
    struct copier *c = context;
    struct inline_list list = {0};
    for (int i = 0; i < from->n; ++i) {
        inline_add(c->x, copy_of(c, from->item[i]), &list);
    }
    return (struct tblock){.n = list.s.n, .item = list.s.item};
}
