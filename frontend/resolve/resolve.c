/* Names in expressions, by Python's rules: a local of the function, of one around it, or a name of
 * the module or the builtins. Those found in an enclosing function are captures of every function
 * in between. */
#include "resolve_private.h"

#include <string.h>

#include "library.h"

/* ---- looking up */

void resolve_capture(struct resolver *r, struct frame *from, const struct frame *to,
                     const char *name, struct local *l) {
    for (struct frame *fr = from; fr != to; fr = fr->up) {
        map_set(r->arena, &fr->locals, name, l);
        if (l->sym->kind == SYM_LOCAL) {
            vec_push(r->arena, &fr->captures, l->sym);
        }
    }
}

static bool is_mentioned(const struct frame *fr, const char *name) {
    for (; fr; fr = fr->up) {
        if (map_get(&fr->mentioned, name)) {
            return true;
        }
    }
    return false;
}

/* Names visible here, for "did you mean". */
static const char *closest(struct resolver *r, const char *name) {
    VEC(const char *) all = {0};
    for (const struct frame *fr = r->frame; fr; fr = fr->up) {
        for (int i = 0; i < fr->order.n; ++i) {
            vec_push(r->arena, &all, fr->order.item[i]->sym->name);
        }
    }
    const char *best = diag_closest(name, all.item, all.n);
    int n;
    const char *const *names = scope_names(r->s, &n);
    best = best ? best : diag_closest(name, names, n);
    const char **builtin = ARENA_ARRAY(r->arena, const char *, op_names(IN_BUILTIN, NULL));
    best = best ? best : diag_closest(name, builtin, op_names(IN_BUILTIN, builtin));
    names = library_builtins(&n);
    return best ? best : diag_closest(name, names, n);
}

/* Python's constant for a word of another language, or NULL. */
static const char *constant_meant(const char *name) {
    static const char *const word[][2] = {{"true", "True"},   {"false", "False"}, {"TRUE", "True"},
                                          {"FALSE", "False"}, {"null", "None"},   {"Null", "None"},
                                          {"NULL", "None"},   {"nil", "None"},    {"none", "None"}};
    for (size_t i = 0; i < sizeof word / sizeof *word; ++i) {
        if (strcmp(name, word[i][0]) == 0) {
            return word[i][1];
        }
    }
    return NULL;
}

/* A module whose function of this name the user may have meant to import. */
static const char *forgotten_import(const char *name) {
    if (op_lookup(IN_PYCC, name) != OP_COUNT) {
        return "from pycc import ";
    }
    if (op_lookup(IN_MATH, name) != OP_COUNT || strcmp(name, "pi") == 0 ||
        strcmp(name, "inf") == 0 || strcmp(name, "nan") == 0) {
        return "from math import ";
    }
    return op_lookup(IN_NP, name) != OP_COUNT ? "from numpy import " : NULL;
}

enum { MAX_SUGGESTIONS = 100 };

static void report_undefined(struct resolver *r, const char *name, struct span span) {
    struct parser *p = r->s->p;
    if (!r->frame || !r->frame->reports || p->broken || is_mentioned(r->frame, name)) {
        return;
    }
    struct diag_message *m =
        diag_error(p->diag, DIAG_PY201, span, "name '%s' is not defined", name);
    if (p->diag->errors > MAX_SUGGESTIONS) {
        return;
    }
    static const char *const module = " math cmath itertools functools operator heapq collections ";
    if (strcmp(name, "np") == 0 || strcmp(name, "numpy") == 0) {
        diag_fix(p->diag, m, "add 'import numpy%s'",
                 *name == 'n' && name[1] == 'p' ? " as np" : "");
        return;
    }
    if (strstr(module, arena_printf(r->arena, " %s ", name))) {
        diag_fix(p->diag, m, "add 'import %s'", name);
        return;
    }
    const char *import = forgotten_import(name);
    const char *constant = constant_meant(name);
    const char *like = import ? NULL : constant ? constant : closest(r, name);
    if (import) {
        diag_fix(p->diag, m, "add '%s%s'", import, name);
    } else if (like) {
        diag_fix(p->diag, m, "did you mean '%s'?", like);
    }
}

static void refer(struct resolver *r, const struct symbol *sym) {
    if (sym->kind == SYM_FUNC && sym->func->parent && r->frame) {
        struct reference ref = {r->frame->fn, sym->func};
        vec_push(r->arena, &r->references, ref);
    }
}

/* A value of the class whose body is resolved, written before the place; NULL: there is none. */
static struct symbol *class_value_before(struct resolver *r, const char *name) {
    for (int i = r->n_within - 1; i >= 0; --i) {
        const struct class_value *v = &r->within->value[i];
        if (v->name == name) {
            enum symbol_kind kind = v->value ? SYM_CONST : SYM_GLOBAL;
            struct symbol *sym = scope_new_symbol(r->s, kind, name, r->within->span);
            sym->value = v->value;
            return sym;
        }
    }
    return NULL;
}

struct symbol *resolve_lookup(struct resolver *r, const char *name, struct span span) {
    for (struct frame *fr = r->frame; fr; fr = fr->up) {
        struct local *l = map_get(&fr->locals, name);
        if (l) {
            resolve_capture(r, r->frame, fr, name, l);
            refer(r, l->sym);
            return l->sym;
        }
    }
    struct symbol *own = class_value_before(r, name);
    if (own) {
        return own;
    }
    bool made = name[0] == '.'; /* by the parser: of the prelude */
    bool ours =
        made || (r->frame && (r->frame->fn->prelude || strncmp(name, "copperhead__", 12) == 0));
    name = made ? intern_str(r->s->p->names, name + 1) : name;
    struct symbol *sym = ours ? scope_prelude(r->s, name) : scope_lookup(r->s, name);
    if (sym && !ours && r->frame) {
        scope_take(r->s, name, sym);
    }
    if (!sym) {
        r->s->p->source->wanted->missed = r->s->p->source->wanted->missed || made;
        report_undefined(r, name, span);
    } else if (!ours) {
        scope_use(r->s, sym);
    }
    return resolve_global(r, sym, name);
}

/* ---- expressions */

/* np.newaxis is None. */
static void settle_symbol(struct expr *e, const struct symbol *sym) {
    if (sym && sym->kind == SYM_VALUE && sym->name[0] == 'n' && sym->name[1] == 'e') {
        e->kind = EXPR_NONE;
    }
}

/* util.sq of a module of the user's is a name; so is what another one stands for. */
static bool resolve_member(struct resolver *r, struct expr *e, const struct symbol *of) {
    struct symbol *sym = scope_imported(of->members, e->attr.name);
    const char *name = arena_printf(r->arena, "%s.%s", of->name, e->attr.name);
    scope_use(r->s, sym ? sym : &(struct symbol){.home = of->members});
    if (!sym) {
        return false;
    }
    e->kind = EXPR_NAME;
    e->name.name = intern_str(r->s->p->names, name);
    if (r->frame) {
        scope_take(of->members, sym->name, sym);
    }
    e->name.sym = resolve_global(r, sym, e->name.name);
    return true;
}

/* itertools.chain.from_iterable */
static struct symbol *member_of_function(struct resolver *r, const struct expr *e,
                                         const struct symbol *of) {
    bool chain = of->kind == SYM_FUNC && strcmp(of->func->name, "itertools__chain") == 0;
    return chain ? scope_member(r->s, IN_ITERTOOLS, e->attr.name) : NULL;
}

static void resolve_attr(struct resolver *r, struct expr *e) {
    struct expr *base = e->attr.base;
    if (resolve_short_attr(r, e)) {
        resolve_expr(r, e);
        return;
    }
    if (resolve_type_name(r, e)) {
        base = e->attr.base;
    }
    bool value = (strcmp(e->attr.name, "value") == 0 || strcmp(e->attr.name, "name") == 0) &&
                 base->kind == EXPR_ATTR && base->attr.base->kind == EXPR_NAME;
    if (value) {
        resolve_expr(r, base->attr.base);
    }
    if (value && resolve_enum_member(r, e)) {
        settle_symbol(e, e->attr.sym);
        return;
    }
    resolve_expr(r, base);
    const struct symbol *of = base->kind == EXPR_NAME   ? base->name.sym
                              : base->kind == EXPR_ATTR ? base->attr.sym
                                                        : NULL;
    if (resolve_named_part(r, e) || resolve_class_read(r, e)) {
        return;
    }
    if (of && of->members && resolve_member(r, e, of)) {
        settle_symbol(e, e->name.sym);
    } else if (resolve_enum_member(r, e)) {
        if (e->kind == EXPR_ATTR) {
            settle_symbol(e, e->attr.sym);
        }
    } else if (of && of->kind == SYM_MODULE) {
        e->attr.sym = scope_member(r->s, of->module, e->attr.name);
        settle_symbol(e, e->attr.sym);
    } else if (of && of->kind == SYM_OP && of->module == IN_NP) {
        e->attr.sym = scope_ufunc_method(r->s, of->name, e->attr.name);
    } else if (of && member_of_function(r, e, of)) {
        e->attr.sym = member_of_function(r, e, of);
    } else if (strcmp(e->attr.name, "flat") == 0 && !parse_has_field(r->s->p, e->attr.name)) {
        struct sugar g = resolve_sugar(r);
        sugar_flat(&g, e);
    } else if (!parse_has_field(r->s->p, "flags")) {
        struct sugar g = resolve_sugar(r);
        sugar_flag(&g, e);
    }
}

void resolve_list(struct resolver *r, int n, struct expr **item) {
    for (int i = 0; i < n; ++i) {
        resolve_expr(r, item[i]);
    }
}

static void resolve_text(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    sugar_text(&g, e);
}

static void resolve_index(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    if (resolve_short_record(r, e)) {
        resolve_expr(r, e);
        return;
    }
    if (resolve_enum_index(r, e)) {
        resolve_expr(r, e);
        return;
    }
    resolve_short_index(r, e);
    resolve_expr(r, e->index.base);
    resolve_list(r, e->index.n, e->index.index);
    if (resolve_text_item(r, e)) {
        return;
    }
    if (!parse_has_field(r->s->p, "flags") && sugar_flag(&g, e)) {
        return;
    }
    if (!sugar_join(&g, e)) {
        sugar_index(&g, e);
    }
}

static void resolve_display(struct resolver *r, struct expr *e) {
    struct sugar g = resolve_sugar(r);
    if (sugar_starred(&g, e)) {
        resolve_expr(r, e);
    } else {
        if (e->kind == EXPR_LIST) {
            resolve_keyed_items(e);
        }
        resolve_list(r, e->list.n, e->list.item);
    }
}

/* Is it what a handler around has caught, of this function or one outwards? */
static bool is_caught(const struct resolver *r, const char *name) {
    const struct frame *f = r->frame;
    while (f && !map_get(&f->caught, name) && !map_get(&f->locals, name)) {
        f = f->up;
    }
    return f && map_get(&f->caught, name);
}

/* Surely true, and no bool. */
static bool is_true_constant(const struct expr *e) {
    return (e->kind == EXPR_INT && e->integer.value != 0) ||
           (e->kind == EXPR_FLOAT && e->number != 0) || (e->kind == EXPR_STR && e->str.n > 0);
}

/* c and 1 or 0 is 1 if c else 0: what c is shows nowhere. */
static void choose_by_and(struct resolver *r, struct expr *e) {
    const struct expr *and = e->boolop.item[0];
    bool chooses =
        e->boolop.op == OP_LOR && and->kind == EXPR_BOOLOP && and->boolop.op == OP_LAND &&
        is_true_constant(and->boolop.item[ and->boolop.n - 1]);
    if (!chooses) {
        return;
    }
    struct sugar g = resolve_sugar(r);
    struct expr *rest = e->boolop.item[1], *cond = and->boolop.item[0];
    if (e->boolop.n > 2) {
        rest = sugar_new(&g, EXPR_BOOLOP, e->span);
        rest->boolop = e->boolop;
        --rest->boolop.n;
        ++rest->boolop.item;
    }
    if (and->boolop.n > 2) {
        cond = sugar_new(&g, EXPR_BOOLOP, and->span);
        cond->boolop = and->boolop;
        --cond->boolop.n;
    }
    struct expr *then = and->boolop.item[ and->boolop.n - 1];
    e->kind = EXPR_COND;
    e->cond.then = then;
    e->cond.cond = cond;
    e->cond.els = rest;
}

void resolve_expr(struct resolver *r, struct expr *e) {
    if (!e) {
        return;
    }
    resolve_any_length(r, e);
    switch (e->kind) {
    case EXPR_NAME:
        if (resolve_known_value(r, e)) {
            break;
        }
        if (resolve_short_name(r, e)) {
            break;
        }
        if (is_caught(r, e->name.name)) {
            e->kind = EXPR_UNSUPPORTED;
            e->unsupported = "an exception as a value, but in str(e), repr(e), isinstance(e, E) "
                             "and e.args (raise it again, or keep what it says in variables of "
                             "its own),";
            e->starred = e->named = e->value = NULL;
            break;
        }
        e->name.sym = resolve_lookup(r, e->name.name, e->span);
        settle_symbol(e, e->name.sym);
        break;
    case EXPR_ATTR:
        if (!resolve_known_value(r, e) && !resolve_short_name(r, e)) {
            resolve_attr(r, e);
        }
        break;
    case EXPR_TUPLE:
    case EXPR_LIST:
        resolve_display(r, e);
        break;
    case EXPR_DICT:
        if ((e->list.keyed || resolve_is_no_record(r, e)) && r->frame) {
            struct sugar g = resolve_sugar(r);
            resolve_dict(&g, e);
            resolve_expr(r, e);
            break;
        }
        resolve_list(r, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        resolve_expr(r, e->unary.a);
        break;
    case EXPR_BINARY:
        if (e->binary.op == OP_BITOR) {
            resolve_keyed(e->binary.a);
            resolve_keyed(e->binary.b);
        }
        if (e->binary.op == OP_MOD) {
            struct sugar g = resolve_sugar(r);
            sugar_fields(&g, e);
        }
        resolve_expr(r, e->binary.a);
        resolve_expr(r, e->binary.b);
        resolve_views(r, e);
        resolve_text(r, e);
        break;
    case EXPR_BOOLOP:
        choose_by_and(r, e);
        if (e->kind != EXPR_BOOLOP) {
            resolve_expr(r, e);
            break;
        }
        resolve_list(r, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        if (resolve_type_chain(r, e)) {
            resolve_expr(r, e);
            break;
        }
        if (resolve_type_test(r, e)) {
            break;
        }
        if (resolve_text_chain(r, e)) {
            resolve_expr(r, e);
            break;
        }
        struct sugar sugar = resolve_sugar(r);
        if (resolve_in_iterator(r, &sugar, e)) {
            resolve_expr(r, e);
            break;
        }
        if (e->compare.op[0] == OP_EQ || e->compare.op[0] == OP_NE) {
            resolve_keyed_operands(e->compare.item[0], e->compare.item[1]);
        }
        resolve_list(r, e->compare.n + 1, e->compare.item);
        resolve_enum_compare(e);
        resolve_views(r, e);
        break;
    case EXPR_COND:
        resolve_expr(r, e->cond.cond);
        resolve_expr(r, e->cond.then);
        resolve_expr(r, e->cond.els);
        break;
    case EXPR_CALL:
        resolve_call(r, e);
        break;
    case EXPR_INDEX:
        resolve_index(r, e);
        break;
    case EXPR_SLICE:
        resolve_expr(r, e->slice.lo);
        resolve_expr(r, e->slice.hi);
        resolve_expr(r, e->slice.step);
        break;
    case EXPR_LAMBDA:
        if (r->frame) {
            e->lambda->parent = r->frame->fn;
            resolve_func(r, e->lambda);
        }
        break;
    case EXPR_COMP:
        resolve_comprehension(r, e);
        break;
    default:
        break;
    }
}
