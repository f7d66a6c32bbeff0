/* Solving a use: the values of a scheme's type variables at ground parameters.
 *
 * Components run in order. A constraint alone is evaluated once. Those on a cycle (variables
 * carried around a loop) are evaluated from a work list: variables that assignments flow into climb
 * by join_widen, all others follow, until nothing changes. Then each joined variable takes the
 * strict join of what flows into it now, which is lower when an early value of it was too high.
 *
 * Calls solve the callee's use first. A call of a use that is being solved gives the result known
 * so far, and the outermost such use is solved again until its result is stable; uses in between
 * are provisional until then. */
#include <limits.h>
#include <string.h>

#include "open.h"

enum { MAX_DEPTH = 120, MAX_ROUNDS = 32, MAX_SOLVED = 2000 };

/* ---- the table of uses */

static uint64_t mix(uint64_t h, const void *p) {
    h = (h ^ (uint64_t)(uintptr_t)p) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 31);
}

static uint64_t use_hash(const struct use *u) {
    const struct func *f = u->scheme->func;
    uint64_t h = mix(mix(mix(17, f), u->signature), u->wanted);
    for (int i = 0; i < f->n_params; ++i) {
        h = mix(h, u->param[i]);
    }
    for (int i = 0; i < f->n_captures; ++i) {
        h = mix(h, u->capture[i]);
    }
    return h;
}

static bool use_same(const struct use *a, const struct use *b) {
    const struct func *f = a->scheme->func;
    if (a->scheme != b->scheme || a->signature != b->signature || a->wanted != b->wanted) {
        return false;
    }
    for (int i = 0; i < f->n_params; ++i) {
        if (a->param[i] != b->param[i]) {
            return false;
        }
    }
    for (int i = 0; i < f->n_captures; ++i) {
        if (a->capture[i] != b->capture[i]) {
            return false;
        }
    }
    return true;
}

static struct use **use_place(struct use **slot, int cap, const struct use *u) {
    uint64_t mask = (uint64_t)cap - 1;
    uint64_t i = use_hash(u) & mask;
    while (slot[i] && !use_same(slot[i], u)) {
        i = (i + 1) & mask;
    }
    return &slot[i];
}

static void use_table_grow(struct infer *ix) {
    int cap = ix->cap_uses ? 2 * ix->cap_uses : 64;
    struct use **slot = ARENA_ARRAY(ix->arena, struct use *, cap);
    for (int i = 0; i < ix->cap_uses; ++i) {
        if (ix->use_slot[i]) {
            *use_place(slot, cap, ix->use_slot[i]) = ix->use_slot[i];
        }
    }
    ix->use_slot = slot;
    ix->cap_uses = cap;
}

static struct itype **copy_types(struct infer *ix, int n, struct itype **type) {
    struct itype **copy = ARENA_ARRAY(ix->arena, struct itype *, n);
    for (int i = 0; i < n; ++i) {
        copy[i] = type[i];
    }
    return copy;
}

/* Destructures a ground type against a term: gives the term's variables their values, fixed. False
 * when it is no tuple of that many items. */
static bool use_bind(struct infer *ix, struct use *u, struct itype *term, struct itype *ground) {
    term = it_find(term);
    if (term->kind == IT_VAR) {
        u->value[term->id] = ground;
        u->fixed[term->id] = true;
        return true;
    }
    if (term->ground) {
        return true; /* a declared parameter: the overload was chosen by it */
    }
    if (!it_alike(ground, term)) {
        return false;
    }
    for (int i = 0; i < term->n; ++i) {
        if (!use_bind(ix, u, term->item[i], it_item(&ix->types, ground, i))) {
            return false;
        }
    }
    return true;
}

/* Gives parameters, captures and a declared result their values. */
static void use_begin(struct infer *ix, struct use *u) {
    struct scheme *s = u->scheme;
    u->value = ARENA_ARRAY(ix->arena, struct itype *, s->n_vars);
    u->fixed = ARENA_ARRAY(ix->arena, bool, s->n_vars);
    u->bad_param = -1;
    for (int i = 0; i < s->func->n_params; ++i) {
        if (!use_bind(ix, u, s->param[i], u->param[i])) {
            u->bad_param = i;
        }
    }
    for (int i = 0; i < s->func->n_captures; ++i) {
        use_bind(ix, u, s->capture[i], u->capture[i]);
    }
    if (u->signature && u->signature->ret) {
        u->ret = infer_annotation(ix, u->signature->ret);
        u->declared = true;
        use_bind(ix, u, s->ret, u->ret);
    }
}

struct itype *use_param(struct infer *ix, const struct func *f, int i, struct itype *t) {
    bool walks = t->kind == IT_OBJECT && t->linked && !f->prelude && f->param[i].sym->n_assigned;
    return walks ? it_optional(&ix->types, t) : t;
}

struct use *use_get(struct infer *ix, const struct func *f, const struct signature *sig,
                    struct itype **given, struct itype **capture, struct itype *wanted) {
    struct itype *small[8];
    struct itype **param =
        f->n_params <= 8 ? small : ARENA_ARRAY(ix->arena, struct itype *, f->n_params);
    for (int i = 0; i < f->n_params; ++i) {
        param[i] = use_param(ix, f, i, given[i]);
    }
    struct use key = {.scheme = ix->rules->scheme(ix, f),
                      .signature = sig,
                      .param = param,
                      .capture = capture,
                      .wanted = wanted};
    if (2 * ix->n_uses >= ix->cap_uses) {
        use_table_grow(ix);
    }
    struct use **place = use_place(ix->use_slot, ix->cap_uses, &key);
    if (!*place) {
        struct use *u = *place = ARENA_NEW(ix->arena, struct use);
        *u = key;
        u->param = copy_types(ix, f->n_params, param);
        u->capture = copy_types(ix, f->n_captures, capture);
        ix->n_uses++;
        vec_push(ix->arena, &u->scheme->uses, u);
        open_given(ix, u);
        use_begin(ix, u);
    }
    return *place;
}

/* ---- one constraint */

/* A component being iterated. */
struct cycle {
    const struct scheme *scheme;
    int component;
    int *queue; /* ring of capacity n constraints */
    int n, head, waiting;
    bool *queued; /* by position: constraint index - first */
};

static void cycle_push(struct cycle *cy, int con) {
    int at = cy->scheme->place_of[con];
    if (!cy->queued[at]) {
        cy->queued[at] = true;
        cy->queue[(cy->head + cy->waiting++) % cy->n] = con;
    }
}

static void changed(struct cycle *cy, int var) {
    const struct scheme *s = cy->scheme;
    for (int i = s->reader_start[var]; i < s->reader_start[var + 1]; ++i) {
        if (s->component_of[s->reader[i]] == cy->component) {
            cycle_push(cy, s->reader[i]);
        }
    }
}

static void set_value(struct use *u, struct itype *var, struct itype *t, struct cycle *cy) {
    if (u->value[var->id] != t) {
        u->value[var->id] = t;
        if (cy) {
            changed(cy, var->id);
        }
    }
}

/* Gives the variables of a result term their values. */
static void assign(struct infer *ix, struct use *u, struct itype *term, struct itype *t,
                   const struct con *join, struct cycle *cy) {
    term = it_find(term);
    struct itype *old = term->kind == IT_VAR ? u->value[term->id] : term->ground ? term : NULL;
    if (old) {
        open_meet(ix, u, &old, &t);
    }
    if (term->kind == IT_VAR) {
        if (!u->fixed[term->id]) {
            set_value(u, term, join ? join_widen(&ix->types, old, t, !join->sym) : t, cy);
        }
    } else if (!term->ground && it_alike(t, term)) {
        for (int i = 0; i < term->n; ++i) {
            assign(ix, u, term->item[i], it_item(&ix->types, t, i), join, cy);
        }
    }
}

/* A call in the prelude under a condition on types that are not known yet, nor perhaps ever: what
 * it would call may call on and on, with types made of the unknown ones. And what would say what is
 * open, which it does not where the condition turns out false. */
static bool waits(const struct use *u, const struct con *c) {
    bool call = c->kind == CON_CALL && u->scheme->func->prelude;
    struct itype *live = (call || u->opens) && c->live ? it_find(c->live) : NULL;
    return live && live->kind == IT_VAR && !u->value[live->id];
}

bool use_operands(struct infer *ix, const struct use *u, const struct con *c, struct itype **arg) {
    if (!decide_live(u, c->live) || waits(u, c)) {
        return false;
    }
    for (int i = 0; i < c->n; ++i) {
        arg[i] = open_resolve(ix, u, it_subst(&ix->types, c->arg[i], u->value));
        arg[i] = arg[i] && arg[i]->open && !open_takes(c, i, arg[i]) ? NULL : arg[i];
        if (arg[i] && arg[i]->kind == IT_ERROR && c->kind == CON_LOGIC) {
            arg[i] = NULL;
        }
        if ((!arg[i] || arg[i]->kind == IT_ERROR) && c->kind != CON_LOGIC) {
            return false;
        }
    }
    return true;
}

static void step(struct infer *ix, struct use *u, int con, struct cycle *cy) {
    const struct con *c = u->scheme->cons.item[con];
    if ((!c->out || it_find(c->out)->ground) && !open_tells(u, c)) {
        return;
    }
    struct itype *small[8];
    struct itype **arg = c->n <= 8 ? small : ARENA_ARRAY(ix->arena, struct itype *, c->n);
    struct itype *t = open_compared(ix, u, c);
    if (!t && !use_operands(ix, u, c, arg)) {
        return;
    }
    t = t ? t : con_eval(ix, c, arg);
    if (t && t->kind != IT_ERROR && c->out) {
        assign(ix, u, c->out, t, c->kind == CON_JOIN ? c : NULL, cy);
    }
}

/* ---- cycles */

/* The part of a flowing type that reaches var inside the term it flows into. */
static struct itype *part_for(struct infer *ix, struct itype *term, struct itype *t, int var) {
    term = it_find(term);
    if (term->kind == IT_VAR) {
        return term->id == var ? t : NULL;
    }
    if (term->ground || !it_alike(t, term)) {
        return NULL;
    }
    for (int i = 0; i < term->n; ++i) {
        struct itype *part = part_for(ix, term->item[i], it_item(&ix->types, t, i), var);
        if (part) {
            return part;
        }
    }
    return NULL;
}

bool use_flow(struct infer *ix, const struct use *u, int var, int k, struct flow_in *in) {
    const struct scheme *s = u->scheme;
    int at = s->producer_start[var] + k;
    if (at >= s->producer_start[var + 1]) {
        return false;
    }
    in->con = s->cons.item[s->producer[at]];
    in->cyclic = s->component_of[s->producer[at]] == s->component_of[s->cons.n + var];
    in->type = NULL;
    if (in->con->kind == CON_JOIN && decide_live(u, in->con->live)) {
        struct itype *t = it_subst(&ix->types, in->con->arg[0], u->value);
        t = t ? con_flows(ix, u, in->con, t) : t;
        in->type = t && t->kind != IT_ERROR ? part_for(ix, in->con->out, t, var) : NULL;
    }
    return true;
}

bool con_keeps(const struct infer *ix, const struct con *c) {
    bool for_a_while = c->sym && (c->sym->n_none > 0 || c->sym->may_be_none);
    return c->in_list || (ix->types.either && for_a_while);
}

struct itype *use_join(struct infer *ix, const struct con *c, struct itype *a, struct itype *b) {
    return (c->sym ? join_strict : join_values)(&ix->types, a, b);
}

/* The strict join of what flows into var now; NULL when there is none. */
static struct itype *strict_value(struct infer *ix, const struct use *u, int var) {
    struct itype *t = NULL;
    struct flow_in in;
    for (int k = 0; use_flow(ix, u, var, k, &in); ++k) {
        if (in.con->kind != CON_JOIN) {
            return NULL;
        }
        if (in.type) {
            t = t ? use_join(ix, in.con, t, in.type) : in.type;
            if (!t) {
                return NULL;
            }
        }
    }
    return t;
}

static bool lower_joined(struct infer *ix, struct use *u, const struct component *c,
                         struct cycle *cy) {
    const struct scheme *s = u->scheme;
    for (int i = c->first; i < c->first + c->n; ++i) {
        int var = s->order[i] - s->cons.n;
        struct itype *t = var >= 0 && !u->fixed[var] ? strict_value(ix, u, var) : NULL;
        if (t && t != u->value[var]) {
            u->value[var] = t;
            changed(cy, var);
        }
    }
    return cy->waiting > 0;
}

static void run_queue(struct infer *ix, struct use *u, struct cycle *cy) {
    for (long budget = 64L * cy->n + 1000; cy->waiting && budget; --budget) {
        int con = cy->queue[cy->head];
        cy->head = (cy->head + 1) % cy->n;
        cy->waiting--;
        cy->queued[u->scheme->place_of[con]] = false;
        step(ix, u, con, cy);
    }
}

static void solve_cycle(struct infer *ix, struct use *u, int component) {
    const struct scheme *s = u->scheme;
    const struct component *c = &s->component[component];
    struct cycle cy = {.scheme = s,
                       .component = component,
                       .queue = ARENA_ARRAY(ix->arena, int, c->n),
                       .n = c->n,
                       .queued = ARENA_ARRAY(ix->arena, bool, c->n)};
    for (int i = c->first; i < c->first + c->n && s->order[i] < s->cons.n; ++i) {
        cycle_push(&cy, s->order[i]);
    }
    run_queue(ix, u, &cy);
    for (int pass = 0; pass < 4 && lower_joined(ix, u, c, &cy); ++pass) {
        run_queue(ix, u, &cy);
    }
}

/* ---- a use */

static void solve_constraints(struct infer *ix, struct use *u) {
    const struct scheme *s = u->scheme;
    for (int v = 0; v < s->n_vars; ++v) {
        if (!u->fixed[v]) {
            u->value[v] = open_start(ix, u, v);
        }
    }
    for (int k = 0; k < s->n_components; ++k) {
        const struct component *c = &s->component[k];
        if (c->n > 1) {
            solve_cycle(ix, u, k);
        } else if (s->order[c->first] < s->cons.n) {
            step(ix, u, s->order[c->first], NULL);
        }
    }
    if (!u->declared) {
        struct itype *ret = it_find(s->ret);
        u->ret = ret->kind == IT_VAR ? u->value[ret->id] : it_subst(&ix->types, ret, u->value);
    }
}

static void solve_body(struct infer *ix, struct use *u) {
    do {
        solve_constraints(ix, u);
    } while (open_again(ix, u));
    open_settle(ix, u);
}

/* A result to begin with where all paths need that of the call itself: None, which some return, or
 * an int where objects hold others, in the end none: 1 + sum(c.size() for c in self.children). */
static struct itype *first_guess(struct infer *ix, const struct use *u) {
    bool alone = u->recursive && !u->ret && !u->declared && ix->lowest >= u->depth;
    bool linked = false;
    for (int i = 0; i < u->scheme->func->n_params; ++i) {
        linked = linked || u->param[i]->linked;
    }
    return alone && u->scheme->gives_none ? &ix->types.none
           : alone && linked              ? it_scalar(&ix->types, DT_INT)
                                          : NULL;
}

/* Objects that hold what the call itself has given hold each other. */
static void link_results(struct infer *ix, struct itype *before, struct itype *after) {
    struct itype *a = before ? it_given(before) : NULL, *b = after ? it_given(after) : NULL;
    if (a && b && a != b && b->kind == IT_OBJECT && a->of == b->of && !b->of->prelude) {
        it_link(&ix->types, b, NULL);
    }
}

/* Solves again until the result is stable, when the use calls itself. */
static void solve_rounds(struct infer *ix, struct use *u, int mark) {
    for (int round = 0; round < MAX_ROUNDS; ++round) {
        struct itype *before = u->ret;
        int version = u->opens ? u->opens->version : 0;
        for (int i = mark; i < ix->provisional.n; ++i) {
            ix->provisional.item[i]->state = USE_NEW;
        }
        ix->provisional.n = mark;
        ix->lowest = INT_MAX;
        solve_body(ix, u);
        struct itype *guess = round == 0 ? first_guess(ix, u) : NULL;
        if (guess) {
            u->ret = guess;
            continue;
        }
        link_results(ix, before, u->ret);
        bool stable = !u->opens || u->opens->version == version;
        if (!u->recursive || (u->ret == before && stable)) {
            return;
        }
    }
}

static void finish_solving(struct infer *ix, struct use *u, int mark) {
    if (ix->lowest < u->depth) {
        u->state = USE_PROVISIONAL;
        u->in_cycle = true;
        u->assumed = ix->lowest;
        vec_push(ix->arena, &ix->provisional, u);
        return;
    }
    u->state = USE_DONE;
    for (int i = mark; i < ix->provisional.n; ++i) {
        ix->provisional.item[i]->state = USE_DONE;
    }
    ix->provisional.n = mark;
    ix->lowest = INT_MAX;
}

static void assume(struct infer *ix, int depth) {
    ix->lowest = depth < ix->lowest ? depth : ix->lowest;
}

void use_solve(struct infer *ix, struct use *u) {
    if (u->state == USE_ACTIVE) {
        u->recursive = true;
        assume(ix, u->depth);
    } else if (u->state == USE_PROVISIONAL) {
        assume(ix, u->assumed);
    }
    if (u->state != USE_NEW) {
        return;
    }
    ix->solved = ix->stack.n > 0 ? ix->solved + 1 : 0;
    if (ix->stack.n >= MAX_DEPTH || ix->solved >= MAX_SOLVED || u->bad_param >= 0) {
        u->too_deep = u->bad_param < 0;
        u->state = USE_DONE;
        return;
    }
    bool silent = ix->silent;
    int lowest = ix->lowest;
    int mark = ix->provisional.n;
    ix->silent = true;
    u->state = USE_ACTIVE;
    u->depth = ix->stack.n;
    vec_push(ix->arena, &ix->stack, u);
    solve_rounds(ix, u, mark);
    ix->stack.n--;
    finish_solving(ix, u, mark);
    assume(ix, lowest);
    ix->silent = silent;
}
