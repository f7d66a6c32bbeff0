/* What the files of the parser share: a recursive-descent parser over the tokens of lex.h.
 *
 * parse_module.c drives it; parse_stmt.c and parse_compound.c know statements, parse_func.c
 * functions, parse_expr.c operators, parse_atom.c what they work on, parse_literal.c numbers and
 * strings. All of Python is parsed, since module-level code may hold any of it. What pycc compiles
 * becomes AST; of the rest (classes, try, comprehensions ...) an UNSUPPORTED node remains. Names
 * stay unresolved (scope.c, resolve.c), annotations are kept as places in the text (annot.c).
 *
 * Errors: the first one in a statement is reported and moves to the end of its logical line, where
 * everything that is still expected fails in silence; the statement's end clears the panic. So no
 * parse function returns NULL, and none loops for ever: each loop asks for a token that the end of
 * the line is not. */
#ifndef PYCC_PARSE_H
#define PYCC_PARSE_H

#include "ast.h"
#include "diag.h"
#include "intern.h"
#include "lex.h"

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
    const char *path;   /* MODULE, FROM, STAR: dotted module path; "" when relative */
    const char *member; /* FROM */
    struct expr *value; /* ASSIGN: NULL when it is no single name's */
    struct func *func;  /* DEF */
    bool nested;        /* inside an if, try, for ... of the module */
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
    bool typed;         /* all parameters have types of compiled code */
    bool of_module;     /* in a compound statement of the module */
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
    VEC(const char *) mentioned; /* names in unsupported constructs, which may bind them */
};

/* `x: ann = value` in a function, for annot.c. */
struct local_ann {
    struct func *func; /* innermost */
    struct stmt *stmt;
    struct span ann;
};

struct parser {
    struct arena *arena; /* of the AST; `waste` where the AST is not wanted */
    struct arena *keep;  /* the module's */
    struct arena *waste;
    struct intern_table *names;
    const struct source *source;
    struct diag *diag;
    struct module *module;
    const struct token *tok; /* the next one; the last is EOF */
    uint32_t end;            /* where the last token taken ended */
    bool panic;              /* an error was reported in this statement */
    bool broken;             /* ... in this source: what follows from it is not reported */
    int depth;               /* open statements and expressions */
    int height;              /* of the expression parsed last */
    int ignored;       /* open constructs whose AST is not wanted: no functions, no bindings */
    int compound;      /* open compound statements of the module */
    int loops;         /* open loops of the innermost function */
    int defs;          /* open functions, ignored ones too */
    struct func *fn;   /* innermost function that is wanted, NULL at module level */
    int next_expr;     /* next expression id of the outermost function */
    VEC(void *) stack; /* children of open nodes, see parse_take */
    VEC(struct func *) funcs;
    VEC(struct func_notes *) notes;
    VEC(struct skipped_def) skipped;
    const char *class_name;       /* of the class whose body this is, or NULL */
    VEC(struct binding) bindings; /* of the module, in source order */
    VEC(const char *) globals;    /* names in `global` statements anywhere */
    VEC(const char *) written;    /* names whose elements statements may write, anywhere */
    bool in_prelude;              /* parsing what was appended to the user's text */
    VEC(struct local_ann) local_anns;
    const struct span *comment;
    int n_comments;
};

/* ---- tokens and errors (parse_module.c) */

static inline enum token_kind parse_peek(const struct parser *p) {
    return (enum token_kind)p->tok->kind;
}

static inline enum token_kind parse_peek2(const struct parser *p) {
    return p->tok->kind == TOK_EOF ? TOK_EOF : (enum token_kind)p->tok[1].kind;
}

/* Takes the next token. */
static inline void parse_advance(struct parser *p) {
    p->end = p->tok->hi;
    p->tok += p->tok->kind != TOK_EOF;
}

static inline bool parse_accept(struct parser *p, enum token_kind kind) {
    if (p->tok->kind != kind) {
        return false;
    }
    parse_advance(p);
    return true;
}

/* From a place to the end of the last token taken. */
static inline struct span parse_since(const struct parser *p, uint32_t lo) {
    return (struct span){lo, p->end > lo ? p->end : lo};
}

/* Text of a token; not NUL-terminated. */
static inline const char *parse_text(const struct parser *p, const struct token *t) {
    return p->source->text + t->lo;
}

/* Is the token the name `word`? */
bool parse_is_word(const struct parser *p, const struct token *t, const char *word);

/* The interned text of a token. */
const char *parse_intern(struct parser *p, const struct token *t);

/* Reports a syntax error and moves to the end of the line. NULL, and nothing said, in a panic or
 * when the lexer found an error on this line. */
struct diag_message *parse_error(struct parser *p, struct span at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The same without giving up on the line. */
struct diag_message *parse_report(struct parser *p, struct span at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Did the lexer report something between here and the end of the line? */
bool parse_error_ahead(const struct parser *p);

/* "expected WHAT before TOKEN". */
struct diag_message *parse_expected(struct parser *p, const char *what);

/* Takes a token of this kind or reports that it was expected. */
bool parse_expect(struct parser *p, enum token_kind kind);

/* Takes a name and interns it; "" after an error. */
const char *parse_name(struct parser *p, struct span *span);

/* Opens a level of nesting. False, and PY106 reported, when it is one too many; parse_leave is
 * called only after true. */
bool parse_enter(struct parser *p);
void parse_leave(struct parser *p);

/* The node just made has children of this height at most: sets p->height, and reports PY106. */
void parse_grow(struct parser *p, int below);

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

/* Notes every name in the tokens from here to the next one as mentioned in the function. */
void parse_mention(struct parser *p, const struct token *from);

/* ---- what statements bind (parse_module.c) */

void parse_bind(struct parser *p, struct binding b);
void parse_bind_name(struct parser *p, enum bind_kind kind, const char *name, struct span span);

/* Every name that a target binds. */
void parse_bind_target(struct parser *p, const struct expr *e);

/* ---- parse_expr.c */

struct expr *parse_new_expr(struct parser *p, enum expr_kind kind, struct span span);
struct expr *parse_new_unsupported(struct parser *p, struct span span, const char *what);

/* test: anything but a tuple without parentheses, `:=` or `*x`. */
struct expr *parse_test(struct parser *p);

/* test, or name := test. */
struct expr *parse_named(struct parser *p);

/* test, or *x. */
struct expr *parse_starred(struct parser *p);

/* One or several of them with commas, which make a tuple. */
struct expr *parse_tests(struct parser *p);

/* Targets of for and of comprehensions, which end before `in`. */
struct expr *parse_targets(struct parser *p);

/* test without `if` ... `else` and lambda. */
struct expr *parse_or(struct parser *p);

/* Operators of the level of `|` and above. */
struct expr *parse_bitor(struct parser *p);

/* May an expression begin with this token? */
bool parse_starts_expr(enum token_kind kind);

/* ---- parse_atom.c */

/* An atom with its calls, subscripts and attributes. */
struct expr *parse_primary(struct parser *p);

/* yield, behind it. */
struct expr *parse_yield(struct parser *p);

/* ---- parse_literal.c */

struct expr *parse_number(struct parser *p);
struct expr *parse_strings(struct parser *p);

/* ---- parse_stmt.c */

/* Simple statements up to and with the end of the line, pushed on p->stack. */
void parse_simple_line(struct parser *p);

/* Reports what Python cannot assign to. */
void parse_check_target(struct parser *p, const struct expr *e);
struct stmt *parse_new_stmt(struct parser *p, enum stmt_kind kind, uint32_t lo);
struct stmt *parse_unsupported(struct parser *p, const struct token *from, const char *what);

/* ---- parse_compound.c */

/* One statement, or the simple ones of a line, pushed on p->stack. */
void parse_statement(struct parser *p);

/* Names only, as the contract of STMT_FOR has it? */
bool parse_is_for_target(const struct expr *e);

/* ":" and the block behind it; `what` is the statement's keyword for messages. */
struct block parse_block(struct parser *p, const struct token *head, const char *what);

/* The tokens up to the end of the line are not this statement's; true when there were none. */
bool parse_line_end(struct parser *p);

/* ---- parse_func.c */

/* def, async def, or decorators and def or class; bound when at module level. NULL when there is
 * no function to compile. */
struct func *parse_def(struct parser *p);
struct func *parse_decorated(struct parser *p);
struct expr *parse_lambda(struct parser *p);

/* class, behind the decorators. */
void parse_class(struct parser *p);

#endif
