/* Where types of several places meet: assignments to one variable, branches, returns, calls.
 *
 * A number written as a literal is flexible: `s = 0.0` takes f32 when the variable's other
 * assignments are f32. A Python scalar meets the NumPy scalar it is stored as (float and f64).
 * All else that differs is a conflict. All types here are ground. */
#ifndef PYCC_JOIN_H
#define PYCC_JOIN_H

#include "type.h"

/* The type that two assignments give their variable, NULL when they conflict. IT_ERROR absorbs. */
struct itype *join_strict(struct type_table *tt, struct itype *a, struct itype *b);

/* The same of what is no variable, an item of a list, a result: of ints and floats each is left as
 * it is, where the module has values of several types. */
struct itype *join_values(struct type_table *tt, struct itype *a, struct itype *b);

/* What all items of a tuple are; NULL: nothing, or there are none. */
struct itype *join_tuple(struct type_table *tt, const struct itype *t);

/* Least upper bound in the lattice that inference climbs (NumPy's promotion on scalars); a NULL
 * operand is the bottom. It is coarser than join_strict, which checks the result afterwards.
 * IT_ERROR when there is none. */
struct itype *join_widen(struct type_table *tt, struct itype *a, struct itype *b, bool values);

/* May a variable whose type is fixed be assigned a value of type src? */
bool join_fits(struct type_table *tt, struct itype *src, struct itype *dst);

/* Is it an int where a list or a dictionary is declared to hold floats? It becomes one. */
bool join_is_int_for_float(const struct itype *src, const struct itype *dst);

/* May a value be returned where dst is declared? Weak and strong of one kind, safe widening, and
 * int to float may; float to int and f64 to f32 may not. */
bool join_returns(struct itype *src, struct itype *dst);

/* How well an argument fits a declared parameter; 0: not at all. */
enum join_match {
    MATCH_NO,
    MATCH_CONVERT, /* as at the boundary to Python: an int where a float is declared */
    MATCH_WIDEN,   /* i32 for i64; a known layout where any is declared */
    MATCH_WEAK,    /* a Python scalar for the NumPy scalar of its kind, or the other way round */
    MATCH_EXACT
};
enum join_match join_argument(struct itype *src, struct itype *dst);

/* Order of kinds in which signed and unsigned integers are equal. */
int join_kind(enum dtype d);

#endif
