/* The check of a solved use, and the instance it becomes.
 *
 * Every constraint is evaluated again on the final types, in order, now with messages; a result in
 * error poisons its variables, so that one mistake gives one message. Callees are checked first
 * where they are called, which orders the instances. */
#include "infer.h"

/* ---- ground types to lowering's */

static struct ty *instance_ty(struct infer *ix, struct itype *t);

static struct ty *tuple_ty(struct infer *ix, struct itype *t) {
    struct ty **item = ARENA_ARRAY(ix->out->arena, struct ty *, t->n);
    int n = 0;
    for (int i = 0; i < t->n; ++i) {
        struct ty *ty = instance_ty(ix, t->item[i]);
        bool captured = t->kind == IT_FUNC && ty && ty->kind == TY_NONE;
        if (ty && !captured) { /* functions without captures and element types have no value */
            item[n++] = ty;
        }
    }
    if (t->kind == IT_RECORD) {
        return ty_record(ix->out->arena, ix->out->out, t->text, n, item);
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
    for (; n < t->n; ++n) {
        item[n] = instance_ty(ix, t->item[n]);
    }
    if (n == 0) {
        item[n++] = ty_scalar(ix->out->arena, ix->out->out, DT_PYBOOL);
    }
    return ty_list(ix->out->arena, ix->out->out, ty_tuple(ix->out->arena, ix->out->out, n, item));
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

/* ---- checking */

static void poison(struct infer *ix, struct use *u, struct itype *term) {
    term = it_find(term);
    if (term->kind == IT_VAR) {
        u->value[term->id] = infer_bad(ix);
    } else if (!term->ground) {
        for (int i = 0; i < term->n; ++i) {
            poison(ix, u, term->item[i]);
        }
    }
}

/* Does a result have the shape of the term it is bound to (a tuple that is unpacked)? */
static bool has_shape(struct itype *term, const struct itype *t) {
    term = it_find(term);
    if (term->kind == IT_VAR || term->ground) {
        return true;
    }
    if (term->kind != t->kind || term->n != t->n) {
        return false;
    }
    for (int i = 0; i < term->n; ++i) {
        if (!has_shape(term->item[i], t->item[i])) {
            return false;
        }
    }
    return true;
}

/* How a conversion to a dtype is written: float(...) for f64 too, since the two join. */
static const char *conversion(struct infer *ix, enum dtype d) {
    for (int weak = DT_PYBOOL; weak < DT_COUNT; ++weak) {
        if (dtype_strong((enum dtype)weak) == dtype_strong(d)) {
            return dtype_info[weak].name;
        }
    }
    return arena_printf(ix->arena, "np.%s", dtype_info[d].numpy);
}

/* Converting the lower of the two kinds loses least; a declared type (fixed) stays. */
static void conflict_fix(struct infer *ix, struct diag_message *m, const struct itype *src,
                         const struct itype *dst, bool fixed, bool named) {
    if (src->kind != IT_SCALAR || dst->kind != IT_SCALAR) {
        if (named) {
            infer_fix(ix, m, "use another name for one of the two: what follows may get either");
        }
        return;
    }
    bool up = fixed || join_kind(src->dtype) <= join_kind(dst->dtype);
    const struct itype *from = up ? src : dst, *to = up ? dst : src;
    infer_fix(ix, m, "write %s(...) around the %s%s", conversion(ix, to->dtype),
              dtype_info[from->dtype].name, named ? ", or give one of the two another name" : "");
}

/* A value that does not fit what a variable, or the function's result, was given elsewhere. */
static void conflict(struct infer *ix, const struct use *u, const struct con *c, struct itype *src,
                     struct itype *dst, const struct con *other, struct span declared) {
    struct itype *known = it_subst(&ix->types, dst, u->value);
    const char *is = it_name(ix->arena, src), *was = it_name(ix->arena, known ? known : dst);
    struct diag_message *m;
    struct span there = other ? other->span : declared;
    bool returns = !c->sym && it_find(c->out) == it_find(u->scheme->ret);
    if (returns) {
        m = infer_error(ix, DIAG_PY304, c->span, "%s is returned here, but %s %s", is, was,
                        other ? "elsewhere" : "is declared");
        infer_note(ix, m, there, other ? "%s is returned here" : "the result is declared %s", was);
    } else if (c->in_list) {
        m = infer_error(ix, DIAG_PY301, c->span,
                        "%s is put into a list here, whose items are %s elsewhere", is, was);
        if (other) {
            infer_note(ix, m, there, "here it is %s", was);
        }
    } else if (c->sym) {
        m = infer_error(ix, DIAG_PY301, c->span, "'%s' is %s here, but %s elsewhere", c->sym->name,
                        is, was);
        infer_note(ix, m, there, "here it is %s", was);
    } else {
        m = infer_error(ix, DIAG_PY301, c->span, "this is %s, but the other value is %s", is, was);
        infer_note(ix, m, there, "here it is %s", was);
    }
    conflict_fix(ix, m, src, dst, !other, c->sym != NULL);
}

/* The declaration that fixed a variable. */
static struct span declared_at(const struct use *u, const struct con *c) {
    if (c->sym) {
        return c->sym->span;
    }
    return u->signature && u->signature->ret ? u->signature->ret->span : u->scheme->func->name_span;
}

/* A flow into a type that is fixed. */
static void check_fixed(struct infer *ix, const struct use *u, const struct con *c,
                        struct itype *src, struct itype *dst) {
    bool returns = !c->sym && !c->in_list;
    bool fits = returns ? join_returns(src, dst) : join_fits(&ix->types, src, dst);
    if (!fits) {
        conflict(ix, u, c, src, dst, NULL, declared_at(u, c));
    } else if (dst->kind == IT_SCALAR) {
        infer_literal_fits(ix, c->at[0], dst->dtype);
    }
}

/* What the flows into a variable have come to. */
struct joined {
    struct itype *type;        /* NULL: none yet */
    const struct con *decided; /* the flow that decided it */
};

/* May a list hold it, as far as list_holds looks first? */
static bool is_item(const struct itype *t) {
    return t->kind == IT_SCALAR || t->kind == IT_ARRAY || t->kind == IT_TUPLE ||
           t->kind == IT_LIST || t->kind == IT_OBJECT;
}

/* Joins the flows that depend on the variable itself, or the others. False after a conflict, which
 * names the first flow that does not fit and the one that decided the type before. */
static bool join_flows(struct infer *ix, struct use *u, int var, bool cyclic, struct joined *j) {
    struct flow_in in;
    for (int k = 0; use_flow(ix, u, var, k, &in); ++k) {
        bool refused = in.con->in_list && in.type && !is_item(in.type);
        if (!in.type || in.cyclic != cyclic || refused) {
            continue;
        }
        struct itype *both = j->type ? join_strict(&ix->types, j->type, in.type) : in.type;
        if (!both) {
            conflict(ix, u, in.con, in.type, j->type, j->decided, (struct span){0, 0});
            u->value[var] = infer_bad(ix);
            return false;
        }
        j->decided = both != j->type ? in.con : j->decided;
        j->type = both;
    }
    return true;
}

/* All flows into a variable agree. Those that do not depend on it come first, since a conflict
 * among them shows in the others too. */
static void check_joined(struct infer *ix, struct use *u, int var) {
    struct flow_in in;
    struct joined j = {0};
    if (u->fixed[var]) {
        for (int k = 0; use_flow(ix, u, var, k, &in); ++k) {
            if (in.type) {
                check_fixed(ix, u, in.con, in.type, u->value[var]);
            }
        }
    } else if (join_flows(ix, u, var, false, &j) && join_flows(ix, u, var, true, &j)) {
        for (int k = 0; j.type && use_flow(ix, u, var, k, &in); ++k) {
            if (j.type->kind == IT_SCALAR && in.type) {
                infer_literal_fits(ix, in.con->at[0], j.type->dtype);
            }
        }
    }
}

static void check_result(struct infer *ix, struct use *u, const struct con *c, struct itype *t) {
    if (!t && c->kind == CON_LOGIC) {
        return; /* of conditions in code that is not live */
    }
    if (!t) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY306, c->span, "the result of this call cannot be inferred");
        infer_fix(ix, m,
                  "a recursive function needs a path that returns without calling itself, "
                  "or an annotation of its result");
        t = infer_bad(ix);
    }
    if (!c->out) {
        return;
    }
    if (t->kind == IT_ERROR) {
        poison(ix, u, c->out);
    } else if (!has_shape(c->out, t)) {
        infer_error(ix, DIAG_PY301, c->span, "%s cannot be unpacked into %d variables",
                    it_name(ix->arena, t), it_find(c->out)->n);
        poison(ix, u, c->out);
    }
}

/* PY111 for what a list cannot hold. */
static bool list_holds(struct infer *ix, const struct itype *item, struct span span) {
    bool fine = item->kind == IT_SCALAR || item->kind == IT_ARRAY || item->kind == IT_LIST ||
                item->kind == IT_TUPLE || item->kind == IT_OBJECT || item->kind == IT_ERROR;
    for (int i = 0; fine && item->kind == IT_TUPLE && i < item->n; ++i) {
        fine = item->item[i]->kind != IT_ERROR && item->item[i]->kind != IT_FUNC &&
               item->item[i]->kind != IT_RECORD;
    }
    if (!fine) {
        infer_error(ix, DIAG_PY111, span,
                    "lists hold numbers, arrays, lists, objects and tuples of these, not %s",
                    it_name(ix->arena, (struct itype *)item));
    }
    return fine;
}

static void check_con(struct infer *ix, struct use *u, const struct con *c) {
    struct itype *small[8];
    struct itype **arg = c->n <= 8 ? small : ARENA_ARRAY(ix->arena, struct itype *, c->n);
    if (!use_operands(ix, u, c, arg)) {
        return;
    }
    if (c->kind == CON_JOIN) {
        arg[0] = c->in_list ? it_kept(&ix->types, arg[0]) : arg[0];
        if (c->in_list && !list_holds(ix, arg[0], c->span)) {
            poison(ix, u, c->out);
            return;
        }
        struct itype *dst = it_resolve(&ix->types, c->out);
        if (dst->ground) {
            check_fixed(ix, u, c, arg[0], dst);
        } else if (!has_shape(dst, arg[0])) {
            conflict(ix, u, c, arg[0], dst, NULL, declared_at(u, c));
        }
        return;
    }
    check_result(ix, u, c, con_eval(ix, c, arg));
}

static void check_body(struct infer *ix, struct use *u) {
    const struct scheme *s = u->scheme;
    for (int i = 0; i < s->n_order; ++i) {
        int node = s->order[i];
        if (node < s->cons.n) {
            check_con(ix, u, s->cons.item[node]);
        } else {
            check_joined(ix, u, node - s->cons.n);
        }
    }
}

/* What a declared result asks of the paths through the body. */
static void check_paths(struct infer *ix, const struct use *u) {
    const struct scheme *s = u->scheme;
    if (!u->declared || u->ret->kind == IT_NONE) {
        return;
    }
    bool bare = s->falls_off;
    struct span span = s->func->name_span;
    for (int i = 0; i < s->returns.n && !bare; ++i) {
        bare = !s->returns.item[i].expr;
        span = bare ? s->return_spans.item[i] : span;
    }
    bool has_value =
        it_find(s->ret)->kind != IT_NONE; /* mixed paths are reported with the scheme */
    if (bare && !has_value) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY304, span, "'%s' returns nothing, where %s is declared",
                        s->func->name, it_name(ix->arena, u->ret));
        infer_note(ix, m, u->signature->ret->span, "declared here");
    }
}

/* Something is put into every list, or its items have no type. */
static void unknown_items(struct infer *ix, const struct expr *e) {
    struct diag_message *m = infer_error(
        ix, DIAG_PY306, e->span,
        "what the items of this list are is not known: this function puts none into it");
    infer_fix(ix, m, "annotate the variable: xs: list[float] = []");
}

/* The first list whose items have no type; NULL: there is none. */
static const struct expr *open_list(struct infer *ix, const struct use *u) {
    const struct scheme *s = u->scheme;
    for (int i = 0; i < s->n_exprs; ++i) {
        struct itype *t = it_find(s->expr[i].type);
        if (t->kind == IT_LIST && decide_live(u, s->expr[i].live) &&
            !it_subst(&ix->types, t, u->value)) {
            return s->expr[i].expr;
        }
    }
    return NULL;
}

/* The result is known, and is what the body gives: recursion may have had no fixpoint. */
static void check_return(struct infer *ix, struct use *u) {
    struct itype *ret = it_subst(&ix->types, u->scheme->ret, u->value);
    if (ret && (ret->kind == IT_STATIC || ret->kind == IT_FUNC) && u->signature) {
        const struct expr *e = u->scheme->returns.item[u->scheme->returns.n - 1].expr;
        struct diag_message *m =
            infer_error(ix, DIAG_PY111, e ? e->span : u->scheme->func->name_span,
                        "%s is known when compiling only, and cannot be returned to the caller",
                        it_name(ix->arena, ret));
        infer_fix(
            ix, m,
            ret->kind == IT_FUNC
                ? "call it here and return what it gives"
                : "use it here: dtype=a.dtype, or a comparison such as a.dtype == np.float32");
    }
    bool known = u->ret && u->ret->kind != IT_ERROR && ret && ret->kind != IT_ERROR;
    const struct expr *list = ret ? NULL : open_list(ix, u);
    if (list && !u->failed) {
        unknown_items(ix, list);
    } else if (!u->failed && (!known || (!u->declared && ret != u->ret))) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY306, u->scheme->func->name_span,
                        ret == &ix->types.too_large ? "the result of '%s' has too large a type"
                                                    : "the result of '%s' cannot be inferred",
                        u->scheme->func->name);
        infer_fix(ix, m, "annotate the result");
    }
}

static void check_start(struct infer *ix, struct use *u) {
    const struct func *f = u->scheme->func;
    if (u->too_deep) {
        struct diag_message *m = infer_error(ix, DIAG_PY306, u->call_span,
                                             "calls of functions without annotations nest too "
                                             "deeply here");
        infer_fix(ix, m, "annotate '%s'", f->name);
    }
    if (u->bad_param >= 0) {
        infer_error(ix, DIAG_PY303, u->call_span, "argument '%s' of %s is %s, where it unpacks %s",
                    f->param[u->bad_param].sym->name, f->name,
                    it_name(ix->arena, u->param[u->bad_param]),
                    it_name(ix->arena, u->scheme->param[u->bad_param]));
    }
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
    in->recursive = u->recursive;
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
        struct diag_message *m =
            infer_error(ix, DIAG_PY111, var->span, "'%s' keeps '%s', which reads '%s'", var->name,
                        name, sym->name);
        infer_note(ix, m, sym->span, "it is assigned more than once, and read when '%s' is made",
                   var->name);
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
            if (it_find(s->expr[i].type)->kind == IT_LIST) {
                unknown_items(ix, e);
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
    check_start(ix, u);
    if (!u->too_deep && u->bad_param < 0) {
        check_body(ix, u);
        check_paths(ix, u);
        check_return(ix, u);
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
