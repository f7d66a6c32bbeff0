/* Principal types -> signatures: one for each choice of element types asked for.
 *
 * Each type variable takes each of them. Numbers are Python's own, so that calls with them mean
 * what they mean in the interpreter; sequences are arrays of one axis, sequences of sequences
 * matrices and lists of arrays. Procedures that take functions or tuples are compiled when they are
 * called. */
#include <string.h>

#include "cu_private.h"

enum { MOST_CHOICES = 64, MOST_DTYPES = DT_COUNT };

struct choice {
    struct cu_module *cm;
    const struct func *f;
    struct cu_vars vars;
    int n_dtypes;
    enum dtype dtype[MOST_DTYPES];
    int chosen[MOST_CHOICES]; /* per variable */
    bool lists;               /* sequences of sequences are lists */
};

static bool read_dtypes(const char *text, struct choice *c) {
    while (*text) {
        size_t n = strcspn(text, ",");
        int found = -1;
        for (int d = 0; d < DT_COUNT; ++d) {
            const char *name = dtype_info[d].name;
            bool weak = dtype_weak((enum dtype)d);
            found = !weak && strlen(name) == n && strncmp(name, text, n) == 0 ? d : found;
        }
        if (found < 0 || c->n_dtypes == MOST_DTYPES) {
            return false;
        }
        c->dtype[c->n_dtypes++] = (enum dtype)found;
        text += n + (text[n] == ',');
    }
    return c->n_dtypes > 0;
}

static enum dtype dtype_of(const struct choice *c, const struct itype *t) {
    for (int i = 0; i < c->vars.list.n; ++i) {
        if (c->vars.list.item[i] == t) {
            return c->dtype[c->chosen[i]];
        }
    }
    return t->dtype;
}

/* Python's number of a kind. */
static enum dtype weak_of(enum dtype d) {
    switch (dtype_info[d].kind) {
    case KIND_BOOL:
        return DT_PYBOOL;
    case KIND_COMPLEX:
        return DT_COMPLEX;
    case KIND_FLOAT:
        return DT_FLOAT;
    default:
        return DT_INT;
    }
}

static bool is_number(const struct itype *t) {
    return t->kind == IT_VAR || t->kind == IT_SCALAR;
}

static struct ann_type *new_ann(struct choice *c, enum ann_kind kind, enum dtype d, int rank) {
    struct ann_type *t = ARENA_NEW(c->cm->a, struct ann_type);
    t->kind = kind;
    t->span = c->f->name_span;
    t->dtype = d;
    t->rank = rank;
    t->layout = LAYOUT_ANY;
    return t;
}

/* NULL: no value of the type comes from Python ahead of time. */
static struct ann_type *written(struct choice *c, struct itype *t) {
    t = it_find(t);
    if (is_number(t)) {
        return new_ann(c, ANN_SCALAR, weak_of(dtype_of(c, t)), 0);
    }
    int rank = 0;
    for (; t->kind == IT_LIST; ++rank) {
        t = it_find(t->item[0]);
    }
    if (rank == 0 || rank > 2 || !is_number(t)) {
        return NULL;
    }
    bool list = rank == 2 && c->lists;
    struct ann_type *array = new_ann(c, ANN_ARRAY, dtype_of(c, t), list ? 1 : rank);
    if (!list) {
        return array;
    }
    struct ann_type *whole = new_ann(c, ANN_LIST, 0, 0);
    whole->n = 1;
    whole->item = ARENA_ARRAY(c->cm->a, struct ann_type *, 1);
    whole->item[0] = array;
    return whole;
}

static struct signature *sign(struct choice *c) {
    const struct itype *t = it_find(c->cm->type[c->f->id]);
    struct signature *s = ARENA_NEW(c->cm->a, struct signature);
    s->span = c->f->name_span;
    s->n = c->f->n_params;
    s->asked = true;
    s->param = ARENA_ARRAY(c->cm->a, struct ann_type *, s->n);
    for (int i = 0; i < s->n; ++i) {
        s->param[i] = written(c, t->item[i]);
        if (!s->param[i]) {
            return NULL;
        }
    }
    return s;
}

static bool is_nested(struct itype *t) {
    t = it_find(t);
    return t->kind == IT_LIST && it_find(t->item[0])->kind == IT_LIST;
}

/* The next choice; false behind the last. */
static bool next_choice(struct choice *c) {
    for (int i = 0; i < c->vars.list.n; ++i) {
        if (++c->chosen[i] < c->n_dtypes) {
            return true;
        }
        c->chosen[i] = 0;
    }
    return false;
}

/* One for each choice of element types, behind those that f has. */
static void sign_all(struct choice *c, struct func *f) {
    struct itype *t = it_find(c->cm->type[f->id]);
    bool nested = false;
    int choices = 1;
    c->f = f;
    c->vars = (struct cu_vars){.a = c->cm->a};
    for (int i = 0; i < f->n_params; ++i) {
        it_each_var(t->item[i], cu_collect, &c->vars);
        nested = nested || is_nested(t->item[i]);
    }
    for (int i = 0; i < c->vars.list.n && choices <= MOST_CHOICES; ++i) {
        choices *= c->n_dtypes;
    }
    VEC(struct signature *) all = {0};
    for (int i = 0; i < f->n_signatures; ++i) {
        vec_push(c->cm->a, &all, f->signature[i]);
    }
    memset(c->chosen, 0, sizeof(c->chosen));
    for (bool more = choices <= MOST_CHOICES && c->vars.list.n <= MOST_CHOICES; more;
         more = next_choice(c)) {
        for (int lists = 0; lists <= nested; ++lists) {
            c->lists = lists;
            struct signature *s = sign(c);
            if (s) {
                vec_push(c->cm->a, &all, s);
            }
        }
    }
    f->n_signatures = all.n;
    f->signature = all.item;
}

bool cu_instantiate(struct cu_module *cm, const char *instantiate) {
    struct choice asked = {.cm = cm};
    bool known = !instantiate || read_dtypes(instantiate, &asked);
    for (int i = 0; i < cm->m->n_funcs && known; ++i) {
        struct func *f = cm->m->func[i];
        struct choice own = {.cm = cm};
        bool open = cm->type[i] && f->cu && !f->parent && !f->imported &&
                    it_find(cm->type[i])->kind == IT_FUNC;
        if (open && f->instantiate && read_dtypes(f->instantiate, &own)) {
            sign_all(&own, f);
        } else if (open && instantiate && f->n_signatures == 0) {
            sign_all(&asked, f);
        }
    }
    return known;
}
