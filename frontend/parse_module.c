/* The module: the frontend's way from a source to struct module.
 *
 * Walks the module's own statements. What pycc compiles (functions, constants) is parsed in full;
 * of everything else only the names it binds are taken, so that module-level code may hold any
 * Python. */
#include "frontend.h"

#include <string.h>

#include "annot.h"
#include "parse.h"
#include "scope.h"
#include "syntax.h"

bool parse_is(const struct parser *p, struct span s, const char *token) {
    size_t n = strlen(token);
    return s.hi - s.lo == n && memcmp(parse_text(p, s), token, n) == 0;
}

const char *parse_name(struct parser *p) {
    struct span s = cst_at(p->cst).span;
    return intern(p->names, parse_text(p, s), s.hi - s.lo);
}

bool parse_enter(struct parser *p, struct span at) {
    if (p->depth < PARSE_MAX_DEPTH) {
        ++p->depth;
        return true;
    }
    struct span start = {at.lo, at.lo + 1 < at.hi ? at.lo + 1 : at.hi};
    struct diag_message *m =
        diag_error(p->diag, DIAG_PY106, start, "nested more than %d levels deep", PARSE_MAX_DEPTH);
    diag_fix(p->diag, m, "split it with intermediate variables or functions");
    return false;
}

void parse_leave(struct parser *p) {
    --p->depth;
}

/* ---- walks below a node without recursion */

/* The next node in preorder below the node that stands at depth 0; descends only when asked. */
static bool walk(struct parser *p, int *depth, bool descend) {
    if (descend && cst_down(p->cst)) {
        ++*depth;
        return true;
    }
    while (*depth > 0) {
        if (cst_next(p->cst)) {
            return true;
        }
        --*depth;
    }
    return false;
}

void parse_mention(struct parser *p) {
    if (!p->fn) {
        return;
    }
    struct func_notes *notes = p->notes.item[p->fn->id];
    int depth = 0;
    do {
        struct cst_node n = cst_at(p->cst);
        if (n.kind == CST_IDENTIFIER) {
            vec_push(p->arena, &notes->mentioned, parse_name(p));
        } else if (n.kind == CST_GLOBAL) {
            for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
                vec_push(p->arena, &p->globals, parse_name(p));
            }
        }
    } while (walk(p, &depth, true));
}

/* ---- what module-level statements bind */

static void bind(struct parser *p, struct binding b) {
    if (p->fn) {
        vec_push(p->arena, &p->notes.item[p->fn->id]->imports, b);
    } else {
        vec_push(p->arena, &p->bindings, b);
    }
}

static void bind_name(struct parser *p, enum bind_kind kind, bool nested) {
    struct binding b = {.kind = kind, .name = parse_name(p), .nested = nested};
    b.span = cst_at(p->cst).span;
    bind(p, b);
}

/* Every name that the target under the cursor binds: a, (b, *c), but not d.e or f[i]. */
static void bind_target(struct parser *p, bool nested) {
    int depth = 0;
    bool descend;
    do {
        struct cst_node n = cst_at(p->cst);
        descend = n.kind != CST_ATTRIBUTE && n.kind != CST_SUBSCRIPT;
        if (n.kind == CST_IDENTIFIER) {
            bind_name(p, BIND_OTHER, nested);
        }
    } while (walk(p, &depth, descend));
}

/* One item of an import: a DOTTED_NAME or an ALIASED_IMPORT. from is NULL for `import x`. */
static void bind_import_item(struct parser *p, const char *from) {
    struct cst_node item = cst_at(p->cst);
    const char *path = NULL, *alias = NULL;
    if (item.kind == CST_DOTTED_NAME) {
        path = parse_name(p);
    }
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (item.kind == CST_ALIASED_IMPORT && n.field == FIELD_NAME) {
            path = parse_name(p);
        } else if (n.field == FIELD_ALIAS) {
            alias = parse_name(p);
        }
    }
    if (!path) {
        return;
    }
    struct binding b = {.kind = from ? BIND_FROM : BIND_MODULE, .span = item.span};
    b.path = from ? from : path;
    b.member = path;
    b.name = alias ? alias : path;
    const char *dot = strchr(path, '.');
    if (!from && !alias && dot) { /* import a.b.c binds a */
        b.name = b.path = intern(p->names, path, (size_t)(dot - path));
    }
    bind(p, b);
}

void parse_import(struct parser *p) {
    const char *from = NULL;
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_MODULE_NAME) {
            from = n.kind == CST_DOTTED_NAME ? parse_name(p) : "";
        } else if (n.field == FIELD_NAME) {
            bind_import_item(p, from);
        } else if (n.kind == CST_WILDCARD_IMPORT) {
            struct binding b = {.kind = BIND_STAR, .name = "*", .span = n.span};
            b.path = from ? from : "";
            bind(p, b);
        }
    }
}

/* May the value of a module-level name be a constant, a lambda or a type? Others (calls with big
 * tables, comprehensions) are not worth an AST. */
static bool may_be_constant(enum cst_kind kind) {
    switch (kind) {
    case CST_INTEGER:
    case CST_FLOAT:
    case CST_TRUE:
    case CST_FALSE:
    case CST_NONE:
    case CST_STRING:
    case CST_CONCATENATED:
    case CST_IDENTIFIER:
    case CST_ATTRIBUTE:
    case CST_SUBSCRIPT:
    case CST_TUPLE:
    case CST_EXPRESSION_LIST:
    case CST_PARENTHESIZED:
    case CST_UNARY:
    case CST_NOT:
    case CST_BINARY:
    case CST_BOOLEAN:
    case CST_COMPARISON:
    case CST_CONDITIONAL:
    case CST_CALL:
    case CST_LAMBDA:
        return true;
    default:
        return false;
    }
}

/* Module-level assignment: `name = value` may be a constant; other targets only bind. */
static void bind_assignment(struct parser *p) {
    struct binding b = {.kind = BIND_ASSIGN};
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.field == FIELD_LEFT && n.kind == CST_IDENTIFIER) {
            b.name = parse_name(p);
            b.span = n.span;
        } else if (n.field == FIELD_LEFT) {
            bind_target(p, false);
        } else if (n.field == FIELD_RIGHT && n.kind == CST_ASSIGNMENT) {
            if (parse_enter(p, n.span)) {
                bind_assignment(p);
                parse_leave(p);
            }
        } else if (n.field == FIELD_RIGHT && b.name && may_be_constant(n.kind)) {
            b.value = parse_expr(p);
        }
    }
    if (b.name) {
        bind(p, b);
    }
}

/* What the statement under the cursor binds when it is not the module's own but inside an if, a
 * try, a with ... Returns whether to look below it. */
static bool bind_nested(struct parser *p, struct cst_node n) {
    switch (n.kind) {
    case CST_IMPORT:
    case CST_IMPORT_FROM:
        parse_import(p);
        return false;
    case CST_FUNCTION:
    case CST_CLASS:
        for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
            if (cst_at(p->cst).field == FIELD_NAME) {
                bind_name(p, BIND_CLASS, true);
            }
        }
        return false;
    case CST_LAMBDA:
    case CST_KEYWORD_ARGUMENT:
    case CST_LIST_COMPREHENSION:
    case CST_SET_COMPREHENSION:
    case CST_DICT_COMPREHENSION:
    case CST_GENERATOR:
        return false;
    case CST_AS_PATTERN_TARGET:
        bind_target(p, true);
        return false;
    default:
        return true;
    }
}

/* Everything bound by a compound statement of the module. */
static void bind_compound(struct parser *p) {
    int depth = 0;
    bool descend;
    do {
        struct cst_node n = cst_at(p->cst);
        descend = bind_nested(p, n);
        bool target = n.field == FIELD_LEFT || (n.field == FIELD_NAME && n.kind == CST_IDENTIFIER);
        if (target && descend) {
            bind_target(p, true);
            descend = false;
        }
    } while (walk(p, &depth, descend));
}

/* Python 2's statements are no Python 3; `print -1` is an expression of both. */
static void check_print(struct parser *p, struct cst_node n) {
    char next = n.span.hi - n.span.lo > 6 ? parse_text(p, n.span)[6] : 'x';
    if (n.kind == CST_PRINT && next != '-' && next != '+' && next != '>') {
        struct diag_message *m = diag_error(p->diag, DIAG_PY101, n.span,
                                            "missing parentheses in call to 'print'");
        diag_fix(p->diag, m, "write print(...)");
    }
}

static void parse_statement(struct parser *p);

static void parse_expression_statement(struct parser *p) {
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        struct cst_node n = cst_at(p->cst);
        if (n.kind == CST_ASSIGNMENT) {
            bind_assignment(p);
        } else if (n.kind == CST_AUGMENTED || n.kind == CST_NAMED) {
            bind_compound(p);
        }
    }
}

/* A statement of the module itself. */
static void parse_statement(struct parser *p) {
    struct cst_node n = cst_at(p->cst);
    struct func *f = NULL;
    switch (n.kind) {
    case CST_TOKEN:
        return;
    case CST_EXPRESSION_STATEMENT:
        parse_expression_statement(p);
        return;
    case CST_FUNCTION:
    case CST_DECORATED:
        f = parse_func(p);
        if (f) {
            bind(p, (struct binding){
                        .kind = BIND_DEF, .name = f->name, .span = f->name_span, .func = f});
            return;
        }
        break;
    case CST_RETURN:
        diag_error(p->diag, DIAG_PY101, n.span, "'return' outside function");
        return;
    case CST_PRINT:
    case CST_EXEC:
        check_print(p, n);
        return;
    default:
        break;
    }
    bind_compound(p);
}

/* `global x` anywhere, in methods too, makes x no constant. */
static void collect_globals(struct parser *p) {
    if (!strstr(p->source->text, "global")) {
        return;
    }
    int depth = 0;
    do {
        if (cst_at(p->cst).kind == CST_GLOBAL) {
            for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
                if (cst_at(p->cst).kind == CST_IDENTIFIER) {
                    vec_push(p->arena, &p->globals, parse_name(p));
                }
            }
        }
    } while (walk(p, &depth, true));
}

/* The file's base name up to its first character that cannot be in an identifier. */
static const char *module_name(struct parser *p) {
    const char *base = strrchr(p->source->path, '/');
    base = base ? base + 1 : p->source->path;
    const char *end = strrchr(base, '.');
    size_t n = end && end > base ? (size_t)(end - base) : strlen(base);
    char *name = arena_strndup(p->arena, base, n);
    for (char *c = name; *c; ++c) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_';
        bool digit = *c >= '0' && *c <= '9';
        if (!letter && !(digit && c > name) && (unsigned char)*c < 0x80) {
            *c = '_';
        }
    }
    return n > 0 ? name : "module";
}

static void parse_tree(struct parser *p) {
    collect_globals(p);
    for (bool more = cst_down(p->cst); more; more = cst_next(p->cst)) {
        parse_statement(p);
    }
    p->module->n_funcs = p->funcs.n;
    p->module->func = p->funcs.item;
}

struct module *frontend_parse(struct arena *a, struct intern_table *names,
                              const struct source *source, struct diag *d) {
    struct module *m = ARENA_NEW(a, struct module);
    struct parser p = {.arena = a, .names = names, .source = source, .diag = d, .module = m};
    m->source = source;
    m->name = module_name(&p);
    p.cst = syntax_parse(a, source, d, &p.broken);
    if (!p.cst) {
        return m;
    }
    parse_tree(&p);
    struct scopes *scopes = scope_module(&p);
    annot_read(&p, scopes);
    scope_functions(scopes);
    cst_free(p.cst);
    return m;
}
