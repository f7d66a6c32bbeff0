/* --emit access: the tables of parallel nests, and what the LMAD library makes of them.
 *
 *     nest 0 of smooth, line 12
 *         loop i, line 12: independent
 *             b, everywhere: apart, by descriptor
 *         counter i: 1 .. a.shape[0] - 1
 *         counter j: 1 .. a.shape[1] - 1
 *         access 0, line 14: read a at a.strides[0]*i - a.strides[0] + a.strides[1]*j
 *         access 1, line 14: write b at b.strides[0]*i + b.strides[1]*j
 *         for example, with every size 100, arrays contiguous and apart:
 *             loop i: parallel, by descriptor
 *             access 0: 800 x 98, 8 x 98 from 8
 *             group 0: accesses 0
 *                 case box, 9604 elements, all touched
 *                 access 0: element 98*i + j of the copy
 *
 * Counters of normal forms and mappings count from 0, upwards. */
#include <inttypes.h>

#include "analysis.h"
#include "build.h"
#include "system.h"

struct printer {
    const struct plan *plan;
    struct writer *w;
    struct arena arena;
    const struct access_table *t;
};

static int line_of(const struct printer *p, struct span span) {
    return p->plan->module->source ? source_pos(p->plan->module->source, span.lo).line : 0;
}

static const char *counter_name(const struct printer *p, int k) {
    return p->t->loops.item[k]->for_.counter->name;
}

/* ---- symbolic */

/* NULL: the address itself, which needs no words. */
static const char *symbol_text(struct printer *p, int i) {
    const struct table_symbol *s = &p->t->symbols.item[i];
    switch (s->kind) {
    case SYMBOL_VALUE:
        return expr_text(&p->arena, s->value);
    case SYMBOL_STRIDE:
        return arena_printf(&p->arena, "%s.strides[%d]", s->array->name, s->axis);
    case SYMBOL_ADDRESS:
        break;
    }
    return NULL;
}

static void put_factor(struct printer *p, bool *any, bool *product, const char *text) {
    w_put(p->w, "%s%s", *product ? "*" : "", text);
    *product = *any = true;
}

/* " + 2*n*i": coef times the symbols of a term, times a counter unless that is NULL. */
static void put_product(struct printer *p, bool *any, int64_t coef, const int16_t *symbol,
                        const char *counter) {
    bool product = false;
    bool address = symbol && symbol[0] != LMAD_NO_SYMBOL && !symbol_text(p, symbol[0]);
    if (coef == 0 || address) {
        return;
    }
    w_put(p->w, "%s", !*any ? (coef < 0 ? "-" : "") : coef < 0 ? " - " : " + ");
    uint64_t size = coef < 0 ? 0 - (uint64_t)coef : (uint64_t)coef;
    bool plain = !counter && (!symbol || symbol[0] == LMAD_NO_SYMBOL);
    if (size != 1 || plain) {
        put_factor(p, any, &product, arena_printf(&p->arena, "%" PRIu64, size));
    }
    for (int k = 0; symbol && k < LMAD_MAX_FACTORS && symbol[k] != LMAD_NO_SYMBOL; ++k) {
        put_factor(p, any, &product, symbol_text(p, symbol[k]));
    }
    if (counter) {
        put_factor(p, any, &product, counter);
    }
}

static void put_form(struct printer *p, bool *any, const struct lmad_form *f, const char *counter) {
    for (int i = 0; i < f->nterm; ++i) {
        put_product(p, any, f->term[i].coef, f->term[i].symbol, counter);
    }
    put_product(p, any, f->constant, NULL, counter);
}

static void put_affine(struct printer *p, const struct lmad_affine *x) {
    bool any = false;
    for (int k = 0; k < x->ncoef; ++k) {
        put_form(p, &any, &x->coef[k], counter_name(p, k));
    }
    put_form(p, &any, &x->base, NULL);
    w_put(p->w, "%s", any ? "" : "0");
}

static void print_tables(struct printer *p) {
    for (int k = 0; k < p->t->lmad.rank; ++k) {
        const struct lmad_counter *c = &p->t->lmad.counter[k];
        bool any = false;
        w_put(p->w, "counter %s: ", counter_name(p, k));
        put_affine(p, &c->lower);
        w_put(p->w, " .. ");
        put_affine(p, &c->upper);
        if (c->step.nterm > 0 || c->step.constant != 1) {
            w_put(p->w, " by ");
            put_form(p, &any, &c->step, NULL);
        }
        w_line(p->w, "%s", "");
    }
    for (int m = 0; m < p->t->lmad.naccess; ++m) {
        const struct lmad_reference *x = &p->t->lmad.access[m];
        w_put(p->w, "access %d, line %d: %s %s at ", m, line_of(p, p->t->stmts.item[m]->span),
              x->use & LMAD_WRITE ? "write" : "read", p->t->arrays.item[x->array]->name);
        put_affine(p, &x->address);
        w_line(p->w, "%s", "");
    }
    if (p->t->left_out > 0) {
        w_line(p->w, "not affine: %d", p->t->left_out);
    }
}

/* ---- an example */

#define APART ((int64_t)1 << 44) /* bytes between arrays */

static int largest_rank(const struct printer *p) {
    int rank = 0;
    for (int i = 0; i < p->t->arrays.n; ++i) {
        int r = p->t->arrays.item[i]->type->rank;
        rank = r > rank ? r : rank;
    }
    return rank;
}

static int64_t address_of(const struct printer *p, const struct tvar *array) {
    for (int i = 0; i < p->t->arrays.n; ++i) {
        if (p->t->arrays.item[i] == array) {
            return APART * (i + 1);
        }
    }
    return 0;
}

static int64_t *example_values(struct printer *p, int64_t size) {
    int64_t *value = ARENA_ARRAY(&p->arena, int64_t, p->t->symbols.n + 1);
    for (int i = 0; i < p->t->symbols.n; ++i) {
        const struct table_symbol *s = &p->t->symbols.item[i];
        if (s->kind == SYMBOL_VALUE) {
            value[i] = size;
        } else if (s->kind == SYMBOL_ADDRESS) {
            value[i] = address_of(p, s->array);
        } else {
            value[i] = dtype_info[s->array->type->dtype].bytes;
            for (int k = s->array->type->rank - 1; k > s->axis; --k) {
                value[i] *= size;
            }
        }
    }
    return value;
}

static void print_normal(struct printer *p, const struct lmad_bound *b, int m) {
    struct lmad set;
    struct lmad_normal normal;
    const struct lmad_access *x = &b->access[m];
    lmad_of_access(&b->nest, x, &set);
    w_put(p->w, "access %d: ", m);
    if (!lmad_normalise(&set, &normal) || normal.empty) {
        w_line(p->w, "nothing");
        return;
    }
    for (int k = 0; k < normal.set.rank; ++k) {
        w_put(p->w, "%s%" PRId64 " x %" PRId64, k ? ", " : "", normal.set.dim[k].stride,
              normal.set.dim[k].extent);
    }
    w_line(p->w, "%s from %" PRId64 "%s", normal.set.rank ? "" : "one element",
           normal.set.base - address_of(p, p->t->arrays.item[x->array]),
           b->nest.slanted ? " (its box)" : "");
}

static void print_map(struct printer *p, const struct lmad_footprint *f, int m) {
    bool any = false;
    w_put(p->w, "access %d: element ", f->member[m]);
    for (int k = 0; k < p->t->lmad.rank; ++k) {
        put_product(p, &any, f->map[m].stride[k], NULL, counter_name(p, k));
    }
    put_product(p, &any, f->map[m].base, NULL, NULL);
    w_line(p->w, "%s of the copy", any ? "" : "0");
}

static void print_group(struct printer *p, const struct lmad_bound *b, const int *group, int g) {
    int member[LMAD_MAX_ACCESSES], n = 0;
    struct lmad_footprint f;
    w_put(p->w, "group %d:", g);
    for (int m = 0; m < b->naccess; ++m) {
        if (group[m] == g) {
            w_put(p->w, "%s %d", n ? "," : " accesses", m);
            member[n++] = m;
        }
    }
    w_line(p->w, "%s", "");
    p->w->indent++;
    if (!lmad_footprint(b, member, n, &f)) {
        w_line(p->w, "its footprint is not known");
    } else {
        const char *touched = f.touched == f.count ? ", all touched"
                              : f.touched < 0
                                  ? ""
                                  : arena_printf(&p->arena, ", %" PRId64 " touched", f.touched);
        w_line(p->w, "case %s, %" PRId64 " elements%s", lmad_case_name(f.kind), f.count, touched);
        for (int m = 0; m < f.nmember; ++m) {
            print_map(p, &f, m);
        }
    }
    p->w->indent--;
}

static void print_parallel(struct printer *p, const struct lmad_bound *b) {
    for (int k = 0; k < p->t->lmad.rank; ++k) {
        if (!p->t->loops.item[k]->for_.parallel) {
            continue;
        }
        struct lmad_conflict found;
        struct lmad_solver solver = hard_solver();
        enum tri answer = lmad_parallel(b, k, true, &solver, &found);
        w_line(p->w, "loop %s: %s, by %s", counter_name(p, k),
               answer == TRI_YES  ? "parallel"
               : answer == TRI_NO ? "iterations collide, conditions aside"
                                  : "not settled",
               lmad_way_name(found.way));
    }
}

static void print_example(struct printer *p) {
    struct lmad_bound b;
    int group[LMAD_MAX_ACCESSES], size = largest_rank(p) > 4 ? 10 : 100;
    w_line(p->w, "for example, with every size %d, arrays contiguous and apart:", size);
    p->w->indent++;
    if (!lmad_bind(&p->t->lmad, example_values(p, size), &b)) {
        w_line(p->w, "the numbers do not fit");
    } else if (b.nest.empty) {
        w_line(p->w, "no iteration");
    } else {
        if (p->t->left_out == 0) {
            print_parallel(p, &b);
        }
        for (int m = 0; m < b.naccess; ++m) {
            print_normal(p, &b, m);
        }
        int n = lmad_groups(&b, group);
        for (int g = 0; g < n; ++g) {
            print_group(p, &b, group, g);
        }
    }
    p->w->indent--;
}

/* ---- who answered */

static bool same_answer(const struct printer *p, const struct loop_answer *x,
                        const struct loop_answer *y) {
    return x->array == y->array && x->way == y->way && x->collide == y->collide &&
           line_of(p, x->a->span) == line_of(p, y->a->span) && !x->b == !y->b &&
           (!x->b || line_of(p, x->b->span) == line_of(p, y->b->span));
}

static void print_answer(struct printer *p, const struct loop_answer *x, bool checked) {
    const char *where = "everywhere";
    if (x->b) {
        int a = line_of(p, x->a->span), b = line_of(p, x->b->span);
        where = a == b ? arena_printf(&p->arena, "line %d", a)
                       : arena_printf(&p->arena, "lines %d and %d", a, b);
    }
    w_line(p->w, "%s, %s: %s%s", x->array->name, where,
           x->collide == TRI_NO    ? "apart, by "
           : x->collide == TRI_YES ? "they meet"
           : checked               ? "left to the call"
                                   : "not told apart",
           x->collide == TRI_NO ? lmad_way_name(x->way) : "");
}

static const char *verdict_text(enum verdict v) {
    static const char *const text[] = {
        "serial", "independent", "reduction", "checked when called", "conflict", "not independent"};
    return text[v];
}

static void print_answers(struct printer *p, const struct func_plan *fp, const struct nest *n) {
    for (int i = 0; i < fp->func->n_loops; ++i) {
        const struct loop_plan *l = &fp->loop[i];
        if (!l->stmt || l->stmt->kind != TS_FOR || !l->stmt->for_.parallel ||
            fp->nest_of_stmt[l->stmt->id] != n) {
            continue;
        }
        w_line(p->w, "loop %s, line %d: %s", l->stmt->for_.counter->name, line_of(p, l->stmt->span),
               verdict_text(l->verdict));
        p->w->indent++;
        for (int k = 0; k < l->answers.n; ++k) {
            bool new = true;
            for (int j = 0; j < k && new; ++j) {
                new = !same_answer(p, &l->answers.item[j], &l->answers.item[k]);
            }
            if (new) {
                print_answer(p, &l->answers.item[k], l->verdict == VERDICT_CHECKED);
            }
        }
        p->w->indent--;
    }
}

void access_print(const struct plan *plan, struct writer *w) {
    struct printer p = {.plan = plan, .w = w};
    arena_init(&p.arena);
    for (int i = 0; i < plan->module->funcs.n; ++i) {
        const struct func_plan *fp = plan->funcs.item[plan->module->funcs.item[i]->id];
        for (int k = 0; k < fp->nests.n; ++k) {
            const struct nest *n = fp->nests.item[k];
            if (!n->root->for_.parallel) {
                continue;
            }
            p.t = n->table;
            w_line(w, "nest %d of %s, line %d", n->id, fp->func->name, line_of(&p, n->root->span));
            w->indent++;
            print_answers(&p, fp, n);
            if (n->table) {
                print_tables(&p);
                print_example(&p);
            }
            w->indent--;
        }
    }
    arena_free(&p.arena);
}
