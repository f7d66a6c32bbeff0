/* Liveness around loops.
 *
 * Live sets go backwards over the block structure. What a loop needs at its head is what its body
 * exposes, joined with what is needed after it: so each body is walked once for what it exposes,
 * innermost loops first, and once more, from the outside in, with what is live around it. */
#include "live.h"

#include <string.h>

struct set {
    struct set *next; /* in the pool */
    uint64_t word[];
};

struct walker {
    const struct facts *f;
    struct live *live;
    int words;
    struct set *pool;
    bool down; /* the second pass: record what is live after each loop */
};

/* Where BREAK and CONTINUE lead; NULL sets are empty. */
struct targets {
    const struct set *brk, *cont;
};

static struct set *set_get(struct walker *w) {
    struct set *s = w->pool;
    size_t size = sizeof(uint64_t) * (size_t)w->words;
    if (s) {
        w->pool = s->next;
    } else {
        s = arena_alloc(w->f->arena, sizeof(struct set) + size);
    }
    memset(s->word, 0, size);
    return s;
}

static void set_put(struct walker *w, struct set *s) {
    s->next = w->pool;
    w->pool = s;
}

static void set_copy(struct walker *w, struct set *to, const struct set *from) {
    if (from) {
        memcpy(to->word, from->word, sizeof(uint64_t) * (size_t)w->words);
    } else {
        memset(to->word, 0, sizeof(uint64_t) * (size_t)w->words);
    }
}

static void set_join(struct walker *w, struct set *to, const struct set *from) {
    for (int i = 0; i < w->words; ++i) {
        to->word[i] |= from->word[i];
    }
}

static void set_remove(struct set *s, const struct tvar *v) {
    s->word[v->id / 64] &= ~((uint64_t)1 << (v->id % 64));
}

static void set_list(struct walker *w, const struct set *s, struct var_list *list) {
    list->id.n = 0;
    for (int i = 0; i < w->words; ++i) {
        for (uint64_t bits = s->word[i]; bits; bits &= bits - 1) {
            vec_push(w->f->arena, &list->id, 64 * i + __builtin_ctzll(bits));
        }
    }
}

static void join_list(struct set *s, const struct var_list *list) {
    for (int i = 0; i < list->id.n; ++i) {
        s->word[list->id.item[i] / 64] |= (uint64_t)1 << (list->id.item[i] % 64);
    }
}

static void read_one(struct tvar *v, void *context) {
    struct set *s = context;
    s->word[v->id / 64] |= (uint64_t)1 << (v->id % 64);
}

static void walk_block(struct walker *w, const struct tblock *b, struct set *s,
                       const struct targets *t);

static void walk_if(struct walker *w, const struct tstmt *st, struct set *s,
                    const struct targets *t) {
    struct set *other = set_get(w);
    set_copy(w, other, s);
    walk_block(w, &st->if_.then, s, t);
    walk_block(w, &st->if_.els, other, t);
    set_join(w, s, other);
    set_put(w, other);
    stmt_reads(st, read_one, s);
}

/* What one iteration exposes, or needs when `s` holds what is needed at its end. */
static void walk_iteration(struct walker *w, const struct tstmt *st, struct set *s,
                           const struct targets *t) {
    if (st->kind == TS_FOR) {
        walk_block(w, &st->for_.body, s, t);
        set_remove(s, st->for_.counter);
    } else {
        walk_block(w, &st->while_.body, s, t);
        stmt_reads(st, read_one, s);
        walk_block(w, &st->while_.pre, s, t);
    }
}

/* s: what is live after the loop; becomes what is live before it. */
static void walk_loop(struct walker *w, const struct tstmt *st, struct set *s,
                      const struct targets *t) {
    int id = st->kind == TS_FOR ? st->for_.loop : st->while_.loop;
    const struct tblock *els = st->kind == TS_FOR ? &st->for_.els : &st->while_.els;
    struct set *after = set_get(w), *work = set_get(w);
    set_copy(w, after, s);
    walk_block(w, els, s, t);
    if (!w->down) {
        struct targets none = {NULL, NULL};
        walk_iteration(w, st, work, &none);
        set_list(w, work, &w->live->exposed[id]);
    }
    set_join(w, s, after); /* a BREAK passes the else block by */
    if (w->down) {
        set_list(w, s, &w->live->after[id]);
    }
    join_list(s, &w->live->exposed[id]); /* now what is live at the loop's head */
    if (w->down) {
        struct set *head = set_get(w);
        set_copy(w, head, s);
        set_copy(w, work, s);
        struct targets inner = {after, head};
        walk_iteration(w, st, work, &inner);
        set_put(w, head);
    }
    if (st->kind == TS_FOR) {
        stmt_reads(st, read_one, s);
    }
    set_put(w, after);
    set_put(w, work);
}

static void walk_stmt(struct walker *w, const struct tstmt *st, struct set *s,
                      const struct targets *t) {
    switch (st->kind) {
    case TS_IF:
        walk_if(w, st, s, t);
        return;
    case TS_FOR:
    case TS_WHILE:
        walk_loop(w, st, s, t);
        return;
    case TS_BREAK:
        set_copy(w, s, t->brk);
        return;
    case TS_CONTINUE:
        set_copy(w, s, t->cont);
        return;
    case TS_RETURN:
    case TS_RAISE:
        set_copy(w, s, NULL);
        break;
    default:
        break;
    }
    struct tvar *def = stmt_def(st);
    if (def) {
        set_remove(s, def);
    }
    stmt_reads(st, read_one, s);
}

static void walk_block(struct walker *w, const struct tblock *b, struct set *s,
                       const struct targets *t) {
    for (int i = b->n - 1; i >= 0; --i) {
        walk_stmt(w, b->item[i], s, t);
    }
}

struct live *live_compute(const struct facts *f) {
    struct live *l = ARENA_NEW(f->arena, struct live);
    l->exposed = ARENA_ARRAY(f->arena, struct var_list, f->func->n_loops);
    l->after = ARENA_ARRAY(f->arena, struct var_list, f->func->n_loops);
    struct walker w = {.f = f, .live = l, .words = (f->func->n_vars + 63) / 64};
    struct targets none = {NULL, NULL};
    struct set *s = set_get(&w);
    walk_block(&w, &f->func->body, s, &none);
    w.down = true;
    set_copy(&w, s, NULL);
    walk_block(&w, &f->func->body, s, &none);
    return l;
}

bool var_listed(const struct var_list *l, const struct tvar *v) {
    int lo = 0, hi = l->id.n - 1;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        if (l->id.item[mid] == v->id) {
            return true;
        }
        if (l->id.item[mid] < v->id) {
            lo = mid + 1;
        } else {
            hi = mid - 1;
        }
    }
    return false;
}
