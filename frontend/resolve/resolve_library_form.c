/* Forms of calls of NumPy's functions that say the same in other words:
 *
 *     np.linalg.eigh(a).eigenvalues   ->  np.linalg.eigh(a)[0], also by a name that is bound once
 *     np.einsum(a, [0, 1], b, [1])    ->  np.einsum('ab,b', a, b)
 *     axes = (0, 1); np.sum(a, axis=axes)  ->  np.sum(a, axis=(0, 1)), of a name that is bound once
 *     np.random.Generator(np.random.PCG64(seed))  ->  np.random.default_rng(seed)
 *     np.median(a, overwrite_input=True), np.einsum(..., optimize=True): without that keyword */
#include "resolve_private.h"

#include <ctype.h>
#include <string.h>

#include "nodes.h"

static enum op called(const struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_CALL ? sugar_callee(e->call.fn) : NULL;
    return sym && sym->kind == SYM_OP ? sym->op : OP_COUNT;
}

/* ---- named parts of results */

static const char *parts_of(const struct expr *e) {
    for (int i = 0; e->kind == EXPR_CALL && i < e->call.n_kw; ++i) {
        if (strcmp(e->call.kw[i].name, "mode") == 0 ||
            strcmp(e->call.kw[i].name, "compute_uv") == 0) {
            return NULL; /* it may give one array */
        }
    }
    switch (called(e)) {
    case OP_EIG:
    case OP_EIGH:
        return "eigenvalues eigenvectors";
    case OP_QR:
        return "Q R";
    case OP_SVD:
        return "U S Vh";
    case OP_SLOGDET:
        return "sign logabsdet";
    case OP_UNIQUE_ALL:
        return "values indices inverse_indices counts";
    case OP_UNIQUE_COUNTS:
        return "values counts";
    case OP_UNIQUE_INVERSE:
        return "values inverse_indices";
    default:
        return NULL;
    }
}

/* Which of these words it is; -1: none. */
static int place_of(const char *words, const char *name) {
    size_t n = strlen(name);
    for (int i = 0; *words; ++i) {
        size_t m = strcspn(words, " ");
        if (m == n && strncmp(words, name, n) == 0) {
            return i;
        }
        words += m + strspn(words + m, " ");
    }
    return -1;
}

static bool is_whole(const struct expr *e) {
    bool minus = e->kind == EXPR_UNARY && e->unary.op == OP_NEG;
    e = minus ? e->unary.a : e;
    return e->kind == EXPR_INT && !e->integer.too_big;
}

static bool holds_axes(const struct expr *e) {
    bool all = e->kind == EXPR_TUPLE && e->list.n > 0;
    for (int i = 0; all && i < e->list.n; ++i) {
        all = is_whole(e->list.item[i]);
    }
    return all;
}

void resolve_named_result(struct symbol *sym, const struct expr *value) {
    sym->parts = parts_of(value);
    sym->axes = holds_axes(value) ? value : NULL;
}

bool resolve_named_part(struct resolver *r, struct expr *attr) {
    struct expr *base = attr->attr.base;
    const char *parts = base->kind == EXPR_CALL                     ? parts_of(base)
                        : base->kind == EXPR_NAME && base->name.sym ? base->name.sym->parts
                                                                    : NULL;
    int at = parts ? place_of(parts, attr->attr.name) : -1;
    if (at < 0) {
        return false;
    }
    struct sugar g = resolve_sugar(r);
    struct expr **index = ARENA_ARRAY(r->arena, struct expr *, 1);
    index[0] = node_int(&g, at, attr->span);
    attr->kind = EXPR_INDEX;
    memset(&attr->index, 0, sizeof attr->index);
    attr->index.base = base;
    attr->index.n = 1;
    attr->index.index = index;
    return true;
}

/* ---- keywords that change no result */

static bool is_dropped(enum op op, const struct keyword *kw) {
    switch (op) {
    case OP_EINSUM: /* the order of the products is NumPy's affair */
        return strcmp(kw->name, "optimize") == 0 &&
               (kw->value->kind == EXPR_BOOL || kw->value->kind == EXPR_STR);
    case OP_MEDIAN:
    case OP_NANMEDIAN:
    case OP_PERCENTILE:
    case OP_NANPERCENTILE:
    case OP_QUANTILE:
    case OP_NANQUANTILE: /* a permission */
        return strcmp(kw->name, "overwrite_input") == 0 && kw->value->kind == EXPR_BOOL;
    default:
        return false;
    }
}

static void drop_keywords(struct expr *e) {
    enum op op = called(e);
    int n = 0;
    for (int i = 0; i < e->call.n_kw; ++i) {
        struct keyword kw = e->call.kw[i];
        if (!is_dropped(op, &kw)) {
            e->call.kw[n++] = kw;
        }
    }
    e->call.n_kw = n;
}

/* ---- axes by a name */

static struct expr *written_axes(struct resolver *r, struct sugar *g, struct expr *e) {
    const struct symbol *sym = e->kind == EXPR_NAME ? resolve_seen(r, e->name.name) : NULL;
    const struct expr *from = sym ? sym->axes : NULL;
    if (!from) {
        return e;
    }
    struct expr *to = sugar_new(g, EXPR_TUPLE, e->span);
    to->list.n = from->list.n;
    to->list.item = ARENA_ARRAY(g->arena, struct expr *, from->list.n);
    for (int i = 0; i < from->list.n; ++i) {
        const struct expr *x = from->list.item[i];
        int64_t value = x->kind == EXPR_UNARY ? -x->unary.a->integer.value : x->integer.value;
        to->list.item[i] = node_int(g, value, e->span);
    }
    return to;
}

static void write_axes(struct resolver *r, struct sugar *g, struct expr *e) {
    for (int i = 0; i < e->call.n_kw; ++i) {
        struct keyword *kw = &e->call.kw[i];
        if (strcmp(kw->name, "axis") == 0 || strcmp(kw->name, "axes") == 0) {
            kw->value = written_axes(r, g, kw->value);
        }
    }
    if (called(e) == OP_TRANSPOSE && e->call.n == 2) {
        e->call.arg[1] = written_axes(r, g, e->call.arg[1]);
    }
}

/* ---- np.einsum */

enum { EINSUM_AXES = 8 };

/* The axes that a subscript of one operand puts in another order, "ij->ji"; 0: it does more than
 * that. Without an arrow the letters are sorted. */
static int read_turn(const char *text, int *axis) {
    char from[EINSUM_AXES + 1] = "", to[EINSUM_AXES + 1] = "";
    const char *arrow = strstr(text, "->");
    size_t n = 0, m = 0;
    for (const char *at = text; *at; at += at == arrow ? 2 : 1) {
        bool letter = isalpha((unsigned char)*at), behind = arrow && at > arrow;
        if (at == arrow || *at == ' ') {
            continue;
        }
        if (!letter || n + m >= 2 * EINSUM_AXES || (behind ? m : n) >= EINSUM_AXES ||
            strchr(behind ? to : from, *at)) {
            return 0;
        }
        *(behind ? &to[m++] : &from[n++]) = *at;
    }
    for (int c = 'A'; !arrow && c <= 'z'; ++c) {
        to[m] = (char)c;
        m += strchr(from, c) != NULL;
    }
    for (size_t i = 0; n == m && i < n; ++i) {
        const char *at = memchr(from, to[i], n);
        if (!at) {
            return 0;
        }
        axis[i] = (int)(at - from);
    }
    return n == m ? (int)n : 0;
}

/* np.einsum('ij->ji', a) is a view: np.transpose(a, (1, 0)). */
static void turn(struct sugar *g, struct expr *e) {
    bool one = e->call.n == 2 && e->call.n_kw == 0 && e->call.arg[0]->kind == EXPR_STR;
    int axis[EINSUM_AXES], n = one ? read_turn(e->call.arg[0]->str.text, axis) : 0;
    if (n == 0) {
        return;
    }
    struct expr *order = sugar_new(g, EXPR_TUPLE, e->call.arg[0]->span);
    order->list.n = n;
    order->list.item = ARENA_ARRAY(g->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        order->list.item[i] = node_int(g, axis[i], order->span);
    }
    struct expr *turned = sugar_call(g, IN_NP, "np.transpose", 2, e->span);
    turned->call.arg[0] = e->call.arg[1];
    turned->call.arg[1] = order;
    e->call = turned->call;
}

/* [0, 1] as "ab", of constants from 0 to 51 and `...`; NULL: it is something else. */
static const char *subscript(struct arena *a, const struct expr *e) {
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const char *text = "";
    if (e->kind != EXPR_LIST && e->kind != EXPR_TUPLE) {
        return NULL;
    }
    for (int i = 0; i < e->list.n; ++i) {
        const struct expr *x = e->list.item[i];
        bool dots = x->kind == EXPR_ELLIPSIS ||
                    (x->kind == EXPR_NAME && strcmp(x->name.name, "Ellipsis") == 0);
        bool axis = x->kind == EXPR_INT && !x->integer.too_big && x->integer.value >= 0 &&
                    x->integer.value < 52;
        if (!dots && !axis) {
            return NULL;
        }
        text = dots ? arena_printf(a, "%s...", text)
                    : arena_printf(a, "%s%c", text, letter[x->integer.value]);
    }
    return text;
}

/* Operands, each with a list of its axes behind it, and a list of those of the result. */
static void write_subscripts(struct sugar *g, struct expr *e) {
    int n = e->call.n / 2;
    const char *text = "";
    struct expr **arg = ARENA_ARRAY(g->arena, struct expr *, n + 1);
    for (int i = 0; i < n; ++i) {
        const char *one = subscript(g->arena, e->call.arg[2 * i + 1]);
        if (!one) {
            return;
        }
        text = arena_printf(g->arena, "%s%s%s", text, i ? "," : "", one);
        arg[i + 1] = e->call.arg[2 * i];
    }
    const char *to = e->call.n > 2 * n ? subscript(g->arena, e->call.arg[2 * n]) : "";
    if (n == 0 || !to) {
        return;
    }
    text = e->call.n > 2 * n ? arena_printf(g->arena, "%s->%s", text, to) : text;
    arg[0] = sugar_new(g, EXPR_STR, e->call.arg[1]->span);
    arg[0]->str.text = text;
    arg[0]->str.n = (int)strlen(text);
    e->call.arg = arg;
    e->call.n = n + 1;
}

/* ---- generators by what they are made of */

/* Is it a call of np.random.<name>, with a seed at most? */
static bool is_of_random(const struct resolver *r, const struct expr *e, const char *name) {
    const struct expr *fn =
        e->kind == EXPR_CALL && e->call.n <= 1 && !e->call.n_kw ? e->call.fn : e;
    const struct expr *base = fn->kind == EXPR_ATTR ? fn->attr.base : NULL;
    if (!base || strcmp(fn->attr.name, name) != 0) {
        return false;
    }
    bool inside = base->kind == EXPR_ATTR && strcmp(base->attr.name, "random") == 0;
    base = inside ? base->attr.base : base;
    const struct symbol *sym = base->kind == EXPR_NAME ? resolve_seen(r, base->name.name) : NULL;
    return sym && sym->kind == SYM_MODULE && sym->module == (inside ? IN_NP : IN_NP_RANDOM);
}

/* np.random.Generator(np.random.PCG64(seed)) and what else is a seed of default_rng. */
static void make_default(const struct resolver *r, struct sugar *g, struct expr *e) {
    bool generator = is_of_random(r, e, "Generator") && e->call.n == 1;
    struct expr *from = e, *bits;
    if ((generator || called(e) == OP_DEFAULT_RNG) && e->call.n == 1 && !e->call.n_kw) {
        from = is_of_random(r, e->call.arg[0], "PCG64") ? e->call.arg[0] : e;
        bits = from->call.n == 1 && (!generator || from != e) ? from->call.arg[0] : e;
        from = bits != e && is_of_random(r, bits, "SeedSequence") ? bits : from;
    }
    if (from != e) {
        struct expr *made =
            sugar_call(g, IN_NP_RANDOM, "random.default_rng", from->call.n, e->span);
        for (int i = 0; i < from->call.n; ++i) {
            made->call.arg[i] = from->call.arg[i];
        }
        e->call = made->call;
    }
}

void resolve_library_form(struct resolver *r, struct sugar *g, struct expr *e) {
    make_default(r, g, e);
    drop_keywords(e);
    if (r->frame) {
        write_axes(r, g, e);
    }
    if (called(e) != OP_EINSUM || !g->outermost) {
        return;
    }
    if (e->call.n > 1 && e->call.arg[0]->kind != EXPR_STR) {
        write_subscripts(g, e);
    }
    turn(g, e);
}
