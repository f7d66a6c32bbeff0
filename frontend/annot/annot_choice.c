/* Parameters that may have one of several types: a signature for each combination.
 *
 *     def f(x: f64[:] | f32[:], y: Union[int, float])
 *     T = TypeVar('T', f32, f64)          def f[T: (f32, f64)](x: T, y: T)
 *
 * Alternatives of one parameter are chosen whatever the others are; a type variable is one type in
 * the whole signature, so that the annotations are read once for each of its types. And arrays
 * whose number of axes is not said, NDArray[np.float64], which have as many as their uses tell. */
#include <ctype.h>
#include <string.h>

#include "annot.h"

enum { MAX_COMBINATIONS = 64 };

/* ---- alternatives */

void annot_add_all(struct annot *an, struct func *f, const struct signature *sig) {
    struct arena *a = an->p->arena;
    struct ann_type **at = ARENA_ARRAY(a, struct ann_type *, sig->n);
    for (int i = 0; i < sig->n; ++i) {
        at[i] = sig->param[i];
    }
    for (int k = 0; k >= 0;) {
        if (f->n_signatures >= MAX_COMBINATIONS) {
            diag_error(an->p->diag, DIAG_PY103, sig->span, "more than %d combinations of types",
                       MAX_COMBINATIONS);
            return;
        }
        struct signature *one = ARENA_NEW(a, struct signature);
        *one = *sig;
        one->param = ARENA_ARRAY(a, struct ann_type *, sig->n);
        memcpy(one->param, at, (size_t)sig->n * sizeof *at);
        one->group = 0;
        for (int i = 0, n = 0; i < sig->n && n < MAX_ANY; ++i) { /* no later one has alternatives */
            one->group = at[i]->any ? 2 * one->group + at[i]->other : one->group;
            n += at[i]->any;
        }
        bool open = sig->ret && (sig->ret->or_else || ann_is_open(sig->ret));
        one->ret = open ? NULL : sig->ret;
        annot_add(an, f, one);
        for (k = sig->n == f->n_params ? sig->n - 1 : -1; k >= 0 && !at[k]->or_else; --k) {
            at[k] = sig->param[k];
        }
        if (k >= 0) {
            at[k] = at[k]->or_else;
        }
    }
}

/* ---- type variables */

/* Do these words, possibly behind a module, stand here? Moves behind them. */
static bool accept_call(struct ann_reader *r, const char *name) {
    struct ann_reader tried = *r;
    struct ann_name callee = {0};
    bool is =
        ann_read_name(&tried, &callee) && strcmp(callee.last, name) == 0 && ann_accept(&tried, "(");
    r->at = is ? tried.at : r->at;
    return is;
}

/* Moves behind a name in quotes. */
static bool accept_text(struct ann_reader *r) {
    const char *quote = ann_accept(r, "'") ? "'" : ann_accept(r, "\"") ? "\"" : NULL;
    size_t n;
    return quote && ann_word(r, &n) && ann_accept(r, quote);
}

/* Moves behind `name=`; *bound: is it `bound=`? */
static bool accept_keyword(struct ann_reader *r, bool *bound) {
    struct ann_reader tried = *r;
    size_t n;
    const char *word = ann_word(&tried, &n);
    *bound = word && n == 5 && memcmp(word, "bound", n) == 0;
    bool is = word && ann_accept(&tried, "=");
    r->at = is ? tried.at : r->at;
    return is;
}

/* TypeVar('T', f32, f64) or TypeVar('T', bound=f64 | f32); NULL when it is something else. */
static struct ann_type *read_typevar(struct ann_reader *r) {
    struct ann_type *all = NULL;
    if (!accept_call(r, "TypeVar") || !accept_text(r)) {
        return NULL;
    }
    while (ann_accept(r, ",") && !ann_accept(r, ")")) {
        bool bound;
        if (accept_keyword(r, &bound)) {
            if (bound) {
                return ann_read_type(r, 0);
            }
            while (r->at < r->end && *r->at != ',' && *r->at != ')') {
                ++r->at;
            }
            continue;
        }
        struct ann_type *t = ann_read_type(r, 0);
        if (!t) {
            return NULL;
        }
        all = ann_join(all, t);
    }
    return all;
}

/* The types of a tuple, or of a bound. */
static struct ann_type *read_constraints(struct ann_reader *r) {
    struct ann_type *t = ann_read_type(r, 0), *all = NULL;
    if (!t || t->kind != ANN_TUPLE) {
        return t;
    }
    for (int i = 0; i < t->n; ++i) {
        all = ann_join(all, t->item[i]);
    }
    return all;
}

/* What stands in the brackets behind a function's name; empty: nothing. */
static struct span bracketed(const struct annot *an, const struct func *f) {
    const char *text = an->p->source->text;
    uint32_t at = f->name_span.hi;
    while (isspace((unsigned char)text[at])) {
        ++at;
    }
    struct span s = {at + 1, at + 1};
    for (int open = text[at] == '['; open > 0 && s.hi < f->span.hi; ++s.hi) {
        open += (text[s.hi] == '[') - (text[s.hi] == ']');
    }
    return s;
}

/* def f[S: (f32, f64), T: f64 | f32](...): what T may be. */
static struct ann_type *bracketed_types(struct annot *an, const char *name) {
    struct span s = bracketed(an, an->vars->f);
    if (s.hi == s.lo) {
        return NULL;
    }
    struct ann_reader r = annot_reader(an, an->p->source->text + s.lo, s.hi - s.lo, s, true);
    r.alias = NULL;
    do {
        size_t n;
        const char *word = ann_word(&r, &n);
        bool found = word && strlen(name) == n && memcmp(word, name, n) == 0;
        struct ann_type *t = word && ann_accept(&r, ":") ? read_constraints(&r) : NULL;
        if (found || !word || r.fault.text) {
            return found ? t : NULL;
        }
    } while (ann_accept(&r, ","));
    return NULL;
}

static struct ann_type *copied(struct annot *an, const struct ann_type *t) {
    struct ann_type *copy = ARENA_NEW(an->p->arena, struct ann_type);
    *copy = *t;
    copy->or_else = NULL;
    return copy;
}

static struct ann_type *variable_types(struct annot *an, const char *name) {
    struct ann_type *t = bracketed_types(an, name);
    if (t) {
        return t;
    }
    struct annot *home;
    struct span s = annot_assigned(an, name, &home);
    struct ann_vars *vars = home->vars;
    struct ann_reader r = annot_reader(home, home->p->source->text + s.lo, s.hi - s.lo, s, true);
    home->vars = NULL; /* bounds have no variables in them */
    t = read_typevar(&r);
    home->vars = vars;
    return t;
}

struct ann_type *annot_variable(struct annot *an, const char *name) {
    struct ann_vars *vars = an->vars;
    for (int i = 0; vars && i < vars->list.n; ++i) {
        if (vars->list.item[i].name == name) {
            return copied(an, vars->list.item[i].at);
        }
    }
    struct ann_type *t = vars ? variable_types(an, name) : NULL;
    if (!t) {
        return NULL;
    }
    struct ann_var var = {name, t, t};
    vec_push(an->p->arena, &vars->list, var);
    return copied(an, t);
}

bool annot_next_types(struct annot *an) {
    for (int i = an->vars->list.n - 1; i >= 0; --i) {
        struct ann_var *var = &an->vars->list.item[i];
        var->at = var->at->or_else ? var->at->or_else : var->first;
        if (var->at != var->first) {
            return true;
        }
    }
    return false;
}

/* ---- the rank of an array from its uses */

bool annot_try_ranks(struct annot *an, struct ann_type *t) {
    int n = 0;
    struct ann_type *of = NULL;
    for (; t; t = t->or_else) {
        bool array = t->kind == ANN_ARRAY && t->dtype != DT_CHAR;
        of = array ? t : of;
        n += array;
    }
    if (n != 1 || (of->rank != RANK_OPEN && of->rank != 1)) {
        return false;
    }
    of->rank = 1;
    struct ann_type *two = copied(an, of);
    two->rank = 2;
    two->or_else = of->or_else;
    of->or_else = two;
    return true;
}

/* Does an object hold arrays of elements that nothing tells? */
static bool holds_any(const struct ann_type *t) {
    bool holds = t->kind == ANN_OBJECT && t->of->any;
    for (int i = 0; i < t->n && !holds; ++i) {
        holds = holds_any(t->item[i]);
    }
    return holds;
}

bool annot_try_elements(struct annot *an, struct ann_type *t, bool ints) {
    bool any = false, plain = t != NULL;
    struct ann_type *last = t;
    for (struct ann_type *of = t; of; of = of->or_else) {
        any = any || of->any || holds_any(of);
        plain = plain && of->any && of->dtype == DT_F64;
        last = of;
    }
    for (struct ann_type *of = t, *end = last; plain && ints && of; of = of->or_else) {
        last->or_else = copied(an, of);
        last = last->or_else;
        last->dtype = DT_I64;
        last->other = true;
        if (of == end) {
            break;
        }
    }
    return any;
}

/* Is it a function of the class, or of one that it is derived from? */
static bool is_of_class(const struct class *c, const struct func *f) {
    bool found = false;
    for (; c && !found; c = c->base) {
        found = c->make == f;
        for (int i = 0; i < c->n_methods; ++i) {
            found = found || c->method[i] == f;
        }
    }
    return found;
}

/* Is the attribute what __init__ is given as the parameter: self.x = x, self._x = x? */
static bool is_given(const struct func *make, const char *parameter, const char *attribute) {
    bool is = parameter == attribute;
    for (int i = 0; i < make->body.n && !is; ++i) {
        const struct stmt *s = make->body.item[i];
        bool plain = s->kind == STMT_ASSIGN && s->assign.n == 1 &&
                     s->assign.target[0]->kind == EXPR_NAME && s->assign.value &&
                     s->assign.value->kind == EXPR_NAME;
        const char *dot = plain ? strchr(s->assign.target[0]->name.name, '.') : NULL;
        is = dot && s->assign.value->name.name == parameter && strcmp(dot + 1, attribute) == 0;
    }
    return is;
}

bool annot_find_rank(struct annot *an, const struct func *f, int param, const struct class *c,
                     struct ann_type *t, bool *guess) {
    int least = 0, exact = 0;
    const char *name = f->param[param].sym->name;
    for (int i = 0; i < an->p->rank_uses.n; ++i) {
        const struct rank_use *use = &an->p->rank_uses.item[i];
        const struct func *of = use->func;
        while (of->parent && of != f) {
            of = of->parent;
        }
        bool own = c && use->of_self && is_of_class(c, of) && is_given(f, name, use->name);
        if (own || (of == f && !use->of_self && use->name == name)) {
            least = use->n > least ? use->n : least;
            exact = use->exact ? use->n : exact;
        }
    }
    int rank = exact > 0 ? exact : least;
    *guess = exact == 0 && least == 1;
    for (; rank > 0 && rank <= MAX_RANK && t; t = t->or_else) {
        t->rank = t->rank == RANK_OPEN ? rank : t->rank;
    }
    return rank > 0 && rank <= MAX_RANK;
}
