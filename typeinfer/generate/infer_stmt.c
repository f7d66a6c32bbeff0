/* The walk over statements: gives variables their types and follows definite assignment, for the
 * function's scheme (infer_scheme.c). */
#include "generate.h"

#include <string.h>

/* ---- assignment */

void infer_declare(struct infer *ix, struct symbol *sym, struct itype *t) {
    ix->env[sym->id] = t;
    struct typed_var v = {sym, t};
    vec_push(ix->arena, &ix->cur->vars, v);
}

/* A variable assigned once has its value's type; one assigned at several places has a variable of
 * its own, into which the values flow. */
static void assign_name(struct infer *ix, const struct expr *target, struct itype *t,
                        const struct expr *at) {
    struct symbol *sym = target->name.sym;
    if (!sym || (sym->kind != SYM_LOCAL && sym->kind != SYM_FUNC)) {
        infer_error(ix, DIAG_PY203, target->span, "'%s' is not a variable of this function",
                    target->name.name);
        return;
    }
    if (it_find(t)->kind == IT_NONE && infer_may_be_none(sym)) {
        infer_assign_none(ix, target);
        return;
    }
    bool open = it_find(t)->kind == IT_VAR && infer_may_give_none(at);
    if (infer_may_be_none(sym) && (open || it_is_optional(it_find(t)))) {
        infer_assign_none(ix, target);
        t = infer_given(ix, t, target);
    } else {
        flow_assign(&ix->flow, sym);
    }
    if (sym->kind == SYM_FUNC) {
        return; /* f = lambda ...: its type is the function itself */
    }
    if (it_find(t)->kind == IT_NONE && (sym->n_assigned > 1 || sym->is_param)) {
        struct diag_message *m =
            infer_error(ix, DIAG_PY306, at ? at->span : target->span,
                        "'%s' would be None, which a compiled variable cannot be", sym->name);
        infer_fix(ix, m, "use a number that means 'nothing', such as -1 or math.nan");
        infer_want_either(ix, sym->span, NULL, t, t);
        t = infer_bad(ix);
    }
    ix->may_know[sym->id] = sym->n_assigned <= 1 && at && decide_may(ix, at);
    if (!ix->env[sym->id]) {
        infer_declare(ix, sym,
                      sym->n_assigned > 1 ? con_fresh(ix) : it_plain(&ix->types, it_find(t)));
        if (sym->n_assigned <= 1) {
            infer_forget_tested(ix, target);
            infer_record(ix, target, ix->env[sym->id]);
            return;
        }
    }
    infer_forget_tested(ix, target);
    infer_record(ix, target, ix->env[sym->id]);
    if (infer_list_meets(ix, ix->env[sym->id], t, target->span)) {
        con_join(ix, ix->env[sym->id], t, at, target->span, sym);
    }
}

static void assign_target(struct infer *ix, const struct expr *target, struct itype *t,
                          const struct expr *at);

/* The parts of what is no tuple, or not known to be one. */
static bool unpack_sequence(struct infer *ix, const struct expr *target, struct itype *t) {
    int n = target->list.n;
    for (int i = 0; i < n; ++i) {
        struct itype *part = t->kind == IT_VAR ? NULL : eval_part_of(ix, t, i, n);
        if (t->kind == IT_VAR) {
            struct con *c = con_new(ix, CON_PART, target->span, NULL, 1);
            c->part = i;
            c->parts = n;
            con_arg(c, 0, t, NULL);
            part = con_solve(ix, c);
        }
        if (!part) {
            return false;
        }
        assign_target(ix, target->list.item[i], part, NULL);
    }
    return true;
}

/* a, b = value: a tuple of that many items, or an array or list that has so many when run. */
static void unpack(struct infer *ix, const struct expr *target, struct itype *t,
                   const struct expr *at) {
    int n = target->list.n;
    t = infer_unpacked(ix, infer_given(ix, t, infer_gives_none(ix, at) ? at : NULL), at);
    bool sequence = t->kind == IT_ARRAY || t->kind == IT_LIST || t->kind == IT_OBJECT ||
                    (t->kind == IT_STATIC && it_is_text(t)) ||
                    (t->kind == IT_VAR && (!at || !infer_is_users_result(at)));
    if (sequence && unpack_sequence(ix, target, t)) {
        return;
    }
    if (t->kind == IT_VAR) {
        struct itype **fresh = ARENA_ARRAY(ix->arena, struct itype *, n);
        for (int i = 0; i < n; ++i) {
            fresh[i] = con_fresh(ix);
        }
        struct itype *tuple = it_tuple(&ix->types, n, fresh);
        unify(&ix->types, t, tuple);
        t = tuple;
    }
    if (t->kind != IT_TUPLE || t->n != n || (t->of && t->of->prelude)) { /* or sparse */
        if (t->kind != IT_ERROR) {
            infer_unpack_raises(ix, target->span, t, n);
            const char *name = t->kind == IT_TUPLE && !t->ground /* items are not known yet */
                                   ? arena_printf(ix->arena, "a tuple of %d items", t->n)
                                   : it_name(ix->arena, t);
            infer_error(ix, DIAG_PY301, target->span, "cannot unpack %s into %d variables", name,
                        n);
        }
        for (int i = 0; i < n; ++i) {
            assign_target(ix, target->list.item[i], infer_bad(ix), NULL);
        }
        return;
    }
    bool written_out = at && at->kind == EXPR_TUPLE && at->list.n == n;
    for (int i = 0; i < n; ++i) {
        assign_target(ix, target->list.item[i], t->item[i], written_out ? at->list.item[i] : NULL);
    }
}

/* object.name = value */
static void set_attribute(struct infer *ix, const struct expr *target, struct itype *object,
                          struct itype *t, const struct expr *at) {
    struct con *c = con_new(ix, CON_STORE, target->span, target, 2);
    con_arg(c, 0, object, target->attr.base);
    con_arg(c, 1, t, at);
    con_solve(ix, c);
}

static void assign_target(struct infer *ix, const struct expr *target, struct itype *t,
                          const struct expr *at) {
    switch (target->kind) {
    case EXPR_NAME:
        assign_name(ix, target, t, at);
        break;
    case EXPR_TUPLE:
    case EXPR_LIST:
        unpack(ix, target, t, at);
        break;
    case EXPR_INDEX:
        infer_store(ix, infer_store_to(ix, infer_access(ix, target)), t, at);
        break;
    case EXPR_ATTR:
        set_attribute(ix, target, infer_expr(ix, target->attr.base), t, at);
        break;
    case EXPR_UNSUPPORTED:
        infer_error(ix, DIAG_PY110, target->span, "assignment to %s is not supported",
                    target->unsupported);
        break;
    default:
        infer_error(ix, DIAG_PY110, target->span, "only names and elements can be assigned");
        break;
    }
}

/* The type of xs or xs[i] where it is a list, as far as the walk knows; NULL: anything else. */
static struct itype *list_type(struct infer *ix, const struct expr *e) {
    struct itype *t = NULL;
    if (e->kind == EXPR_NAME && e->name.sym) {
        t = ix->env[e->name.sym->id];
    } else if (e->kind == EXPR_INDEX && e->index.n == 1 && list_type(ix, e->index.base)) {
        t = list_type(ix, e->index.base)->item[0];
    }
    t = t ? it_find(t) : NULL;
    return t && t->kind == IT_LIST ? t : NULL;
}

/* The same of a, a[i] and a['inner'] that have fields; of a['x'], which has none, NULL. */
static struct itype *records_type(struct infer *ix, const struct expr *e) {
    struct itype *t = e->kind == EXPR_NAME && e->name.sym ? ix->env[e->name.sym->id] : NULL;
    t = e->kind == EXPR_INDEX ? records_type(ix, e->index.base) : t ? it_find(t) : NULL;
    if (!t || !it_is_records(t)) {
        return NULL;
    }
    bool field = e->kind == EXPR_INDEX && e->index.n == 1 && e->index.index[0]->kind == EXPR_STR;
    int place = field ? dict_key_place(t->text, e->index.index[0]->str.text) : 0;
    t = place > 0 ? it_find(t->item[place]) : t;
    return it_is_records(t) ? t : NULL;
}

/* xs[i] = [1, 2] of a list xs, or a[i] = (1, 2) of records, where the frontend has made an array of
 * the display. */
static const struct expr *assigned_value(struct infer *ix, const struct stmt *s) {
    const struct expr *target = s->assign.target[0];
    const struct expr *display = sugar_display(s->assign.value);
    bool kept = display && target->kind == EXPR_INDEX &&
                (list_type(ix, target->index.base) || records_type(ix, target));
    return kept ? display : s->assign.value;
}

/* a, b = None, x */
static void assign_each(struct infer *ix, const struct expr *target, const struct expr *value) {
    struct itype **t = ARENA_ARRAY(ix->arena, struct itype *, value->list.n);
    for (int i = 0; i < value->list.n; ++i) {
        t[i] = infer_expr(ix, value->list.item[i]);
    }
    for (int i = 0; i < value->list.n; ++i) {
        assign_target(ix, target->list.item[i], t[i], value->list.item[i]);
    }
}

static void walk_assign(struct infer *ix, const struct stmt *s) {
    if (!s->assign.value) {
        return;
    }
    const struct symbol *global = ix->global;
    if (s->assign.global && s->assign.ann) {
        assign_target(ix, s->assign.target[0], infer_annotation(ix, s->assign.ann), NULL);
        return;
    }
    if (stmt_assigns_none(s)) {
        assign_each(ix, s->assign.target[0], s->assign.value);
        return;
    }
    const struct expr *value = assigned_value(ix, s);
    ix->global = s->assign.global ? s->assign.global : global;
    struct itype *t = infer_expr(ix, value);
    ix->global = global;
    t = infer_attribute_type(ix, s, value, t);
    if (s->assign.ann && (it_find(t)->kind == IT_LIST || it_find(t)->kind == IT_OBJECT)) {
        struct list_hint hint = {t, s->assign.ann};
        vec_push(ix->arena, &ix->cur->hints, hint);
    }
    for (int i = 0; i < s->assign.n; ++i) {
        assign_target(ix, s->assign.target[i], t, value);
    }
}

static void walk_aug(struct infer *ix, const struct stmt *s) {
    const struct expr *target = s->aug.target;
    if (target->kind != EXPR_NAME && target->kind != EXPR_INDEX && target->kind != EXPR_ATTR) {
        infer_error(ix, DIAG_PY110, target->span, "only names and elements can be assigned");
        return;
    }
    struct con *store = NULL;
    struct itype *old;
    if (target->kind == EXPR_INDEX) {
        struct con *index = infer_access(ix, target);
        store = infer_store_to(ix, index);
        old = infer_read(ix, index);
        infer_record(ix, target, old);
    } else {
        const struct symbol *sym = target->name.sym;
        bool never = sym && sym->kind == SYM_LOCAL && !ix->env[sym->id] && ix->flow.reachable;
        ix->operand = true;
        old = never && !infer_may_be_none(sym) ? infer_unbound(ix, sym, target->span)
                                               : infer_expr(ix, target);
    }
    struct itype *value = infer_expr(ix, s->aug.value);
    if (s->aug.op == OP_ADD && it_find(old)->kind == IT_LIST) {
        infer_list_extended(ix, it_find(old), it_find(value), s->aug.value, s->aug.op_span);
    }
    const char *method = s->aug.op == OP_BITOR    ? "__ior__"
                         : s->aug.op == OP_BITAND ? "__iand__"
                         : s->aug.op == OP_BITXOR ? "__ixor__"
                                                  : NULL;
    bool joins = method && it_find(old)->kind == IT_OBJECT && it_find(old)->of->prelude;
    if (joins) {
        infer_container_put(ix, it_find(old), method, 1, &value,
                            (const struct expr *[]){s->aug.value}, s->aug.op_span);
    } else {
        infer_containers_meet(ix, old, value);
    }
    struct con *c = con_new(ix, CON_OP, s->aug.op_span, NULL, 2);
    c->op = s->aug.op;
    c->node = target->kind == EXPR_NAME ? target : NULL;
    c->in_place = true;
    c->node = target->kind == EXPR_INDEX ? NULL : target;
    con_arg(c, 0, old, target);
    con_arg(c, 1, value, s->aug.value);
    struct itype *result = con_solve(ix, c);
    if (joins && it_find(result)->kind != IT_ERROR) {
        result = old; /* however open its types are */
    }
    if (store) {
        infer_store(ix, store, result, NULL);
    } else if (target->kind == EXPR_ATTR) {
        set_attribute(ix, target, infer_expr(ix, target->attr.base), result, NULL);
    } else {
        assign_name(ix, target, result, NULL);
    }
}

/* ---- branches and loops */

/* The end of a branch. */
struct way {
    bool reachable, ended;
    struct itype *from, *live; /* at its start and at its end */
};

static void walk_way(struct infer *ix, const struct block *b, struct way *w) {
    w->from = ix->live;
    infer_block(ix, b);
    w->reachable = ix->flow.reachable;
    w->ended = ix->ended;
    w->live = ix->live;
}

/* What is live behind the branches: what lies behind one that does not end, and behind both where
 * parts of them have ended under decided conditions. */
static struct itype *live_behind(struct infer *ix, struct itype *outer, const struct way *a,
                                 const struct way *b, struct span span) {
    if (!a->reachable || !b->reachable) {
        return a->reachable ? a->live : b->reachable ? b->live : outer;
    }
    bool plain = (a->live == a->from && b->live == b->from) || !a->live || !b->live;
    return plain ? outer : decide_logic(ix, OP_LOR, a->live, b->live, span);
}

/* Branches that are both walked; cond is NULL when it cannot be decided. */
static void walk_branches(struct infer *ix, const struct stmt *s, struct itype *cond) {
    struct way then, els;
    struct itype *outer = ix->live;
    int mark = flow_mark(&ix->flow);
    bool reachable = ix->flow.reachable;
    ix->uncertain += !cond;
    if (cond) {
        decide_under(ix, cond, true, s->if_.cond->span);
    }
    if (!s->if_.guard) {
        infer_narrow(ix, s->if_.cond, true);
    }
    walk_way(ix, &s->if_.then, &then);
    struct flow_branch taken = flow_take(&ix->flow, mark, reachable);
    ix->live = outer;
    if (cond) {
        decide_under(ix, cond, false, s->if_.cond->span);
    }
    if (!s->if_.guard) {
        infer_narrow(ix, s->if_.cond, false);
    }
    walk_way(ix, &s->if_.els, &els);
    flow_meet(&ix->flow, mark, &taken);
    ix->uncertain -= !cond;
    ix->live = live_behind(ix, outer, &then, &els, s->if_.cond->span);
    ix->ended = then.ended && els.ended;
}

/* What stands in `finally` runs wherever the statement is left from, and sees what is surely there
 * before it. */
static void walk_finally(struct infer *ix, const struct stmt *s) {
    struct block body = {1, s->if_.then.item};
    struct block final = {s->if_.then.n - 1, s->if_.then.item + 1};
    int mark = flow_mark(&ix->flow);
    bool reachable = ix->flow.reachable;
    struct itype *live = ix->live;
    ++ix->uncertain;
    infer_block(ix, &body);
    --ix->uncertain;
    bool ended = ix->ended;
    struct flow_branch taken = flow_take(&ix->flow, mark, reachable);
    struct itype *behind = ix->live; /* what a body always leaves runs `final`, too */
    ix->live = live;
    infer_block(ix, &final);
    ix->live = behind;
    flow_join(&ix->flow, &taken);
    ix->ended = ended || ix->ended;
}

static void walk_if(struct infer *ix, const struct stmt *s) {
    if (s->if_.guard && s->if_.guard->kind == GUARD_FINALLY) {
        walk_finally(ix, s);
        return;
    }
    if (stmt_runs(s)) {
        infer_block(ix, &s->if_.then);
        return;
    }
    if (s->if_.guard) {
        walk_branches(ix, s, NULL);
        return;
    }
    struct itype *cond = it_find(infer_cond(ix, s->if_.cond));
    bool may = cond->kind != IT_ERROR && decide_may(ix, s->if_.cond);
    enum truth truth = may ? decide_truth(cond) : TRUTH_UNKNOWN;
    if (may) {
        decide_record(ix, s->if_.cond, cond);
    }
    if (truth == TRUTH_UNKNOWN) {
        walk_branches(ix, s, may && cond->kind == IT_VAR ? cond : NULL);
    } else {
        ix->cut = true;
        infer_block(ix, truth == TRUTH_YES ? &s->if_.then : &s->if_.els);
    }
}

static bool always_true(const struct expr *e) {
    return (e->kind == EXPR_BOOL && e->boolean) ||
           (e->kind == EXPR_INT && (e->integer.value || e->integer.too_big));
}

static bool always_false(const struct expr *e) {
    return (e->kind == EXPR_BOOL && !e->boolean) ||
           (e->kind == EXPR_INT && !e->integer.value && !e->integer.too_big);
}

/* A body, or what follows a loop that was not broken out of. What ends in it does not end the
 * path around. */
static void walk_body(struct infer *ix, const struct block *b) {
    struct itype *outer = ix->live;
    ++ix->uncertain;
    infer_block(ix, b);
    --ix->uncertain;
    ix->live = outer;
    ix->ended = false;
}

static void walk_while(struct infer *ix, const struct stmt *s) {
    struct flow_loop loop;
    infer_enter_loop(ix, &s->while_.body);
    infer_cond(ix, s->while_.cond);
    flow_loop_enter(&ix->flow, &loop);
    infer_narrow(ix, s->while_.cond, true);
    walk_body(ix, &s->while_.body);
    flow_loop_end(&ix->flow, &loop, false, always_true(s->while_.cond));
    infer_narrow(ix, s->while_.cond, false);
    walk_body(ix, &s->while_.els);
    flow_loop_leave(&ix->flow, &loop);
}

/* A call of range or prange? */
static bool is_range_of(const struct expr *e, enum op op) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : NULL;
    const struct symbol *sym = !fn                     ? NULL
                               : fn->kind == EXPR_NAME ? fn->name.sym
                               : fn->kind == EXPR_ATTR ? fn->attr.sym
                                                       : NULL;
    return sym && sym->kind == SYM_OP && sym->op == op;
}

/* range() of literals that has an iteration. */
static bool runs_once(const struct expr *e) {
    if (!is_range_of(e, OP_RANGE) || e->call.n < 1 || e->call.n > 3) {
        return false;
    }
    int64_t v[3] = {0, 0, 1};
    for (int i = 0; i < e->call.n; ++i) {
        if (!infer_const_int(e->call.arg[i], &v[e->call.n == 1 ? 1 : i])) {
            return false;
        }
    }
    return v[2] > 0 ? v[0] < v[1] : v[0] > v[1];
}

/* for a, b in path: its items may be None, which raises. */
static struct itype *given_parts(struct infer *ix, const struct stmt *s, struct itype *t) {
    enum expr_kind from = s->for_.iter->kind;
    bool parts = s->for_.target->kind == EXPR_TUPLE && !ix->cur->func->prelude &&
                 (from == EXPR_NAME || from == EXPR_ATTR || from == EXPR_INDEX);
    return parts ? infer_given(ix, t, s->for_.iter) : t;
}

static void walk_for(struct infer *ix, const struct stmt *s) {
    struct flow_loop loop;
    const struct stmt *outer = ix->prange;
    ix->prange = !outer && is_range_of(s->for_.iter, OP_PRANGE) ? s : outer;
    struct itype *t = infer_iter(ix, s->for_.iter);
    infer_enter_loop(ix, &s->for_.body);
    flow_loop_enter(&ix->flow, &loop);
    assign_target(ix, s->for_.target, given_parts(ix, s, t), NULL);
    walk_body(ix, &s->for_.body);
    ix->prange = outer;
    flow_loop_end(&ix->flow, &loop, runs_once(s->for_.iter), false);
    walk_body(ix, &s->for_.els);
    flow_loop_leave(&ix->flow, &loop);
}

/* `return NotImplemented`, which is refused where the operands' types lead to it. */
static bool is_not_implemented(const struct expr *e) {
    return e && e->kind == EXPR_NAME && strcmp(e->name.name, "NotImplemented") == 0 &&
           e->name.sym && e->name.sym->kind == SYM_OTHER;
}

static void walk_return(struct infer *ix, const struct stmt *s) {
    if (is_not_implemented(s->expr)) {
        con_solve(ix, con_new(ix, CON_RAISE, s->span, NULL, 0));
        flow_stop(&ix->flow);
        return;
    }
    struct itype *t = s->expr ? infer_expr(ix, s->expr) : &ix->types.none;
    if (s->expr && infer_func_gives_none(ix, ix->cur->func)) {
        bool none = it_is_optional(it_find(t)) || infer_gives_none(ix, s->expr);
        ix->cur->gives_none = ix->cur->gives_none || none;
        t = infer_given(ix, t, none || infer_may_give_none(s->expr) ? s->expr : NULL);
    }
    struct typed_expr r = {s->expr, t, ix->live};
    vec_push(ix->arena, &ix->cur->returns, r);
    vec_push(ix->arena, &ix->cur->return_spans, s->span);
    flow_stop(&ix->flow);
    ix->uncertain += ix->uncertain > 0; /* for good: what follows may not be reached */
}

/* A raise that only decided conditions stand before refuses the call that decides so. */
static void walk_raise(struct infer *ix, const struct stmt *s) {
    const struct expr *text = s->raise.message;
    if (text && text->kind == EXPR_CALL) {
        infer_expr(ix, text);
    }
    flow_stop(&ix->flow);
    if (ix->cur->func->prelude && ix->uncertain == 0 && text && text->kind == EXPR_STR) {
        struct con *c = con_new(ix, CON_RAISE, s->span, text, 0);
        c->sym = s->raise.exception;
        con_solve(ix, c);
    }
}

/* Does lowering see that the path ends with this statement? Branches say it themselves. */
static bool ends(enum stmt_kind kind) {
    return kind == STMT_RETURN || kind == STMT_RAISE || kind == STMT_BREAK || kind == STMT_CONTINUE;
}

static void refuse_statement(struct infer *ix, const struct stmt *s) {
    struct diag_message *m = infer_error(
        ix, DIAG_PY110, s->span, "%s is not supported in a compiled function", s->unsupported);
    if (strcmp(s->unsupported, "global statement") == 0) {
        infer_fix(ix, m,
                  "return the new value, or keep it in an array of the module: N = "
                  "np.zeros(1, int), and N[0] += 1");
    }
}

static void walk_stmt(struct infer *ix, const struct stmt *s) {
    ix->ended = ends(s->kind);
    switch (s->kind) {
    case STMT_EXPR:
        infer_operand(ix, s->expr);
        break;
    case STMT_ASSIGN:
        walk_assign(ix, s);
        break;
    case STMT_AUGASSIGN:
        walk_aug(ix, s);
        break;
    case STMT_IF:
        walk_if(ix, s);
        break;
    case STMT_WHILE:
        walk_while(ix, s);
        break;
    case STMT_FOR:
        walk_for(ix, s);
        break;
    case STMT_RETURN:
        walk_return(ix, s);
        break;
    case STMT_DEL:
        infer_expr(ix, s->expr);
        break;
    case STMT_PASS:
        break;
    case STMT_BREAK:
        flow_break(&ix->flow);
        break;
    case STMT_CONTINUE:
        flow_continue(&ix->flow);
        break;
    case STMT_ASSERT:
        infer_cond(ix, s->assert_.cond);
        infer_narrow(ix, s->assert_.cond, true);
        if (always_false(s->assert_.cond)) {
            flow_stop(&ix->flow);
        }
        break;
    case STMT_RAISE:
        walk_raise(ix, s);
        break;
    case STMT_DEF:
        if (s->def->sym) {
            flow_assign(&ix->flow, s->def->sym);
        }
        break;
    case STMT_UNSUPPORTED:
        refuse_statement(ix, s);
        flow_stop(&ix->flow); /* what it assigns is not known */
        break;
    }
}

void infer_block(struct infer *ix, const struct block *b) {
    ix->ended = false;
    for (int i = 0; i < b->n && !(ix->ended && ix->cut); ++i) {
        walk_stmt(ix, b->item[i]);
    }
}
