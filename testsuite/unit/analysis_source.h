/* TIR for the tests of analysis, from source text: one annotated function with what the passes need
 * about it and the scope of its first nest. */
#ifndef PYCC_ANALYSIS_SOURCE_H
#define PYCC_ANALYSIS_SOURCE_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "affine.h"
#include "analysis.h"
#include "frontend.h"
#include "ilp.h"
#include "live.h"
#include "typeinfer.h"

struct program {
    struct arena arena;
    struct diag diag;
    struct tmodule *module;
    struct tfunc *func;
    struct facts *facts;
    struct plan *plan;
};

static inline void program_open(struct program *p, const char *text) {
    const char *error = NULL;
    memset(p, 0, sizeof *p);
    arena_init(&p->arena);
    char *all = arena_printf(&p->arena, "import numpy as np\nfrom pycc import *\n\n%s", text);
    struct source *s = source_from_text(&p->arena, "test.py", all, strlen(all), &error);
    cr_assert(s, "%s", error);
    diag_init(&p->diag, &p->arena, s);
    struct intern_table *names = intern_new(&p->arena);
    struct module *ast = frontend_parse(&p->arena, names, s, &p->diag, NULL);
    struct typeinfer *t = typeinfer_run(&p->arena, &p->arena, names, ast, &p->diag, false, NULL);
    typeinfer_release(t);
    if (p->diag.errors > 0) {
        diag_print(&p->diag, stderr);
        cr_assert_fail("the program is wrong:\n%s", text);
    }
    p->module = typeinfer_lower(&p->arena, t, false, false);
    p->func = p->module->funcs.item[p->module->funcs.n - 1];
    p->facts = facts_collect(&p->arena, p->func);
}

/* Also runs the analysis; errors it reports stay in p->diag. */
static inline void program_plan(struct program *p, const char *text, bool fp_strict) {
    struct analysis_options options = {.fp_strict = fp_strict, .bounds = true};
    program_open(p, text);
    p->plan = analysis_run(&p->arena, p->module, &options, &p->diag);
}

static inline void program_close(struct program *p) {
    arena_free(&p->arena);
}

/* The n-th statement of a kind, in source order. */
static inline struct tstmt *program_stmt(const struct program *p, enum tstmt_kind kind, int n) {
    for (int pos = 0; pos < p->facts->n; ++pos) {
        struct tstmt *s = p->facts->order[pos]->stmt;
        if (s->kind == kind && n-- == 0) {
            return s;
        }
    }
    cr_assert_fail("no such statement");
    return NULL;
}

/* The variable of a name in the source. */
static inline struct tvar *program_var(const struct program *p, const char *name) {
    for (int i = 0; i < p->func->n_vars; ++i) {
        if (strcmp(p->func->var[i]->name, name) == 0) {
            return p->func->var[i];
        }
    }
    cr_assert_fail("no variable %s", name);
    return NULL;
}

/* The scope of the first outermost FOR. */
static inline struct scope program_scope(struct program *p) {
    struct arena *a = &p->arena;
    const struct stmt_fact *root = fact_of(p->facts, program_stmt(p, TS_FOR, 0));
    return (struct scope){.arena = a,
                          .facts = p->facts,
                          .lo = root->pos,
                          .hi = root->end,
                          .stamp = 1,
                          .solver = ilp_solver(NULL),
                          .hard = 64,
                          .ty_int = type_of(a, p->module, DT_INT),
                          .ty_float = type_of(a, p->module, DT_FLOAT),
                          .ty_bool = type_of(a, p->module, DT_PYBOOL),
                          .var = ARENA_ARRAY(a, struct var_memo, p->func->n_vars),
                          .hoisted = ARENA_ARRAY(a, bool, p->func->n_stmts),
                          .of_stmt = ARENA_ARRAY(a, struct form *, p->func->n_stmts),
                          .of_stmt_known = ARENA_ARRAY(a, bool, p->func->n_stmts)};
}

#endif
