/* What resolve.c (names in expressions), resolve_call.c (calls) and resolve_func.c (functions and
 * their statements) share. */
#ifndef PYCC_RESOLVE_PRIVATE_H
#define PYCC_RESOLVE_PRIVATE_H

#include "generators.h"
#include "resolve.h"

/* The symbol of a name where the walk stands; NULL, and reported, when there is none. */
struct symbol *resolve_lookup(struct resolver *r, const char *name, struct span span);

/* Fills in the innermost frame's locals, of its function, before names are resolved
 * (resolve_bound.c). */
void resolve_bound(struct resolver *r, struct func *f);

/* All functions from a frame outwards, up to `to`, capture a local. */
void resolve_capture(struct resolver *r, struct frame *from, const struct frame *to,
                     const char *name, struct local *l);

/* The symbol that a name of a module gives where the walk stands: a variable of the module is one
 * of the function's (resolve_global.c). */
struct symbol *resolve_global(struct resolver *r, struct symbol *sym, const char *name);

/* What the module assigns to a variable, as it is written; NULL: nothing that functions know. */
struct expr *resolve_held(struct scopes *s, const struct expr *e);

/* Forms of calls of NumPy's functions that say the same in other words (resolve_library_form.c). */
void resolve_library_form(struct resolver *r, struct sugar *g, struct expr *call);
/* `sym` is bound to this value only, whose parts may have names, or which may be axes. */
void resolve_named_result(struct symbol *sym, const struct expr *value);
/* np.linalg.eigh(a).eigenvalues becomes np.linalg.eigh(a)[0]; true when it was that. */
bool resolve_named_part(struct resolver *r, struct expr *attr);

/* `s = slice(1, n)`, whose target is a local bound once, makes a shorthand of it (resolve_short.c).
 */
void resolve_short_assign(struct resolver *r, struct stmt *s);

/* np.NAME of module numpy, or a name that is imported from there? */
bool resolve_is_numpy(const struct resolver *r, const struct expr *e, const char *name);
/* What a name stands for, anew; NULL: it is no such name. */
struct expr *resolve_short_meant(struct resolver *r, const struct expr *e);
/* What may stand between brackets, as a tuple of its items; NULL: it is no slice, and no tuple with
 * one. */
struct expr *resolve_slice_items(struct resolver *r, struct expr *e);
/* s.start, s.stop, s.step of a name; NULL: it is none of these. */
struct expr *resolve_slice_end(struct resolver *r, const struct expr *e);
/* Is it a constant that may stand in a slice? */
bool resolve_is_slice_part(const struct expr *e);
/* What resolve_slice_items gives, as a value. */
struct expr *resolve_slice_value(struct resolver *r, struct expr *items);
/* s.indices(n), np.delete and np.insert of a slice, and slice(lo, hi) as a value. */
void resolve_slice_call(struct resolver *r, struct expr *e);

/* np.vectorize(f)(x), by its name too, calls a function of the prelude. */
void resolve_short_call(struct resolver *r, struct expr *call);

/* The symbol of a name where the walk stands, which is not captured; NULL: there is none. */
struct symbol *resolve_seen(const struct resolver *r, const char *name);

/* Slices by their names, by slice() and by np.s_[...] become items of the index. */
void resolve_short_index(struct resolver *r, struct expr *index);

/* An item of a record of the module; true when it was that. */
bool resolve_short_record(struct resolver *r, struct expr *index);

/* np.finfo(t).eps becomes a call of the prelude's function; true when it was that. */
bool resolve_short_attr(struct resolver *r, struct expr *attr);

/* setattr(x, 'name', value) becomes an assignment; true when it was that (resolve_builtin.c). */
bool resolve_setattr(struct resolver *r, struct stmt *s);

/* ---- resolve_class_attribute.c */

/* Notes that an attribute of a class is assigned by its name; false: nothing says what it is. */
bool resolve_class_assigned(struct scopes *s, struct class *c, const char *name);

/* One of these that is read, whose base has been resolved, or assigned by the statement becomes a
 * call; true when it was that. */
bool resolve_class_read(struct resolver *r, struct expr *attr);
bool resolve_class_store(struct resolver *r, struct stmt *s);

/* A name that stands for a form becomes it, resolved, or what is not supported; true when it was
 * that. */
bool resolve_short_name(struct resolver *r, struct expr *name);

/* Gives the names of an expression, which may be NULL, their symbols. */
void resolve_expr(struct resolver *r, struct expr *e);

/* So those of n expressions. */
void resolve_list(struct resolver *r, int n, struct expr **item);

/* A call, of which another expression may remain (resolve_call.c). */
void resolve_call(struct resolver *r, struct expr *e);

/* Does a call call Python's own function of this name? The callee has its symbol, or none yet. */
bool resolve_is_builtin(const struct resolver *r, const struct expr *e, const char *name);

/* ---- resolve_defaults.c */

/* Is the default a value that each call is given anew: a tuple of constants? */
bool resolve_gives_default(const struct expr *def);

/* Defaults of functions defined in a block of the function at hand, which are no constants, are
 * kept where these are defined. Before its names are resolved. */
void resolve_inner_defaults(struct resolver *r, struct block *b);

/* The call gives f, which it calls, what it leaves out and is no single number. */
void resolve_defaults(struct sugar *g, struct expr *call, const struct func *f);

/* ---- resolve_tuples.c */

/* Make a tuple of any length of one that inference has found to meet others, and of what a
 * variable is given that has met them. */
void resolve_any_length(struct resolver *r, struct expr *e);

/* Has inference found a record with the keys of this display where it has to be a dictionary? */
bool resolve_is_no_record(const struct resolver *r, const struct expr *e);
void resolve_any_assigned(struct resolver *r, struct stmt *s);

/* t += (x,) of tuples, before names are resolved. */
void resolve_tuples(struct resolver *r, struct func *f);
/* Parameters that have been found to take values of several types begin other variables. */
void resolve_several(struct resolver *r, struct func *f);

/* Statements that always raise, as inference has found, become raise statements with a warning
 * (resolve_raising.c). */
void resolve_raising(struct resolver *r, struct func *f);

/* The texts that f binds a name to once, before this use of it; NULL: it does not. */
const struct expr *resolve_texts_of(const struct func *f, const struct expr *name);

/* `fields[1]` of such a name becomes the text, in all of f. */
void resolve_texts(struct resolver *r, struct func *f);

/* FIELDS[1] of the module's texts becomes one; false: it is something else. Its parts are resolved.
 */
bool resolve_text_item(struct resolver *r, struct expr *index);

/* ---- resolve_star.c */

/* Arguments for *args of a function become one. */
void resolve_rest(struct resolver *r, struct sugar *g, struct expr *call);

/* f(a, *t) is _call_starred(f, (a,) + t), which is resolved: true. False: the call is none, or one
 * of a function that takes a tuple. */
bool resolve_stars(struct resolver *r, struct sugar *g, struct expr *call);

/* ---- resolve_chosen.c */

/* Functions in variables that are bound to several, in lists and in dictionaries become numbers. */
void resolve_chosen(struct resolver *r, struct func *f);

/* The list or dictionary of functions that a module writes, whose names have no symbols yet; NULL:
 * it is something else. */
struct expr *resolve_function_table(struct scopes *s, const struct expr *e);

/* ---- resolve_never.c */

/* Calls of what always raises end their path. */
void resolve_never(struct resolver *r, struct func *f);

/* ---- resolve_handlers.c */

/* Methods as values, and tables of them in attributes, become functions inside. */
void resolve_handlers(struct resolver *r, struct func *f);

/* Notes the table that a constant of a class is, whose names have no symbols yet; or nothing. */
void resolve_class_table(struct scopes *s, struct class *c, const struct class_value *v);

/* Notes the tables that objects are made with, before any function is resolved. */
void resolve_method_tables(struct scopes *s);

/* ---- resolve_range.c */

/* Names that are bound once, to range(...), stand for it. */
void resolve_ranges(struct resolver *r, struct func *f);

/* ---- resolve_splat.c */

/* **d in a call becomes keywords, and a call of a function that takes **kw one of its instance. The
 * callee has its symbol. False: it is refused. */
bool resolve_splat(struct resolver *r, struct sugar *g, struct expr *call);

/* ---- resolve_builtin.c */

/* A call of one of Python's own functions that is another form; true: it is that, and resolved. The
 * callee has its symbol. */
bool resolve_builtin(struct resolver *r, struct sugar *g, struct expr *call);

/* A comparison of type(x) with a class, or with type(y); true when it was that, and has been
 * resolved. */
bool resolve_type_test(struct resolver *r, struct expr *compare);
/* type(x)(y) becomes a call of a function of the prelude. */
void resolve_type_call(struct resolver *r, struct sugar *g, struct expr *call);
/* xs[i:j] = [] assigns xs[:0], and of range(...), zip(...) the list they make. */
void resolve_store_part(struct sugar *g, struct stmt *s);
/* x[i] = [a, b] of an x that is not known yet: an IF whose branches are the two meanings, the first
 * as written; false: it is something else. */
bool resolve_store_display(struct resolver *r, struct sugar *g, struct stmt *s);
/* type(x).__name__, x.__class__.__name__ become an attribute of x, which is a variable or one's
 * attribute; false: e is something else. */
bool resolve_type_name(struct resolver *r, struct expr *e);

/* ---- */

/* A list comprehension, in a function (resolve_comp.c). */
void resolve_comprehension(struct resolver *r, struct expr *e);

/* What a name of the module stands for when this is assigned to it, its names still to be resolved:
 * a slice, a number out of np.finfo, or a record of constants that nothing of the module writes
 * into. NULL: it is none of these. */
struct expr *resolve_shorthand(struct scopes *s, struct expr *e, bool written);

/* A call along an axis that is a variable chooses between calls along constant ones, and one of a
 * transform by a norm that is; true when it was that, and has been resolved (resolve_axis.c). */
bool resolve_axis(struct resolver *r, struct sugar *g, struct expr *call);

/* ---- resolve_library.c */

/* The arguments of a call become one, a tuple. */
void resolve_pack(struct sugar *g, struct expr *call);

/* A call of a function of the prelude, whose arguments it may take in another form. */
void resolve_library_call(struct resolver *r, struct sugar *g, struct expr *call);

/* How many arguments a function of the library takes as a value; 0: it is none. */
int resolve_operands(const struct symbol *sym);

/* lambda x0: f(x0), of n parameters; f is not resolved yet, or has been. */
struct expr *resolve_as_lambda(struct resolver *r, struct sugar *g, struct expr *f, int n);

/* resolve_methods.c: the calls str.upper(s), whose function has been resolved; methods that a call
 * is given as functions, not resolved yet; int(s, 16), format(x, '.2f') and ascii(x). */
void resolve_class_method(struct resolver *r, struct expr *call);
void resolve_method_values(struct resolver *r, struct sugar *g, struct expr *call);
void resolve_text_builtin(struct resolver *r, struct sugar *g, struct expr *call);

/* a < b < c of texts becomes a < b and b < c, where b may be read twice: true. */
bool resolve_text_chain(struct resolver *r, struct expr *e);
/* The same where types decide one of its comparisons, of names that are not resolved yet: `x is
 * None is y`, `type(x) == int == type(y)`. */
bool resolve_type_chain(struct resolver *r, struct expr *e);

/* Functions of the library that are given to a function become lambdas: f(math.sin) is
 * f(lambda x: math.sin(x)). Names are resolved. */
void resolve_values(struct resolver *r, struct sugar *g, struct expr *call);

/* So does one that is assigned: g = math.sin. */
void resolve_value(struct resolver *r, struct sugar *g, struct expr **value);

/* operator.attrgetter('a.b') and methodcaller('m', x), of texts as written, are lambdas; false: the
 * call is none of them. */
bool resolve_getter(struct resolver *r, struct sugar *g, struct expr *call);

/* partial(f, a, k=b) is a lambda of the parameters that are left. True: it is done, or refused. */
bool resolve_partial(struct resolver *r, struct sugar *g, struct expr *call);

/* ---- */

/* Gives the late form to primitives in a procedure of Copperhead and the functions in it, where
 * each item is read once (resolve_later.c). All names have their symbols. */
void resolve_later(struct resolver *r, struct func *f);

/* "map" of the primitive of Copperhead and of its forms; NULL: sym is none. */
const char *resolve_primitive(const struct symbol *sym);

/* A call of reduce whose function has the form of one that takes items in any order: sums,
 * products, extremes, tuples of these. It becomes one of `_free_reduce`; false for other calls
 * (resolve_free.c). */
bool resolve_free(struct resolver *r, struct expr *reduce);

/* Has what is given to reduce this form? */
bool resolve_is_free(const struct expr *fn);

/* Is the first argument of a call proven to be an associative function? On which items, as a number
 * for `_grouped` (prelude/copperhead_scans.py); -1: it is not (resolve_associative.c). */
int resolve_associative(struct resolver *r, const struct expr *call);

/* Gives a call in the procedure `top`, which has no keywords, the static parameter of the form that
 * it has become. */
void resolve_tell(struct resolver *r, struct func *top, struct expr *call, const char *name,
                  int value);

/* A call of map, in the procedure `top`, that makes its sequence: one whose rows may have several
 * lengths makes them so. Returns the function that is called by this map only and whose last
 * statement is its only return, or NULL (resolve_rows.c). */
const struct func *resolve_rows(struct resolver *r, struct func *top, struct expr *map);

/* The walk, outside of all functions. */
struct resolver resolve_walk(struct scopes *s);

/* Resolves a function, in the scope that r stands in. */
void resolve_func(struct resolver *r, struct func *f);

/* So the statements of a block. */
void resolve_block(struct resolver *r, const struct block *b);

/* The statement becomes one that is not supported, which is called what. */
void resolve_unsupported(struct stmt *s, const char *what);

/* `raise`, and a try statement with what it holds (resolve_try.c). */
void resolve_raise(struct resolver *r, struct stmt *s);
void resolve_try(struct resolver *r, struct stmt *s);

/* string.digits is '0123456789', sys.maxsize a number; false: it is nothing that is known
 * (resolve_constants.c). */
bool resolve_known_value(struct resolver *r, struct expr *e);
/* time.perf_counter() and the like call the run time. */
void resolve_clock(struct resolver *r, struct sugar *g, struct expr *e);

/* ---- resolve_containers.c */

/* The call of an empty container becomes the object; false: it is something else. */
bool resolve_container(struct resolver *r, struct sugar *g, struct expr *e);

/* ---- resolve_keyed.c */

/* A display with texts as keys is a dictionary here; so are the operands of a comparison, unless
 * both are displays, and the items of a list. */
void resolve_keyed(struct expr *e);
void resolve_keyed_operands(struct expr *a, struct expr *b);
void resolve_keyed_items(struct expr *list);

/* dict(a=x) becomes a display; false: it is something else. */
bool resolve_dict_written(struct resolver *r, struct expr *e);

/* Calls and methods of dictionaries with keywords or displays; true: e is to be resolved again. */
bool resolve_keyed_call(struct resolver *r, struct sugar *g, struct expr *e);

/* ---- resolve_dict.c */

/* Assignments and returns of displays with texts as keys, which are found before names have their
 * meaning. */
/* Makes a call of the run time of one that is a statement and that only Python knows. */
void resolve_outside(struct resolver *r, struct sugar *g, struct expr *e);
void resolve_dict_assigned(struct resolver *r, struct stmt *s);
void resolve_dict_returned(struct resolver *r, const struct stmt *s);

/* Says which of those found are dictionaries, not records. */
void resolve_dict_names(struct resolver *r, const struct func_notes *notes);

/* A display that is no record becomes the empty dictionary with each put into it, whose names are
 * still to be resolved. */
void resolve_dict(struct sugar *g, struct expr *display);

/* Makes assignments to the shapes of arrays of f that have no other name bindings of their names
 * (resolve_reshape.c). */
void resolve_shapes(struct resolver *r, struct func *f);

/* ---- resolve_records.c */

/* The element type that a value of the module is; NULL: it is none, or one that is not known. */
const struct records *resolve_records(struct scopes *s, const struct expr *e);

/* np.datetime64('2026-01-31', 'D') and np.timedelta64(n, 'h'), whose arguments are resolved, become
 * casts to the type with the unit; what has none stays (resolve_times.c). */
void resolve_time_call(struct resolver *r, struct sugar *g, struct expr *e);

/* np.zeros(n, dtype=D) of such a type becomes a function of lib.def. */
void resolve_records_call(struct resolver *r, struct sugar *g, struct expr *e);

/* ---- resolve_enum.c */

/* Is the class an enumeration whose members are known? */
void resolve_enum(struct scopes *s, struct class *c);

/* Variables of a function and those inside it that are nonlocal somewhere: lists of one item. */
void resolve_cells(struct resolver *r, struct func *top);

/* A function whose results are kept by functools.cache: the functions that it is then
 * (resolve_cache.c). */
void resolve_cached(struct resolver *r, struct func *f);

/* isinstance(x, of), or type(x) is of, of a class of a family (parse_family.c), becomes what asks
 * the object x (resolve_family.c); false: it is something else. */
bool resolve_family_test(struct resolver *r, struct expr *e, struct expr *x, struct expr *of,
                         bool exactly);

/* What a decorator of the module makes of a function, where it is one that does nothing else;
 * f->decorator stays where it is not. Before names are resolved. */
void resolve_decorated(struct resolver *r, struct func *f);

/* Is the class one of named tuples? */
bool resolve_named(struct scopes *s, struct class *c);

/* What auto() gives as the class's i-th value; NULL: it is something else. */
struct expr *resolve_enum_auto(struct scopes *s, const struct class *c, int i);

/* M.A of an enumeration of ints, M.A.value of any, whose base is resolved: its symbol becomes that
 * of a constant. */
bool resolve_enum_member(struct resolver *r, struct expr *e);

/* M["A"] becomes M.A, and M[s] a call that finds it; false: the base is no enumeration. */
bool resolve_enum_index(struct resolver *r, struct expr *e);

/* len(M), list(M) ...: the tuple of the members for an enumeration that such a call is given. */
void resolve_enum_arguments(struct resolver *r, struct expr *call);

/* `x is Kind.A` is `x == Kind.A`. */
void resolve_enum_compare(struct expr *compare);

/* d.keys() & e.keys(), d.items() == e.items(): the views of an operator, whose operands are
 * resolved, become sets. */
void resolve_views(struct resolver *r, struct expr *e);

/* Are `ABC` and `total_ordering` of it, and of its bases, Python's? Else no object is compiled. */
void resolve_meant(struct scopes *s, struct class *c);
/* The members of a class that enumerates, where a loop runs over it, as a tuple. */
void resolve_enum_members(struct resolver *r, struct expr **iter);

#endif
