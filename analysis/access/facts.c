/* Facts about one function: one walk numbers the statements and records definitions and uses. */
#include "facts.h"

struct collector {
    struct facts *f;
    int pos; /* of the statement at hand */
};

static void note_use(struct tvar *v, void *context) {
    struct collector *c = context;
    struct var_fact *fact = &c->f->var[v->id];
    if (fact->uses.n == 0 || fact->uses.item[fact->uses.n - 1] != c->pos) {
        vec_push(c->f->arena, &fact->uses, c->pos);
    }
}

static void collect_block(struct collector *c, const struct tblock *b, struct tstmt *parent,
                          struct tstmt *loop, int depth);

static void collect_stmt(struct collector *c, const struct tblock *b, int at, struct tstmt *parent,
                         struct tstmt *loop, int depth) {
    struct tstmt *s = b->item[at];
    struct facts *f = c->f;
    struct stmt_fact *fact = fact_of(f, s);
    *fact = (struct stmt_fact){.stmt = s,
                               .pos = f->n,
                               .parent = parent,
                               .loop = loop,
                               .depth = depth,
                               .block = b,
                               .at = at};
    f->order[f->n] = fact;
    c->pos = f->n++;
    stmt_reads(s, note_use, c);
    struct tvar *def = stmt_def(s);
    if (def) {
        vec_push(f->arena, &f->var[def->id].defs, fact->pos);
    }
    const struct tblock *block[3];
    int n = stmt_blocks(s, block);
    bool is_loop = s->kind == TS_FOR || s->kind == TS_WHILE;
    for (int i = 0; i < n; ++i) {
        bool body = is_loop && i < n - 1;
        collect_block(c, block[i], s, body ? s : loop, depth + body);
        if (body) {
            fact->body_end = f->n - 1;
        }
    }
    fact->end = f->n - 1;
}

static void collect_block(struct collector *c, const struct tblock *b, struct tstmt *parent,
                          struct tstmt *loop, int depth) {
    for (int i = 0; i < b->n; ++i) {
        collect_stmt(c, b, i, parent, loop, depth);
    }
}

struct facts *facts_collect(struct arena *a, const struct tfunc *func) {
    struct facts *f = ARENA_NEW(a, struct facts);
    f->arena = a;
    f->func = func;
    f->stmt = ARENA_ARRAY(a, struct stmt_fact, func->n_stmts);
    f->order = ARENA_ARRAY(a, struct stmt_fact *, func->n_stmts);
    f->var = ARENA_ARRAY(a, struct var_fact, func->n_vars);
    struct collector c = {.f = f};
    collect_block(&c, &func->body, NULL, NULL, 0);
    return f;
}

/* Index of the first item >= pos. */
static int lower_bound(const int *item, int n, int pos) {
    int lo = 0;
    while (n > 0) {
        int half = n / 2;
        if (item[lo + half] < pos) {
            lo += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return lo;
}

static int first_in(const int *item, int n, int lo, int hi) {
    int i = lower_bound(item, n, lo);
    return i < n && item[i] <= hi ? item[i] : -1;
}

int fact_first_def(const struct facts *f, const struct tvar *v, int lo, int hi) {
    const struct var_fact *fact = &f->var[v->id];
    return first_in(fact->defs.item, fact->defs.n, lo, hi);
}

int fact_first_use(const struct facts *f, const struct tvar *v, int lo, int hi) {
    const struct var_fact *fact = &f->var[v->id];
    return first_in(fact->uses.item, fact->uses.n, lo, hi);
}

bool fact_assigned(const struct facts *f, const struct tvar *v, int lo, int hi) {
    return fact_first_def(f, v, lo, hi) >= 0;
}

bool fact_read(const struct facts *f, const struct tvar *v, int lo, int hi) {
    return fact_first_use(f, v, lo, hi) >= 0;
}

/* The item of block b that covers position pos, found by climbing from pos; NULL if none does. */
static const struct stmt_fact *item_around(const struct facts *f, const struct tblock *b, int pos) {
    const struct stmt_fact *s = f->order[pos];
    while (s && s->block != b) {
        s = s->parent ? fact_of(f, s->parent) : NULL;
    }
    return s;
}

/* The last assignment of v among what comes before each test of a WHILE at pos: no other reaches
 * the test. False when there is none; *s is NULL when it may not be carried out. */
static bool before_test(const struct facts *f, const struct tvar *v, int pos, struct tstmt **s) {
    const struct tblock *pre = &f->order[pos]->stmt->while_.pre;
    int end = pre->n > 0 ? fact_of(f, pre->item[pre->n - 1])->end : pos;
    const struct var_fact *fact = &f->var[v->id];
    int i = lower_bound(fact->defs.item, fact->defs.n, end + 1) - 1;
    if (i < 0 || fact->defs.item[i] <= pos) {
        return false;
    }
    const struct stmt_fact *def = f->order[fact->defs.item[i]];
    *s = def->block == pre ? def->stmt : NULL;
    return true;
}

struct tstmt *fact_reaching(const struct facts *f, const struct tvar *v, int pos) {
    const struct var_fact *fact = &f->var[v->id];
    struct tstmt *before;
    if (f->order[pos]->stmt->kind == TS_WHILE && before_test(f, v, pos, &before)) {
        return before;
    }
    int i = lower_bound(fact->defs.item, fact->defs.n, pos) - 1;
    if (i < 0) {
        return NULL;
    }
    const struct stmt_fact *def = f->order[fact->defs.item[i]];
    const struct stmt_fact *item = item_around(f, def->block, pos);
    if (!item || item->pos <= def->pos) {
        return NULL;
    }
    /* Only a loop between the definition's block and pos can lead back to pos; the condition of a
     * WHILE is read after its body too. */
    bool looped = item->pos != pos && f->order[pos]->depth > def->depth;
    bool again_read = f->order[pos]->stmt->kind == TS_WHILE;
    int last = looped ? item->end : again_read ? f->order[pos]->end : pos - 1;
    bool again = i + 1 < fact->defs.n && fact->defs.item[i + 1] <= last;
    return again ? NULL : def->stmt;
}

bool fact_immutable(const struct facts *f, const struct tvar *v) {
    const struct var_fact *fact = &f->var[v->id];
    if (v->is_param) {
        return fact->defs.n == 0;
    }
    return fact->defs.n == 1 && f->order[fact->defs.item[0]]->depth == 0 && !v->is_counter;
}

bool fact_in_body(const struct facts *f, const struct tstmt *s, int pos) {
    const struct stmt_fact *fact = fact_of(f, s);
    return fact->pos < pos && pos <= fact->body_end;
}
