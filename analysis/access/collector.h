/* How the accesses of a nest are collected: access.c, and origins.c for arrays that stand for one
 * of several. */
#ifndef PYCC_ANALYSIS_COLLECTOR_H
#define PYCC_ANALYSIS_COLLECTOR_H

#include "access.h"

/* What is known of one index. */
struct subscript {
    enum index_known known;
    struct form *form, *low, *high, *exact;
    bool wraps; /* exact may be negative */
};

struct collector {
    struct scope *sc;
    const bool *hoisted, *negative;
    const struct summary *summaries;
    struct access_list *list;
    struct tstmt *stmt; /* looked at */
    int pos;
};

/* Memory that an access reaches, as in struct access, and where in it. */
struct access_base {
    struct tvar *root; /* NULL: not followed */
    struct tstmt *made;
    int via; /* as of struct access */
    struct subscript sub[TIR_MAX_RANK];
};

/* The statement that makes the memory which s gives its dst: new memory, or the items of a list
 * that the nest makes. NULL: it makes none. */
struct tstmt *access_maker(const struct scope *sc, struct tstmt *s);

/* Subscripts of a VIEW's result, one per axis, become those of its base. */
void collector_through_view(struct collector *c, const struct tstmt *s, struct subscript *sub);

/* Adds an access to array, as the source has it. */
struct access *collector_push(struct collector *c, const struct access_base *base,
                              struct tvar *array, bool write);

/* Arrays, by name, and numbers: followed as if each were an argument by itself. */
bool collector_plain_tuple(const struct texpr *tuple);

/* ---- origins.c */

/* Adds an access to each array that one with several definitions in the nest, or which a call
 * gives, may stand for. False, and nothing is added, when they are not all known. */
bool origins_push(struct collector *c, struct tvar *array, const struct subscript *sub, bool write);

/* Adds reads of all arrays that may be items of a list of arrays. False as above. */
bool origins_push_items(struct collector *c, struct tvar *list);

/* Is the array that a tuple's item is followed wherever it is used? */
bool origins_of_item(struct collector *c, const struct texpr *item);

#endif
