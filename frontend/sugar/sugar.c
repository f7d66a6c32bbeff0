/* The forms of sugar.h. Which arguments are arrays follows from ops.def, lib.def and, in the
 * prelude, from the annotation np.ndarray. */
#include "sugar.h"

#include <string.h>

#include "nodes.h"
#include "scope_private.h"

struct expr *sugar_new(struct sugar *g, enum expr_kind kind, struct span span) {
    struct expr *e = ARENA_NEW(g->arena, struct expr);
    e->kind = kind;
    e->span = span;
    e->id = g->outermost ? g->outermost->n_exprs++ : -1;
    return e;
}

struct expr *sugar_call(struct sugar *g, enum op_module module, const char *name, int n,
                        struct span span) {
    struct expr *call = sugar_new(g, EXPR_CALL, span), *fn = sugar_new(g, EXPR_NAME, span);
    const char *dot = strchr(name, '.');
    fn->name.name = name;
    fn->name.sym = scope_member(g->scopes, module, dot ? dot + 1 : name);
    call->call.fn = fn;
    call->call.n = n;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, n);
    return call;
}

struct expr *sugar_helper(struct sugar *g, struct span span, const char *name, int n,
                          struct expr *const *arg) {
    struct expr *call = sugar_new(g, EXPR_CALL, span), *fn = sugar_new(g, EXPR_NAME, span);
    const char *helper = intern_str(g->scopes->p->names, name);
    fn->name.name = helper;
    fn->name.sym = scope_prelude(g->scopes, helper);
    call->call.fn = fn;
    call->call.n = n;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, n);
    memcpy(call->call.arg, arg, (size_t)n * sizeof *arg);
    return fn->name.sym && g->outermost ? call : NULL;
}

/* Is it a.shape, or a part of it? */
static bool is_shape(const struct sugar *g, const struct expr *e) {
    bool part = e->kind == EXPR_INDEX && e->index.n == 1 && e->index.index[0]->kind == EXPR_SLICE;
    e = part ? e->index.base : e;
    return e->kind == EXPR_ATTR && !e->attr.sym && strcmp(e->attr.name, "shape") == 0 &&
           !parse_has_field(g->scopes->p, e->attr.name);
}

struct expr *sugar_array(struct sugar *g, struct expr *e, bool tuples) {
    bool tuple = e && (e->kind == EXPR_TUPLE || is_shape(g, e));
    bool fits = e && (sugar_is_list(e) || (tuples && tuple));
    if (!fits || !g->outermost) {
        return e;
    }
    struct expr *call = sugar_call(g, IN_NP, "np.array", 1, e->span);
    call->call.arg[0] = e;
    return call;
}

/* ---- methods */

static void add_keyword(struct sugar *g, struct expr *call, const char *name, struct expr *value) {
    struct keyword *kw = ARENA_ARRAY(g->arena, struct keyword, call->call.n_kw + 1);
    for (int i = 0; i < call->call.n_kw; ++i) {
        kw[i] = call->call.kw[i];
    }
    kw[call->call.n_kw++] = (struct keyword){name, value->span, value};
    call->call.kw = kw;
}

/* The place of the array among the function's parameters: behind the condition of compress. */
static int place_of_self(const struct func *f) {
    for (int i = 0; i < f->n_params && i < 2; ++i) {
        if (strcmp(f->param[i].sym->name, "a") == 0) {
            return i;
        }
    }
    return 0;
}

void sugar_method(struct sugar *g, struct expr *call, struct symbol *method) {
    struct expr *fn = call->call.fn;
    int at = method->kind == SYM_FUNC ? place_of_self(method->func) : 0, n = call->call.n;
    fn->attr.sym = method;
    if (at > n) {
        add_keyword(g, call, method->func->param[at].sym->name, fn->attr.base);
        return;
    }
    struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, n + 1);
    for (int i = 0; i <= n; ++i) {
        arg[i] = i == at ? fn->attr.base : call->call.arg[i - (i > at)];
    }
    call->call.arg = arg;
    call->call.n++;
}

/* ---- list(x) */

/* [value for target in iter], by a name that no program can write. */
static void comprehend(struct sugar *g, struct expr *e, struct expr *value, struct expr *target,
                       struct expr *iter) {
    const char *list = intern_str(g->scopes->p->names, "[]");
    struct span span = e->span;
    struct stmt *loop = node_stmt(g, STMT_FOR, span);
    loop->for_.target = target;
    loop->for_.iter = iter;
    loop->for_.body.n = 1;
    loop->for_.body.item = ARENA_ARRAY(g->arena, struct stmt *, 1);
    loop->for_.body.item[0] =
        node_act(g, node_method_call(g, node_name(g, list, span), "append", value));
    *e = (struct expr){.kind = EXPR_COMP, .id = e->id, .span = span};
    e->comp.list = node_name(g, list, span);
    e->comp.loop = loop;
}

void sugar_list(struct sugar *g, struct expr *call) {
    const char *item = intern_str(g->scopes->p->names, "[i]");
    comprehend(g, call, node_name(g, item, call->span), node_name(g, item, call->span),
               call->call.arg[0]);
}

void sugar_map(struct sugar *g, struct expr *call) {
    struct intern_table *names = g->scopes->p->names;
    int n = call->call.n - 1;
    struct expr *value = sugar_new(g, EXPR_CALL, call->span), *target, *iter;
    struct expr *to = sugar_new(g, EXPR_TUPLE, call->span);
    value->call.fn = call->call.arg[0];
    value->call.n = to->list.n = n;
    value->call.arg = ARENA_ARRAY(g->arena, struct expr *, n);
    to->list.item = ARENA_ARRAY(g->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        const char *item = intern_str(names, arena_printf(g->arena, "[i%d]", i));
        value->call.arg[i] = node_name(g, item, call->span);
        to->list.item[i] = node_name(g, item, call->span);
    }
    target = n > 1 ? to : to->list.item[0];
    if (n > 1) {
        iter = sugar_new(g, EXPR_CALL, call->span);
        iter->call.fn = node_name(g, intern_str(names, "zip"), call->span);
        iter->call.n = n;
        iter->call.arg = call->call.arg + 1;
    } else {
        iter = call->call.arg[1];
    }
    comprehend(g, call, value, target, iter);
}

/* ---- arrays of the module */

struct expr *sugar_symbol(struct sugar *g, struct symbol *sym, struct span span) {
    struct expr *e = node_name(g, sym->name, span);
    e->name.sym = sym;
    return e;
}

struct expr *sugar_shown(struct sugar *g, struct symbol *x, struct span span) {
    struct expr *shape = sugar_new(g, EXPR_ATTR, span), *call = sugar_new(g, EXPR_CALL, span);
    shape->attr.base = sugar_symbol(g, x, span);
    shape->attr.name = intern_str(g->scopes->p->names, "shape");
    shape->attr.name_span = span;
    call->call.fn = node_name(g, "np.broadcast_to", span);
    call->call.fn->name.sym = scope_member(g->scopes, IN_NP, "broadcast_to");
    call->call.n = 2;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 2);
    call->call.arg[0] = sugar_symbol(g, x, span);
    call->call.arg[1] = shape;
    return call;
}

static bool is_plain(const struct expr *e);

static bool are_plain(int n, struct expr *const *item) {
    bool plain = true;
    for (int i = 0; i < n; ++i) {
        plain = plain && is_plain(item[i]);
    }
    return plain;
}

static bool is_plain_symbol(const struct symbol *sym) {
    return sym && (sym->kind == SYM_CONST || sym->kind == SYM_VALUE || sym->kind == SYM_DTYPE ||
                   (sym->kind == SYM_GLOBAL && sym->value));
}

static bool is_plain_call(const struct expr *e) {
    const struct symbol *sym = sugar_callee(e->call.fn);
    bool known =
        sym && ((sym->kind == SYM_OP && (sym->module == IN_NP || sym->module == IN_MATH)) ||
                sym->kind == SYM_DTYPE);
    for (int i = 0; i < e->call.n_kw; ++i) {
        known = known && is_plain(e->call.kw[i].value);
    }
    return known && are_plain(e->call.n, e->call.arg);
}

/* Made of constants, and of functions that do nothing but compute. */
static bool is_plain(const struct expr *e) {
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_IMAG:
    case EXPR_BOOL:
    case EXPR_NONE:
    case EXPR_STR:
        return true;
    case EXPR_NAME:
        return is_plain_symbol(e->name.sym);
    case EXPR_ATTR:
        return is_plain_symbol(e->attr.sym);
    case EXPR_TUPLE:
    case EXPR_LIST:
        return are_plain(e->list.n, e->list.item);
    case EXPR_UNARY:
        return is_plain(e->unary.a);
    case EXPR_BINARY:
        return is_plain(e->binary.a) && is_plain(e->binary.b);
    case EXPR_CALL:
        return is_plain_call(e);
    default:
        return false;
    }
}

/* Is it an array by its form, whatever its parts are? */
static bool makes_array(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_CALL ? sugar_callee(e->call.fn) : NULL;
    bool first = e->kind == EXPR_CALL && e->call.n > 0;
    if (e->kind == EXPR_NAME) {
        return e->name.sym && e->name.sym->kind == SYM_GLOBAL && e->name.sym->value;
    }
    if (e->kind == EXPR_UNARY) {
        return makes_array(e->unary.a);
    }
    if (e->kind == EXPR_BINARY) {
        return makes_array(e->binary.a) || makes_array(e->binary.b);
    }
    if (!sym || sym->kind != SYM_OP || sym->module != IN_NP) {
        return false;
    }
    switch (sym->op) {
    case OP_ARRAY:
    case OP_ASARRAY:
        return first && (e->call.arg[0]->kind == EXPR_LIST || e->call.arg[0]->kind == EXPR_TUPLE);
    case OP_ZEROS:
    case OP_ONES:
    case OP_FULL:
    case OP_ARANGE:
    case OP_LINSPACE:
    case OP_EYE:
    case OP_IDENTITY:
        return true;
    default:
        return (op_info[sym->op].class_ == OPC_UNARY || op_info[sym->op].class_ == OPC_BINARY) &&
               first && makes_array(e->call.arg[0]);
    }
}

bool sugar_is_table(const struct expr *e) {
    return makes_array(e) && is_plain(e);
}

/* ---- starred items */

struct expr *sugar_list_of(struct sugar *g, struct expr *e) {
    struct expr *call = sugar_new(g, EXPR_CALL, e->span);
    call->call.fn = node_name(g, intern_str(g->scopes->p->names, "list"), e->span);
    call->call.n = 1;
    call->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    call->call.arg[0] = e;
    return call;
}

/* The items from i on up to the next starred one, as a display of their own. */
static struct expr *plain_items(struct sugar *g, const struct expr *e, int i) {
    struct expr *part = sugar_new(g, e->kind, e->span);
    part->list.item = &e->list.item[i];
    while (i < e->list.n && !sugar_starred_item(e->list.item[i])) {
        ++part->list.n;
        ++i;
    }
    return part;
}

bool sugar_starred(struct sugar *g, struct expr *e) {
    struct expr *sum = NULL;
    int starred = 0, i = 0;
    for (int k = 0; k < e->list.n; ++k) {
        starred += sugar_starred_item(e->list.item[k]) != NULL;
    }
    if (starred == 0 || !g->outermost) {
        return false;
    }
    if (e->kind == EXPR_TUPLE && starred == e->list.n) {
        sum = sugar_new(g, EXPR_TUPLE, e->span);
    }
    while (i < e->list.n) {
        struct expr *inner = sugar_starred_item(e->list.item[i]), *part;
        if (inner) {
            part = e->kind == EXPR_LIST ? sugar_list_of(g, inner) : inner;
            ++i;
        } else {
            part = plain_items(g, e, i);
            i += part->list.n;
        }
        if (sum) {
            struct expr *both = sugar_new(g, EXPR_BINARY, e->span);
            both->binary.op = OP_ADD;
            both->binary.a = sum;
            both->binary.b = part;
            both->binary.op_span = e->span;
            part = both;
        }
        sum = part;
    }
    int id = e->id;
    *e = *sum;
    e->id = id;
    return true;
}

/* ---- lists by their form */

static bool is_call_of(const struct expr *e, const char *name) {
    return e->call.fn->kind == EXPR_NAME && strcmp(e->call.fn->name.name, name) == 0 &&
           (!e->call.fn->name.sym || e->call.fn->name.sym->kind == SYM_OTHER ||
            (e->call.fn->name.sym->kind == SYM_FUNC && e->call.fn->name.sym->func->prelude));
}

bool sugar_is_container(const struct expr *e) {
    static const char *const made[] = {"{}",          "{:}",     "dict",        "set",
                                       "defaultdict", "Counter", "OrderedDict", "deque"};
    while (e->kind == EXPR_CALL && e->call.fn->kind == EXPR_ATTR &&
           e->call.fn->attr.base->kind == EXPR_CALL) {
        e = e->call.fn->attr.base;
    }
    e = e->kind == EXPR_COMP && e->comp.start ? e->comp.start : e;
    if (e->kind != EXPR_CALL) {
        return false;
    }
    const struct expr *fn = e->call.fn;
    const char *name = fn->kind == EXPR_NAME   ? fn->name.name
                       : fn->kind == EXPR_ATTR ? fn->attr.name
                                               : "";
    for (size_t i = 0; i < sizeof made / sizeof made[0]; ++i) {
        if (strcmp(name, made[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool sugar_is_list(const struct expr *e) {
    switch (e->kind) {
    case EXPR_LIST:
        return true;
    case EXPR_COMP:
        return !e->comp.start;
    case EXPR_NAME:
        return e->name.sym && e->name.sym->is_list;
    case EXPR_BINARY:
        return (e->binary.op == OP_ADD || e->binary.op == OP_MUL) &&
               (sugar_is_list(e->binary.a) ||
                (e->binary.op == OP_MUL && sugar_is_list(e->binary.b)));
    case EXPR_CALL:
        return is_call_of(e, "list") || is_call_of(e, "sorted") ||
               (e->call.fn->kind == EXPR_ATTR && strcmp(e->call.fn->attr.name, "tolist") == 0);
    default:
        return false;
    }
}

/* ---- indices and assignments */

/* The number of points that a step of 5j asks for; 0: it is none. */
static int points_of(const struct expr *step) {
    bool points = step && step->kind == EXPR_IMAG && step->number >= 1 && step->number < 1e9;
    return points ? (int)step->number : 0;
}

/* lo:hi:step among the items is np.arange(lo, hi, step), lo:hi:5j np.linspace(lo, hi, 5). */
static struct expr *range_item(struct sugar *g, struct expr *e) {
    if (e->kind != EXPR_SLICE || !e->slice.hi) {
        return e;
    }
    if (points_of(e->slice.step)) {
        struct expr *line = sugar_call(g, IN_NP, "np.linspace", 3, e->span);
        line->call.arg[0] = e->slice.lo ? e->slice.lo : node_int(g, 0, e->span);
        line->call.arg[1] = e->slice.hi;
        line->call.arg[2] = node_int(g, points_of(e->slice.step), e->span);
        return line;
    }
    struct expr *call = sugar_call(g, IN_NP, "np.arange", e->slice.step ? 3 : 2, e->span);
    call->call.arg[0] = e->slice.lo ? e->slice.lo : node_int(g, 0, e->span);
    call->call.arg[1] = e->slice.hi;
    if (e->slice.step) {
        call->call.arg[2] = e->slice.step;
    }
    return call;
}

/* np.mgrid[lo:hi:step], and of np.ogrid, is a form of the prelude. */
static bool line_grid(struct sugar *g, struct expr *e, const struct symbol *sym) {
    const struct expr *at = e->index.n == 1 ? e->index.index[0] : NULL;
    bool grid = sym && sym->kind == SYM_OP && (sym->op == OP_MGRID || sym->op == OP_OGRID);
    struct symbol *form = grid && at && at->kind == EXPR_SLICE && at->slice.hi && g->outermost
                              ? scope_form(g->scopes, sym->name)
                              : NULL;
    if (!form) {
        return false;
    }
    struct expr *fn = sugar_symbol(g, form, e->span),
                **arg = ARENA_ARRAY(g->arena, struct expr *, 4);
    int points = points_of(at->slice.step);
    arg[0] = at->slice.lo ? at->slice.lo : node_int(g, 0, e->span);
    arg[1] = at->slice.hi;
    arg[2] = points           ? node_int(g, points, e->span)
             : at->slice.step ? at->slice.step
                              : node_int(g, 1, e->span);
    arg[3] = sugar_new(g, EXPR_BOOL, e->span);
    arg[3]->boolean = points > 0;
    e->kind = EXPR_CALL;
    e->call.fn = fn;
    e->call.n = 4;
    e->call.arg = arg;
    e->call.n_kw = 0;
    e->call.kw = NULL;
    return true;
}

bool sugar_join(struct sugar *g, struct expr *e) {
    const struct symbol *sym = sugar_callee(e->index.base);
    if (line_grid(g, e, sym)) {
        return true;
    }
    if (!sym || sym->kind != SYM_FUNC || !sym->func->prelude || !g->outermost) {
        return false;
    }
    if (e->index.n > 0 && e->index.index[0]->kind == EXPR_STR) {
        e->kind = EXPR_UNSUPPORTED;
        e->unsupported =
            "a text of axes in np.r_ (write np.concatenate, np.vstack or np.column_stack)";
        e->starred = e->named = e->value = NULL;
        return true;
    }
    struct expr *items = sugar_new(g, EXPR_TUPLE, e->span), *fn = e->index.base;
    items->list.n = e->index.n;
    items->list.item = ARENA_ARRAY(g->arena, struct expr *, e->index.n);
    for (int i = 0; i < e->index.n; ++i) {
        items->list.item[i] = range_item(g, sugar_array(g, e->index.index[i], true));
    }
    e->kind = EXPR_CALL;
    e->call.fn = fn;
    e->call.n = 1;
    e->call.arg = ARENA_ARRAY(g->arena, struct expr *, 1);
    e->call.arg[0] = items;
    e->call.n_kw = 0;
    e->call.kw = NULL;
    return true;
}

/* a[['x', 'y']] */
static bool names_fields(const struct expr *e) {
    return e->kind == EXPR_LIST && e->list.n > 0 && e->list.item[0]->kind == EXPR_STR;
}

/* A list as an index: an array of ints, where it is empty too. */
static struct expr *index_array(struct sugar *g, struct expr *e, bool tuples) {
    bool empty = e->kind == EXPR_LIST && e->list.n == 0;
    struct expr *array = sugar_array(g, e, tuples);
    if (empty && array != e) {
        struct expr *dtype = sugar_new(g, EXPR_STR, e->span);
        dtype->str.text = "int64";
        dtype->str.n = (int)strlen(dtype->str.text);
        add_keyword(g, array, "dtype", dtype);
    }
    return array;
}

void sugar_index(struct sugar *g, struct expr *index) {
    for (int i = 0; i < index->index.n; ++i) {
        struct expr **at = &index->index.index[i];
        sugar_index_parts(g, *at);
        *at = names_fields(*at) ? *at : index_array(g, *at, index->index.n > 1);
    }
}

/* d[k], and xs[i] of a list: what is stored there is an item, not elements of an array. */
static bool is_item(const struct expr *e) {
    bool slice = e->index.n > 0 && e->index.index[0]->kind == EXPR_SLICE;
    const struct expr *of = e->index.base;
    const struct symbol *sym = of->kind == EXPR_NAME ? of->name.sym : NULL;
    return !slice && sym && (sym->is_list || sym->is_container);
}

void sugar_assign(struct sugar *g, struct stmt *s) {
    bool stores = s->assign.n > 0 && s->assign.value;
    for (int i = 0; i < s->assign.n; ++i) {
        stores = stores && s->assign.target[i]->kind == EXPR_INDEX && !is_item(s->assign.target[i]);
    }
    if (stores) {
        s->assign.value = sugar_array(g, s->assign.value, true);
    }
}
