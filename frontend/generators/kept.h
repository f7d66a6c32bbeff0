/* Generators that are kept, as classes: what kept.c (the class), kept_cut.c (its
 * method __next__) and kept_nodes.c share. */
#ifndef PYCC_KEPT_H
#define PYCC_KEPT_H

#include "copy.h"
#include "generators.h"
#include "nodes.h"

enum { KEPT_ENDED = -1, KEPT_NO_BLOCK = -2 };

/* A generator that becomes a class. */
struct machine {
    struct scopes *s;
    struct sugar g;
    const struct func *f;
    struct span span;
    const char *self, *state;
    VEC(const char *) names;   /* its variables */
    VEC(const char *) fields;  /* those, its iterators, an empty list for each of these: */
    VEC(const char *) empties; /* the variables that are bound to [] */
    struct copy copy;
    VEC(node_list) blocks;
    int at; /* the block that is written */
    int next,
        leave; /* where continue and break of the loop around go; KEPT_NO_BLOCK: none is cut */
    bool failed;
};

/* ---- nodes, at the place of the generator's name */

const char *kept_interned(struct machine *m, const char *name);
/* Is it a name that the generator binds? */
bool kept_is_variable(const struct machine *m, const char *name);
struct expr *kept_name(struct machine *m, const char *name);
struct expr *kept_number(struct machine *m, int64_t value);
/* self.name, and the variable, self.name[0] */
struct expr *kept_field(struct machine *m, const char *name);
struct expr *kept_variable(struct machine *m, const char *name);
/* iter(e), and counters for range(...) */
struct expr *kept_iterator(struct machine *m, const struct expr *e);
/* A copy of what is written in the generator, with what stands for its variables. */
struct expr *kept_copied(struct machine *m, const struct expr *e);
/* The attribute that holds an empty list for a variable that is bound to []. */
const char *kept_empty_of(struct machine *m, const char *name);
struct stmt *kept_stmt(struct machine *m, enum stmt_kind kind);
struct stmt *kept_assign(struct machine *m, struct expr *target, struct expr *value);
void kept_add(struct machine *m, node_list *out, struct stmt *s);
/* The call, as a statement. */
void kept_act(struct machine *m, struct expr *call, node_list *out);
/* There is nothing more: raise StopIteration. */
void kept_end(struct machine *m, node_list *out);
/* ---- kept_cut.c */

/* A block that is still empty; the one that is written. */
int kept_new_block(struct machine *m);
node_list *kept_here(struct machine *m);
/* Writes statements, cut where they yield, to the block at hand and new ones. */
void kept_cut(struct machine *m, const struct block *b);
/* Is there a return inside of a loop without yield, which could not go on with the loop of states?
 */
bool kept_leaves_loop(const struct block *b, bool looped);
/* if self.state == 0: ... elif self.state == 1: ... else: raise StopIteration */
struct stmt *kept_states(struct machine *m);

#endif
