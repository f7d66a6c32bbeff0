/* --emit types: for each function reached, in source order, its principal type with the constraints
 * that are left, then each use of it with the types of its variables. */
#include "infer.h"

/* "a: 'a, n: int" */
static const char *params_text(struct arena *a, const struct func *f, struct itype **type) {
    const char *text = "";
    for (int i = 0; i < f->n_params; ++i) {
        text = arena_printf(a, "%s%s%s: %s", text, i ? ", " : "", f->param[i].sym->name,
                            it_name(a, type[i]));
    }
    return text;
}

static const char *args_text(struct arena *a, const struct con *c, int first) {
    const char *text = "";
    for (int i = first; i < c->n; ++i) {
        if (it_find(c->arg[i])->kind != IT_NONE) {
            text = arena_printf(a, "%s%s%s", text, *text ? ", " : "", it_name(a, c->arg[i]));
        }
    }
    return text;
}

static const char *called_name(struct arena *a, struct itype *t) {
    t = it_find(t);
    return t->kind == IT_FUNC ? t->func->name : it_name(a, t);
}

/* The left side of a constraint: "'a * 'b", "len('a)", "'a[int, 'b]". */
static const char *con_text(struct arena *a, const struct con *c) {
    switch (c->kind) {
    case CON_OP:
        if (c->module == IN_OPERATOR && c->n == 2) {
            return arena_printf(a, "%s %s %s", it_name(a, c->arg[0]), op_info[c->op].name,
                                it_name(a, c->arg[1]));
        }
        return arena_printf(a, "%s(%s)", op_info[c->op].name, args_text(a, c, 0));
    case CON_SPECIAL:
        return arena_printf(a, "%s(%s)", op_info[c->op].name, args_text(a, c, 0));
    case CON_JOIN:
        return it_name(a, c->arg[0]);
    case CON_TRUTH:
        return arena_printf(a, "bool(%s)", it_name(a, c->arg[0]));
    case CON_INT:
        return arena_printf(a, "index(%s)", it_name(a, c->arg[0]));
    case CON_INDEX:
    case CON_STORE:
        return arena_printf(a, "%s[%s]", it_name(a, c->arg[0]), args_text(a, c, 1));
    case CON_ATTR:
        return arena_printf(a, "%s.%s", it_name(a, c->arg[0]), c->expr->attr.name);
    case CON_PART:
        return arena_printf(a, "part %d of %s", c->part, it_name(a, c->arg[0]));
    case CON_HELD:
        return arena_printf(a, "held(%s)", it_name(a, c->arg[0]));
    case CON_ITER:
        return arena_printf(a, "iter(%s)", it_name(a, c->arg[0]));
    case CON_CALL:
        return arena_printf(a, "%s(%s)", called_name(a, c->arg[0]), args_text(a, c, 1));
    case CON_CAST:
        return arena_printf(a, "%s(%s)", dtype_info[c->dtype].name, args_text(a, c, 0));
    case CON_METHOD:
        return arena_printf(a, "%s.%s(%s)", it_name(a, c->arg[0]), c->expr->call.fn->attr.name,
                            args_text(a, c, 1));
    case CON_LOGIC:
        return c->n == 2 ? arena_printf(a, "%s %s %s", it_name(a, c->arg[0]), op_info[c->op].name,
                                        it_name(a, c->arg[1]))
                         : arena_printf(a, "not %s", it_name(a, c->arg[0]));
    case CON_RAISE:
        return "raise";
    case CON_GIVEN:
        return arena_printf(a, "given(%s)", it_name(a, c->arg[0]));
    }
    return "";
}

static void found_var(void *context, struct itype *var) {
    (void)var;
    *(bool *)context = true;
}

static bool is_open(const struct con *c) {
    bool open = c->kind == CON_CALL;
    for (int i = 0; i < c->n; ++i) {
        it_each_var(c->arg[i], found_var, &open);
    }
    if (c->kind == CON_JOIN) {
        it_each_var(c->out, found_var, &open);
    }
    return open;
}

/* Constraints of one scheme, a line each. */
static void print_constraints(struct arena *a, const struct scheme *s, struct writer *w) {
    for (int i = 0; i < s->cons.n; ++i) {
        const struct con *c = s->cons.item[i];
        if (!is_open(c)) {
            continue;
        }
        const char *live = c->live ? arena_printf(a, " if %s", it_name(a, c->live)) : "";
        if (c->out) {
            w_line(w, "where %s %s %s%s", con_text(a, c), c->kind == CON_JOIN ? "<:" : "=",
                   it_name(a, c->out), live);
        } else {
            w_line(w, "where %s%s", con_text(a, c), live);
        }
    }
}

static void print_use(struct infer *ix, const struct use *u, struct writer *w) {
    const struct scheme *s = u->scheme;
    struct arena *a = ix->arena;
    w_line(w, "%s(%s) -> %s", s->func->name, params_text(a, s->func, u->param),
           u->ret ? it_name(a, u->ret) : "?");
    w->indent++;
    for (int i = 0; i < s->vars.n; ++i) {
        const struct symbol *sym = s->vars.item[i].sym;
        if (!sym->is_param || sym->owner != s->func) {
            struct itype *t = it_subst(&ix->types, s->vars.item[i].type, u->value);
            w_line(w, "%s: %s", sym->name, t ? it_name(a, t) : "?");
        }
    }
    w->indent--;
}

static void print_scheme(struct infer *ix, const struct scheme *s, struct writer *w) {
    const struct func *f = s->func;
    struct source_pos at = source_pos(ix->module->source, f->name_span.lo);
    if (f->prelude) {
        w_line(w, "%s(%s) -> %s", f->prelude, params_text(ix->arena, f, s->param),
               it_name(ix->arena, s->ret));
    } else if (f->n_signatures == 0) {
        w_line(w, "%d:%d: %s(%s) -> %s", at.line, at.column, f->name,
               params_text(ix->arena, f, s->param), it_name(ix->arena, s->ret));
        w->indent++;
        print_constraints(ix->arena, s, w);
        w->indent--;
    } else {
        bool stays = f->signature[0]->tried || f->exposes;
        w_line(w, "%d:%d: %s%s", at.line, at.column, f->name, stays ? " or Python's" : "");
    }
    w->indent++;
    for (int i = 0; i < s->uses.n; ++i) {
        if (s->uses.item[i]->checked) {
            print_use(ix, s->uses.item[i], w);
        }
    }
    w->indent--;
}

void typeinfer_print(const struct typeinfer *t, struct writer *w) {
    struct infer *ix = t->schemes->ix;
    for (int i = 0; i < ix->module->n_funcs; ++i) {
        const struct scheme *s = ix->scheme[ix->module->func[i]->id];
        if (s) {
            print_scheme(ix, s, w);
        }
    }
}
