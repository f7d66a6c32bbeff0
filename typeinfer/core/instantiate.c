/* The instance that a solved use becomes, once it is checked (check_use.c): the types of lowering,
 * of parameters, variables and expressions. Callees are checked first where they are called, which
 * orders the instances. */
#include "infer.h"
#include "keys.h"

/* ---- ground types to lowering's */

static struct ty *instance_ty(struct infer *ix, struct itype *t);

/* The class and its attributes: ty_object. */
static const char *class_names(struct infer *ix, const struct class *c) {
    const char *names = it_is_slice_class(c) ? SLICE_NAMES
                        : c->prelude && c->tuple
                            ? arena_printf(ix->out->arena, SPARSE_NAMES "%s", class_shown(c))
                        : c->prelude ? arena_printf(ix->out->arena, "{%s}", class_shown(c))
                                     : c->name;
    for (int i = 0; i < c->n_fields; ++i) {
        names = arena_printf(ix->out->arena, "%s%c%s", names, DICT_KEY_END, c->field[i]);
    }
    return names;
}

static struct ty *tuple_ty(struct infer *ix, struct itype *t) {
    struct ty **item = ARENA_ARRAY(ix->out->arena, struct ty *, t->n);
    int n = 0;
    for (int i = 0; i < t->n; ++i) {
        struct ty *ty = instance_ty(ix, t->item[i]);
        if (t->kind == IT_TUPLE && t->item[i]->kind == IT_NONE) { /* always None */
            ty = ty_optional(ix->out->arena, ix->out->out,
                             ty_scalar(ix->out->arena, ix->out->out, DT_PYBOOL));
        }
        if (t->kind == IT_TUPLE && t->item[i]->kind == IT_FUNC && !ty) { /* without captures */
            ty = ty_scalar(ix->out->arena, ix->out->out, DT_PYBOOL);
        }
        bool captured = t->kind == IT_FUNC && ty && ty->kind == TY_NONE;
        if (ty && !captured) { /* functions without captures and element types have no value */
            item[n++] = ty;
        }
    }
    if (t->kind == IT_RECORD) {
        return ty_record(ix->out->arena, ix->out->out, t->text, n, item);
    }
    if (it_is_optional(t)) {
        return n == 2 ? ty_optional(ix->out->arena, ix->out->out, item[1]) : NULL;
    }
    if (it_is_late(t)) {
        return ty_late(ix->out->arena, ix->out->out, item[1]);
    }
    if (it_is_either(t)) {
        return ty_either(ix->out->arena, ix->out->out);
    }
    if (t->of) {
        return ty_named(ix->out->arena, ix->out->out, class_names(ix, t->of), n, item);
    }
    bool empty = t->kind == IT_TUPLE && t->n == 0; /* a.shape[2:] of two axes */
    return n || empty ? ty_tuple(ix->out->arena, ix->out->out, n, item) : NULL;
}

static struct ty *list_ty(struct infer *ix, struct itype *t) {
    struct ty *item = instance_ty(ix, t->item[0]);
    return item && item->kind != TY_NONE ? ty_list(ix->out->arena, ix->out->out, item) : NULL;
}

/* An object is a list of one item, the tuple of its attributes: one reference, which those who hold
 * it share. */
static struct ty *object_ty(struct infer *ix, struct itype *t) {
    struct ty **item = ARENA_ARRAY(ix->out->arena, struct ty *, t->n + 1);
    int n = 0;
    struct linked_ty made = {t, NULL};
    for (int i = 0; t->linked && i < ix->objects.n; ++i) {
        if (ix->objects.item[i].of == t) {
            return ix->objects.item[i].ty;
        }
    }
    if (t->linked) { /* before what it holds, which names it */
        made.ty = ty_linked(ix->out->arena, ix->out->out, class_names(ix, t->of));
        vec_push(ix->arena, &ix->objects, made);
    }
    struct ty *nothing = ty_scalar(ix->out->arena, ix->out->out, DT_PYBOOL);
    for (; n < t->n; ++n) {
        struct ty *ty = instance_ty(ix, it_unfold(&ix->types, t->item[n], t));
        bool held = ty && ty->kind != TY_NONE;
        item[n] = held ? ty : nothing; /* a function without captures, what is always None */
    }
    if (n == 0) {
        item[n++] = nothing;
    }
    struct ty *tuple = ty_tuple(ix->out->arena, ix->out->out, n, item);
    if (made.ty) {
        made.ty->item[0] = tuple;
        return made.ty;
    }
    return ty_object(ix->out->arena, ix->out->out, class_names(ix, t->of), tuple);
}

static struct ty *instance_ty(struct infer *ix, struct itype *t) {
    struct tmodule *m = ix->out->out;
    if (!t) {
        return NULL;
    }
    switch (t->kind) {
    case IT_NONE:
    case IT_STATIC:
        return ty_none(ix->out->arena, m);
    case IT_SCALAR:
        return ty_scalar(ix->out->arena, m, t->dtype);
    case IT_ARRAY:
        return ty_array(ix->out->arena, m, t->dtype, t->rank,
                        t->layout == TY_READ ? TY_ANY : t->layout);
    case IT_TUPLE:
    case IT_RECORD:
    case IT_FUNC:
        return tuple_ty(ix, t);
    case IT_LIST:
        return list_ty(ix, t);
    case IT_OBJECT:
        return object_ty(ix, t);
    case IT_ERROR:
    case IT_SELF:
    case IT_OPEN:
    case IT_VAR:
        break;
    }
    return NULL;
}

static struct closure_type closure_of(struct infer *ix, struct itype *t) {
    struct closure_type c = {0};
    if (!t || t->kind != IT_FUNC) {
        return c;
    }
    c.func = t->func;
    c.captures = instance_ty(ix, t);
    for (int i = 0; i < t->n; ++i) {
        if (t->item[i]->kind == IT_FUNC) {
            c.inner = c.inner ? c.inner : ARENA_ARRAY(ix->keep, struct closure_type, t->n);
            c.inner[i] = closure_of(ix, t->item[i]);
        }
    }
    return c;
}

/* ---- the instance */

static const struct func *outermost(const struct func *f) {
    while (f->parent) {
        f = f->parent;
    }
    return f;
}

/* A zeroed array that instances without function values share. */
static struct closure_type *no_closures(struct infer *ix, int n) {
    if (n > ix->no_closures_cap) {
        ix->no_closures_cap = 2 * n;
        ix->no_closures = ARENA_ARRAY(ix->keep, struct closure_type, ix->no_closures_cap);
    }
    return ix->no_closures;
}

/* The function value of an expression; the instance's own array is made for the first one. */
static void set_closure(struct infer *ix, struct instance *in, int id, struct itype *t, bool *own) {
    if (!*own) {
        int n = outermost(in->func)->n_exprs;
        in->closure = ARENA_ARRAY(ix->keep, struct closure_type, n);
        *own = true;
    }
    in->closure[id] = closure_of(ix, t);
}

static struct instance *new_instance(struct infer *ix, const struct use *u) {
    const struct func *f = u->scheme->func;
    int n = outermost(f)->n_exprs;
    struct instance *in = ARENA_NEW(ix->keep, struct instance);
    in->func = f;
    in->signature = u->signature;
    in->expr = ARENA_ARRAY(ix->keep, struct ty *, n);
    in->closure = no_closures(ix, n);
    in->callee = ARENA_ARRAY(ix->keep, struct callee *, n);
    return in;
}

static void fill_params(struct infer *ix, const struct use *u, struct instance *in) {
    const struct func *f = u->scheme->func;
    in->param = ARENA_ARRAY(ix->keep, struct ty *, f->n_params);
    in->param_closure = ARENA_ARRAY(ix->keep, struct closure_type, f->n_params);
    for (int i = 0; i < f->n_params; ++i) {
        in->param[i] = instance_ty(ix, u->param[i]);
        in->param_closure[i] = closure_of(ix, u->param[i]);
    }
    in->self = closure_of(ix, it_func(&ix->types, f, f->n_captures, u->capture));
    struct itype *ret = it_plain(&ix->types, u->ret);
    in->ret = instance_ty(ix, ret);
    in->ret_closure = closure_of(ix, ret);
    in->gives_none = u->scheme->gives_none;
    in->recursive = u->recursive || u->in_cycle;
}

/* A variable that a function in a value of this type has read when the value was made, and that may
 * have changed since then; NULL: there is none. */
static const struct symbol *captured_rebound(const struct itype *t, const struct func **by) {
    const struct func *f = t->kind == IT_FUNC ? t->func : NULL;
    for (int i = 0; f && i < f->n_captures; ++i) {
        const struct symbol *sym = f->capture[i];
        if (sym->first || sym->n_assigned > (sym->is_param ? 0 : 1)) {
            *by = f;
            return sym;
        }
    }
    const struct symbol *found = NULL;
    for (int i = 0; !found && t->kind != IT_ARRAY && t->kind != IT_OBJECT && i < t->n; ++i) {
        found = captured_rebound(t->item[i], by);
    }
    return found;
}

/* Python's functions read the variables around them when they are called. */
static void check_kept(struct infer *ix, const struct scheme *s, const struct symbol *var,
                       const struct itype *t) {
    const struct func *by = NULL;
    bool own = t && var->owner == s->func && !var->is_param;
    const struct symbol *sym = own ? captured_rebound(t, &by) : NULL;
    if (sym) {
        const char *name = by->sym ? by->sym->name : by->name;
        const char *kept =
            s->func->prelude ? "what is made here" : arena_printf(ix->arena, "'%s'", var->name);
        struct diag_message *m = infer_error(
            ix, DIAG_PY111, var->span, "%s keeps '%s', which reads '%s'", kept, name, sym->name);
        infer_note(ix, m, sym->span, "it is assigned more than once, and read when %s is made",
                   kept);
        infer_fix(ix, m, "call '%s' by its own name, or give the second '%s' another name", name,
                  sym->name);
    }
}

/* By symbol id, as in the scheme, for instance_var_type's binary search. */
static void fill_vars(struct infer *ix, struct use *u, struct instance *in) {
    const struct scheme *s = u->scheme;
    in->n_vars = s->vars.n;
    in->var = ARENA_ARRAY(ix->keep, struct symbol *, s->vars.n);
    in->var_type = ARENA_ARRAY(ix->keep, struct ty *, s->vars.n);
    in->var_closure = ARENA_ARRAY(ix->keep, struct closure_type, s->vars.n);
    for (int i = 0; i < s->vars.n; ++i) {
        struct itype *t = it_subst(&ix->types, s->vars.item[i].type, u->value);
        in->var[i] = s->vars.item[i].sym;
        if (t && t->kind == IT_NONE && s->func->n_signatures > 0 && in->var[i]->n_assigned > 1) {
            infer_error(ix, DIAG_PY306, in->var[i]->span,
                        "'%s' would be None, which a compiled variable cannot be",
                        in->var[i]->name);
        }
        check_kept(ix, s, in->var[i], t);
        in->var_type[i] = instance_ty(ix, t);
        in->var_closure[i] = closure_of(ix, t);
    }
}

static void fill_unbound(struct infer *ix, const struct use *u, struct instance *in) {
    const struct scheme *s = u->scheme;
    in->unbound = ARENA_ARRAY(ix->keep, const struct expr *, s->unbound.n);
    for (int i = 0; i < s->unbound.n; ++i) {
        if (decide_live(u, s->unbound.item[i].live)) {
            in->unbound[in->n_unbound++] = s->unbound.item[i].expr;
        }
    }
}

/* The name of a function without captures says itself which function it is. */
static bool is_plain_name(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME   ? e->name.sym
                               : e->kind == EXPR_ATTR ? e->attr.sym
                                                      : NULL;
    return sym && sym->kind == SYM_FUNC && sym->func->n_captures == 0;
}

static void fill_exprs(struct infer *ix, struct use *u, struct instance *in) {
    const struct scheme *s = u->scheme;
    bool own_closures = false;
    for (int i = 0; i < s->n_exprs; ++i) {
        const struct expr *e = s->expr[i].expr;
        if (!decide_live(u, s->expr[i].live)) {
            continue;
        }
        struct itype *t = it_subst(&ix->types, s->expr[i].type, u->value);
        if ((!t || t->kind == IT_ERROR) && !u->failed) {
            if (use_may_lack(s->expr[i].type)) {
                use_unknown_items(ix, e, s->expr[i].type);
            } else {
                infer_error(ix, DIAG_PY306, e->span, "the type of this cannot be inferred");
            }
        }
        t = t ? it_plain(&ix->types, t) : NULL;
        if (t) {
            decide_note(ix, in, outermost(in->func)->n_exprs, e, t);
        }
        in->expr[e->id] = instance_ty(ix, t);
        if (t && t->kind == IT_STATIC && t->text && e->kind != EXPR_STR) {
            int n = outermost(in->func)->n_exprs;
            in->text = in->text ? in->text : ARENA_ARRAY(ix->keep, const char *, n);
            in->text[e->id] = t->text;
        }
        if (t && t->kind == IT_FUNC && !is_plain_name(e)) {
            set_closure(ix, in, e->id, t, &own_closures);
        }
    }
}

void use_check(struct infer *ix, struct use *u, struct span call_span) {
    if (u->checked) {
        return;
    }
    u->checked = true;
    u->call_span = call_span;
    u->caller = ix->checking;
    u->instance = new_instance(ix, u);
    u->instance->user_call = ix->user_call;
    struct use *outer = ix->checking;
    bool silent = ix->silent;
    ix->checking = u;
    ix->silent = false;
    if (u->scheme->failed) {
        u->failed = true;
        u->error = u->scheme->error;
    }
    u->ret = u->ret ? it_plain(&ix->types, u->ret) : NULL;
    if (use_check_body(ix, u)) {
        fill_vars(ix, u, u->instance);
        fill_exprs(ix, u, u->instance);
        fill_unbound(ix, u, u->instance);
        decide_fill(ix, u, u->instance, outermost(u->scheme->func)->n_exprs);
    }
    if (!u->failed) {
        fill_params(ix, u, u->instance);
        u->instance->id = ix->out->instances.n;
        vec_push(ix->keep, &ix->out->instances, u->instance);
    }
    ix->checking = outer;
    ix->silent = silent;
}

struct ty *instance_var_type(const struct instance *in, const struct symbol *sym) {
    int lo = 0, hi = in->n_vars;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (in->var[mid]->id < sym->id) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo < in->n_vars && in->var[lo] == sym ? in->var_type[lo] : NULL;
}
