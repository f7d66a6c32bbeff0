/* What the files of the parser share: from the nodes of tree.h to the AST.
 *
 * parse_module.c reads a part of the source with them; parse_stmt.c and parse_compound.c know
 * statements, parse_func.c functions, parse_expr.c operators, parse_atom.c what they work on,
 * parse_call.c calls, parse_literal.c numbers and strings. All of Python is walked, since
 * module-level code may hold any of it. What pycc compiles becomes AST; of the rest (classes, try,
 * comprehensions ...) an UNSUPPORTED node remains. Names stay unresolved (scope.c, resolve.c),
 * annotations are kept as places in the text (annot.c).
 *
 * The grammar accepts more than Python does, and reads some of it in another way: the walk repairs
 * and checks where it meets such nodes. A logical line has one report at most. What the grammar
 * refuses has left the tree before (parse_words.c). No parse function returns NULL. */
#ifndef PYCC_PARSE_H
#define PYCC_PARSE_H

#include "ast.h"
#include "diag.h"
#include "intern.h"
#include "layout.h"
#include "tree.h"

/* Levels of nesting of statements and expressions, as written, and height of an expression's tree
 * (a + b + c is flat to write and deep to the left). Later stages recurse and rely on it. */
enum { PARSE_MAX_DEPTH = 200, PARSE_MAX_HEIGHT = 400 };

enum bind_kind {
    BIND_MODULE, /* import path as name */
    BIND_FROM,   /* from path import member as name */
    BIND_STAR,   /* from path import * */
    BIND_ASSIGN, /* name = value */
    BIND_DEF,    /* def name */
    BIND_CLASS,  /* class, or def inside a compound statement */
    BIND_OTHER   /* loop target, anything else */
};

/* One binding of a name by module-level code, or by an import in a function. */
struct binding {
    enum bind_kind kind;
    const char *name;
    struct span span;
    const char *path;    /* MODULE, FROM, STAR: dotted module path; relative ones begin with dots */
    const char *whole;   /* MODULE: "a.b" of `import a.b`, whose path is "a" */
    const char *member;  /* FROM */
    struct scopes *from; /* MODULE, FROM, STAR: the module of the user's that path is; or NULL */
    const char *unknown; /* why from is NULL, where there is more to say; or NULL */
    bool looked;         /* for what from is */
    struct expr *value;  /* ASSIGN: NULL when it is no single name's, or nested */
    struct expr *typed;  /* ASSIGN: value, nested too */
    struct func *func;   /* DEF */
    struct class *class_; /* CLASS: what is known of it; or NULL */
    bool nested;          /* inside an if, try, for ... of the module */
    bool kept;            /* ASSIGN of a dictionary: it is named other than in d['key'] somewhere */
};

struct spans {
    VEC(struct span) list;
};

/* A function in a class or a compound statement: its body is not wanted. */
struct skipped_def {
    const char *name;
    struct span name_span;
    const char *why;    /* "it is a method of 'C'" */
    struct spans anns;  /* all annotations */
    struct span before; /* its decorators, as text; empty: none */
    int typed;          /* so many of anns are its parameters', if each has one; else 0 */
    bool of_module;     /* in a compound statement of the module */
    bool of_class;      /* a method of a class of the module, which is compiled where it is used */
};

/* A variable or a display that a function is called with. */
struct passed {
    struct expr *value;
    const char *function;
    int at; /* of the arguments */
};

/* What the text says about a function beyond struct func; item func->id of parser.notes. */
struct func_notes {
    int n_decorators;
    struct expr **decorator;     /* the expressions behind the `@` */
    struct span *param_ann;      /* per parameter; empty where there is none */
    struct span ret_ann;         /* empty: none */
    struct spans anns;           /* all annotations, those of *args too */
    bool is_async;               /* async def: never compiled */
    bool is_hidden;              /* its name means something else at the end: never compiled */
    VEC(struct binding) imports; /* imports in the body */
    VEC(const char *) nonlocals;
    VEC(const char *) mentioned; /* names in unsupported constructs, which may bind them */
    VEC(const char *) keyed;     /* names used as dictionaries whose keys are not known */
    VEC(const char *) bumped;    /* names d in d["a"] += 1 */
    VEC(struct passed) passed;
};

/* name.path.attribute = value */
struct patch {
    const char *name, *path, *attribute; /* path: with dots, empty when there is none */
    struct span span;
};

/* `x: ann = value`, for annot.c. */
struct local_ann {
    struct func *func; /* innermost; NULL: the module's */
    struct stmt *stmt;
    struct span ann;
};

/* A use of a name in a function with annotations that tells the rank of an array: x[i, j], n, m =
 * x.shape (which is exact). */
struct rank_use {
    const struct func *func; /* innermost */
    const char *name;
    int n;
    bool exact;
    bool of_self; /* the name is that of an attribute of the first parameter of a method */
};

/* A local that stands for an exception: its arguments are kept. */
struct error_variable {
    const struct func *fn;
    const char *name, *held; /* in the text; of the variable */
    int class_, n;           /* which of parse_error.c; arguments */
};

struct parser {
    struct arena *arena; /* of the AST; `waste` where the AST is not wanted */
    struct arena *keep;  /* the module's */
    struct arena *waste;
    struct intern_table *names;
    const struct source *source;
    struct span part; /* of the source: the file that is parsed */
    bool imported;    /* a file that the module imports */
    int first, end;   /* its functions among funcs */
    struct diag *diag;
    struct module *module;
    struct arena *scratch; /* while the module is parsed */
    struct grammar *grammar;
    struct text_layout *layout; /* of the part that is parsed */
    bool broken;                /* an error was reported: what follows from it is not */
    const struct node *star;    /* a star that is taken for an operand's: see parse_expr.c */
    int depth;                  /* open statements and expressions */
    int height;                 /* of the expression parsed last */
    int ignored;       /* open constructs whose AST is not wanted: no functions, no bindings */
    int compound;      /* open compound statements of the module */
    int defs;          /* open functions, ignored ones too */
    struct func *fn;   /* innermost function that is wanted, NULL at module level */
    int next_expr;     /* next expression id of the outermost function */
    VEC(void *) stack; /* children of open nodes, see parse_take */
    VEC(struct func *) funcs;
    VEC(struct func_notes *) notes;
    VEC(struct skipped_def) skipped;
    const struct func *exit;           /* the `__exit__` of a class whose body this is, or NULL */
    struct caught *caught;             /* exceptions of the handlers around, innermost first */
    VEC(struct error_variable) errors; /* of the functions so far (parse_error.c) */
    const char *class_name;            /* of the class whose body this is, or NULL */
    const char *base_name;             /* of its base, of the same file, or NULL */
    VEC(struct class *) classes;       /* of the file */
    VEC(struct made_object) made;      /* where objects of these are made */
    struct maker *maker;               /* of the `__init__` whose body this is, or NULL */
    VEC(struct binding) bindings;      /* of the module, in source order */
    bool has_nonlocal;                 /* of a function, somewhere */
    VEC(const char *) globals;         /* names in `global` statements anywhere */
    VEC(const char *) written;         /* names whose elements statements may write, anywhere */
    VEC(struct expr *) declared; /* calls of `instantiate`; what is called where it may not run */
    VEC(struct patch) patches;   /* attributes that statements assign or delete, anywhere */
    bool cu;                     /* inside a function that is marked @cu */
    bool in_prelude;             /* parsing what was appended to the user's text */
    VEC(struct local_ann) local_anns;
    VEC(struct rank_use) rank_uses;
};

/* The statements of a part of the source: its layout, bindings, functions and all that struct
 * parser tells. */
void parse_part(struct parser *p, struct span part);

/* Is it a function of the file, or of the prelude behind the module's own? */
static inline bool parse_owns(const struct parser *p, const struct func *f) {
    return (f->id >= p->first && f->id < p->end) || (f->prelude && !p->imported);
}

/* ---- texts and errors (parse.c) */

static inline int max_int(int a, int b) {
    return a > b ? a : b;
}

static inline struct span parse_span(const struct node *n) {
    return (struct span){n->lo, n->hi};
}

/* The interned text of a node that is a name. */
const char *parse_intern(struct parser *p, const struct node *n);

/* Is it this text, as written? */
bool parse_text_is(const struct parser *p, struct span s, const char *text);

/* Reports a syntax error. NULL, and nothing said, when its logical line has had one. */
struct diag_message *parse_error(struct parser *p, struct span at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* "expected WHAT before 'TEXT'", the text of a place; empty: at the end of the line. */
struct diag_message *parse_expected(struct parser *p, const char *what, struct span at);

/* Reports what no grammar refuses, but CPython's symbol table and compiler (parse_rules.c). */
void parse_rules(struct parser *p, const struct node *tree);

/* Reports what CPython refuses in the patterns of a clause, a CASE (parse_pattern.c). last: no
 * clause is behind it. */
void parse_patterns(struct parser *p, const struct node *n, bool last);

/* Finds the lines that the grammar refuses, reports them and takes them out of the layout's copy
 * (parse_words.c). */
void parse_refused(struct parser *p);

/* Reports where the grammar refuses some words of a line that stand between two texts; false when
 * it does not. */
bool parse_explain(struct parser *p, int word, int words, const char *before, const char *behind);

/* What is left of the AST of an expression, "an expression", for messages (parse_stmt.c). */
const char *parse_noun(const struct expr *e);

/* Opens a level of nesting. False, and PY106 reported, when it is one too many; parse_leave is
 * called only after true. */
bool parse_enter(struct parser *p, const struct node *at);
void parse_leave(struct parser *p);

/* The node just made has children of this height at most: sets p->height, and reports PY106. */
void parse_grow(struct parser *p, int below, const struct node *at);

/* Children of a node are pushed on p->stack and taken as an exact array of the arena from where
 * the stack stood before. NULL when there are none. */
void parse_push(struct parser *p, void *child);
void *parse_take(struct parser *p, int mark, int *n);

/* Between these two nothing that is parsed is wanted. */
struct ignored {
    struct arena *arena;
    struct func *fn;
};
struct ignored parse_ignore(struct parser *p);
void parse_heed(struct parser *p, struct ignored before);

/* Notes every name in a part of the text as mentioned in the function. */
void parse_mention(struct parser *p, struct span part);

/* ---- what statements bind (parse.c) */

void parse_bind(struct parser *p, struct binding b);
void parse_bind_name(struct parser *p, enum bind_kind kind, const char *name, struct span span);

/* Every name that a target binds. */
void parse_bind_target(struct parser *p, const struct expr *e);

/* ---- parse_expr.c */

struct expr *parse_new_expr(struct parser *p, enum expr_kind kind, struct span span);

/* base.method(...), with room for n arguments. */
struct expr *parse_new_method(struct parser *p, struct expr *base, const char *method, int n,
                              struct span span);

/* What sugar is made of (parse_unpack.c): a name, which is interned; fn(arg) of a built-in
 * function; an int, with a minus where it is negative; base[at]. */
struct expr *parse_new_name(struct parser *p, const char *name, struct span span);
struct expr *parse_new_not(struct parser *p, struct expr *a, struct span span);
struct expr *parse_new_call(struct parser *p, const char *fn, struct expr *arg);
struct expr *parse_new_int(struct parser *p, int64_t value, struct span span);
struct expr *parse_new_index(struct parser *p, struct expr *base, struct expr *at);
struct expr *parse_new_text(struct parser *p, const char *text, struct span span);
/* a op b, at the place of b */
struct expr *parse_new_compare(struct parser *p, enum op op, struct expr *a, struct expr *b);

struct expr *parse_new_unsupported(struct parser *p, struct span span, const char *what);

/* Where an expression stands says what it may be besides an operator's operand. */
enum parse_allowed { ALLOW_NONE = 0, ALLOW_NAMED = 1, ALLOW_STARRED = 2, ALLOW_YIELD = 4 };

/* An expression or a list of them, which is a tuple; what is not allowed there is reported. */
struct expr *parse_expr(struct parser *p, const struct node *n, unsigned allowed);

/* A target; names in stars are bound. */
struct expr *parse_target(struct parser *p, const struct node *n);

/* A tuple or list of the named children; starred ones may be among them. */
struct expr *parse_items(struct parser *p, const struct node *n, enum expr_kind kind, bool targets);

/* Is an item of a tuple or list starred? */
bool parse_has_star(const struct expr *e);

/* What a target with one starred item takes from a value, as a tuple with as many items; the star
 * is taken away. Items of a value that is written out stand for themselves; statements that are
 * pushed before keep any other in a variable that no program can name, and look whether it has as
 * many items as the plain targets. */
struct expr *parse_unpacked(struct parser *p, struct expr *target, struct expr *value);

/* What stands behind a star, `*x` or `**x`; NULL: n has none. any: as in calls, where lambdas and
 * comparisons may. */
struct expr *parse_behind_star(struct parser *p, const struct node *n, bool any);

/* An operand of what binds tighter than lambda and `if`. */
struct expr *parse_operand(struct parser *p, const struct node *n);

/* The operator of an operation or of an augmented assignment. */
enum op parse_binary_op(const struct parser *p, const struct node *n);

/* A comma among the children, or NULL. */
const struct node *parse_comma(struct parser *p, const struct node *n);

/* ---- parse_atom.c: displays, comprehensions */

struct expr *parse_atom(struct parser *p, const struct node *n);

/* What stands behind an expression; n is an ATTRIBUTE, SUBSCRIPT or CALL. */
struct expr *parse_trailer(struct parser *p, const struct node *n, struct expr *base);

/* A display or comprehension that is not compiled. */
struct expr *parse_foreign_display(struct parser *p, const struct node *n, const char *what);

/* [element for ... in ...], or a generator that stands for it. */
struct expr *parse_list_comprehension(struct parser *p, const struct node *n);

/* The block of one statement. */
struct block parse_block_of(struct parser *p, struct stmt *s);

/* ---- parse_call.c */

/* A CALL of fn. */
struct expr *parse_call(struct parser *p, const struct node *n, struct expr *fn);

/* The arguments of a class. */
void parse_arguments_of_class(struct parser *p, const struct node *n);

/* ---- parse_rank.c: uses that tell the rank of a parameter; in functions without annotations they
 * do nothing */

/* An EXPR_INDEX. */
void parse_tell_index(struct parser *p, const struct expr *e);

/* target = value; value may be NULL. */
void parse_tell_unpacked(struct parser *p, const struct expr *target, const struct expr *value);

/* Something has a length, or is gone through. */
void parse_tell_items(struct parser *p, const struct expr *e);

/* ... and that an expression is used as a dictionary whose keys are not known: d[k], d["a"] = 1, k
 * in d, d.items(). A display of texts and values is one then, and no record. */
void parse_tell_keyed(struct parser *p, struct expr *e);

/* ... d["a"] += 1, too, unless the value is an array, which that changes in place. */
void parse_tell_bumped(struct parser *p, const struct expr *target);

/* ... a call, by what it calls. */
void parse_tell_called(struct parser *p, const struct expr *call);

/* ---- parse_literal.c */

struct expr *parse_number(struct parser *p, const struct node *n);
struct expr *parse_strings(struct parser *p, const struct node *n);

/* ---- parse_stmt.c */

/* One simple statement, pushed on p->stack when it leaves something behind. */
void parse_simple(struct parser *p, const struct node *n);

/* Reports what Python cannot assign to, or delete. */
void parse_check_target(struct parser *p, const struct expr *e);
struct stmt *parse_new_stmt(struct parser *p, enum stmt_kind kind, struct span span);
struct stmt *parse_unsupported(struct parser *p, struct span span, const char *what);

/* ---- parse_del.c */

/* `del a, b[i]`; statements but the last are pushed on p->stack. */
struct stmt *parse_del(struct parser *p, const struct node *n);

/* ---- parse_import.c */

/* "import" paths */
void parse_import(struct parser *p, const struct node *n);

/* "from" dots path "import" ("*" | members | "(" members ")") */
void parse_from(struct parser *p, const struct node *n);

/* Has a class of the file attributes of this name, which is interned? (parse_class.c) */
bool parse_has_field(const struct parser *p, const char *name);

/* ---- parse_error.c */

/* Where `a = E(x, y)` is all that binds a local to an exception of Python's, and each use a form
 * that is known, the variable holds the tuple (x, y). */
void parse_error_value(struct parser *p, int n, struct expr **target, struct expr *value);
/* Is it Python's OSError by this name, or derived from it? */
bool parse_error_of_system(const struct parser *p, const char *name);
/* Expressions that have been read, which become what they read of such a variable. */
bool parse_error_text(struct parser *p, struct expr *e);
void parse_error_call(struct parser *p, struct expr *e);
void parse_error_attribute(struct parser *p, struct expr *e);
/* E(x, y) of `raise a`; e itself where it is none. */
struct expr *parse_error_raised(struct parser *p, struct expr *e);

/* ---- parse_caught.c */

/* An exception that a handler names, and what the handler reads of it. */
struct caught {
    struct caught *up;
    const char *name;
    const struct func *fn; /* in which it is */
    struct block *body;    /* of the try statement */
    int n_classes;         /* of its clause */
    struct expr *const *class;
    unsigned used; /* texts of it, a bit each */
    bool given;    /* its arguments, as the try statement itself raises it */
};

/* The block of a clause n, which reads what it names; body: that of its try statement, which keeps
 * what it raises when it is read. */
struct block parse_handler(struct parser *p, const struct node *n, const struct except_clause *c,
                           struct block *body);

/* ---- parse_raise.c: the raise statement n */
struct stmt *parse_raise(struct parser *p, const struct node *n);

/* Expressions of an `__exit__` that have been read, which become what they ask of the exception it
 * is given (parse_exit.c). */
void parse_exit_attribute(struct parser *p, struct expr *e);
void parse_exit_call(struct parser *p, struct expr *e);
void parse_exit_compare(struct parser *p, struct expr *e);

/* return a and b of an `__exit__` becomes if a and b: return True, else: return False: conditions
 * of `if` are decided where there is no exception. */
void parse_exit_return(struct parser *p, struct stmt *s);

/* except(0, what): what a handler reads, as a text. */
struct expr *parse_new_caught(struct parser *p, struct span span, const char *what);

/* e becomes the text of what is caught, where it is the name of that. */
void parse_caught_text(struct parser *p, struct expr *e);
/* Expressions that have been read, which become what they read of what is caught. */
void parse_caught_attribute(struct parser *p, struct expr *e);
void parse_caught_index(struct parser *p, struct expr *e);
void parse_caught_call(struct parser *p, struct expr *e);
void parse_caught_binary(struct parser *p, struct expr *e);
void parse_caught_compare(struct parser *p, struct expr *e);

/* ---- parse_compound.c */

/* A statement, pushed on p->stack. */
void parse_statement(struct parser *p, const struct node *n);

/* Parts of try statements (enum guard_kind): an IF of a guard, a guard; what is guarded, as one
 * statement, and the statements behind it; a block of one statement. */
struct stmt *parse_new_guarded(struct parser *p, struct span span, struct stmt_guard *guard);
struct stmt_guard *parse_new_guard(struct parser *p, enum guard_kind kind);
struct block parse_guarded_then(struct parser *p, struct span span, struct block guarded,
                                struct block behind);
struct block parse_one_stmt(struct parser *p, struct stmt *s);

/* A with statement as statements that are pushed (parse_with.c); what one is that is not compiled,
 * else NULL. */
void parse_with(struct parser *p, const struct node *n);
/* Is the node of a decorator contextlib.contextmanager? */
bool parse_is_manager(const struct parser *p, const struct node *decorator);
const char *parse_foreign_with(const struct parser *p, const struct node *n);
/* The grammar takes `(a as b)` and `(a as b,)` for expressions where they are all there is. */
bool parse_holds_as(const struct node *n);

/* A match statement in a function, as statements that are pushed (parse_match.c). */
void parse_match(struct parser *p, const struct node *n);

/* Names only, as the contract of STMT_FOR has it? */
bool parse_is_for_target(const struct expr *e);

/* The statements of a block. */
struct block parse_block(struct parser *p, const struct node *n);

/* ---- parse_func.c */

/* A definition, bound when at module level. NULL when there is no function to compile. */
struct func *parse_def(struct parser *p, const struct node *n);
struct func *parse_decorated(struct parser *p, const struct node *n);

/* Another function of the name and the statements of `of`, which has no body yet; its parameters
 * are to be filled. */
struct func *parse_new_instance(struct parser *p, const struct func *of, int n_params);

/* A class; its decorators are those pushed from mark on. */
void parse_class(struct parser *p, const struct node *n, int mark);

/* A function of its own in a class, whose parameters and body the caller gives; behind it comes
 * parse_method_end. */
struct func *parse_method_begin(struct parser *p, struct span whole, const char *name,
                                struct span name_span);
void parse_method_end(struct parser *p, struct func *f);
/* The parameters and annotations of what n defines. */
void parse_method_params(struct parser *p, struct func *f, const struct node *n);
/* A parameter, with the span of its name. */
struct symbol *parse_new_param(struct parser *p, struct func *f, const char *name,
                               struct span span);

/* A new function that begins at lo; what is read between the next two is inside of it: its
 * parameters and its body. */
struct func *parse_new_func(struct parser *p, uint32_t lo);
struct func *parse_enter_func(struct parser *p, struct func *f);
void parse_leave_func(struct parser *p, struct func *f, struct func *outer);

struct expr *parse_lambda(struct parser *p, const struct node *n);
/* A lambda inside of `parent`, of n parameters, whose body is a RETURN of nothing yet. */
struct func *parse_new_lambda(struct parser *p, struct func *parent, int n, struct span span);
/* Its body: a RETURN of what n is. */
struct block parse_lambda_body(struct parser *p, const struct node *n);
struct block parse_returned(struct parser *p, struct expr *e);

/* ---- parse_map.c */

/* A comprehension in a function marked @cu: map of the function that it stands for. */
struct expr *parse_copperhead_map(struct parser *p, const struct node *n);
/* A function or method that takes all that a generator gives, so that a list does as well. */
bool parse_takes_items(const char *name, bool method);
/* A generator expression that is no list: calls of the prelude's map and filter for iterators. */
struct expr *parse_generator(struct parser *p, const struct node *n);

/* ---- parse_named.c */

/* The class that name = namedtuple('P', 'x y'), or NamedTuple('P', [('x', float)]), makes if the
 * call means what it looks like; NULL: value is no such call. */
struct class *parse_named_class(struct parser *p, const struct expr *name,
                                const struct expr *value);

/* ---- parse_class.c */

/* What is known of a class of the module; n is its statement, decorators those of it. */
struct class *parse_known_class(struct parser *p, const struct node *n, int n_decorators,
                                struct expr *const *decorator);

/* ---- parse_family.c */

/* Where an object of a class is made: a call with a value for each of its fields. */
struct made_object {
    struct class *class_;
    struct func *func; /* in which the call is */
    struct expr *call;
    int n_fields, n_late;
    const char **field;
};

/* Objects of classes of the file with one base become objects of one class, which know what they
 * are (inference has found no type for both). */
void parse_families(struct parser *p);

/* The classes of `Expr = Union[Num, Name, Sum]` or `Num | Name | Sum` get a base, which has nothing
 * of its own. */
void parse_unions(struct parser *p);

/* Methods that Python may call compiled get a function that calls them (parse_exposed.c). */
void parse_expose(struct parser *p);

/* ---- parse_init.c */

/* `self.x` in an `__init__` is a variable until the object is made; NULL: base.name is none. */
struct expr *parse_made_attribute(struct parser *p, const struct expr *base, const char *name,
                                  struct span span);

#endif
