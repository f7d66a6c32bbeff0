/* What the keys of TUPLEs say that stand for something else than Python's dictionaries. */
#ifndef PYCC_KEYS_H
#define PYCC_KEYS_H

/* The keys of the TUPLE that stands for numpy.random.Generator: one array without axes, its state,
 * which every draw writes. */
#define GENERATOR_KEYS "numpy.random.Generator"

/* The keys of the TUPLE that stands for a nested sequence, pycc.nested: the items of all rows, an
 * array or again such a TUPLE; the offsets at which rows begin and the last one ends, rising within
 * the data; and the offsets without the last one, of which row i is in range when i is. */
#define NESTED_KEYS "pycc.nested\x1foffsets\x1fstarts"
enum { NESTED_DATA, NESTED_OFFSETS, NESTED_STARTS, NESTED_ITEMS };

/* The keys of the TUPLE that stands for an array of an element type with fields begin with one of
 * these and what np.dtype makes the type of; then come the fields. Its items: bytes of the array's
 * shape, the first of each element, which no code reads or writes; and for each field its view, an
 * array or again such a TUPLE, whose last axes are the field's own. */
#define RECORDS_KEYS "numpy.ndarray "
#define RECARRAY_KEYS "numpy.recarray "

/* What the names of a named tuple begin with that stands for a matrix of scipy.sparse, with its
 * class then; its items: data, indices, indptr, shape. */
#define SPARSE_NAMES "scipy.sparse."

/* The same of a slice; its items: start, stop, step, of which some are always None. */
#define SLICE_NAMES "builtins.slice"

#endif
