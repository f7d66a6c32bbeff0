/* Instances: functions with ground types. What inference hands to lowering.
 *
 * Inference types each function once, generally; each distinct use with ground types makes one
 * instance, in which every expression and variable has one ground type. Lowering turns each
 * instance into one tfunc and looks nowhere else.
 *
 * Function values (lambdas, nested functions, functions passed to helpers) have singleton types:
 * which function it is is known statically, so calls are direct. At run time such a value is the
 * tuple of its captured variables (in func->capture order, by value when the value is made), typed
 * TY_TUPLE, and nothing at all when it captures none. */
#ifndef PYCC_INSTANCE_H
#define PYCC_INSTANCE_H

#include "ast.h"
#include "tir.h"

enum callee_kind {
    CALLEE_INSTANCE, /* compiled function */
    CALLEE_OP,       /* op of ops.def called by name; SPECIAL ones included (len, np.zeros ...) */
    CALLEE_CAST,     /* np.float32(x), int(x), float(x), bool(x), complex(re, im), x.astype(t) */
    CALLEE_FIELD,    /* no call: an attribute of an object, which is item n of what it holds, or a
                        constant of its class, which `self` is */
    CALLEE_METHOD    /* method of an array or scalar: a.sum(), a.copy(), a.item(), a.conjugate() */
};

/* What a CALL expression calls, and an operator or an index of objects, with its arguments in the
 * order of the parameters. */
struct callee {
    enum callee_kind kind;
    struct instance *instance; /* INSTANCE */
    enum op op;                /* OP; METHOD: the op that does the same (SUM ...) */
    enum op_module module;     /* OP */
    enum dtype dtype;          /* CAST target; ALLOC functions and reductions: result's dtype */
    unsigned axes;             /* reductions: the axes, a bit each */
    bool keepdims;
    struct expr *self;   /* METHOD, x.astype: the object; INSTANCE: expression of a closure; FIELD:
                            the constant, or NULL */
    bool negated;        /* INSTANCE: the result is `not` that */
    struct callee *each; /* INSTANCE: what a loop over the result calls before each turn, with the
                            object, the last place, how many items were given and how many there
                            were: it says where the next is; its own `each` reads that; or NULL */
    int n;
    struct expr **arg; /* in parameter order; omitted ones are the default's expression or NULL */
};

/* A value that is a function: which one. */
struct closure_type {
    const struct func *func;    /* NULL: not a function value */
    struct ty *captures;        /* TY_TUPLE, NULL without captures */
    struct closure_type *inner; /* per capture: function values among them; NULL when none is */
};

/* What is known of an expression in an instance: the truth of a condition, the value of an int. */
enum decided { DECIDED_NOT, DECIDED_TRUE, DECIDED_FALSE, DECIDED_INT };

struct instance {
    const struct func *func;
    int id;
    const struct signature *signature; /* of an annotated function; NULL for helpers */
    struct ty **param; /* func->n_params ground types; NULL for function values w/o captures */
    struct closure_type *param_closure; /* per parameter */
    struct closure_type self;           /* captures of this function itself; trailing parameters */
    struct ty *ret;
    bool gives_none; /* some paths return None: the function gives whether there is a value, too */
    struct closure_type ret_closure;
    struct ty **expr;             /* by expr->id; NULL where an expression has no value type */
    struct closure_type *closure; /* by expr->id: function values but for the NAMEs of functions
                                     without captures */
    struct callee **callee;       /* by expr->id of CALLs */
    struct callee **second; /* by expr->id, where objects are among the operands: what a target of a
                               store, an x += y, a condition, a loop calls; NULL: none is */
    unsigned char *decided; /* by expr->id: enum decided; NULL: none is. What a decided
                               condition excludes has no types and is not lowered */
    const char **text;      /* by expr->id: texts that are known when compiling; or NULL */
    int64_t *number;        /* by expr->id: the values of the DECIDED_INT; with decided */
    struct span user_call;  /* of the prelude: the call in the user's text that made it */
    int n_vars;             /* variables: parameters, locals and captures of func itself */
    struct symbol **var;
    struct ty **var_type; /* NULL for function values without captures */
    struct closure_type *var_closure;
    int n_unbound;
    const struct expr **unbound; /* names of variables that may have no value there */
    bool recursive;
    struct tfunc *lowered; /* set by lowering */
};

/* A method that Python keeps, and why. */
struct kept_method {
    const struct func *method;
    const char *why;
};

struct typeinfer {
    struct arena *arena;
    struct intern_table *names;
    const struct module *module;
    struct diag *diag;
    struct tmodule *out;              /* owner of ground types */
    VEC(struct instance *) instances; /* callees first where there is no cycle; no errors inside */
    VEC(struct texport *) exports;    /* overload arrays hold NULL until lowered */
    VEC(struct instance *) export_instances; /* all overloads of all exports, in order */
    struct cu_module *cu;                    /* procedures of pycc.copperhead: for --emit types */
    struct scheme_table *schemes;            /* private to inference: for --emit types */
    bool families_meet; /* objects of two classes with one base, where something is refused */
    VEC(struct mixed_loop) mixed; /* loops that cannot be compiled but with their iterations written
                                     out */
    VEC(struct kept_method) kept_methods;
};

/* Type of a variable of an instance. */
struct ty *instance_var_type(const struct instance *in, const struct symbol *sym);

#endif
