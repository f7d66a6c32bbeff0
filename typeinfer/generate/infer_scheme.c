/* A function's scheme: its parameters are declared, its body is walked (infer_stmt.c), and what its
 * paths return becomes its result. */
#include <stdlib.h>

#include "generate.h"

/* Parameters and captures. With one signature the parameters are ground at once, so that most
 * constraints are solved where they arise. */
static void declare_parameters(struct infer *ix, struct scheme *s) {
    const struct func *f = s->func;
    s->param = ARENA_ARRAY(ix->arena, struct itype *, f->n_params);
    s->capture = ARENA_ARRAY(ix->arena, struct itype *, f->n_captures);
    bool open = f->n_signatures == 1 && (f->signature[0]->asked || f->signature[0]->weak);
    const struct signature *only = f->n_signatures == 1 && !open ? f->signature[0] : NULL;
    for (int i = 0; i < f->n_params; ++i) {
        struct symbol *sym = f->param[i].sym;
        s->param[i] = only && i < only->n
                          ? use_param(ix, f, i, infer_annotation(ix, only->param[i]))
                          : con_fresh(ix);
        infer_declare(ix, sym, s->param[i]);
        ix->may_know[sym->id] = f->param[i].is_static && sym->n_assigned == 0;
        flow_assign(&ix->flow, sym);
    }
    for (int i = 0; i < f->n_captures; ++i) {
        s->capture[i] = con_fresh(ix);
        infer_declare(ix, f->capture[i], s->capture[i]);
        flow_assign(&ix->flow, f->capture[i]);
    }
}

static bool is_value_return(const struct typed_expr *r) {
    return r->expr && it_find(r->type)->kind != IT_NONE;
}

/* The end of the body without a value, where other paths return one. */
static void check_paths(struct infer *ix, struct scheme *s) {
    struct span value = {0, 0}, bare = {0, 0};
    bool has_value = false, has_bare = false;
    for (int i = 0; i < s->returns.n; ++i) {
        if (is_value_return(&s->returns.item[i])) {
            value = has_value ? value : s->return_spans.item[i];
            has_value = true;
        } else {
            bare = has_bare ? bare : s->return_spans.item[i];
            has_bare = true;
        }
    }
    const struct signature *only = s->func->n_signatures == 1 ? s->func->signature[0] : NULL;
    if (has_value && only && only->ret && only->ret->optional) {
        s->gives_none = infer_func_gives_none(ix, s->func);
    }
    if (!has_value || (!has_bare && !s->falls_off)) {
        return;
    }
    if (infer_func_gives_none(ix, s->func)) {
        s->gives_none = true;
        return;
    }
    struct diag_message *m = infer_error(
        ix, DIAG_PY304, has_bare ? bare : s->func->name_span,
        has_bare ? "returns nothing here, but a value elsewhere"
                 : "the end of '%s' can be reached without a return, so that it would be None",
        s->func->name);
    infer_note(ix, m, value, "a value is returned here");
    infer_fix(ix, m, "return a value on every path, or raise an exception");
}

/* The result that the function's only signature declares; NULL: none does. */
static struct itype *declared_result(struct infer *ix, const struct func *f) {
    const struct signature *only = f->n_signatures == 1 ? f->signature[0] : NULL;
    return only && only->ret ? infer_annotation(ix, only->ret) : NULL;
}

/* A list that is returned is of the type that the annotation says, and so are what a dictionary
 * holds and the items of a tuple. */
static void meet_declared(struct infer *ix, struct itype *declared, struct itype *t,
                          struct span span) {
    t = it_find(t);
    declared = it_find(declared);
    if (declared->kind == IT_LIST && t->kind == IT_LIST) {
        infer_list_meets(ix, declared, t, span);
    }
    bool dict = declared->kind == IT_OBJECT && declared->of->prelude && t->kind == IT_OBJECT &&
                t->of == declared->of;
    for (int i = 0; dict && i < t->n; ++i) {
        meet_declared(ix, declared->item[i], t->item[i], span);
    }
    for (int i = 0; declared->kind == IT_TUPLE && it_alike(declared, t) && i < t->n; ++i) {
        meet_declared(ix, declared->item[i], t->item[i], span);
    }
}

/* Lists that are returned are of one type, which the annotation may say: first, or NULL. */
static void meet_returns(struct infer *ix, struct scheme *s, struct itype *first) {
    for (int i = 0; i < s->returns.n; ++i) {
        const struct typed_expr *r = &s->returns.item[i];
        if (is_value_return(r) && first) {
            meet_declared(ix, first, r->type, r->expr->span);
        }
        first = !first && it_find(r->type)->kind == IT_LIST ? r->type : first;
    }
}

static void finish_return(struct infer *ix, struct scheme *s, struct itype *declared) {
    check_paths(ix, s);
    int n = 0;
    struct typed_expr last = {0};
    for (int i = 0; i < s->returns.n; ++i) {
        if (is_value_return(&s->returns.item[i])) {
            last = s->returns.item[i];
            n++;
        }
    }
    meet_returns(ix, s, declared);
    if (n == 0) {
        s->ret = &ix->types.none;
    } else if (n == 1 && s->func->n_signatures == 0) {
        s->ret = it_plain(&ix->types, it_find(last.type));
    } else {
        s->ret = con_fresh(ix);
        for (int i = 0; i < s->returns.n; ++i) {
            const struct typed_expr *r = &s->returns.item[i];
            if (is_value_return(r)) {
                ix->live = r->live;
                con_join(ix, s->ret, r->type, r->expr, r->expr->span, NULL);
            }
        }
    }
}

static int compare_vars(const void *a, const void *b) {
    return ((const struct typed_var *)a)->sym->id - ((const struct typed_var *)b)->sym->id;
}

static void keep_exprs(struct infer *ix, struct scheme *s) {
    s->n_exprs = ix->exprs.n;
    s->expr = ARENA_ARRAY(ix->arena, struct typed_expr, ix->exprs.n);
    for (int i = 0; i < ix->exprs.n; ++i) {
        s->expr[i] = ix->exprs.item[i];
    }
}

static bool holds_object(const struct ann_type *t) {
    bool holds = t->kind == ANN_OBJECT;
    for (int i = 0; i < t->n && !holds; ++i) {
        holds = holds_object(t->item[i]);
    }
    return holds;
}

/* The classes in annotations of variables have schemes of their own, which are made before. */
static void ask_annotations(struct infer *ix, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        const struct stmt *s = b->item[i];
        if (s->kind == STMT_ASSIGN && s->assign.ann && holds_object(s->assign.ann)) {
            infer_annotation(ix, s->assign.ann);
        } else if (s->kind == STMT_IF) {
            ask_annotations(ix, &s->if_.then);
            ask_annotations(ix, &s->if_.els);
        } else if (s->kind == STMT_FOR || s->kind == STMT_WHILE) {
            ask_annotations(ix, s->kind == STMT_FOR ? &s->for_.body : &s->while_.body);
        }
    }
}

/* Attributes whose annotations name the class that this makes an object of. */
static void link_selves(struct infer *ix) {
    for (int i = 0; ix->selves.n > 0 && i < ix->exprs.n; ++i) {
        const struct itype *t = it_find(ix->exprs.item[i].type);
        for (int k = 0;
             t->kind == IT_OBJECT && class_made_by(t->of, ix->cur->func) && k < ix->selves.n; ++k) {
            it_link(&ix->types, t, it_find(ix->selves.item[k]));
        }
    }
    ix->selves.n = 0;
}

struct scheme *infer_scheme(struct infer *ix, const struct func *f) {
    struct scheme *s = ix->scheme[f->id];
    if (s) {
        return s;
    }
    s = ix->scheme[f->id] = ARENA_NEW(ix->arena, struct scheme);
    s->func = f;
    struct itype *declared = declared_result(ix, f); /* may make other schemes */
    ask_annotations(ix, &f->body);                   /* the same */
    bool silent = ix->silent;
    bool nones = ix->nones; /* of whose body asks for this scheme */
    struct use *checking = ix->checking;
    ix->silent = false;
    ix->checking = NULL;
    ix->cur = s;
    ix->exprs.n = 0;
    ix->live = NULL;
    ix->cut = false;
    ix->uncertain = 0;
    ix->prange = NULL;
    flow_begin(&ix->flow);
    declare_parameters(ix, s);
    infer_find_nones(ix, f);
    infer_block(ix, &f->body);
    s->falls_off = ix->flow.reachable;
    finish_return(ix, s, declared);
    infer_list_hints(ix, s);
    link_selves(ix);
    ix->live = NULL;
    flow_end(&ix->flow);
    keep_exprs(ix, s);
    for (int i = 0; i < s->vars.n; ++i) {
        ix->env[s->vars.item[i].sym->id] = NULL;
    }
    if (s->vars.n) {
        qsort(s->vars.item, (size_t)s->vars.n, sizeof(*s->vars.item), compare_vars);
    }
    con_schedule(ix, s);
    ix->cur = NULL;
    ix->silent = silent;
    ix->nones = nones;
    ix->checking = checking;
    return s;
}
