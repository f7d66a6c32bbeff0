/* Which functions a nest has, and of which of these one text is enough (schedule.h). */
#include "offload.h"
#include "passes.h"
#include "schedule.h"
#include "walk.h"

enum { SMALL = 65536 }; /* a constant range that is no longer needs no poll */
enum { SWIFT = 32 };    /* statements of a loop that is over soon */

/* ---- how long loops are */

static bool is_small(const struct texpr *x) {
    return x->kind == TE_CONST && x->value.i >= -SMALL && x->value.i <= SMALL;
}

bool schedule_is_short(const struct tstmt *loop) {
    return is_small(loop->for_.start) && is_small(loop->for_.stop);
}

/* ---- loops that memory bounds */

static bool is_costly(const struct texpr *x, const void *unused) {
    (void)unused;
    return x->kind == TE_OP && (op_info[x->op.op].flags & OPF_EXPENSIVE) != 0;
}

/* k, k + 1 or k - 1 of the counter k, or what INDEX makes of such in the block. */
static bool is_own(const struct texpr *x, const struct tstmt *loop, int at) {
    const struct tblock *b = &loop->for_.body;
    bool sum = x->kind == TE_OP && (x->op.op == OP_ADD || x->op.op == OP_SUB) &&
               x->op.arg[1]->kind == TE_CONST;
    const struct texpr *k = sum ? x->op.arg[0] : x;
    if (k->kind == TE_VAR && k->var == loop->for_.counter) {
        return true;
    }
    for (int i = 0; i < at; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_INDEX && x->kind == TE_VAR && s->index.dst == x->var) {
            return is_own(s->index.index, loop, i);
        }
    }
    return false;
}

bool schedule_is_swift(const struct tstmt *loop) {
    const struct tblock *b = &loop->for_.body;
    bool own = false, cheap = b->n <= SWIFT;
    for (int i = 0; i < b->n && cheap; ++i) {
        const struct tstmt *s = b->item[i];
        const struct texpr *value = s->kind == TS_ASSIGN  ? s->assign.value
                                    : s->kind == TS_STORE ? s->store.value
                                                          : NULL;
        cheap = value ? !expr_any(value, is_costly, NULL) : s->kind == TS_INDEX;
        for (int k = 0; s->kind == TS_STORE && k < s->store.n; ++k) {
            own = own || is_own(s->store.index[k], loop, i);
        }
    }
    return own && cheap;
}

int schedule_height(const struct tblock *b) {
    int height = 0;
    for (int i = 0; i < b->n; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        for (int k = 0, n = stmt_blocks(s, block); k < n; ++k) {
            bool body = (s->kind == TS_FOR && k == 0) || (s->kind == TS_WHILE && k == 1);
            int inner = schedule_height(block[k]) + body;
            height = height > inner ? height : inner;
        }
    }
    return height;
}

/* A WHILE, or a loop whose length is not known when compiling? */
static bool uses_fuel(const struct tblock *b) {
    bool uses = false;
    for (int i = 0; i < b->n && !uses; ++i) {
        const struct tstmt *s = b->item[i];
        if (s->kind == TS_FOR) {
            uses = schedule_height(&s->for_.body) > 0 || !schedule_is_short(s) ||
                   uses_fuel(&s->for_.els);
        } else if (s->kind == TS_IF) {
            uses = uses_fuel(&s->if_.then) || uses_fuel(&s->if_.els);
        }
        uses = uses || s->kind == TS_WHILE;
    }
    return uses;
}

/* ---- what tells versions apart */

/* Is it another statement where nothing is known, or holds one: a check that was hoisted, a loop
 * that stands in another order or runs before its checks? */
static bool differs(const struct func_plan *fp, const struct tstmt *s) {
    const struct tblock *block[3];
    bool is = s->kind == TS_FOR ? s->for_.source || fp->loop[s->for_.loop].speculate ||
                                      fp->loop[s->for_.loop].ranged
                                : (s->kind == TS_INDEX || fits_tested(s)) && fp->hoisted[s->id];
    for (int i = 0, n = stmt_blocks(s, block); i < n; ++i) {
        for (int k = 0; k < block[i]->n && !is; ++k) {
            is = differs(fp, block[i]->item[k]);
        }
    }
    return is;
}

/* Of loops that stand directly in one another. */
static bool has_lanes(const struct func_plan *fp, const struct tstmt *loop) {
    const struct tblock *b = &loop->for_.body;
    bool has = fp->loop[loop->for_.loop].lanes > 0;
    for (int i = 0; i < b->n && !has; ++i) {
        has = b->item[i]->kind == TS_FOR && has_lanes(fp, b->item[i]);
    }
    return has;
}

/* Not in a WHILE, which might not end where its checks let it go on. */
static bool has_checks(const struct func_plan *fp, const struct tblock *b) {
    bool has = false;
    for (int i = 0; i < b->n && !has; ++i) {
        const struct tstmt *s = b->item[i];
        has = s->kind == TS_CHECK ? !fp->hoisted[s->id]
              : s->kind == TS_FOR ? has_checks(fp, &s->for_.body)
                                  : s->kind == TS_IF && (has_checks(fp, &s->if_.then) ||
                                                         has_checks(fp, &s->if_.els));
    }
    return has;
}

/* ---- the versions of a nest */

static void decide(struct nest_versions *v, const struct func_plan *fp, const struct nest *n,
                   const struct nest_touch *t) {
    bool direct = false, written = false;
    for (int i = 0; i < n->arrays.n; ++i) {
        const struct nest_array *a = &n->arrays.item[i];
        bool given = n->question || !fp->fresh[a->var->id];
        direct = direct || (t->direct[a->var->id] && given);
        written = written || (a->written && a->var->type->rank > 0 && given);
        v->strided = v->strided || (t->direct[a->var->id] && a->var->type->rank > 0 &&
                                    a->var->type->layout == TY_ANY);
    }
    v->lanes = has_lanes(fp, n->root);
    v->exact = v->lanes || n->checks.n > 0 || n->fits.n > 0 || n->disjoint.n > 0 || written ||
               (direct && !v->strided);
}

const struct tstmt *schedule_inner_for(const struct tstmt *loop) {
    for (int i = 0; i < loop->for_.body.n; ++i) {
        if (loop->for_.body.item[i]->kind == TS_FOR) {
            return loop->for_.body.item[i];
        }
    }
    die("a collapsed loop without a loop in it");
}

static const struct tblock *innermost_body(const struct nest *n) {
    const struct tstmt *loop = n->root;
    for (int k = 1; k < n->collapse; ++k) {
        loop = schedule_inner_for(loop);
    }
    return &loop->for_.body;
}

static struct nest_versions versions_of(const struct func_plan *fp, const struct nest *n,
                                        const struct nest_touch *t) {
    struct nest_versions v = {.kernel = {.variant = VARIANT_KERNEL}};
    bool fuel = uses_fuel(innermost_body(n));
    decide(&v, fp, n, t);
    bool same = v.strided && v.exact && !differs(fp, n->root);
    v.is_strided = same && !t->costly;
    v.text[v.n++] = (struct version){.variant = VARIANT_FAST,
                                     .both = v.strided,
                                     .exact = same,
                                     .unit = v.strided ? TRI_UNKNOWN : TRI_YES,
                                     .vectors = v.strided && t->costly ? VECTORS_ALL : VECTORS_UNIT,
                                     .fuel = fuel};
    if (v.exact && !same) {
        v.text[v.n++] = (struct version){.variant = VARIANT_EXACT, .fuel = fuel, .quiet = true};
    }
    if (n->question && n->question->inspect) {
        v.text[v.n++] = (struct version){.variant = VARIANT_INSPECT, .fuel = fuel, .quiet = true};
    }
    v.kernel.flags = n->device && has_checks(fp, &n->root->for_.body);
    return v;
}

void versions_decide(struct arena *a, struct arena *work, struct func_plan *fp) {
    struct nest_versions *v = ARENA_ARRAY(a, struct nest_versions, fp->nests.n + 1);
    for (int i = 0; i < fp->nests.n; ++i) {
        struct nest_touch t = nest_touch(work, fp, fp->nests.item[i]);
        v[fp->nests.item[i]->id] = versions_of(fp, fp->nests.item[i], &t);
        arena_clear(work);
    }
    fp->versions = v;
}
