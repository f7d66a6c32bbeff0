/* Nests that differ in names only: the C compiler gets one body for them.
 *
 *     struct f__loop2 { ... };
 *     #define f__loop2_fast f__loop1_fast
 *
 * What was printed of a nest is compared with what was printed of earlier ones, word by word:
 * variables of one function stand for those of the other, one for one, and all else is equal. Both
 * texts declare all variables that they use, fields of the struct included, so that equal texts are
 * equal functions over structs of the same layout. Comments do not count. */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

enum {
    COMPARED = 32, /* texts of one hash that a nest is compared with */
    PRINTED = 1024
};

struct emit_printed {
    const char *name; /* heat__loop1 */
    size_t from, to;  /* where its structs, functions and guard stand in the text */
    uint64_t hash;    /* of all that is no name */
    int n_names;      /* of the function's variables, sorted */
    const char *const *names;
    struct emit_printed *before; /* whose hash is alike */
};

/* The nests of a module. */
struct same_nests {
    struct arena *arena;
    struct emit_printed *printed[PRINTED]; /* by hashes, the last one first */
    const struct tfunc *func;              /* of the last one, and its variables' names, sorted */
    const char *const *names;
};

struct same_nests *emit_same_begin(struct arena *a) {
    struct same_nests *same = ARENA_NEW(a, struct same_nests);
    same->arena = a;
    return same;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* ---- words */

enum sign { SIGN_BLANK = 1, SIGN_WORD, SIGN_DIGIT };

static const uint8_t sign_of[UINT8_MAX + 1] = {
    [' '] = SIGN_BLANK,         ['\n'] = SIGN_BLANK,       ['\t'] = SIGN_BLANK,
    ['0' ... '9'] = SIGN_DIGIT, ['A' ... 'Z'] = SIGN_WORD, ['a' ... 'z'] = SIGN_WORD,
    ['_'] = SIGN_WORD,
};

static enum sign sign(char c) {
    return sign_of[(unsigned char)c];
}

static bool is_word(char c) {
    return sign(c) >= SIGN_WORD;
}

/* A piece of text that is compared as a whole: a name, a number, a string, or one character. */
struct word {
    const char *at;
    size_t n;
};

static const char *skip_blank(const char *p, const char *end) {
    while (p < end && (sign(*p) == SIGN_BLANK || (p[0] == '/' && p[1] == '*'))) {
        p = *p == '/' ? strstr(p + 2, "*/") + 2 : p + 1;
    }
    return p;
}

static struct word next_word(const char **text, const char *end) {
    struct word w = {skip_blank(*text, end), 0};
    const char *p = w.at;
    if (p < end && is_word(*p)) {
        bool number = sign(*p) == SIGN_DIGIT;
        while (is_word(*p) || (number && *p == '.')) { /* a line ends before the end */
            ++p;
        }
    } else if (p < end && *p == '"') {
        for (++p; *p != '"'; ++p) {
            p += *p == '\\';
        }
        ++p;
    } else if (p < end) {
        ++p;
    }
    w.n = (size_t)(p - w.at);
    *text = p;
    return w;
}

static bool is_name(struct word w) {
    return w.n > 0 && sign(*w.at) == SIGN_WORD;
}

/* Of what is neither a name nor in a string. */
static uint64_t hash_text(const char *p, const char *end) {
    uint64_t h = 1469598103934665603u;
    while ((p = skip_blank(p, end)) < end) {
        char c = *p;
        if (sign(c) == SIGN_WORD) {
            for (c = 'a'; is_word(*p); ++p) {
            }
        } else if (c == '"') {
            next_word(&p, end);
        } else {
            ++p;
        }
        h = (h ^ (unsigned char)c) * 1099511628211u;
    }
    return h;
}

/* ---- names */

/* A variable's name without what the emitter adds: t38 of t38__s0. */
static struct word stem_of(struct word w) {
    for (size_t i = 1; i + 2 < w.n; ++i) {
        if (w.at[i] == '_' && w.at[i + 1] == '_' && sign(w.at[i + 2]) == SIGN_WORD &&
            w.at[i + 2] != '_') {
            return (struct word){w.at, i};
        }
    }
    return w;
}

static bool same_word(struct word a, struct word b) {
    return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

static struct word rest_of(struct word w, struct word stem) {
    return (struct word){w.at + stem.n, w.n - stem.n};
}

static bool is_variable(struct arena *a, const struct emit_printed *p, struct word w) {
    const char *name = arena_strndup(a, w.at, w.n);
    return bsearch(&name, p->names, (size_t)p->n_names, sizeof(name), compare_names) != NULL;
}

struct pairing {
    struct arena *a;
    const struct emit_printed *x, *y;
    VEC(struct pair { struct word x, y; })
    pairs;
};

/* Do the two stand for each other wherever they stand? */
static bool pairs_up(struct pairing *m, struct word x, struct word y) {
    for (int i = 0; i < m->pairs.n; ++i) {
        bool same_x = same_word(m->pairs.item[i].x, x), same_y = same_word(m->pairs.item[i].y, y);
        if (same_x || same_y) {
            return same_x && same_y;
        }
    }
    struct pair pair = {x, y};
    vec_push(m->a, &m->pairs, pair);
    return true;
}

/* The nest's own name and what begins with it: its structs, functions and tables. */
static bool own_name(const struct emit_printed *p, struct word w, struct word *rest) {
    size_t n = strlen(p->name);
    bool own = w.n >= n && memcmp(w.at, p->name, n) == 0 && (w.n == n || w.at[n] == '_');
    *rest = (struct word){w.at + n, own ? w.n - n : 0};
    return own;
}

/* Is y the macro for nests that hardly ever run, where x is the one for others? */
static bool is_rarer(struct word x, struct word y) {
    static const char rare[] = "_RARE";
    size_t n = sizeof(rare) - 1;
    return y.n == x.n + n && memcmp(y.at, x.at, x.n) == 0 && memcmp(y.at + x.n, rare, n) == 0;
}

static bool same_name(struct pairing *m, struct word x, struct word y) {
    struct word rest_x, rest_y;
    bool own_x = own_name(m->x, x, &rest_x), own_y = own_name(m->y, y, &rest_y);
    if (own_x || own_y) {
        return own_x && own_y && same_word(rest_x, rest_y);
    }
    struct word stem_x = stem_of(x), stem_y = stem_of(y);
    bool variable = is_variable(m->a, m->x, stem_x);
    if (variable != is_variable(m->a, m->y, stem_y)) {
        return false;
    }
    return variable
               ? same_word(rest_of(x, stem_x), rest_of(y, stem_y)) && pairs_up(m, stem_x, stem_y)
               : same_word(x, y) || is_rarer(x, y);
}

static bool same_text(struct emit *e, const struct emit_printed *x, const struct emit_printed *y) {
    struct pairing m = {.a = e->arena, .x = x, .y = y};
    const char *p = e->w->text + x->from, *p_end = e->w->text + x->to;
    const char *q = e->w->text + y->from, *q_end = e->w->text + y->to;
    struct word a, b;
    do {
        a = next_word(&p, p_end);
        b = next_word(&q, q_end);
        bool name = is_name(a) && is_name(b);
        if (name ? !same_name(&m, a, b) : !same_word(a, b)) {
            return false;
        }
    } while (a.n > 0);
    return true;
}

/* ---- the nests of the module */

static void remember_names(struct emit *e, struct emit_printed *p) {
    int n = e->func->n_vars;
    struct same_nests *same = e->same;
    if (same->func != e->func) {
        const char **names = ARENA_ARRAY(same->arena, const char *, n + 1);
        for (int i = 0; i < n; ++i) {
            names[i] = arena_strdup(e->same->arena, e->name[e->func->var[i]->id]);
        }
        qsort(names, (size_t)n, sizeof(*names), compare_names);
        same->func = e->func;
        same->names = names;
    }
    p->names = same->names;
    p->n_names = n;
}

const char *emit_same_nest(struct emit *e, const char *name, size_t from) {
    struct emit_printed *p = ARENA_NEW(e->same->arena, struct emit_printed);
    *p = (struct emit_printed){
        .name = arena_strdup(e->same->arena, name), .from = from, .to = e->w->n};
    p->hash = hash_text(e->w->text + p->from, e->w->text + p->to);
    struct emit_printed **first = &e->same->printed[p->hash % PRINTED];
    remember_names(e, p);
    p->before = *first;
    int compared = 0;
    for (const struct emit_printed *x = *first; x && compared < COMPARED; x = x->before) {
        if (x->hash == p->hash && ++compared && same_text(e, x, p)) {
            return x->name;
        }
    }
    *first = p;
    return NULL;
}
