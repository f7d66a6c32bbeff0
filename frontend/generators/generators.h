/* Generators and iterators: loops over generator functions, their calls and what goes on over
 * objects with a method __next__ become loops, lists and classes, before names have their meaning.
 */
#ifndef PYCC_GENERATORS_H
#define PYCC_GENERATORS_H

#include "resolver.h"

/* Generator functions become functions that give the list of what they yield. */
void resolve_yields(struct scopes *s);

/* Loops of a function over calls of generator functions, written out (yield.c). */
void resolve_generators(struct resolver *r, struct func *f);

/* The generator function that a call calls, by its name; NULL: none, or one that is not known. Do
 * its statements go on for ever? */
const struct func *resolve_generator_of(struct resolver *r, const struct expr *e);
bool resolve_is_endless(const struct block *b);

/* What a statement yields; NULL: it is no yield. How many there are in a block. */
const struct expr *resolve_yielded(const struct stmt *s);
int resolve_count_yields(const struct block *b);

/* A call of a generator function, whose names have no meaning yet, makes an object that is kept:
 * where it may, else false; or is refused; and only where the generator does not end by itself. */
bool resolve_keep(struct resolver *r, struct expr *e);
void resolve_keep_call(struct resolver *r, struct expr *e);
void resolve_keep_endless(struct resolver *r, struct expr *e);

/* The function that makes an object of a generator, whose method __next__ goes on to what it yields
 * next; NULL: it is not made (kept.c). */
struct symbol *resolve_kept(struct resolver *r, const struct func *f);

/* The name that Python, or its module itertools, has for what is called; "": it is neither's. */
const char *resolve_python_name(struct resolver *r, const struct expr *fn);

/* zip(*rows) in the loops and assignments of a function, and in a clause of a comprehension, gives
 * lists (columns.c). */
void resolve_columns(struct resolver *r, struct func *f);
void resolve_column_loop(struct resolver *r, struct stmt *s);
/* len(list(combinations(xs, r))), where r is no constant, counts lists. */
void resolve_counted(struct resolver *r, struct sugar *g, struct expr *call);
/* Is it zip(*rows)? */
bool resolve_is_unzip(struct resolver *r, const struct expr *e);
/* It becomes a call that gives tuples of any length. */
void resolve_unzip(struct resolver *r, struct sugar *g, struct expr *e);

/* Is it, by its form, an object with a method __next__? */
bool resolve_is_stepper(struct resolver *r, const struct expr *e);
/* zip(), itertools.islice() and their like call their forms for such objects, if one is given one.
 * False: they stay. */
bool resolve_lazy(struct resolver *r, struct sugar *g, struct expr *e);

/* x in it, of such an object, becomes a call that goes on until there is x; else false. */
bool resolve_in_iterator(struct resolver *r, struct sugar *g, struct expr *e);

/* ---- stepping.c */

/* Loops of a function over what may be an object with a method __next__. */
void resolve_steps(struct resolver *r, struct func *f);

/* Names that next() is called of and that are bound to what map, zip, itertools and the like give
 * are iterators (lazy.c). */
void resolve_asked(struct resolver *r, struct func *f);

/* What gives all items of what may be such an object becomes the list of them. */
void resolve_drained(struct resolver *r, struct sugar *g, struct expr **iter);

#endif
