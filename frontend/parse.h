/* What the files that turn the CST into the AST share.
 *
 * parse_module.c drives: it walks the module's statements, collects what they bind and calls
 * parse_func for each function; parse_stmt.c and parse_expr.c make the bodies. Names stay
 * unresolved here (scope.c) and annotations are kept as places in the text (annot.c).
 *
 * Every parse function expects the cursor on the node it parses and leaves it there. Nodes that
 * are incomplete after a syntax error give EXPR_UNSUPPORTED or are left out; nothing is NULL. */
#ifndef PYCC_PARSE_H
#define PYCC_PARSE_H

#include "ast.h"
#include "cst.h"
#include "diag.h"
#include "intern.h"

/* Levels of nesting of statements and expressions together; CPython stops at 200 parentheses and
 * 100 indentations. Later stages recurse over the AST and rely on it. */
enum { PARSE_MAX_DEPTH = 200 };

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
    const char *path;   /* MODULE, FROM, STAR: dotted module path; "" when relative */
    const char *member; /* FROM */
    struct expr *value; /* ASSIGN: NULL when it cannot be a constant */
    struct func *func;  /* DEF */
    bool nested;        /* inside an if, try, for ... of the module */
};

/* What the text says about a function beyond struct func; item func->id of parser.notes. */
struct func_notes {
    int n_decorators;
    struct expr **decorator; /* the expressions behind the `@` */
    struct span *param_ann;  /* per parameter; empty where there is none */
    struct span ret_ann;     /* empty: none */
    bool is_async;           /* async def: never compiled */
    bool is_hidden;          /* bound in a compound statement of the module: never compiled */
    VEC(struct binding) imports;      /* imports in the body */
    VEC(const char *) mentioned;      /* names in unsupported constructs, which may bind them */
};

/* `x: ann = value` in a function, for annot.c. */
struct local_ann {
    struct func *func; /* innermost */
    struct stmt *stmt;
    struct span ann;
};

struct parser {
    struct arena *arena;
    struct intern_table *names;
    const struct source *source;
    struct diag *diag;
    struct cst *cst;
    struct module *module;
    struct func *fn; /* innermost function being parsed, NULL at module level */
    int next_expr;   /* next expression id of the outermost function */
    int depth;       /* open statements and expressions */
    int loops;       /* open loops of fn */
    bool broken;     /* the source has syntax errors: what follows from them is not reported */
    VEC(struct func *) funcs;
    VEC(struct func_notes *) notes;
    VEC(struct binding) bindings;     /* of the module, in source order */
    VEC(const char *) globals;        /* names in `global` statements anywhere */
    VEC(struct local_ann) local_anns;
};

/* ---- parse_module.c */

/* Text of a span; not NUL-terminated, its length is hi - lo. */
static inline const char *parse_text(const struct parser *p, struct span s) {
    return p->source->text + s.lo;
}

/* Is the text of a span exactly this token? */
bool parse_is(const struct parser *p, struct span s, const char *token);

/* The interned text of the node under the cursor (an identifier or a dotted name). */
const char *parse_name(struct parser *p);

/* Opens a level of nesting. False, and PY106 reported, when it is one too many; parse_leave is
 * called only after true. */
bool parse_enter(struct parser *p, struct span at);
void parse_leave(struct parser *p);

/* Notes every identifier below the cursor as mentioned in the function being parsed. */
void parse_mention(struct parser *p);

/* An import statement, as bindings of the module or of the function being parsed. */
void parse_import(struct parser *p);

/* ---- parse_expr.c */

struct expr *parse_expr(struct parser *p);
struct expr *parse_new_expr(struct parser *p, enum expr_kind kind, struct span span);
struct expr *parse_unsupported(struct parser *p, struct span span, const char *what);

/* The operator a token or node stands for ("+", "not  in" gives OP_COUNT); tail is the number of
 * bytes at the end that do not belong to it ("+=" has 1). */
enum op parse_binary_op(const struct parser *p, struct span s, int tail);

/* INTEGER, FLOAT, STRING and CONCATENATED nodes (parse_literal.c). */
struct expr *parse_number(struct parser *p);
struct expr *parse_string(struct parser *p);

/* ---- parse_stmt.c */

struct block parse_block(struct parser *p);

/* ---- parse_func.c */

/* A FUNCTION or DECORATED node with a function in it. Returns NULL for a decorated class. */
struct func *parse_func(struct parser *p);
struct func *parse_lambda(struct parser *p);

#endif
