/* Inference, private to typeinfer/: schemes, constraints, uses.
 *
 *   generate   infer_scheme.c, infer_stmt.c, infer_expr.c, infer_call.c, infer_iter.c: one walk
 * over a function's body, Algorithm J. Equalities are unified on the spot; what depends on dtypes,
 * ranks or which function is called becomes a deferred constraint, solved at once when its operands
 * are ground. The result is the function's scheme: all its variables are quantified, since
 * functions are closed here (captured variables are trailing parameters), so no levels are needed.
 * solve      solve.c: a use instantiates a scheme at ground parameter types. Variables are numbered
 * densely, so fresh variables are an array of values and no constraint is copied. Constraints run
 * in dependence order; those on a cycle (loop-carried variables) climb a finite lattice to their
 * least fixpoint. Uses are interned, calls are constraints. check      check_use.c, instantiate.c:
 * every constraint again on the final types, now with messages; then the use becomes a struct
 * instance.
 */
#ifndef PYCC_INFER_H
#define PYCC_INFER_H

#include "diag.h"
#include "flow.h"
#include "instance.h"
#include "intern.h"
#include "join.h"
#include "type.h"
#include "typeinfer.h"

/* ---- constraints */

enum con_kind {
    CON_OP,      /* out = op applied to scalars, by rules.h */
    CON_JOIN,    /* arg 0 flows into out: an assignment, a branch of a conditional, a return */
    CON_TRUTH,   /* arg 0 has a truth value */
    CON_INT,     /* every arg is an integer: range(), slices, shapes */
    CON_INDEX,   /* out = arg 0 indexed; arg 1.. by position, NONE type for slices, ..., None */
    CON_STORE,   /* arg 0 indexed by arg 1..n-2 is assigned arg n-1 */
    CON_ATTR,    /* out = attribute of arg 0 */
    CON_ITER,    /* out = what a loop over arg 0 gives */
    CON_PART,    /* out = item `part` of arg 0, which is unpacked into `parts` */
    CON_HELD,    /* out = what a container, list or tuple, arg 0, holds; with parts, of its pairs */
    CON_CALL,    /* out = call of arg 0 with arg 1.. */
    CON_SPECIAL, /* out = SPECIAL function of ops.def; args by parameter, NONE when omitted */
    CON_CAST,    /* out = scalar (or astype of an array) as dtype */
    CON_METHOD,  /* out = method of arg 0 */
    CON_LOGIC,   /* out = op (LAND, LOR, NOT) of truths, as far as it is decided: see decide.c */
    CON_RAISE,   /* a raise that only decided conditions stand before */
    CON_GIVEN    /* out = arg 0 where it is not None */
};
enum { CON_KINDS = CON_GIVEN + 1 };

struct con {
    enum con_kind kind;
    enum op op;              /* OP, SPECIAL */
    bool in_place;           /* OP: of an augmented assignment; an array keeps its type */
    bool in_text;            /* RESULT_TYPE: of a dtype= */
    bool in_list;            /* JOIN: into the items of a list; METHOD, STORE: that has been done */
    unsigned written;        /* SPECIAL: bits of the args that are looked at as written, and are
                                expressions here: decide_written makes literals of them */
    struct itype *live;      /* the term under which it holds; NULL: always */
    enum op_module module;   /* OP, SPECIAL */
    enum dtype dtype;        /* CAST, SPECIAL: the dtype= given; DT_COUNT: none, or x.dtype, whose
                                x is the arg in the place of dtype */
    struct span span;        /* where messages point */
    const struct expr *expr; /* CALL INDEX ATTR: the node; NULL elsewhere */
    const struct expr *node; /* OP: of the operator, or the target that it updates; NULL: none */
    int part, parts;         /* PART; OP IN: how many items are written out;
                                ITER: -1, of an object that is unpacked: what has the items */
    struct symbol *sym;      /* JOIN: the variable assigned; NULL: a conditional or a return */
    bool met;                /* JOIN: a number may become something else there (con_flows) */
    struct itype *out;       /* NULL: none */
    int n;
    struct itype **arg;
    const struct expr **at; /* expression behind each arg, or NULL */
    struct con *next;       /* in the list of those free for reuse */
};

/* ---- schemes */

struct typed_expr {
    const struct expr *expr;
    struct itype *type;
    struct itype *live; /* as in struct con */
};

struct typed_var {
    struct symbol *sym;
    struct itype *type;
};

/* A variable that is what a list holds, and the term under which there is such a list. */
struct item_var {
    int id;
    struct itype *live;
};

/* A step of solving: constraints or variables that depend on one another. Nodes are constraint
 * indices (below cons.n) or cons.n + variable id. */
struct component {
    int first, n; /* into scheme->order */
};

/* `xs: list[float] = []`: what the items are if nothing is put into the list. */
struct list_hint {
    struct itype *list;
    const struct ann_type *ann;
};

/* A function's type, generally: for all its variables, given its constraints. */
struct scheme {
    const struct func *func;
    struct itype **param;   /* func->n_params */
    struct itype **capture; /* func->n_captures */
    struct itype *ret;
    int n_vars; /* type variables */
    VEC(struct con *) cons;
    int n_exprs;
    struct typed_expr *expr;
    VEC(struct typed_var) vars;     /* parameters, captures, locals; by symbol id */
    VEC(struct typed_expr) returns; /* value and its type; {NULL, none} for a bare return */
    VEC(struct span) return_spans;
    VEC(struct list_hint) hints;
    VEC(struct typed_expr) unbound; /* names of variables that may have no value there */
    VEC(struct typed_expr) conds;   /* conditions that may be decided, with their truth */
    VEC(struct item_var)
    items;           /* variables that stand for the items of lists, and for what may be None */
    bool falls_off;  /* a path reaches the end of the body */
    bool gives_none; /* some paths return None, others a value */
    bool failed;     /* generate reported an error */
    struct diag_message *error;
    /* the schedule, made once */
    bool scheduled;
    int *order; /* n_order nodes, producers before consumers */
    int n_order;
    int n_components;
    struct component *component;
    int *component_of;              /* by node */
    int *place_of;                  /* by node: position in its component */
    int *reader_start, *reader;     /* by variable: constraints that read it (CSR) */
    int *producer_start, *producer; /* by variable: constraints that give it a value (CSR) */
    VEC(struct use *) uses;         /* for --emit types */
};

/* ---- uses: a scheme at ground types */

enum use_state {
    USE_NEW,
    USE_ACTIVE,      /* being solved: a call of it now is recursion */
    USE_PROVISIONAL, /* solved under an assumption about an active use below it on the stack */
    USE_DONE
};

struct opens; /* open.h */

struct use {
    struct scheme *scheme;
    const struct signature *signature; /* annotated functions: the one this is */
    struct itype **param;              /* ground, plain; func->n_params */
    struct itype **capture;            /* ground; func->n_captures */
    struct itype *wanted; /* the result, where the caller says what is open in it; or NULL */
    struct opens *opens;  /* NULL: nothing in it is open */
    struct itype *ret;    /* bound so far; final when DONE; NULL: never returns, or not known */
    bool declared;        /* ret is the signature's */
    struct itype **value; /* by type variable */
    bool *fixed;          /* by type variable: set from outside, assignments must fit */
    enum use_state state;
    int depth;      /* ACTIVE: place on the stack */
    int assumed;    /* PROVISIONAL: lowest depth of a use whose result it assumed */
    int bad_param;  /* a parameter that is no tuple, where the function unpacks it; -1: none */
    bool too_deep;  /* not solved: calls nest too deeply */
    bool recursive; /* called while active */
    bool in_cycle;  /* calls one that is, which calls it in turn */
    bool failed;
    struct diag_message *error; /* the first one */
    const struct use *via;      /* what it calls has that error; NULL: it is its own */
    struct span via_span;       /* that call */
    bool checked;
    struct span call_span;     /* the call that made it */
    struct use *caller;        /* NULL: exported */
    struct instance *instance; /* made by the check */
};

/* ---- the context */

struct infer;

/* What a type of objects that hold others of it has become. */
struct linked_ty {
    const struct itype *of;
    struct ty *ty;
};

/* A call whose callee is being checked: what was given, by parameter. */
struct given {
    const struct func *f;
    struct itype **type;
    const struct expr **expr;   /* NULL: omitted */
    const struct given *caller; /* NULL: the outermost */
};

/* The result type of a constraint on ground operands, as con_eval gives it. */
typedef struct itype *con_rule(struct infer *ix, const struct con *c, struct itype **arg);

/* What the solver asks of the rooms that it does not see: handed in by typeinfer_run. */
struct rule_set {
    con_rule *const *eval; /* CON_KINDS rules */
    con_rule *text;        /* where a text is among the operands */
    con_rule *refused;     /* NULL, or told that dates and spans of time are no numbers here */
    /* NULL, or what such a constraint calls. */
    const char *(*text_calls)(const struct con *c, struct itype **arg);
    /* The same of arrays. */
    const char *(*array_calls)(const struct con *c, struct itype **arg);
    /* The scheme of a function, made when first asked for. */
    struct scheme *(*scheme)(struct infer *ix, const struct func *f);
    /* The type of a constant of the module or of a class: folded, without ids of a function. */
    struct itype *(*constant)(struct infer *ix, const struct expr *e);
};

enum { CON_REUSED = 5 };

struct infer {
    struct arena own;    /* schemes, constraints, inference types: until typeinfer_release */
    struct arena *arena; /* &own */
    struct arena *keep;  /* instances, until they are lowered */
    struct intern_table *names;
    const struct module *module;
    struct diag *diag;
    const struct rule_set *rules;
    bool all_names; /* --fallback: undefined names are told here, not by the frontend */
    struct type_table types;
    struct typeinfer *out;
    struct scheme **scheme; /* by func->id; NULL: not reached */
    VEC(struct linked_ty) objects;
    VEC(struct itype *) selves; /* what annotations in an __init__ name its class for */
    int n_uses, cap_uses;       /* interned uses */
    struct use **use_slot;

    /* generate: the function being walked */
    struct scheme *cur;
    struct itype **env; /* by symbol id: types of cur's variables */
    struct flow flow;
    VEC(struct typed_expr) exprs; /* of cur so far; one buffer for all functions */
    bool unrecorded;              /* inside a module-level constant: no expression ids */
    struct itype *live;           /* the term of being here; NULL: always */
    bool cut;   /* a condition was decided in this function: what it excludes is not walked */
    bool ended; /* the statement just walked ends the path, as lowering sees it */
    signed char *gives_none; /* by func->id: may a call give None; 0: not known yet, -1: no */
    unsigned *two; /* by func->id: which of the guessed arrays that make an object have two axes */
    bool *made;    /* by func->id: what makes an object whose annotations are being read */
    bool cyclic; /* the type of an attribute would be inside itself: objects that hold each other */
    bool nones;  /* None is assigned to variables of the function (infer_none.c) */
    bool operand;   /* the expression that is walked next is an operand: None raises there */
    bool raises;    /* names that are arguments of the call at hand are */
    bool *may_know; /* by symbol id: its type may know its value */
    const struct stmt *prange; /* outermost parallel loop around; NULL: none */
    int uncertain; /* conditions and loops around, or paths left, that are not decided */
    struct con *free_con[CON_REUSED]; /* by number of args: solved at once, not kept */
    int *scratch;                     /* for the schedule */
    int scratch_cap;
    struct closure_type *no_closures; /* zeros: instances without function values share it */
    int no_closures_cap;

    /* solve and check */
    bool silent;                 /* no messages: types are not final */
    const struct symbol *global; /* the module's variable whose type is inferred; or NULL */
    VEC(struct use *) stack;
    int solved; /* how many uses the lowest of the stack has asked for */
    VEC(struct use *) provisional;
    int lowest;                /* lowest stack depth that the solving in progress assumed about */
    struct use *checking;      /* NULL while generating */
    const struct given *given; /* the call that `checking` is of; NULL: it is exported */
    const struct con *con;     /* what is being checked, and its operands' types */
    struct itype **con_type;
    struct diag_message *ours; /* the last message about the prelude, which gets no notes */
    struct span
        user_call; /* the last call in the user's text: where messages about the prelude go */
};

/* What --emit types prints from. */
struct scheme_table {
    struct infer *ix;
};

/* ---- report.c */

/* Where tuples of several lengths meet, src and dst, which was the type at `other` or NULL: the
 * module may be compiled with those of any length there. */
void infer_note_lengths(struct infer *ix, const struct con *c, const struct con *other,
                        const struct itype *src, const struct itype *dst);

/* diag_error unless silent (then NULL, which the others take). An error marks the function or use
 * failed, a warning does not. A message about a helper says which call it is about. */
struct diag_message *infer_error(struct infer *ix, enum diag_code code, struct span span,
                                 const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void infer_note(struct infer *ix, struct diag_message *m, struct span span, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void infer_hint(struct infer *ix, struct diag_message *m, const char *text);
void infer_fix(struct infer *ix, struct diag_message *m, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A use cannot become an instance; m is why, kept when it is the first. */
void infer_use_failed(struct use *u, struct diag_message *m);
/* An error at span and, unless it is NULL, what to write instead. Returns IT_ERROR. */
struct itype *infer_refuse(struct infer *ix, enum diag_code code, struct span span,
                           const char *text, const char *fix);
/* PY303 at a call: what the text names does not take a value of this type. Returns IT_ERROR. */
struct itype *infer_refuse_type(struct infer *ix, const struct con *c, const char *name,
                                struct itype *t);
/* What a constraint calls, as it is written ("np.take", "x.sum"), or its operator. */
const char *infer_called(struct infer *ix, const struct con *c);
/* The same of a call, or `name` where what is called has none. */
const char *infer_callee(struct infer *ix, const struct expr *call, const char *name);
/* PY307 at span. Returns IT_ERROR. */
struct itype *infer_whole_array(struct infer *ix, struct span span);
/* "did you mean" among the names of a module, as a fix; nothing when none is close. */
void infer_suggest(struct infer *ix, struct diag_message *m, enum op_module module,
                   const char *name);
static inline struct itype *infer_bad(struct infer *ix) {
    return &ix->types.error;
}

/* ---- constraint.c */

/* A fresh variable of the current scheme. */
struct itype *con_fresh(struct infer *ix);

/* Adds a constraint, with room for n operands to be filled by con_arg before con_solve. */
struct con *con_new(struct infer *ix, enum con_kind kind, struct span span, const struct expr *expr,
                    int n);
void con_arg(struct con *c, int i, struct itype *type, const struct expr *at);

/* Solves it at once when its operands are ground, else defers it; c is not to be used after.
 * Returns the type of its result: ground, or a variable; IT_ERROR when an operand is in error or it
 * does not hold. */
struct itype *con_solve(struct infer *ix, struct con *c);

/* A value of type src flows into dst (a variable of the scheme, or a fixed type). */
void con_join(struct infer *ix, struct itype *dst, struct itype *src, const struct expr *at,
              struct span span, struct symbol *sym);

/* The result type; NULL when it is not known yet (a recursive call); IT_ERROR after a message (or
 * silently). Operands are ground and free of errors; NULL in a LOGIC that may not need them. In the
 * check, callees are recorded. */
struct itype *con_eval(struct infer *ix, const struct con *c, struct itype **arg);

/* Is it a list or a tuple with None in it? */
bool con_holds_none(const struct itype *t);
/* PY303: an array of such a one. Returns IT_ERROR. */
struct itype *con_refuse_none(struct infer *ix, struct span span);

/* Orders the constraints of a finished scheme (Tarjan's components of the dependence graph). */
void con_schedule(struct infer *ix, struct scheme *s);

/* ---- written.c: what is said as written */

/* An int known when compiling: literals, their negatives, module constants. */
bool infer_const_int(const struct expr *e, int64_t *value);
/* None, np.newaxis */
bool infer_is_newaxis(const struct expr *e);
/* The type of a text as written. */
struct itype *infer_text(struct infer *ix, const struct expr *e);
/* The ground type that an annotation names. */
struct itype *infer_annotation(struct infer *ix, const struct ann_type *t);
/* The dtype that a text names ("f4", "float32"); DT_COUNT: none. */
enum dtype infer_dtype_of_text(const char *text);
/* The name of a dtype that is spelled much like it, or NULL. */
const char *infer_closest_dtype(const char *text);
/* PY308 unless e, when it is an int as written, fits dtype. */
bool infer_literal_fits(struct infer *ix, const struct expr *e, enum dtype d);
/* numpy.random.Generator: a dictionary of one value, which stands for its state. */
struct itype *it_generator(struct type_table *tt, struct intern_table *names);

/* ---- decide.c */

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

/* The truth of a value of this type, where the type tells. */
enum truth decide_truth(const struct itype *t);
/* The int or bool that a type knows or an expression writes. */
bool decide_int(const struct itype *t, const struct expr *at, int64_t *value);
/* The type of an argument for a static parameter; NULL when it is no constant. */
struct itype *decide_argument(struct infer *ix, struct itype *t, const struct expr *at);
/* May a condition be decided when compiling? By what it is made of. */
bool decide_may(const struct infer *ix, const struct expr *e);
/* op of one term or of two, as a term. */
struct itype *decide_logic(struct infer *ix, enum op op, struct itype *a, struct itype *b,
                           struct span span);
/* From here on code is live where it was and the condition is `when`. Returns what to set ix->live
 * back to. */
struct itype *decide_under(struct infer *ix, struct itype *cond, bool when, struct span span);
/* Notes a condition, for decide_fill. */
void decide_record(struct infer *ix, const struct expr *e, struct itype *t);
/* Is code live in a use, as far as is decided? Is it certain to run? */
bool decide_live(const struct use *u, struct itype *live);
bool decide_certain(const struct use *u, struct itype *live);
/* Fill in->decided: for an expression of a known type, and for all conditions. */
void decide_note(struct infer *ix, struct instance *in, int n_exprs, const struct expr *e,
                 const struct itype *t);
void decide_fill(struct infer *ix, const struct use *u, struct instance *in, int n_exprs);
/* What == and != of values are that are never equal, as of a text and a number; NULL: they may be.
 */
struct itype *decide_unequal(struct infer *ix, const struct con *c, struct itype **arg);
/* An operator that is decided by its operands' types; NULL: it is not. */
struct itype *decide_op(struct infer *ix, const struct con *c, struct itype **arg);
/* The same of `is` and `is not`, of two values whose types are not None's (identity.c). */
struct itype *decide_is(struct infer *ix, const struct con *c, struct itype **arg);
/* Is it a variable that has a value, or None? */
bool decide_holds_none(const struct expr *at);
/* The result type of an operation with its value where that is known. */
struct itype *decide_value(struct infer *ix, const struct con *c, struct itype **arg,
                           struct itype *result);
/* np.result_type: an element type. */
struct itype *decide_result_type(struct infer *ix, const struct con *c, struct itype **arg);
/* dtype.kind, dtype.itemsize; NULL for anything else. */
struct itype *decide_attr(struct infer *ix, const struct itype *t, const char *name);
/* The constraint with literals for what is known of its `written` args, which become NONE; c itself
 * when it has none. */
const struct con *decide_written(struct infer *ix, const struct con *c, struct itype **arg);
struct itype *eval_logic(struct infer *ix, const struct con *c, struct itype **arg);

/* ---- solve.c */

/* The use of a scheme with the given parameters, made when it is new. All are copied. wanted: what
 * it is to give, where its lists say nothing else; or NULL. */
struct use *use_get(struct infer *ix, const struct func *f, const struct signature *sig,
                    struct itype **param, struct itype **capture, struct itype *wanted);
/* What a parameter is that is given a value of this type: `node = node.next` in the function makes
 * it None in the end. */
struct itype *use_param(struct infer *ix, const struct func *f, int i, struct itype *t);
/* Solves it unless it is solved or being solved; its ret is the best known then. */
void use_solve(struct infer *ix, struct use *u);
/* The ground operands of a constraint; false when one is unknown or in error. */
bool use_operands(struct infer *ix, const struct use *u, const struct con *c, struct itype **arg);

/* What one constraint gives a variable. */
struct flow_in {
    const struct con *con;
    struct itype *type; /* NULL: nothing, or not a JOIN */
    bool cyclic;        /* it depends on the variable itself */
};
/* The k-th producer of a variable; false when there are no more. */
bool use_flow(struct infer *ix, const struct use *u, int var, int k, struct flow_in *in);
/* What an error is told of raises this in the interpreter, whatever the values are: once the value
 * of the expression there is known (item 1), or its operands are (0); raises "": its call does not
 * return. Where nothing else is wrong,
 * the module is read again with a raise statement, and a warning, for the statement. */
void infer_always(struct infer *ix, struct span span, int item, const char *raises,
                  const char *words);
/* The same of what needs items and is given a number or None, and of what is unpacked into n. */
void infer_no_sequence(struct infer *ix, struct span span, int item, const char *words,
                       const struct itype *t);
void infer_unpack_raises(struct infer *ix, struct span span, const struct itype *t, int n);
/* Two types have met that a value of several types may have: the module is read again with such,
 * where they did, or in the attribute. */
void infer_want_either(struct infer *ix, struct span span, const char *attribute,
                       const struct itype *a, const struct itype *b);
/* The same of the attributes in which two objects of one class differ. */
void infer_want_alike(struct infer *ix, struct span span, struct itype *a, struct itype *b);
/* The same of all that a variable of a use is given. */
void infer_want_variable(struct infer *ix, const struct use *u, const struct symbol *sym,
                         const struct itype *a, const struct itype *b);
/* Has that been found there, or of the attribute? */
bool infer_is_either(const struct infer *ix, struct span span, const char *attribute);
/* The items of a list, `is`, which a term of a use stands for, in a field of what it stands for
 * where field >= 0, have met others: where they come from is read again so that both fit; up:
 * unless these are numbers of a lower kind. False: that is not known. */
bool infer_want_items(struct infer *ix, const struct use *u, struct itype *term, int field,
                      const struct itype *is, const struct itype *other, bool up);
/* Has it been found that numbers which flow on from this place become others? */
bool infer_is_met(const struct infer *ix, struct span span);
/* The type as which a value of type t flows on through a JOIN of a use; NULL: of none. */
struct itype *con_flows(struct infer *ix, const struct use *u, const struct con *c,
                        struct itype *t);
/* The use that is being solved or checked; NULL: a scheme is made. */
struct use *use_here(struct infer *ix);
/* Does a JOIN let a text flow on as one that is known when the program runs only? */
bool con_keeps(const struct infer *ix, const struct con *c);
/* The strict join of what flows into a variable of a use with what constraint c lets flow there. */
struct itype *use_join(struct infer *ix, const struct con *c, struct itype *a, struct itype *b);

/* ---- check_use.c */

/* Reports what is wrong in a solved use on its final types: its call, then every constraint of the
 * body, its paths and its result. False when the call alone is wrong, so that nothing of the body
 * is known; mistakes in the body are u->failed. */
bool use_check_body(struct infer *ix, struct use *u);

/* May it be that nothing says what it holds: a list, an attribute that is None at first? */
bool use_may_lack(struct itype *t);
/* Is it a function, or a tuple, list or record that holds one? */
bool use_holds_function(const struct itype *t);
/* Reports such a one: something is put into every other. */
void use_unknown_items(struct infer *ix, const struct expr *e, struct itype *t);

/* ---- instantiate.c */

/* Checks a solved use and all it calls, callees first, and makes their instances. call_span: the
 * call that messages about it name. */
void use_check(struct infer *ix, struct use *u, struct span call_span);

#endif
