/* Which array variables hold a reference to their memory, and which borrow; which are new arrays.
 *
 * A variable borrows when whatever it is made from surely lives as long: all its definitions are
 * views or names of variables that stay put while it is in use. Those are parameters never
 * assigned, variables with one definition outside of all loops, variables that the nest it lives in
 * does not assign, and variables with one definition in the same block before it, when it is not
 * carried to the next iteration. All else holds a reference: counting costs little, a stale pointer
 * all. */
#include "passes.h"

struct decider {
    const struct facts *f;
    const struct summary *summaries; /* by tfunc id */
    const struct func_plan *fp;
};

/* The nest that v lives in alone, or NULL. */
static const struct nest *nest_around(struct decider *d, const struct tvar *v) {
    const struct var_fact *fact = &d->f->var[v->id];
    const struct nest *nest = NULL;
    for (int i = 0; i < fact->defs.n + fact->uses.n; ++i) {
        bool def = i < fact->defs.n;
        int pos = def ? fact->defs.item[i] : fact->uses.item[i - fact->defs.n];
        const struct nest *n = d->fp->nest_of_stmt[d->f->order[pos]->stmt->id];
        if (!n || (nest && n != nest)) {
            return NULL;
        }
        nest = n;
    }
    return nest;
}

/* v, with one definition, is only read where that definition came before in the same turn. */
static bool stays_in_block(struct decider *d, const struct tvar *v) {
    const struct var_fact *fact = &d->f->var[v->id];
    for (int i = 0; i < fact->uses.n; ++i) {
        if (!fact_reaching(d->f, v, fact->uses.item[i])) {
            return false;
        }
    }
    return fact->defs.n == 1;
}

/* Does base keep its memory as long as v, defined by s, is in use? */
static bool outlives(struct decider *d, struct tvar *base, struct tvar *v, const struct tstmt *s) {
    const struct var_fact *fact = &d->f->var[base->id];
    bool once = base->is_param ? fact->defs.n == 0 : fact->defs.n == 1;
    if (base->is_param && once) {
        return true;
    }
    if (once && fact_immutable(d->f, base)) {
        return true; /* owned or borrowed, it keeps its value to the end */
    }
    const struct nest *nest = nest_around(d, v);
    if (nest) {
        const struct stmt_fact *root = fact_of(d->f, nest->root);
        if (!fact_assigned(d->f, base, root->pos, root->end)) {
            return true;
        }
    }
    const struct stmt_fact *at = fact_of(d->f, s);
    const struct tstmt *made = once ? fact_reaching(d->f, base, at->pos) : NULL;
    return made && fact_of(d->f, made)->block == at->block && stays_in_block(d, v);
}

/* ---- attributes of objects */

/* May s give back what an attribute holds, or move the items of a list? */
static bool disturbs(const struct decider *d, const struct tstmt *s) {
    bool disturbs = s->kind == TS_LIST && list_changes(s->list.op) &&
                    !(s->list.op == LIST_SET && !type_holds_array(s->list.arg[1]->type));
    for (int k = 0; s->kind == TS_CALL && k < s->call.n; ++k) {
        const struct summary *callee = &d->summaries[s->call.callee->id];
        disturbs = disturbs ||
                   (type_holds_array(s->call.arg[k]->type) && (callee->changes & param_bit(k)));
    }
    return disturbs;
}

/* The last position at which a use at pos may run: the end of the loops around it that do not hold
 * the definition. */
static int end_of_use(const struct decider *d, int pos, int def) {
    int end = pos;
    const struct tstmt *loop = d->f->order[pos]->loop;
    for (; loop; loop = fact_of(d->f, loop)->loop) {
        const struct stmt_fact *fact = fact_of(d->f, loop);
        end = fact->pos > def && fact->end > end ? fact->end : end;
    }
    return end;
}

/* Is v, an attribute of a parameter or the items of one, taken once, and left alone by all that
 * runs until its last use? Then the object keeps it that long. */
static bool is_lent(const struct decider *d, const struct tvar *v) {
    const struct var_fact *fact = &d->f->var[v->id];
    const struct stmt_fact *def = fact->defs.n == 1 ? d->f->order[fact->defs.item[0]] : NULL;
    const struct tstmt *s = def ? def->stmt : NULL;
    bool field = s && s->kind == TS_LIST && s->list.op == LIST_GET && s->list.field > 0;
    bool items = s && s->kind == TS_LIST && s->list.op == LIST_ITEMS;
    struct tvar *of = field || items ? s->list.list : NULL;
    if (!of || v->is_param || def->depth > 0 ||
        !(field ? of->is_param && d->f->var[of->id].defs.n == 0 : is_lent(d, of))) {
        return false;
    }
    int end = def->pos;
    for (int i = 0; i < fact->uses.n; ++i) {
        int at = end_of_use(d, fact->uses.item[i], def->pos);
        end = at > end ? at : end;
        if (d->f->order[fact->uses.item[i]]->stmt->kind == TS_RETURN) {
            return false;
        }
    }
    for (int pos = def->pos + 1; pos <= end; ++pos) {
        if (disturbs(d, d->f->order[pos]->stmt)) {
            return false;
        }
    }
    return true;
}

static bool definition_borrows(struct decider *d, struct tvar *v, const struct tstmt *s) {
    struct tvar *base = NULL;
    if (s->kind == TS_VIEW && !view_may_copy(s)) {
        base = s->view.base;
    } else if (s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR) {
        base = s->assign.value->var;
    }
    return base && base != v && base->type->kind == TY_ARRAY && outlives(d, base, v, s);
}

static bool borrows(struct decider *d, struct tvar *v) {
    const struct var_fact *fact = &d->f->var[v->id];
    if (fact->defs.n == 0 || is_lent(d, v)) {
        return true; /* a parameter */
    }
    for (int i = 0; i < fact->defs.n; ++i) {
        if (!definition_borrows(d, v, d->f->order[fact->defs.item[i]]->stmt)) {
            return false;
        }
    }
    return !v->is_param;
}

/* Is it a new array wherever it is defined? */
static bool is_fresh(const struct decider *d, const struct tvar *v) {
    const struct var_fact *fact = &d->f->var[v->id];
    bool fresh =
        !v->is_param && fact->defs.n > 0 && v->type->kind == TY_ARRAY && v->type->layout != TY_ANY;
    for (int i = 0; i < fact->defs.n && fresh; ++i) {
        fresh = d->f->order[fact->defs.item[i]]->stmt->kind == TS_ALLOC;
    }
    return fresh;
}

void owns_decide(const struct facts *f, const struct summary *summaries, struct func_plan *fp) {
    struct decider d = {f, summaries, fp};
    for (int i = 0; i < f->func->n_vars; ++i) {
        struct tvar *v = f->func->var[i];
        fp->owns[v->id] = v->type->kind == TY_ARRAY && !borrows(&d, v);
        fp->lent[v->id] = v->type->kind == TY_LIST && is_lent(&d, v);
        fp->fresh[v->id] = is_fresh(&d, v);
    }
}
