/* Walking and rewriting statements that the pass fuse works on: all kinds without blocks. */
#ifndef PYCC_ANALYSIS_FUSE_WALK_H
#define PYCC_ANALYSIS_FUSE_WALK_H

#include "facts.h"

/* The array statements: MAP and REDUCE. */
bool fuse_is_array(const struct tstmt *s);

/* May s stand in a region? */
bool fuse_may_stand(const struct tstmt *s);

struct tspace *fuse_space(struct tstmt *s);

/* The variable that s defines, a scalar REDUCE's too, or NULL. */
struct tvar *fuse_def(const struct tstmt *s);

/* A REDUCE along the last axis alone of several, to an array? */
bool fuse_reduces_rows(const struct tstmt *s);

/* All variables that s reads: those of expressions, the arrays it accesses, written ones too. */
void fuse_reads(const struct tstmt *s, var_visitor *visit, void *context);

/* The expressions of s. */
void fuse_exprs(const struct tstmt *s, expr_visitor *visit, void *context);

/* e with parts replaced, in new nodes where something below changes: change returns a part's
 * replacement, or NULL to look inside it. */
typedef struct texpr *expr_change(struct texpr *e, void *context);
struct texpr *fuse_map_expr(struct arena *a, struct texpr *e, expr_change *change, void *context);

/* The same for all expressions of a statement, in place. */
void fuse_map_stmt(struct arena *a, struct tstmt *s, expr_change *change, void *context);

/* Replaces a variable that s reads; the one that it defines. */
void fuse_rename(struct arena *a, struct tstmt *s, struct tvar *from, struct tvar *to);
void fuse_set_def(struct tstmt *s, struct tvar *to);

/* Numbers the statements and loops of f anew, and drops variables that nothing mentions. */
void fuse_renumber(struct arena *a, struct tfunc *f);

#endif
