/* --emit opencl: the kernels of a module as a person reads them, and as an OpenCL compiler takes
 * them behind runtime/kernels/prelude.cl, one at a time.
 *
 * Before each kernel stands a preamble in its general form: every number that only the call knows
 * is an element of a constant buffer. For sizes seen first the run time puts literals there. */
#include "emit_kernel.h"
#include "explain.h"

#include <ctype.h>
#include <string.h>

struct preamble {
    struct emit *e;
    const struct device_plan *d;
    bool group;       /* the kernel of a work-group per iteration */
    const char *text; /* of the kernel: what it does not name is not defined */
    int numbers;      /* in the constant buffer so far */
};

static bool is_named(const struct preamble *p, const char *name) {
    size_t n = strlen(name);
    for (const char *at = strstr(p->text, name); at; at = strstr(at + 1, name)) {
        if (!isalnum((unsigned char)at[n]) && at[n] != '_') {
            return true;
        }
    }
    return false;
}

static const char *number(struct preamble *p) {
    return arena_printf(p->e->arena, "numbers[%d]", p->numbers++);
}

/* ---- parameters */

static void put_parameters(struct preamble *p) {
    struct emit *e = p->e;
    w_put(e->w, "#define PYCC_ARGUMENTS ");
    for (int i = 0; i < p->d->arrays.n; ++i) {
        const struct kernel_array *a = &p->d->arrays.item[i];
        w_put(e->w, "__global %s%s *%s, ", a->written ? "" : "const ",
              emit_dtype(e, a->var->type->dtype), e->name[a->var->id]);
    }
    for (int i = 0; i < p->d->scalars.n; ++i) {
        const struct tvar *v = p->d->scalars.item[i];
        w_put(e->w, "%s %s, ", emit_type(e, v->type), e->name[v->id]);
    }
    for (int i = 0; i < p->d->results.n; ++i) {
        const struct tvar *v = p->d->results.item[i].var;
        w_put(e->w, "__global %s *%s, ", emit_type(e, v->type), emit_kernel_part(e, v));
    }
    w_line(e->w, "%s__constant long *numbers", p->d->may_fail ? "__global int *failed, " : "");
}

/* ---- the index space */

static void put_counters(struct preamble *p) {
    struct emit *e = p->e;
    const char *outside = "";
    if (p->group) {
        w_line(e->w, "#define PYCC_GROUP 128");
    }
    for (int k = 0; k < p->d->dims; ++k) {
        int lanes = p->group ? 0 : p->d->lanes[k];
        const char *at = arena_printf(e->arena, "(long)get_%s_id(%d)",
                                      p->group ? "group" : "global", p->d->dims - 1 - k);
        const char *start = number(p), *step = number(p), *trips = number(p);
        if (lanes > 1) {
            at = arena_printf(e->arena, "PYCC_LANES%d * %s", k, at);
            w_line(e->w, "#define PYCC_LANES%d %d", k, lanes);
            w_line(e->w, "#define PYCC_LEFT%d min((long)PYCC_LANES%d, %s - %s)", k, k, trips, at);
        }
        w_line(e->w, "#define PYCC_COUNTER%d (%s + %s * %s)", k, start, step, at);
        if (is_named(p, arena_printf(e->arena, "PYCC_STEP%d", k))) {
            w_line(e->w, "#define PYCC_STEP%d %s", k, step);
        }
        outside = arena_printf(e->arena, "%s%s%s >= %s", outside, k ? " || " : "", at, trips);
    }
    w_line(e->w, "#define PYCC_OUTSIDE (%s)", outside);
}

static void put_ranges(struct preamble *p) {
    struct emit *e = p->e;
    w_line(e->w, "#define PYCC_GROUP 128");
    w_line(e->w, "#define PYCC_CHUNK get_group_id(0)");
    w_line(e->w, "#define PYCC_FIRST %s[get_group_id(0)]",
           arena_printf(e->arena, "(numbers + %d)", p->numbers));
    w_line(e->w, "#define PYCC_LAST %s[get_group_id(0) + 1]",
           arena_printf(e->arena, "(numbers + %d)", p->numbers));
    p->numbers += 257;
    for (int k = 0; k < p->d->dims; ++k) {
        w_line(e->w, "#define PYCC_START%d %s", k, number(p));
        w_line(e->w, "#define PYCC_STEP%d %s", k, number(p));
        w_line(e->w, "#define PYCC_TRIPS%d %s", k, number(p));
        if (p->d->lanes[k] > 1) {
            w_line(e->w, "#define PYCC_LANES%d %d", k, p->d->lanes[k]);
            w_line(e->w, "#define PYCC_TURN PYCC_LANES%d", k);
        }
    }
}

/* ---- sizes and indices */

static const char *symbol_text(struct preamble *p, const struct table_symbol *s) {
    struct emit *e = p->e;
    const struct version *version = e->version;
    e->version = &(const struct version){.variant = VARIANT_BODY};
    const char *text = s->kind == SYMBOL_VALUE ? emit_expr_text(e, s->value, PREC_COND) : "";
    e->version = version;
    return text;
}

static void put_symbols(struct preamble *p) {
    const struct access_table *t = p->d->table;
    for (int i = 0; i < t->symbols.n; ++i) {
        const char *name = arena_printf(p->e->arena, "PYCC_S%d", i);
        if (is_named(p, name)) {
            w_line(p->e->w, "#define %s %s /* %s */", name, number(p),
                   symbol_text(p, &t->symbols.item[i]));
        }
    }
}

static void put_reference(struct preamble *p, int row) {
    const struct access_table *t = p->d->table;
    const struct lmad_affine *address = &t->lmad.access[row].address;
    struct emit *e = p->e;
    w_put(e->w, "#define PYCC_A%d(", row);
    for (int k = 0; k < t->loops.n; ++k) {
        w_put(e->w, "%s%s", k ? ", " : "", e->name[t->loops.item[k]->for_.counter->id]);
    }
    w_put(e->w, ") (%s", number(p));
    for (int k = 0; k < address->ncoef; ++k) {
        if (address->coef[k].nterm > 0 || address->coef[k].constant != 0) {
            w_put(e->w, " + %s * (%s)", number(p), e->name[t->loops.item[k]->for_.counter->id]);
        }
    }
    w_line(e->w, ")");
}

static void put_whole(struct preamble *p, int array) {
    struct emit *e = p->e;
    int rank = p->d->arrays.item[array].var->type->rank;
    w_put(e->w, "#define PYCC_V%d(", array);
    for (int k = 0; k < rank; ++k) {
        w_put(e->w, "%si%d", k ? ", " : "", k);
    }
    w_put(e->w, ") (%s", number(p));
    for (int k = 0; k < rank; ++k) {
        w_put(e->w, " + %s * (i%d)", number(p), k);
    }
    w_line(e->w, ")");
}

static void put_indices(struct preamble *p) {
    for (int m = 0; m < p->d->table->lmad.naccess; ++m) {
        if (is_named(p, arena_printf(p->e->arena, "PYCC_A%d", m))) {
            put_reference(p, m);
        }
    }
    for (int k = 0; k < p->d->arrays.n; ++k) {
        if (is_named(p, arena_printf(p->e->arena, "PYCC_V%d", k))) {
            put_whole(p, k);
        }
    }
}

/* ---- nests */

static const char *kernel_text(struct emit *e, const struct nest_facts *f, bool group) {
    struct writer *outer = e->w, inner;
    writer_init(&inner);
    e->w = &inner;
    emit_kernel(e, f, group);
    e->w = outer;
    const char *text = arena_strndup(e->arena, inner.text, inner.n);
    writer_free(&inner);
    return text;
}

static void put_kernel(struct emit *e, const struct nest_facts *f, bool group) {
    struct preamble p = {
        .e = e, .d = f->nest->device, .group = group, .text = kernel_text(e, f, group)};
    const char **names = e->name;
    const struct version *version = e->version;
    e->name = emit_name_kernel(e, e->func);
    e->version = &f->versions->kernel;
    put_parameters(&p);
    if (p.d->locals.n > 0) {
        w_line(e->w,
               "/* PYCC_LOCAL, and what it needs, is defined where groups have memory of their "
               "own */");
    }
    if (p.d->results.n > 0) {
        put_ranges(&p);
    } else {
        put_counters(&p);
    }
    put_symbols(&p);
    put_indices(&p);
    e->version = version;
    e->name = names;
    w_line(e->w, "%s", "");
    w_text(e->w, p.text);
}

static void put_nest(struct emit *e, const struct nest *n) {
    struct nest_facts f = emit_nest_facts(e, n);
    if (n->device->left) {
        w_line(e->w, "/* ---- %s, line %d: left to OpenMP: %s */", f.name,
               emit_line_of(e, n->root->span), device_left_text(e->arena, n->device));
    } else {
        w_line(e->w, "/* ---- %s */", f.name);
        put_kernel(e, &f, false);
        if (n->device->splits.n > 0) {
            w_line(e->w, "\n/* ---- %s, a work-group for each iteration */", f.name);
            put_kernel(e, &f, true);
        }
    }
    w_line(e->w, "%s", "");
}

void backend_emit_opencl(struct writer *w, struct arena *a, const struct tmodule *m,
                         const struct plan *p, const struct backend_options *options) {
    struct emit e = {.w = w, .arena = a, .module = m, .plan = p, .options = options};
    struct arena work;
    emit_begin(&e);
    arena_init(&work);
    e.arena = &work;
    for (int i = 0; i < m->funcs.n; ++i) {
        const struct func_plan *fp = p->funcs.item[m->funcs.item[i]->id];
        emit_enter(&e, m->funcs.item[i]);
        for (int k = 0; k < fp->nests.n; ++k) {
            if (fp->nests.item[k]->device) {
                put_nest(&e, fp->nests.item[k]);
            }
        }
        arena_clear(&work);
    }
    arena_free(&work);
}
