/* Deferred constraints: making them, solving them at once when that is possible, and the order in
 * which the others are solved.
 *
 * The schedule is made once per scheme. Its graph has a node per constraint and per type variable:
 * a constraint needs the variables in its operands, a variable needs the constraints whose result
 * it is. Tarjan's algorithm gives the components with producers first. Variables as nodes keep the
 * graph linear in the size of the constraints. */
#include <stdlib.h>
#include <string.h>

#include "open.h"

struct itype *con_fresh(struct infer *ix) {
    return it_var(&ix->types, ix->cur->n_vars++);
}

struct con *con_new(struct infer *ix, enum con_kind kind, struct span span, const struct expr *expr,
                    int n) {
    struct con *c = n < CON_REUSED ? ix->free_con[n] : NULL;
    if (c) {
        ix->free_con[n] = c->next;
        *c = (struct con){.arg = c->arg, .at = c->at};
    } else {
        c = ARENA_NEW(ix->arena, struct con);
        c->arg = ARENA_ARRAY(ix->arena, struct itype *, n);
        c->at = ARENA_ARRAY(ix->arena, const struct expr *, n);
    }
    c->kind = kind;
    c->live = ix->live;
    c->span = span;
    c->expr = expr;
    c->n = n;
    return c;
}

static void con_release(struct infer *ix, struct con *c) {
    if (c->n < CON_REUSED) {
        c->next = ix->free_con[c->n];
        ix->free_con[c->n] = c;
    }
}

void con_arg(struct con *c, int i, struct itype *type, const struct expr *at) {
    c->arg[i] = type;
    c->at[i] = at;
}

static bool has_result(enum con_kind k) {
    return k != CON_TRUTH && k != CON_INT && k != CON_STORE && k != CON_RAISE;
}

/* Does the check record a callee for it? Then it stays in the scheme even when solved. */
static bool has_callee(const struct con *c) {
    return c->kind == CON_SPECIAL || c->kind == CON_CAST || c->kind == CON_METHOD ||
           (c->kind == CON_OP && c->expr);
}

/* Is a str among the operands, or what becomes one here? */
static bool has_text(const struct con *c, struct itype **arg) {
    bool makes = (c->kind == CON_OP && !c->expr) || c->kind == CON_METHOD ||
                 c->kind == CON_SPECIAL || c->kind == CON_CAST ||
                 (c->kind == CON_JOIN && c->in_list);
    for (int i = 0; i < c->n; ++i) {
        const struct itype *t = arg[i];
        if (t && (it_is_str(t) ||
                  (t->kind == IT_LIST && c->kind == CON_OP && it_is_str(it_find(t->item[0]))))) {
            return true;
        }
    }
    return makes && c->n > 0 && arg[0] &&
           (it_is_text(arg[0]) || (c->op == OP_MUL && c->n == 2 && arg[1] && it_is_text(arg[1])));
}

/* Is operand i of a constraint taken as it is where it may be None? Others raise there; so do the
 * prelude's own texts, behind a test. */
static bool takes_none(const struct infer *ix, const struct con *c, int i) {
    switch (c->kind) {
    case CON_JOIN:
    case CON_GIVEN:
    case CON_LOGIC:
        return true;
    case CON_CALL:
    case CON_METHOD:
        return i > 0;
    case CON_STORE:
        return i == c->n - 1;
    case CON_SPECIAL:
        return op_shows(c->op) && !source_is_ours(ix->module->source, c->span);
    default:
        return false;
    }
}

/* x is None, x == y where one may be None. */
static struct itype *eval_none_test(struct infer *ix, const struct con *c, struct itype **arg) {
    bool is = c->op == OP_IS || c->op == OP_IS_NOT, equal = c->op == OP_EQ || c->op == OP_NE;
    bool may = c->kind == CON_OP && c->n == 2 && (is || equal) &&
               (it_is_optional(arg[0]) || it_is_optional(arg[1]));
    bool none = may && (arg[0]->kind == IT_NONE || arg[1]->kind == IT_NONE);
    struct itype *given[2] = {may ? it_given(arg[0]) : NULL, may ? it_given(arg[1]) : NULL};
    struct itype *t = may && !none ? con_eval(ix, c, given) : NULL;
    bool refused =
        t && t->kind != IT_ERROR && (t->kind != IT_SCALAR || (!is && given[0]->kind == IT_OBJECT));
    if (refused) {
        return infer_refuse(ix, DIAG_PY302, c->span,
                            "values that may be None are compared where they are numbers or texts",
                            "test for None before");
    }
    return t && t->kind == IT_ERROR ? t : may ? it_scalar(&ix->types, DT_PYBOOL) : NULL;
}

bool con_holds_none(const struct itype *t) {
    bool holds = false;
    for (int i = 0; (t->kind == IT_LIST || t->kind == IT_TUPLE) && i < t->n && !holds; ++i) {
        struct itype *item = it_find(t->item[i]);
        holds = it_is_optional(item) || item->kind == IT_NONE || con_holds_none(item);
    }
    return holds && !it_is_optional(t);
}

struct itype *con_refuse_none(struct infer *ix, struct span span) {
    return infer_refuse(ix, DIAG_PY303, span, "arrays hold no None",
                        "take it out before: [x for x in xs if x is not None]");
}

/* What makes an array of its arguments: None is none of its elements. */
static struct itype *array_of_none(struct infer *ix, const struct con *c, struct itype **arg) {
    bool numpy = (c->kind == CON_SPECIAL && c->module == IN_NP && !op_shows(c->op)) ||
                 (c->kind == CON_OP && op_info[c->op].class_ == OPC_LIB);
    bool list = c->n > 0 && arg[0] && arg[0]->kind == IT_LIST && c->op == OP_COPY && c->at[0] &&
                c->expr && c->expr->kind == EXPR_CALL && c->expr->call.fn->kind == EXPR_ATTR &&
                c->at[0] == c->expr->call.fn->attr.base; /* xs.copy() */
    for (int i = 0; numpy && !list && i < c->n; ++i) {
        if (arg[i] && con_holds_none(arg[i])) {
            return con_refuse_none(ix, c->at[i] ? c->at[i]->span : c->span);
        }
    }
    return NULL;
}

/* Members of an Enum are tuples here, which Python's are not. NULL: none is used as one. */
static struct itype *member_used(struct infer *ix, const struct con *c, struct itype **arg) {
    bool part = c->kind == CON_INDEX || c->kind == CON_ITER || c->kind == CON_PART;
    bool ours = source_is_ours(ix->module->source, c->span); /* where hashes are made of them */
    bool takes = c->op == OP_TEXT || c->op == OP_PRINT || c->op == OP_RAISE ||
                 c->op == OP_ISINSTANCE || c->op == OP_MIN || c->op == OP_MAX;
    bool uses = part ? !ours
                : c->kind == CON_SPECIAL
                    ? !takes && (!ours || op_info[c->op].class_ == OPC_LIB)
                    : (c->kind == CON_CAST && c->dtype != DT_PYBOOL) || c->kind == CON_INT;
    for (int i = 0; uses && i < (part ? 1 : c->n); ++i) {
        if (arg[i] && arg[i]->kind == IT_TUPLE && arg[i]->of && arg[i]->of->enumerates) {
            return infer_refuse(ix, DIAG_PY302, c->at[i] ? c->at[i]->span : c->span,
                                "members of an Enum are compared and kept only", "take its .value");
        }
    }
    return NULL;
}

struct itype *con_eval(struct infer *ix, const struct con *c, struct itype **arg) {
    bool optional = false;
    struct itype *refused = member_used(ix, c, arg);
    refused = refused ? refused : array_of_none(ix, c, arg);
    if (refused) {
        return refused;
    }
    for (int i = 0; i < c->n; ++i) {
        optional = optional || (arg[i] && it_is_optional(arg[i]) && !takes_none(ix, c, i));
    }
    struct itype *test = optional ? eval_none_test(ix, c, arg) : NULL;
    if (test) {
        return test;
    }
    struct itype **given = optional ? ARENA_ARRAY(ix->arena, struct itype *, c->n) : arg;
    for (int i = 0; optional && i < c->n; ++i) {
        given[i] = takes_none(ix, c, i) ? arg[i] : it_given(arg[i]);
    }
    arg = given;
    bool text = c->kind != CON_LOGIC && has_text(c, arg);
    struct itype *unequal = decide_unequal(ix, c, arg);
    if (unequal) {
        return unequal;
    }
    refused = c->kind == CON_LOGIC ? NULL : ix->rules->refused(ix, c, arg);
    if (refused) {
        return refused;
    }
    return (text ? ix->rules->text : ix->rules->eval[c->kind])(ix, c, arg);
}

/* Terms that are known or open, with NULL for the latter. */
static struct itype *solve_logic(struct infer *ix, const struct con *c) {
    struct itype *arg[2];
    for (int i = 0; i < c->n; ++i) {
        arg[i] = c->arg[i]->ground ? c->arg[i] : NULL;
    }
    return con_eval(ix, c, arg);
}

/* xs[i:j] = values of a list is a call. */
static bool is_part_of_list(const struct con *c) {
    return c->kind == CON_STORE && it_find(c->arg[0])->kind == IT_LIST &&
           c->expr->kind == EXPR_INDEX && c->expr->index.n == 1 &&
           c->expr->index.index[0]->kind == EXPR_SLICE;
}

/* t[i] of a tuple whose items have several types, at an index that is known when running. */
static bool is_any_item(const struct con *c) {
    const struct itype *t = c->arg[0];
    bool differ = false;
    for (int i = 1; c->n == 2 && t->kind == IT_TUPLE && i < t->n; ++i) {
        differ = differ || t->item[i] != t->item[0];
    }
    return differ && c->arg[1]->kind == IT_SCALAR && !c->arg[1]->literal;
}

struct itype *con_solve(struct infer *ix, struct con *c) {
    bool ground = c->kind != CON_CALL && c->kind != CON_RAISE && !is_part_of_list(c);
    for (int i = 0; i < c->n; ++i) {
        c->arg[i] = it_resolve(&ix->types, c->arg[i]);
        if (c->arg[i]->kind == IT_ERROR) {
            return infer_bad(ix);
        }
        ground = ground && c->arg[i]->ground && !c->arg[i]->of &&
                 !(c->kind == CON_INDEX && it_is_columns(c->arg[i]));
    }
    ground = ground && !(c->kind == CON_INDEX && ix->types.either && is_any_item(c));
    ground = ground && !(has_text(c, c->arg) && ix->rules->text_calls(c, c->arg)) &&
             !(c->n > 0 && ix->rules->array_calls(c, c->arg));
    struct itype *decided = c->kind == CON_LOGIC ? solve_logic(ix, c) : NULL;
    if (decided) {
        con_release(ix, c);
        return decided;
    }
    if (ground) {
        struct itype *t = con_eval(ix, c, c->arg);
        if (has_callee(c) && t->kind != IT_ERROR && !ix->unrecorded) {
            c->out = t;
            vec_push(ix->arena, &ix->cur->cons, c);
        } else {
            con_release(ix, c);
        }
        return t;
    }
    c->out = has_result(c->kind) ? con_fresh(ix) : NULL;
    vec_push(ix->arena, &ix->cur->cons, c);
    return c->out ? c->out : &ix->types.none;
}

void con_join(struct infer *ix, struct itype *dst, struct itype *src, const struct expr *at,
              struct span span, struct symbol *sym) {
    struct con *c = con_new(ix, CON_JOIN, span, NULL, 1);
    con_arg(c, 0, src, at);
    c->sym = sym;
    c->met = sym && infer_is_met(ix, sym->span);
    c->out = dst;
    vec_push(ix->arena, &ix->cur->cons, c);
}

/* ---- readers and producers of each variable, as compressed rows */

struct rows {
    int *start; /* n_vars + 1 */
    int *item;
    int con; /* the constraint being visited */
};

static void count_var(void *context, struct itype *var) {
    struct rows *r = context;
    r->start[var->id + 1]++;
}

static void place_var(void *context, struct itype *var) {
    struct rows *r = context;
    r->item[r->start[var->id]++] = r->con;
}

static void visit_args(const struct con *c, void (*visit)(void *, struct itype *), void *context) {
    for (int i = 0; i < c->n; ++i) {
        it_each_var(c->arg[i], visit, context);
    }
    if (c->live) {
        it_each_var(c->live, visit, context);
    }
}

static void visit_out(const struct con *c, void (*visit)(void *, struct itype *), void *context) {
    if (c->out) {
        it_each_var(c->out, visit, context);
    }
}

static void build_rows(struct infer *ix, const struct scheme *s, bool producers, int **start,
                       int **item) {
    struct rows r = {.start = ARENA_ARRAY(ix->arena, int, s->n_vars + 2)};
    void (*each)(const struct con *, void (*)(void *, struct itype *), void *) =
        producers ? visit_out : visit_args;
    for (int i = 0; i < s->cons.n; ++i) {
        each(s->cons.item[i], count_var, &r);
    }
    for (int v = 0; v < s->n_vars; ++v) {
        r.start[v + 1] += r.start[v];
    }
    r.item = ARENA_ARRAY(ix->arena, int, r.start[s->n_vars]);
    for (r.con = 0; r.con < s->cons.n; ++r.con) {
        each(s->cons.item[r.con], place_var, &r);
    }
    for (int v = s->n_vars; v > 0; --v) { /* place_var advanced each start to the next one */
        r.start[v] = r.start[v - 1];
    }
    r.start[0] = 0;
    *start = r.start;
    *item = r.item;
}

/* ---- strongly connected components, without recursion */

struct tarjan {
    struct infer *ix;
    struct scheme *s;
    int *arg_start, *arg; /* by constraint: variables in its operands (CSR) */
    int *index, *low;     /* by node; 0: not visited */
    int *on_stack;        /* 0 or 1 */
    int *stack, n_stack;
    int *work, *edge, n_work; /* path being explored, and the next edge of each node on it */
    int counter;
};

struct arg_list {
    int n;
    int *item; /* NULL while counting */
};

static void add_arg(void *context, struct itype *var) {
    struct arg_list *l = context;
    if (l->item) {
        l->item[l->n] = var->id;
    }
    l->n++;
}

static void build_args(struct tarjan *t) {
    struct arg_list l = {0};
    for (int pass = 0; pass < 2; ++pass) {
        l.n = 0;
        for (int i = 0; i < t->s->cons.n; ++i) {
            t->arg_start[i] = l.n;
            visit_args(t->s->cons.item[i], add_arg, &l);
        }
        t->arg_start[t->s->cons.n] = l.n;
        if (!l.item) {
            l.item = ARENA_ARRAY(t->ix->arena, int, l.n);
        }
    }
    t->arg = l.item;
}

/* The k-th node that a node needs, or -1. */
static int tarjan_edge(const struct tarjan *t, int node, int k) {
    int n_cons = t->s->cons.n;
    if (node < n_cons) {
        int at = t->arg_start[node] + k;
        return at < t->arg_start[node + 1] ? n_cons + t->arg[at] : -1;
    }
    int at = t->s->producer_start[node - n_cons] + k;
    return at < t->s->producer_start[node - n_cons + 1] ? t->s->producer[at] : -1;
}

static void tarjan_enter(struct tarjan *t, int node) {
    t->index[node] = t->low[node] = ++t->counter;
    t->stack[t->n_stack++] = node;
    t->on_stack[node] = 1;
    t->work[t->n_work] = node;
    t->edge[t->n_work++] = 0;
}

static int compare_ints(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* The component whose root is node: constraints in program order, then variables. */
static void tarjan_component(struct tarjan *t, int node) {
    struct scheme *s = t->s;
    struct component *c = &s->component[s->n_components++];
    c->first = s->n_order;
    int member;
    do {
        member = t->stack[--t->n_stack];
        t->on_stack[member] = 0;
        s->order[s->n_order++] = member;
    } while (member != node);
    c->n = s->n_order - c->first;
    if (c->n > 1) {
        qsort(s->order + c->first, (size_t)c->n, sizeof(int), compare_ints);
    }
    for (int i = 0; i < c->n; ++i) {
        s->component_of[s->order[c->first + i]] = s->n_components - 1;
        s->place_of[s->order[c->first + i]] = i;
    }
}

static void tarjan_run(struct tarjan *t, int root) {
    tarjan_enter(t, root);
    while (t->n_work) {
        int node = t->work[t->n_work - 1];
        int next = tarjan_edge(t, node, t->edge[t->n_work - 1]++);
        if (next >= 0 && !t->index[next]) {
            tarjan_enter(t, next);
        } else if (next >= 0) {
            if (t->on_stack[next] && t->index[next] < t->low[node]) {
                t->low[node] = t->index[next];
            }
        } else {
            t->n_work--;
            if (t->low[node] == t->index[node]) {
                tarjan_component(t, node);
            }
            if (t->n_work) {
                int up = t->work[t->n_work - 1];
                t->low[up] = t->low[node] < t->low[up] ? t->low[node] : t->low[up];
            }
        }
    }
}

/* n zeroed ints of reusable memory. */
static int *scratch(struct infer *ix, int n) {
    if (n > ix->scratch_cap) {
        ix->scratch_cap = 2 * n;
        ix->scratch = ARENA_ARRAY(ix->arena, int, ix->scratch_cap);
    }
    memset(ix->scratch, 0, sizeof(int) * (size_t)n);
    return ix->scratch;
}

void con_schedule(struct infer *ix, struct scheme *s) {
    int n = s->cons.n + s->n_vars;
    build_rows(ix, s, false, &s->reader_start, &s->reader);
    build_rows(ix, s, true, &s->producer_start, &s->producer);
    s->order = ARENA_ARRAY(ix->arena, int, n);
    s->component_of = ARENA_ARRAY(ix->arena, int, n);
    s->place_of = ARENA_ARRAY(ix->arena, int, n);
    s->component = ARENA_ARRAY(ix->arena, struct component, n);
    int *room = scratch(ix, 7 * n + 1);
    struct tarjan t = {.ix = ix,
                       .s = s,
                       .index = room,
                       .low = room + n,
                       .stack = room + 2 * n,
                       .work = room + 3 * n,
                       .edge = room + 4 * n,
                       .on_stack = room + 5 * n,
                       .arg_start = room + 6 * n};
    build_args(&t);
    for (int node = 0; node < n; ++node) {
        if (!t.index[node]) {
            tarjan_run(&t, node);
        }
    }
    open_find_items(ix, s);
    s->scheduled = true;
}
