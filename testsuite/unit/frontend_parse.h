/* A module from a text, for the tests of the frontend. */
#ifndef FRONTEND_PARSE_H
#define FRONTEND_PARSE_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend.h"

struct parsed {
    struct arena arena;
    struct diag diag;
    struct module *module;
};

/* Parses size bytes, which must be a legal source. The path is "folder/prog.py". */
static inline void parse_bytes(struct parsed *p, const char *text, size_t size) {
    const char *error = NULL;
    arena_init(&p->arena);
    struct source *s = source_from_text(&p->arena, "folder/prog.py", text, size, &error);
    cr_assert_not_null(s, "%s", error);
    s->python = 14; /* whatever interpreter this is built for */
    diag_init(&p->diag, &p->arena, s);
    p->module = frontend_parse(&p->arena, intern_new(&p->arena), s, &p->diag, NULL);
    cr_assert_not_null(p->module);
}

static inline void parse_text_of(struct parsed *p, const char *text) {
    parse_bytes(p, text, strlen(text));
}

/* The same, for texts without mistakes. */
static inline void parse_good(struct parsed *p, const char *text) {
    parse_text_of(p, text);
    cr_assert_eq(p->diag.errors, 0, "%s: %s", text,
                 p->diag.messages.n > 0 ? p->diag.messages.item[0]->text : "");
}

static inline void parse_free(struct parsed *p) {
    arena_free(&p->arena);
}

/* The function of a name, nested ones included. */
static inline struct func *func_named(const struct parsed *p, const char *name) {
    for (int i = 0; i < p->module->n_funcs; ++i) {
        struct func *f = p->module->func[i];
        if (strcmp(f->sym ? f->sym->name : f->name, name) == 0) {
            return f;
        }
    }
    cr_assert_fail("no function '%s'", name);
    return NULL;
}

/* The expression that a function's last statement returns. */
static inline struct expr *returned(const struct func *f) {
    cr_assert_gt(f->body.n, 0);
    const struct stmt *s = f->body.item[f->body.n - 1];
    cr_assert_eq(s->kind, STMT_RETURN);
    return s->expr;
}

#endif
