/* Variables that have another one's value under a second name: the first one.
 *
 * Calls that have been replaced bind parameters and results so. A second name goes when it is given
 * once, and whatever reads it comes after that in the block where it is given. The first name has
 * its only value before, so that it cannot have got another one when the second is read, or gets
 * no other before the last reading.
 *
 * A result that goes to its variable a few statements later is made there: `t = s + x` and `s = t`
 * are `s = s + x`, which loops know as a reduction. */
#include "facts.h"
#include "inline_private.h"
#include "rewrite.h"

struct aliases {
    struct arena *a;
    const struct facts *facts;
    struct texpr **stands_for; /* by variable; NULL: it is no alias */
    bool changed;
};

static bool is_between(int pos, int lo, int hi) {
    return lo < pos && pos <= hi;
}

/* Has `first` its value of `at` until the statement at position `last`, of the same block, has read
 * it? An assignment reads before it assigns. */
static bool keeps_until(const struct aliases *x, const struct tvar *first,
                        const struct stmt_fact *at, int last) {
    const struct stmt_fact *end = x->facts->order[last];
    return end->block == at->block && end->stmt->kind == TS_ASSIGN &&
           !fact_assigned(x->facts, first, at->pos, last - 1);
}

/* Does s give the value of a variable that keeps it to one that has no other? */
static bool is_alias(const struct aliases *x, const struct tstmt *s) {
    struct tvar *v = s->kind == TS_ASSIGN ? s->assign.dst : NULL;
    const struct texpr *value = v ? s->assign.value : NULL;
    if (!v || v->is_param || value->kind != TE_VAR || value->var->type != v->type) {
        return false;
    }
    const struct texpr *of = x->stands_for[value->var->id];
    if (of && x->facts->var[of->var->id].defs.n > 1) {
        return false; /* in the next round, of what that stands for */
    }
    const struct stmt_fact *at = fact_of(x->facts, s);
    const struct var_fact *second = &x->facts->var[v->id];
    const struct var_fact *first = &x->facts->var[value->var->id];
    int end = fact_of(x->facts, at->block->item[at->block->n - 1])->end, uses = second->uses.n;
    bool inside = uses == 0 || (is_between(second->uses.item[0], at->pos, end) &&
                                is_between(second->uses.item[uses - 1], at->pos, end));
    bool kept = value->var->is_param ? first->defs.n == 0
                                     : first->defs.n == 1 && first->defs.item[0] < at->pos;
    kept = kept || (uses > 0 && keeps_until(x, value->var, at, second->uses.item[uses - 1]));
    return second->defs.n == 1 && inside && kept;
}

static struct texpr *first_name(const struct tvar *v, void *context) {
    return ((struct aliases *)context)->stands_for[v->id];
}

/* What an alias of an alias stands for is known when it is met. */
static void visit(struct aliases *x, struct tblock *b) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        struct tstmt *s = b->item[i];
        bool alias = is_alias(x, s);
        stmt_substitute(x->a, s, first_name, x);
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            visit(x, (struct tblock *)block[k]);
        }
        if (alias) {
            x->stands_for[s->assign.dst->id] = s->assign.value;
            x->changed = true;
        } else {
            b->item[n++] = s;
        }
    }
    b->n = n;
}

/* ---- results */

/* Of s, `v = t`, behind the first n statements of b: the one of them that gives t its only value,
 * for s only; v may have it at once, since nothing between reads or assigns v, or leaves the block.
 * NULL: there is none. */
static struct tstmt *maker(const struct aliases *x, const struct tblock *b, int n,
                           const struct tstmt *s) {
    const struct texpr *t = s->kind == TS_ASSIGN ? s->assign.value : NULL;
    if (!t || t->kind != TE_VAR || !t->var->is_temp || t->type != s->assign.dst->type ||
        t->type->kind != TY_SCALAR || x->facts->var[t->var->id].defs.n != 1 ||
        x->facts->var[t->var->id].uses.n != 1) {
        return NULL;
    }
    for (int i = n - 1; i >= 0; --i) {
        struct tstmt *from = b->item[i];
        if (from->kind == TS_ASSIGN && from->assign.dst == t->var) {
            return from;
        }
        int pos = fact_of(x->facts, from)->pos;
        if (from->kind != TS_ASSIGN || from->assign.dst == s->assign.dst ||
            fact_read(x->facts, s->assign.dst, pos, pos)) {
            return NULL;
        }
    }
    return NULL;
}

static void make_at_once(struct aliases *x, struct tblock *b) {
    int n = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        struct tstmt *s = b->item[i], *from = maker(x, b, n, s);
        for (int k = stmt_blocks(s, block) - 1; k >= 0; --k) {
            make_at_once(x, (struct tblock *)block[k]);
        }
        if (from) {
            from->assign.dst = s->assign.dst;
            x->changed = true;
        } else {
            b->item[n++] = s;
        }
    }
    b->n = n;
}

bool inline_make_results(struct arena *a, struct fuse_function *ff) {
    tir_number(ff->f);
    struct aliases x = {.a = a, .facts = facts_collect(ff->a, ff->f)};
    make_at_once(&x, &ff->f->body);
    return x.changed;
}

bool inline_drop_aliases(struct arena *a, struct fuse_function *ff) {
    struct tfunc *f = ff->f;
    tir_number(f);
    struct aliases x = {.a = a, .facts = facts_collect(ff->a, f)};
    x.stands_for = ARENA_ARRAY(ff->a, struct texpr *, f->n_vars);
    visit(&x, &f->body);
    return x.changed;
}
