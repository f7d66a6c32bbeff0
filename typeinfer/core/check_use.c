/* The check of a solved use.
 *
 * Every constraint is evaluated again on the final types, in order, now with messages; a result in
 * error poisons its variables, so that one mistake gives one message. */
#include <string.h>

#include "infer.h"

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
    if (!it_alike(term, t)) {
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
    if (src->kind == IT_FUNC && dst->kind == IT_FUNC) {
        infer_fix(ix, m, "choose inside of one function: lambda x: f(x) if c else g(x)");
        return;
    }
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

/* A tuple of items of one type, or one of any length. */
static bool is_plain_tuple(struct infer *ix, const struct itype *t) {
    return it_is_any_tuple(t) ||
           (t->kind == IT_TUPLE && !t->of && (t->n == 0 || join_tuple(&ix->types, t)));
}

void infer_note_lengths(struct infer *ix, const struct con *c, const struct con *other,
                        const struct itype *src, const struct itype *dst) {
    const struct con *const all[] = {c, other};
    const char *attribute = c->expr && c->expr->kind == EXPR_ATTR ? c->expr->attr.name : NULL;
    int item = 0;
    for (int i = 0;
         src->kind == IT_TUPLE && dst->kind == IT_TUPLE && src->n == dst->n && i < src->n; ++i) {
        const struct itype *a = it_find(src->item[i]), *b = it_find(dst->item[i]);
        bool differ = a != b && is_plain_tuple(ix, a) && is_plain_tuple(ix, b);
        item = differ && item == 0 ? i + 1 : item;
    }
    bool meet = item > 0 || (is_plain_tuple(ix, src) && is_plain_tuple(ix, dst));
    for (int i = 0; i < 2 && meet; ++i) {
        if (all[i] && all[i]->span.lo < ix->module->source->users) {
            const struct mixed_loop note = {
                .span = all[i]->span, .item = item, .attribute = attribute};
            vec_push(ix->keep, &ix->out->mixed, note);
        }
    }
}

static const struct class *root_of(const struct class *c) {
    while (c && c->base) {
        c = c->base;
    }
    return c;
}

/* Are they, or what they hold, objects of two classes with one base? */
static bool are_family(const struct itype *a, const struct itype *b) {
    a = it_given((struct itype *)a);
    b = it_given((struct itype *)b);
    if (a->kind != b->kind || a->kind == IT_OBJECT) {
        return a->kind == b->kind && a->of != b->of && root_of(a->of) == root_of(b->of);
    }
    bool found = false;
    for (int i = 0; i < a->n && i < b->n && !found; ++i) {
        found = are_family(a->item[i], b->item[i]);
    }
    return found;
}

/* Where both are objects of one class: which of their attributes differ? */
static void note_attribute(struct infer *ix, struct diag_message *m, const struct con *c,
                           struct itype *a, struct itype *b) {
    a = it_given(it_there(a));
    b = it_given(it_there(b));
    for (int i = 0; a->kind == b->kind && i < a->n && i < b->n; ++i) {
        struct itype *x = it_there(it_find(a->item[i])), *y = it_there(it_find(b->item[i]));
        const char *is = it_name(ix->arena, x), *was = it_name(ix->arena, y);
        bool object = a->kind == IT_OBJECT && a->of == b->of && !a->of->prelude;
        bool set = x->of != &it_unset_class && y->of != &it_unset_class;
        if (object && set && strcmp(is, was) != 0) {
            infer_want_alike(ix, c->span, a, b);
            infer_note(ix, m, c->span, "its attribute '%s' is %s, but %s elsewhere",
                       a->of->field[i], is, was);
            return;
        }
        if (!object && x != y) {
            note_attribute(ix, m, c, x, y);
        }
    }
}

/* Are they, or what they hold, what one of several types may be? */
static bool are_several(const struct itype *a, const struct itype *b) {
    bool several = a != b && it_is_one(a) && it_is_one(b);
    for (int i = 0; !several && a->kind == b->kind && i < a->n && i < b->n; ++i) {
        several = are_several(it_find(a->item[i]), it_find(b->item[i]));
    }
    return several;
}

/* Is a variable a parameter, or is its type not declared? */
static bool may_change(const struct use *u, const struct con *c) {
    const struct func *f = u->scheme->func;
    bool may = !it_find(c->out)->ground;
    for (int i = 0; i < f->n_params; ++i) {
        may = may || f->param[i].sym == c->sym;
    }
    return may;
}

/* What would let the two meet, where the module is read again. */
static void want_several(struct infer *ix, const struct use *u, const struct con *c,
                         struct itype *src, struct itype *dst, const struct con *other) {
    if (are_several(src, dst)) {
        source_want(ix->module->source, EITHER_CLASS);
    }
    if (c->sym && may_change(u, c)) {
        infer_want_variable(ix, u, c->sym, src, dst);
    }
    infer_want_items(ix, u, c->arg[0], -1, src, dst, true);
    infer_want_items(ix, u, other ? other->arg[0] : c->out, -1, dst, src, true);
}

/* A value that does not fit what a variable, or the function's result, was given elsewhere. */
static void conflict(struct infer *ix, const struct use *u, const struct con *c, struct itype *src,
                     struct itype *dst, const struct con *other, struct span declared) {
    struct itype *known = it_subst(&ix->types, dst, u->value);
    const char *is = it_name(ix->arena, src), *was = it_name(ix->arena, known ? known : dst);
    bool alike = strcmp(is, was) == 0;
    if (alike && it_find(src)->kind == IT_OBJECT) {
        was = arena_printf(ix->arena, "%s with attributes of other types", was);
    }
    struct diag_message *m;
    ix->out->families_meet = ix->out->families_meet || are_family(src, known ? known : dst);
    struct span there = other ? other->span : declared;
    want_several(ix, u, c, src, known ? known : dst, other);
    if (other || it_find(dst)->kind == IT_OBJECT) {
        infer_note_lengths(ix, c, other, it_find(src), it_find(known ? known : dst));
    }
    bool returns = !c->sym && it_find(c->out) == it_find(u->scheme->ret);
    if (returns) {
        m = infer_error(ix, DIAG_PY304, c->span, "%s is returned here, but %s %s", is, was,
                        other ? "elsewhere" : "is declared");
        infer_note(ix, m, there, other ? "%s is returned here" : "the result is declared %s", was);
    } else if (c->in_list) {
        m = infer_error(ix, DIAG_PY301, c->span,
                        "%s is put here into a list or a dictionary whose items are %s elsewhere",
                        is, was);
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
    if (alike) {
        note_attribute(ix, m, c, src, known ? known : dst);
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
    fits = fits || (c->in_list && join_is_int_for_float(src, dst));
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
           t->kind == IT_LIST || t->kind == IT_OBJECT || t->kind == IT_NONE;
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
        struct itype *both = j->type ? use_join(ix, in.con, j->type, in.type) : in.type;
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
        struct diag_message *m =
            infer_error(ix, DIAG_PY111, span,
                        "lists hold numbers, arrays, lists, objects and tuples of these, not %s",
                        it_name(ix->arena, (struct itype *)item));
        if (item->kind == IT_NONE) {
            infer_want_either(ix, span, NULL, item, item);
            infer_fix(ix, m, "say what the other items are: xs: list[int | None] = ...");
        }
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
        arg[0] = c->in_list || c->met ? con_flows(ix, u, c, arg[0]) : arg[0];
        struct itype *known = c->in_list ? it_subst(&ix->types, c->out, u->value) : NULL;
        if (known && known->kind == IT_ERROR) {
            return; /* told of another item */
        }
        bool none = known && arg[0]->kind == IT_NONE && known->kind != IT_NONE;
        if (c->in_list && !none && !list_holds(ix, arg[0], c->span)) {
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
    ix->con = c;
    ix->con_type = arg;
    check_result(ix, u, c, con_eval(ix, c, arg));
    ix->con = NULL;
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

bool use_may_lack(struct itype *t) {
    t = it_find(t);
    return t->kind == IT_LIST || it_is_optional(t) || it_is_late(t);
}

void use_unknown_items(struct infer *ix, const struct expr *e, struct itype *t) {
    const char *dot = e->kind == EXPR_NAME ? strrchr(e->name.name, '.') : NULL;
    if (it_is_optional(it_find(t)) && dot) {
        struct diag_message *none =
            infer_error(ix, DIAG_PY111, e->span, "attribute '%s' would be None", dot + 1);
        infer_fix(ix, none, "say what it is otherwise: self.%s: float | None = None", dot + 1);
        return;
    }
    struct diag_message *m = infer_error(
        ix, DIAG_PY306, e->span,
        "what the items of this list or dictionary are is not known: nothing is put into it");
    infer_fix(ix, m, "annotate the variable: xs: list[float] = [], d: dict[int, float] = {}");
}

/* The first list whose items have no type; NULL: there is none. */
static const struct typed_expr *open_list(struct infer *ix, const struct use *u) {
    const struct scheme *s = u->scheme;
    for (int i = 0; i < s->n_exprs; ++i) {
        struct itype *t = it_find(s->expr[i].type);
        if (use_may_lack(t) && decide_live(u, s->expr[i].live) &&
            !it_subst(&ix->types, t, u->value)) {
            return &s->expr[i];
        }
    }
    return NULL;
}

bool use_holds_function(const struct itype *t) {
    bool holds = t->kind == IT_FUNC;
    bool inside = t->kind == IT_TUPLE || t->kind == IT_LIST || t->kind == IT_RECORD;
    for (int i = 0; inside && i < t->n && !holds; ++i) {
        holds = use_holds_function(t->item[i]);
    }
    return holds;
}

/* The result is known, and is what the body gives: recursion may have had no fixpoint. */
static void check_return(struct infer *ix, struct use *u) {
    struct itype *ret = it_subst(&ix->types, u->scheme->ret, u->value);
    bool function = ret && use_holds_function(ret);
    if (ret && (ret->kind == IT_STATIC || function) && u->signature) {
        const struct expr *e = u->scheme->returns.item[u->scheme->returns.n - 1].expr;
        struct diag_message *m =
            infer_error(ix, DIAG_PY111, e ? e->span : u->scheme->func->name_span,
                        "%s is known when compiling only, and cannot be returned to the caller",
                        it_name(ix->arena, ret));
        infer_fix(
            ix, m,
            function ? "call it here and return what it gives"
                     : "use it here: dtype=a.dtype, or a comparison such as a.dtype == np.float32");
    }
    bool known = u->ret && u->ret->kind != IT_ERROR && ret && ret->kind != IT_ERROR;
    const struct typed_expr *list = ret ? NULL : open_list(ix, u);
    if (list && !u->failed) {
        use_unknown_items(ix, list->expr, list->type);
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

/* An object is put into one of its class that is of another type: which attribute says so. */
static void refuse_link(struct infer *ix, const struct expr *at, const struct itype *object, int k,
                        struct itype *item) {
    struct itype *is = it_unfold(&ix->types, object->item[k], (struct itype *)object);
    const struct itype *held = it_given(item);
    infer_want_alike(ix, at->span, (struct itype *)held, (struct itype *)object);
    for (int i = 0; held->kind == IT_OBJECT && held->of == object->of && i < object->n; ++i) {
        const char *here = it_name(ix->arena, it_find(object->item[i]));
        const char *there = it_name(ix->arena, it_find(held->item[i]));
        if (strcmp(here, there) != 0) {
            struct diag_message *m =
                infer_error(ix, DIAG_PY301, at->span,
                            "'%s' of this '%s' is %s, and %s in the one that it holds",
                            object->of->field[i], object->of->name, here, there);
            infer_fix(ix, m, "make all objects of '%s' with values of the same types",
                      object->of->name);
            return;
        }
    }
    infer_error(ix, DIAG_PY301, at->span, "'%s' of this '%s' is %s, and %s is assigned to it",
                object->of->field[k], object->of->name, it_name(ix->arena, is),
                it_name(ix->arena, item));
}

/* What objects that hold others of their class are made of fits. */
static void check_links(struct infer *ix, struct use *u) {
    for (int i = 0; i < u->scheme->n_exprs; ++i) {
        const struct typed_expr *e = &u->scheme->expr[i];
        const struct itype *made = it_find(e->type);
        bool makes = made->kind == IT_OBJECT && !made->ground && decide_live(u, e->live);
        struct itype *object = makes ? it_subst(&ix->types, e->type, u->value) : NULL;
        for (int k = 0; object && object->linked && k < object->n; ++k) {
            struct itype *item = it_subst(&ix->types, made->item[k], u->value);
            struct itype *is = it_unfold(&ix->types, object->item[k], object);
            item = item ? it_unfold(&ix->types, item, object) : NULL;
            if (item && !join_fits(&ix->types, it_forget(&ix->types, item), is)) {
                refuse_link(ix, e->expr, object, k, item);
            }
        }
    }
}

bool use_check_body(struct infer *ix, struct use *u) {
    check_start(ix, u);
    if (u->too_deep || u->bad_param >= 0) {
        return false;
    }
    check_body(ix, u);
    check_links(ix, u);
    check_paths(ix, u);
    check_return(ix, u);
    return true;
}
