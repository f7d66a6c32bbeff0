/* Rewriting the TIR. Expressions, and lists of them, are shared between statements, so rewriting
 * makes new ones where something changes and never writes into an old one; a statement is changed
 * in place, or in a copy. */
#ifndef PYCC_TIR_REWRITE_H
#define PYCC_TIR_REWRITE_H

#include "walk.h"

/* A copy of all of e, for an arena that lives longer. */
struct texpr *expr_copy(struct arena *a, const struct texpr *e);

/* A copy of e alone, whose operands may be replaced. */
struct texpr *expr_twin(struct arena *a, const struct texpr *e);

/* A part's replacement, or NULL: look inside it. */
typedef struct texpr *expr_change(struct texpr *e, void *context);

/* e with parts replaced, outermost first: e itself where nothing changes. */
struct texpr *expr_map(struct arena *a, struct texpr *e, expr_change *change, void *context);

/* The same for what is under e, not for e itself. */
struct texpr *expr_map_parts(struct arena *a, struct texpr *e, expr_change *change, void *context);

/* The same for all operands of s, in place. */
void stmt_map(struct arena *a, struct tstmt *s, expr_change *change, void *context);

/* What stands for a variable: an expression, a VAR for an array; NULL: itself. */
typedef struct texpr *var_change(const struct tvar *v, void *context);

/* Every variable as it is. */
struct texpr *var_itself(const struct tvar *v, void *context);

/* e with variables replaced, where they are read as a whole and where their elements and extents
 * are. */
struct texpr *expr_substitute(struct arena *a, struct texpr *e, var_change *change, void *context);

/* The same for all that s reads, in place; what it defines, and its counters, stay. */
void stmt_substitute(struct arena *a, struct tstmt *s, var_change *change, void *context);

/* Makes s read `to` where it reads `from`. */
void stmt_rename(struct arena *a, struct tstmt *s, struct tvar *from, struct tvar *to);

/* Makes s, which defines a variable, define `to`. */
void stmt_set_def(struct tstmt *s, struct tvar *to);

/* A copy of s, which may be rewritten in place; it has the blocks and items of s. */
struct tstmt *stmt_copy(struct arena *a, const struct tstmt *s);

/* How a statement is copied with all variables in it replaced: what it defines, its counters and
 * its blocks included. */
struct tir_copier {
    struct arena *a;
    var_change *change; /* a VAR for what is defined */
    /* The copy of a block in a statement; NULL: its statements' copies. */
    struct tblock (*block)(const struct tblock *b, void *context);
    void *context;
};

struct tstmt *stmt_copy_as(const struct tir_copier *c, const struct tstmt *s);

/* Numbers the statements and loops of f anew. */
void tir_number(struct tfunc *f);

/* The same, and drops variables that nothing mentions. */
void tir_renumber(struct arena *a, struct tfunc *f);

#endif
