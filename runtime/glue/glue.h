/* The glue between Python and generated code: what its files share.
 *
 * Only glue_*.c include this header, and only they see Python.h and NumPy. A call goes through them
 * in this order: glue_function.c (the object called), glue_bind.c (arguments to parameters),
 * glue_overload.c (which signature), glue_args.c (Python objects to C values), glue_call.c
 * (context), glue_error.c, glue_result.c (C values to Python objects). glue_module.c runs when a
 * module is imported, glue_state.c holds what all modules of a process share, glue_poll.c answers
 * Ctrl-C, glue_abi.c says for what a module was compiled, glue_device.c knows about pycc.places and
 * pycc.profile.
 *
 * Everything here needs the GIL, and unless said otherwise a NULL or false result means that a
 * Python exception is set. */
#ifndef PYCC_GLUE_H
#define PYCC_GLUE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* What older interpreters lack, and free-threaded ones add: the loader must not refuse a module
 * before glue_abi.c can say why. */
#pragma weak PyCMethod_New
#pragma weak PyObject_CallNoArgs
#if PY_VERSION_HEX >= 0x030b0000 /* an inline function before */
#pragma weak PyObject_Vectorcall
#endif
#pragma weak PyType_FromModuleAndSpec
#ifdef Py_GIL_DISABLED
#pragma weak _Py_DecRefShared
#pragma weak _Py_MergeZeroLocalRefcount
#endif

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define NPY_TARGET_VERSION NPY_1_22_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL pycc_numpy_api
#ifndef GLUE_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>

#include <pthread.h>

#include "crew.h"
#include "product.h"
#include "pycc_rt.h"

#define GLUE_MAX_RANK 8

#if PY_VERSION_HEX < 0x030a0000
static inline PyObject *Py_NewRef(PyObject *o) {
    Py_INCREF(o);
    return o;
}
#endif

/* ---- glue_state.c: what all compiled modules of a process share */

/* Owned by the first compiled module that is imported; never freed. */
struct glue_shared {
    int threads;               /* atomic: for parallel nests, at least 1 */
    bool forked;               /* in a child process: threads stays 1 */
    unsigned long main_thread; /* identifier of the thread that handles signals */
    int places;                /* atomic: blocks `with pycc.places...` that some thread is in */
    struct blas_users blas;    /* calls of products that have not ended */
    struct crew crew;          /* the threads of parallel nests */
};

/* The shared settings, made by the first caller. Borrowed, lives as long as the process. */
struct glue_shared *glue_shared_get(void);

/* ---- glue_taken.c */

/* Looks, when the module's code has run, whether its names are what compiled code takes them for;
 * else raises ImportError. */
bool glue_check_taken(const struct pycc_module *m, PyObject *dict);

/* The module that an import in a module with these names calls so, a new reference; NULL, and no
 * exception, when it has not been imported. */
PyObject *glue_imported(const char *name, PyObject *dict);

/* The path of a module's source, borrowed; NULL: it is not known. */
PyObject *glue_source_of(PyObject *module);

/* ---- glue_abi.c: each raises ImportError, and says what the module was compiled for */

/* Is this the version of CPython, free-threaded or not? Nothing may touch an object before. */
bool glue_python_fits(const struct pycc_module *m);

/* Does the processor have all that the C compiler was allowed to use? */
bool glue_processor_fits(const struct pycc_module *m);

/* NumPy's table of functions, once per shared object. */
bool glue_import_numpy(const struct pycc_module *m);

/* The hidden module that they and the Python package meet in. Borrowed. */
PyObject *glue_state_module(void);

/* ---- glue_solver.c: tells the runtime where the solver of pycc_rt_race.h is, if it is installed
 */

void glue_find_solver(void);

/* ---- glue_function.c: the object that replaces a Python function */

struct glue_function {
    PyObject_HEAD vectorcallfunc vectorcall;
    const struct pycc_module *module;
    const struct pycc_function *table;
    struct glue_shared *shared;
    Py_ssize_t n_plain; /* number of positional arguments that need no binding, -1: always bind */
    int n_unnamed;      /* parameters before `/`, given by position only */
    int n_positional;   /* parameters that may be given by position; keyword-only ones follow */
    PyObject **param;   /* n_params interned names */
    PyObject **dflt;    /* n_params default values, NULL where there is none */
    PyObject *wrapped;  /* the Python function */
    PyObject *dict, *weakrefs;
    bool picks; /* one of several overloads, or none; of a method the call sees whether its fits */
};

/* The type pycc.function; a new reference. Each compiled module has its own. */
PyTypeObject *glue_function_type(PyObject *module);

/* Is o a str that reads as this UTF-8 text? Never raises. */
bool glue_is_text(PyObject *o, const char *text);

/* A function object around the Python function it replaces. NULL without an exception when wrapped
 * has other parameters than the table says. */
PyObject *glue_function_new(PyTypeObject *type, const struct pycc_module *module,
                            const struct pycc_function *table, PyObject *wrapped);

/* ---- glue_bind.c */

/* Arguments by position and keyword -> one borrowed object per parameter, defaults filled in. False
 * WITHOUT an exception when Python would refuse them. */
bool glue_bind(const struct glue_function *f, PyObject *const *args, Py_ssize_t n_args,
               PyObject *kwnames, PyObject **slot);

/* ---- glue_args.c: one Python object -> C values */

/* Does an object fit a parameter? The reasons why not have no Python exception set, but for RAISED.
 */
enum glue_fit {
    GLUE_FITS,
    GLUE_TYPE,     /* another class, dtype or rank */
    GLUE_LAYOUT,   /* not contiguous as the signature promises */
    GLUE_READONLY, /* an array that the function writes */
    GLUE_OVERLAP,  /* one that it writes as a whole, and two of whose elements share memory */
    GLUE_RANGE,    /* an integer out of the dtype's range */
    GLUE_RAISED
};

struct glue_given;

/* Converts one argument. Scalars go to value[0], arrays borrow from o through *buffer, with NULL
 * they hold a reference, as those in tuples do; tuples fill as many values as they have leaves.
 * given: what the function changes is noted there, or NULL. When it fits, glue_list_release gives
 * back what needs to be. */
enum glue_fit glue_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                           struct pycc_buffer *buffer, struct glue_given *given);

/* Is it the type of numpy.random.Generator? */
bool glue_names_generator(const struct pycc_type *t);

/* Is it the type of a nested sequence? Its leaves are arrays, which hold references to what o
 * holds: pycc.nested, or lists. ValueError for wrong offsets. (glue_nested.c) */
bool glue_names_nested(const struct pycc_type *t);
enum glue_fit glue_nested_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value);
int glue_nested_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why);
/* parts: the tuple of its items as objects, or NULL with an exception; taken over. */
PyObject *glue_nested_result(PyObject *parts);

/* A list of Python as a new one of the run time, which holds references to the arrays in it; or an
 * object. (glue_list.c) */
enum glue_fit glue_list_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                struct glue_given *given);
/* The same for a list that is none of the caller's. */
enum glue_fit glue_list_items(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                              struct glue_given *given);
/* An object of the attributes whose leaves these are; they are taken over unless there is no memory
 * (MemoryError). */
bool glue_object_new(const struct pycc_type *t, const union pycc_value *leaf,
                     union pycc_value *value);
int glue_list_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why);

/* Takes over the reference that value holds. What is noted as given is that very object. */
PyObject *glue_list_result(const struct pycc_type *t, const union pycc_value *value);
/* A new list of the items; the reference stays. */
PyObject *glue_list_new(const struct pycc_type *t, struct pycc_list list);

/* Gives back what n parameters hold references to. */
void glue_list_release(const struct pycc_type *const *param, int n, union pycc_value *value);

/* ---- glue_container.c: dict and set, objects of the prelude's classes */

bool glue_names_container(const struct pycc_type *t);
/* Is it a tuple, a frozenset or bytes, which a call gives back as they were? */
bool glue_never_changes(const struct pycc_type *t);
enum glue_fit glue_container_convert(const struct pycc_type *t, PyObject *o,
                                     union pycc_value *value, struct glue_given *given);
int glue_container_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why);
/* A new dict or set; the reference stays. */
PyObject *glue_container_new(const struct pycc_type *t, struct pycc_list object);

/* ---- glue_object.c: objects of the module's classes, types with class_ */

/* Finds them in the names of the module. */
bool glue_find_classes(const struct pycc_module *m, PyObject *dict);
bool glue_is_of(const struct pycc_type *t, PyObject *o); /* is it of the class, or the family? */
enum glue_fit glue_object_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value,
                                  struct glue_given *given);
/* ---- arrays of an element type with fields (glue_records.c) */

bool glue_names_records(const struct pycc_type *t);
/* The element type that np.dtype makes of a text of n bytes, as PyArray_Descr. */
PyObject *glue_records_type(const char *text, size_t n);
enum glue_fit glue_records_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value);
int glue_records_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why);
/* The array that a tuple of its views is of; the tuple's reference goes. */
PyObject *glue_records_made(const struct pycc_type *t, PyObject *parts);
PyObject *glue_records_describe(const struct pycc_type *t);

/* Is it the type of a matrix of scipy.sparse? Its leaves are those of its attributes. */
bool glue_names_sparse(const struct pycc_type *t);
enum glue_fit glue_sparse_convert(const struct pycc_type *t, PyObject *o, union pycc_value *value);
int glue_sparse_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why);

/* A named tuple or a sparse matrix of items, whose reference goes. */
PyObject *glue_named_made(const struct pycc_type *t, PyObject *items);
/* The attributes of one that may hold others of its class, which has been converted without. */
enum glue_fit glue_object_fill(const struct pycc_type *t, PyObject *o, struct pycc_list list,
                               struct glue_given *given);
/* Where new objects that may hold others of their class are noted, in this thread; returns where
 * they were before. */
struct glue_given *glue_making(struct glue_given *given);
/* A new object; the reference stays. */
PyObject *glue_object_made(const struct pycc_type *t, struct pycc_list list);
/* Sets the attributes; those that are not the same, of one that is not fresh. */
bool glue_object_update(const struct pycc_type *t, struct pycc_list list, PyObject *o, bool fresh);

/* ---- glue_given.c: what a function changes of its arguments */

struct glue_pair {
    PyObject *object; /* a reference, as list has one */
    const struct pycc_type *type;
    struct pycc_list list;
    bool fresh; /* a new object, which gets its attributes */
};

struct glue_given {
    int *place; /* by address: 1 + the index below, or 0; NULL: nothing is given */
    int n, bits;
    struct glue_pair *item;
};

/* One that has been converted, with one more reference; TYPE: it has not been. */
enum glue_fit glue_given_find(const struct glue_given *g, const struct pycc_type *t, PyObject *o,
                              union pycc_value *value);
bool glue_given_add(struct glue_given *g, const struct pycc_type *t, PyObject *o,
                    struct pycc_list list, bool fresh);
/* Objects that may hold others of their class get their attributes, and these others theirs. */
enum glue_fit glue_given_fill(struct glue_given *g);
/* Changes the caller's objects, where changed, and fills fresh ones. An exception that is set
 * stays; without one, false with one. */
bool glue_given_back(struct glue_given *g, bool changed);
void glue_given_end(struct glue_given *g);

/* The same for a generator: glue_args.c says how it is held. */
bool glue_take_generator(const struct pycc_type *t, PyObject *o, union pycc_value *value);

/* An ndarray as a value that holds a reference to it; false when it does not fit, or with an
 * exception when there is no memory. (glue_lib.c) */
bool glue_take_array(const struct pycc_type *t, PyObject *o, union pycc_value *value);

/* ---- glue_str.c: texts, which are arrays of code points */

bool glue_names_str(const struct pycc_type *t);
/* A str as an array of its own, whose reference is the caller's. */
enum glue_fit glue_str_convert(PyObject *o, union pycc_value *value);
/* A new str; the array's reference is taken over. */
PyObject *glue_str_result(const union pycc_value *value);

/* print, or raise, of lib.def: formats the values and prints the text, or raises the exception. A
 * new reference, or NULL with an exception. scope: the dict of the module. (glue_text.c) */
PyObject *glue_text(PyObject *scope, const char *name, PyObject *const *arg, Py_ssize_t n);
/* Opens a file, or calls a method of one that is open, by what stands in arg. (glue_file.c) */
PyObject *glue_file(PyObject *const *arg, Py_ssize_t n);

/* Is it the median of few numbers, which needs nothing of Python? It is done then. Without the GIL.
 * (glue_order.c) */
bool glue_few(const struct pycc_lib *lib, const union pycc_value *arg, union pycc_value *ret);

/* Is it a call that sorts, of a kind that NumPy's C functions do by themselves? They have then done
 * it: *result is what they gave, or NULL with an exception. (glue_order.c) */
bool glue_order(const struct pycc_lib *lib, PyObject *const *arg, PyObject **result);

/* The very types that hot calls pass; anything else goes through glue_convert. */
static inline bool glue_convert_fast(const struct pycc_type *t, PyObject *o,
                                     union pycc_value *value) {
    if (t->kind != PYCC_SCALAR) {
        return false;
    }
    if ((t->dtype == PYCC_FLOAT || t->dtype == PYCC_F64) && PyFloat_CheckExact(o)) {
        value->f64 = PyFloat_AS_DOUBLE(o);
        return true;
    }
    return false;
}

/* How far is an object from a parameter's type? 0 the very type, more for conversions, -1 with *why
 * set when it does not fit. Integers out of range do not fit. */
int glue_distance(const struct pycc_type *t, PyObject *o, enum glue_fit *why);

/* Number of values of a type: 1 for a scalar and an array, 0 for none, the sum for a tuple. */
int glue_leaves(const struct pycc_type *t);

/* The type number of NumPy for the dtype a value is stored as; none is of dates. */
int glue_typenum(enum pycc_dtype d);

/* Are the elements of this type? */
bool glue_has_dtype(PyArrayObject *a, enum pycc_dtype d);

/* ---- glue_time.c: datetime64 and timedelta64 */

enum { GLUE_TIME_NAME = 24 };

/* Is it one of their types? */
bool glue_is_time(enum pycc_dtype d);

/* Writes "datetime64[D]" into name, of GLUE_TIME_NAME bytes. */
void glue_time_name(enum pycc_dtype d, char *name);

/* NumPy's type that a value of any dtype is stored as: a new reference, NULL with an exception. */
PyArray_Descr *glue_descr(enum pycc_dtype d);

/* The enum pycc_dtype of a dtype of NumPy's; -1: it is no time, or of a unit that is not ours. */
int glue_time_class(PyArray_Descr *descr);

/* ---- glue_overload.c: which signature, and what to say when there is none */

/* The overload that is nearest to the arguments; the first one among equals. NULL: there is none,
 * without an exception where the Python function takes these. */
const struct pycc_overload *glue_overload_pick(const struct glue_function *f, PyObject *const *arg);

/* A type in the words of a signature; a new reference. */
PyObject *glue_describe(const struct pycc_type *t);

/* Raises what must be said when the only overload does not take argument i of a call. */
void glue_refuse(const struct glue_function *f, const struct pycc_overload *only, int i,
                 PyObject *o, enum glue_fit why);

/* ---- glue_call.c */

/* Calls with one object per parameter. */
PyObject *glue_call(struct glue_function *f, PyObject *const *arg);

/* Sets the exception that C code recorded (glue_error.c). */
void glue_raise(const struct pycc_error *e);

/* A class by its name in the builtins, by ".name" in scope, or by its path; a new reference, NULL:
 * there is none. */
PyObject *glue_class_named(PyObject *scope, const char *name, size_t n);

/* struct pycc_python's catches. */
int glue_catches(struct pycc_ctx *ctx, bool kept, int n, const struct pycc_clause *clause);

/* ---- glue_device.c: places, profiles */

/* Where a call's nests run. */
struct glue_place {
    int place;               /* enum pycc_place */
    struct pycc_away **away; /* what devices keep between calls; NULL: nothing */
    PyObject *keeper;        /* whose away that is, a reference; or NULL */
};

/* What the block that this thread is in says. False: there is nothing to run any more, *result is
 * what the call gives (`.here`: the interpreter ran it) or NULL with an exception. */
bool glue_place_enter(struct glue_function *f, const struct pycc_overload *o, PyObject *const *arg,
                      struct glue_place *place, PyObject **result);

/* After the call: arrays in value come home, and Python warns if the call wants it. False when that
 * raised. */
bool glue_place_leave(struct glue_function *f, const struct pycc_overload *o,
                      struct glue_place *place, struct pycc_ctx *ctx, union pycc_value *value);

/* Tells the Python package of a module with device code. */
bool glue_device_register(const struct pycc_module *m);

/* ---- glue_result.c: C values -> a Python object */

/* Takes over the references that arrays in value hold, also on failure. An array that is exactly
 * one of the arguments comes back as that very object, a view of one keeps it alive. */
PyObject *glue_result(const struct pycc_type *t, union pycc_value *value);

/* Gives back the references that value holds instead. */
void glue_drop(const struct pycc_type *t, union pycc_value *value);

/* ---- around pycc_poll (glue_poll.c) */

/* What the run time asks of Python while a call lasts. */
extern const struct pycc_python glue_python;

/* Sets up poll for a call from this thread. */
static inline void glue_poll_begin(struct pycc_poll *poll, const struct glue_shared *shared,
                                   bool may_release) {
    poll->stop = 0;
    poll->may_release = may_release;
    poll->caller = (unsigned long)pthread_self();
    poll->main = poll->caller == shared->main_thread;
    poll->saved = NULL;
    poll->raised = NULL;
    poll->next = 0;
    poll->python = &glue_python;
}

/* Takes the GIL again when the call gave it up. True when Python holds an exception. */
static inline bool glue_poll_end(struct pycc_poll *poll) {
    if (poll->saved) {
        PyEval_RestoreThread(poll->saved);
        poll->saved = NULL;
    }
    return poll->stop != 0;
}

/* ---- for products (glue_blas.c) */

/* SciPy's BLAS, found through the capsules of scipy.linalg.cython_blas, which is imported for it;
 * takes the GIL. */
struct blas glue_blas_scipy(void);

/* ---- for scipy.special (glue_special.c) */

/* Fills the rows of a table; false with an exception: SciPy, or one of its functions, is not there.
 */
bool glue_find_special(const struct pycc_special *s);

#endif
