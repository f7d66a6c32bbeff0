/* Nodes of programs that no one wrote: what loops over generators and iterators become. */
#ifndef PYCC_NODES_H
#define PYCC_NODES_H

#include "sugar.h"

typedef VEC(struct stmt *) node_list;

struct expr *node_name(struct sugar *g, const char *name, struct span span);
struct expr *node_int(struct sugar *g, int64_t value, struct span span);
struct expr *node_bool(struct sugar *g, bool value, struct span span);
/* n characters of a text, which need no end. */
struct expr *node_str(struct sugar *g, const char *text, int n, struct span span);
/* of[index] */
struct expr *node_item(struct sugar *g, struct expr *of, struct expr *index);

/* A name that no program writes, another one each time. */
const char *node_fresh(struct sugar *g, const char *name);

/* of.method(arg); arg may be NULL. */
struct expr *node_method_call(struct sugar *g, struct expr *of, const char *method,
                              struct expr *arg);

/* f(arg), of a function that has its symbol. */
struct expr *node_not(struct sugar *g, struct expr *a);
struct expr *node_call(struct sugar *g, struct symbol *f, struct expr *arg);
struct expr *node_call2(struct sugar *g, struct symbol *f, struct expr *a, struct expr *b);

struct stmt *node_stmt(struct sugar *g, enum stmt_kind kind, struct span span);
/* target = value */
struct stmt *node_assign(struct sugar *g, struct expr *target, struct expr *value);
/* The call, as a statement. */
struct stmt *node_act(struct sugar *g, struct expr *call);

/* try: item = it.__next__() / except StopIteration: end */
struct stmt *node_take(struct sugar *g, struct expr *it, const char *item, struct block end);

static inline struct block node_block(const node_list *all) {
    return (struct block){all->n, all->item};
}

/* Adds the statements of a block. */
void node_add(struct sugar *g, node_list *to, struct block b);

#endif
