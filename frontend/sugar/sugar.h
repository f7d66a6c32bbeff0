/* Sugar that is gone once names have their meaning: forms of calls, indices and assignments that
 * are others, written shorter. */
#ifndef PYCC_SUGAR_H
#define PYCC_SUGAR_H

#include "scope.h"

/* Where the AST's new nodes belong. */
struct sugar {
    struct scopes *scopes;
    struct arena *arena;
    struct func *outermost; /* whose expressions are numbered together; NULL: none are numbered */
};

/* A new expression of that kind at a place of the text. */
struct expr *sugar_new(struct sugar *g, enum expr_kind kind, struct span span);

/* A new call of a library's function by the name that programs have for it ("np.array"), with room
 * for n arguments. */
struct expr *sugar_call(struct sugar *g, enum op_module module, const char *name, int n,
                        struct span span);

/* A call of a helper of the prelude, its names still to be resolved; NULL: there is none. */
struct expr *sugar_helper(struct sugar *g, struct span span, const char *name, int n,
                          struct expr *const *arg);

/* What a call's function is: the symbol of a name or an attribute; NULL: neither. */
const struct symbol *sugar_callee(const struct expr *fn);

/* A name or an attribute that stands for another symbol from now on. */
void sugar_rename(struct expr *e, struct symbol *sym);

/* np.array(e) where e is surely a list; e itself otherwise, and for a tuple as written, or
 * a.shape, unless tuples count too. */
struct expr *sugar_array(struct sugar *g, struct expr *e, bool tuples);

/* a.var(0), where `method` is np.var, becomes np.var(a, 0). */
void sugar_method(struct sugar *g, struct expr *call, struct symbol *method);

/* Lists given where the called function takes an array become arrays. The callee has its symbol. */
void sugar_arguments(struct sugar *g, struct expr *call);
/* ([0, 1], 2) as an index: lists in it are arrays. */
void sugar_index_parts(struct sugar *g, struct expr *index);

/* a.flat, to be read, is np.ravel(a). */
void sugar_flat(struct sugar *g, struct expr *attr);

/* a.flags.c_contiguous and a.flags['F'], whose base has been resolved, call the function of the
 * prelude that tells. False where e is none of these. */
bool sugar_flag(struct sugar *g, struct expr *e);

/* a.flat[i] = v, a.flat[i:j] += v and their like, before names have their meaning, call functions
 * of the prelude; other assignments to what .flat shows become unsupported statements. */
void sugar_flat_store(struct sugar *g, struct stmt *s);

/* z.real = v and z.imag += v are assignments to z.real[...] and z.imag[...]. */
void sugar_part_store(struct sugar *g, struct stmt *s);

/* np.take(a, i, out=c), of functions without an out= of their own, puts the value into c. */
void sugar_out(struct sugar *g, struct expr *call);

/* np.add(a, b, dtype=t) computes with operands of type t; out=(c,) is out=c. */
void sugar_ufunc(struct sugar *g, struct expr *call);

/* list(x) is [item for item in x]: a comprehension whose names are still to be resolved. */
void sugar_list(struct sugar *g, struct expr *call);

/* map(f, x) is [f(item) for item in x], and of several it is over their zip. */
void sugar_map(struct sugar *g, struct expr *call);

/* [*x, y] is list(x) + [y], and (*x, y) x + (y,): names are still to be resolved. False: nothing
 * is starred in this list or tuple, or nothing else is in this tuple. */
bool sugar_starred(struct sugar *g, struct expr *e);

/* What is behind the `*` of an item; NULL: it has none. */
static inline struct expr *sugar_starred_item(const struct expr *e) {
    return e->kind == EXPR_UNSUPPORTED ? e->starred : NULL;
}

/* The call list(e), whose names are still to be resolved. */
struct expr *sugar_list_of(struct sugar *g, struct expr *e);

/* The variable, as an expression. */
struct expr *sugar_symbol(struct sugar *g, struct symbol *sym, struct span span);

/* np.broadcast_to(x, x.shape): the array, not to be written into. */
struct expr *sugar_shown(struct sugar *g, struct symbol *x, struct span span);

/* Is it an array that a module may make of constants: np.array([1, 2]) / 3? Names are resolved. */
bool sugar_is_table(const struct expr *e);

/* Is it a dictionary or the like by its form: {}, {1: 2}, defaultdict(list), collections.Counter()?
 */
bool sugar_is_container(const struct expr *e);

/* Is it surely a list? By what it is written as, or by all that a local is bound to. */
bool sugar_is_list(const struct expr *e);

/* np.r_[a, b] calls a function of the prelude with a tuple; true when it was that. */
bool sugar_join(struct sugar *g, struct expr *index);

/* print(f"n = {n}") calls the run time with a template and the values in it; names are still to be
 * resolved. False: with other keywords than constant sep=, end= and flush=. */
bool sugar_print(struct sugar *g, struct expr *call);

/* The same for the message of a raise, which becomes a call that raises. by_python: any message, or
 * none, does. False: it is none that holds values, or one that is not known. */
bool sugar_message(struct sugar *g, struct stmt *raise, bool by_python);

/* A text with values in any other place is a call that makes it. */
void sugar_text(struct sugar *g, struct expr *e);

/* Before names are resolved: fields of "...".format(...) and "...".format_map(d) that show parts of
 * values, or those behind a star; "%(a)d" % {"a": x} takes its values one after the other. */
void sugar_fields(struct sugar *g, struct expr *e);

/* What has become of a text with fields that name what they show, "{1} {x}".format(a, b, x=c). */
enum sugar_fields {
    FIELDS_UNKNOWN, /* there is no value for one */
    FIELDS_IN_ORDER,
    FIELDS_NUMBERED /* values are read in another order, or again: the fields are their numbers */
};

enum sugar_fields sugar_format(struct sugar *g, struct expr *call);

/* a[[0, 2]] is a[np.array([0, 2])]. */
void sugar_index(struct sugar *g, struct expr *index);

/* a[0] = [1, 2] is a[0] = np.array([1, 2]). */
void sugar_assign(struct sugar *g, struct stmt *s);

#endif
