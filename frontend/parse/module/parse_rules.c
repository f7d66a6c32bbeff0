/* What CPython refuses of a tree that its grammar accepts: the rules of its symbol table and of its
 * compiler, for all code of a module, that which is never compiled too.
 *
 * One walk over the nodes, with a stack of the scopes, loops and blocks that are open. Names are
 * followed only in modules that have `global` or `nonlocal`. */
#include <string.h>

#include "map.h"
#include "parse.h"

/* CPython has no more loops, with and try statements in each other. */
enum { MAX_BLOCKS = 20 };

/* Scopes first. */
enum open_kind {
    OPEN_MODULE,
    OPEN_CLASS,
    OPEN_DEF,
    OPEN_LAMBDA,
    OPEN_COMP,
    OPEN_LOOP,
    OPEN_BLOCK,
    OPEN_GROUP /* except* */
};

/* What a scope does with a name. */
enum {
    NAME_READ = 1,
    NAME_BOUND = 2,
    NAME_PARAM = 4,
    NAME_TYPED = 8,
    NAME_GLOBAL = 16,
    NAME_NONLOCAL = 32
};

struct named_here {
    const char *text;
    unsigned does;
    const struct node *wanted; /* where it is nonlocal, here or in a function inside */
};

struct open {
    enum open_kind kind;
    const struct node *node, *from, *end; /* what it is the scope or the block of */
    const struct node *iterable;          /* the first of a comprehension, which is outside */
    bool async, yields;
    const struct node *value; /* the first `return` with one */
    struct map map;           /* text to struct named_here */
    VEC(struct named_here *) names;
};

struct rules {
    struct parser *p;
    const char *text;
    const struct node *tree;
    VEC(struct open) open;
    bool names;                        /* are followed */
    const struct node *bound, *params; /* names before this node are targets, or parameters */
};

static bool is_inside(const struct node *n, const struct node *around) {
    return around && n >= around && n < around + around->size;
}

/* The innermost scope that a node is evaluated in, of those below a number of the stack. */
static int scope_below(const struct rules *r, const struct node *n, int below) {
    int i = below - 1;
    while (i > 0 && (r->open.item[i].kind > OPEN_COMP || n < r->open.item[i].from ||
                     is_inside(n, r->open.item[i].iterable))) {
        --i;
    }
    return i;
}

static struct open *scope_of(const struct rules *r, const struct node *n) {
    return &r->open.item[scope_below(r, n, r->open.n)];
}

static bool is_async(const struct rules *r, const struct node *n) {
    return node_token(r->text, n, "async") != NULL;
}

static bool is_async_function(const struct open *o) {
    return o->kind == OPEN_DEF && o->async;
}

/* The first word of a node. */
static struct span word_span(const struct node *n) {
    return (struct span){n->lo, n->size > 1 ? n[1].hi : n->hi};
}

static const char *comp_name(const struct node *n) {
    return n->kind == NODE_LIST_COMP   ? "list comprehension"
           : n->kind == NODE_SET_COMP  ? "set comprehension"
           : n->kind == NODE_DICT_COMP ? "dict comprehension"
                                       : "generator expression";
}

/* ---- names */

static struct named_here *name_of(struct rules *r, struct open *o, const struct node *n) {
    const char *text = parse_intern(r->p, n);
    struct named_here *name = map_get(&o->map, text);
    if (!name) {
        name = ARENA_NEW(r->p->scratch, struct named_here);
        name->text = text;
        map_set(r->p->scratch, &o->map, text, name);
        vec_push(r->p->scratch, &o->names, name);
    }
    return name;
}

/* What is nonlocal in a scope is bound by a function around it. */
static void close_names(struct rules *r, const struct open *o) {
    int i = r->open.n;
    do {
        i = scope_below(r, o->node, i);
    } while (i > 0 && r->open.item[i].kind != OPEN_DEF && r->open.item[i].kind != OPEN_LAMBDA);
    for (int k = 0; k < o->names.n; ++k) {
        const struct named_here *name = o->names.item[k];
        bool here = (name->does & (NAME_BOUND | NAME_PARAM)) != 0 &&
                    (name->does & (NAME_GLOBAL | NAME_NONLOCAL)) == 0;
        if (name->wanted && !here && i > 0) {
            name_of(r, &r->open.item[i], name->wanted)->wanted = name->wanted;
        } else if (name->wanted && !here) {
            parse_error(r->p, parse_span(name->wanted), "no binding for nonlocal '%s' found",
                        name->text);
        }
    }
}

/* `global` or `nonlocal`, before which the scope does nothing with the name. */
static void declare_name(struct rules *r, struct open *o, const struct node *n, bool global) {
    struct named_here *name = name_of(r, o, n);
    const char *what = global ? "global" : "nonlocal";
    unsigned does = name->does;
    if (does & NAME_PARAM) {
        parse_error(r->p, parse_span(n), "name '%s' is parameter and %s", name->text, what);
    } else if (does & NAME_TYPED) {
        parse_error(r->p, parse_span(n), "annotated name '%s' can't be %s", name->text, what);
    } else if (does & (NAME_READ | NAME_BOUND)) {
        parse_error(r->p, parse_span(n), "name '%s' is %s %s declaration", name->text,
                    does & NAME_BOUND ? "assigned to before" : "used prior to", what);
    } else if (does & (global ? NAME_NONLOCAL : NAME_GLOBAL)) {
        parse_error(r->p, parse_span(n), "name '%s' is nonlocal and global", name->text);
    }
    name->does |= global ? NAME_GLOBAL : NAME_NONLOCAL;
    name->wanted = global ? name->wanted : n;
}

static void rule_declaration(struct rules *r, const struct node *n) {
    struct open *o = scope_of(r, n);
    if (n->kind == NODE_NONLOCAL && o->kind == OPEN_MODULE) {
        parse_error(r->p, word_span(n), "nonlocal declaration not allowed at module level");
        return;
    }
    for
        each_node(c, n) {
            if (c->kind == NODE_IDENTIFIER) {
                declare_name(r, o, c, n->kind == NODE_GLOBAL);
            }
        }
}

static void note_name(struct rules *r, const struct node *n, unsigned does) {
    int i = scope_below(r, n, r->open.n);
    while (does == NAME_BOUND && n[-1].kind == NODE_NAMED && r->open.item[i].kind == OPEN_COMP) {
        i = scope_below(r, r->open.item[i].node, i);
    }
    struct named_here *name = name_of(r, &r->open.item[i], n);
    if ((does & NAME_TYPED) && (name->does & (NAME_GLOBAL | NAME_NONLOCAL))) {
        parse_error(r->p, parse_span(n), "annotated name '%s' can't be %s", name->text,
                    name->does & NAME_GLOBAL ? "global" : "nonlocal");
    }
    name->does |= does;
}

/* Behind what child of a node no other is bound by it; the node itself: none is. */
static const struct node *bound_before(const struct node *n) {
    const struct node *first;
    switch (n->kind) {
    case NODE_ASSIGNMENT:
    case NODE_AUGMENTED:
    case NODE_FOR:
    case NODE_FOR_IN:
    case NODE_DEF:
    case NODE_CLASS:
    case NODE_NAMED:
        first = node_named(n, 0);
        return first + first->size;
    case NODE_IMPORT:
    case NODE_IMPORT_FROM:
    case NODE_DELETE:
    case NODE_AS_TARGET:
    case NODE_CASE_PATTERN:
        return n + n->size;
    default:
        return n;
    }
}

/* The names among the children of a node, but those of parameters. What stands inside of a target
 * counts as bound, too. */
static void note_names(struct rules *r, const struct node *n) {
    const struct node *before = bound_before(n), *last = node_last(n);
    bool typed = n->kind == NODE_ASSIGNMENT && node_child(n, NODE_TYPE);
    bool keyword = n->kind == NODE_KEYWORD_ARGUMENT, dotted = n->kind == NODE_ATTRIBUTE;
    bool param = n->kind == NODE_PARAMETERS || n->kind == NODE_LAMBDA_PARAMETERS ||
                 n->kind == NODE_TYPED_PARAMETER ||
                 (n < r->params &&
                  (n->kind == NODE_LIST_SPLAT_PATTERN || n->kind == NODE_DICT_SPLAT_PATTERN));
    bool first = n->kind == NODE_DEFAULT_PARAMETER || n->kind == NODE_TYPED_DEFAULT_PARAMETER;
    r->params =
        n->kind == NODE_PARAMETERS || n->kind == NODE_LAMBDA_PARAMETERS ? n + n->size : r->params;
    r->bound = before > r->bound ? before : r->bound;
    for
        each_node(c, n) {
            bool is_first = c == n + 1, target = c < r->bound && n->kind != NODE_SUBSCRIPT;
            if (c->kind != NODE_IDENTIFIER || param || (first && is_first)) {
                continue;
            }
            if ((target || (keyword && is_first)) && node_is(r->text, c, "__debug__")) {
                parse_error(r->p, parse_span(c), "cannot assign to __debug__");
            }
            if (!(keyword && is_first) && !(dotted && c == last)) {
                note_name(r, c,
                          typed && is_first ? NAME_TYPED | NAME_BOUND
                          : target          ? NAME_BOUND
                                            : NAME_READ);
            }
        }
}

/* Of the function that was opened last. */
static void rule_params(struct rules *r, const struct node *n) {
    struct open *o = &r->open.item[r->open.n - 1];
    for
        each_node(c, n) {
            const struct node *at = c;
            while (at && at->kind != NODE_IDENTIFIER) {
                at = at->kind == NODE_TOKEN ? NULL : node_named(at, 0);
            }
            struct named_here *name = at ? name_of(r, o, at) : NULL;
            if (name && (name->does & NAME_PARAM)) {
                parse_error(r->p, parse_span(at), "duplicate parameter '%s' in function definition",
                            name->text);
            } else if (at && node_is(r->text, at, "__debug__")) {
                parse_error(r->p, parse_span(at), "cannot assign to __debug__");
            }
            if (name) {
                name->does |= NAME_PARAM;
            }
        }
}

/* ---- what is open */

static struct open *open_node(struct rules *r, enum open_kind kind, const struct node *n,
                              const struct node *from) {
    struct open o = {.kind = kind, .node = n, .from = from, .end = n + n->size};
    o.end = kind == OPEN_LOOP || kind == OPEN_GROUP ? from + from->size : o.end;
    vec_push(r->p->scratch, &r->open, o);
    return &r->open.item[r->open.n - 1];
}

static void open_block(struct rules *r, enum open_kind kind, const struct node *n) {
    int blocks = kind != OPEN_GROUP;
    for (int i = r->open.n - 1; r->open.item[i].kind > OPEN_COMP; --i) {
        blocks += r->open.item[i].kind != OPEN_GROUP;
    }
    if (blocks > MAX_BLOCKS) {
        parse_error(r->p, word_span(n), "too many statically nested blocks");
    }
    open_node(r, kind, n, node_child(n, NODE_BLOCK));
}

/* A comprehension that awaits makes the one around it wait as well. */
static void close_comprehension(struct rules *r, const struct open *o) {
    struct open *around = scope_of(r, o->node);
    if (o->async && o->node->kind != NODE_GENERATOR && around->kind == OPEN_COMP) {
        around->async = true;
    } else if (o->async && o->node->kind != NODE_GENERATOR && !is_async_function(around)) {
        parse_error(r->p, word_span(o->node),
                    "asynchronous comprehension outside of an asynchronous function");
    }
}

static void close_before(struct rules *r, const struct node *n) {
    while (r->open.n > 1 && n >= r->open.item[r->open.n - 1].end) {
        struct open o = r->open.item[--r->open.n];
        if (o.kind == OPEN_COMP) {
            close_comprehension(r, &o);
        } else if (is_async_function(&o) && o.yields && o.value) {
            parse_error(r->p, word_span(o.value), "'return' with value in async generator");
        }
        if (r->names && o.kind <= OPEN_COMP) {
            close_names(r, &o);
        }
    }
}

/* ---- statements */

static void misplaced(struct rules *r, const struct node *n, bool is_return) {
    if (is_return) {
        parse_error(r->p, word_span(n), "'return' outside a function");
    } else {
        diag_error(r->p->diag, DIAG_PY206, word_span(n), "'%s' outside a loop",
                   n->kind == NODE_BREAK ? "break" : "continue");
    }
}

/* `break`, `continue` or `return` leave what stands around them. */
static void rule_jump(struct rules *r, const struct node *n) {
    bool is_return = n->kind == NODE_RETURN;
    int i = r->open.n - 1;
    while (r->open.item[i].kind > OPEN_COMP && r->open.item[i].kind != OPEN_GROUP &&
           (is_return || r->open.item[i].kind != OPEN_LOOP || n < r->open.item[i].from)) {
        --i;
    }
    struct open *o = &r->open.item[i];
    if (o->kind == OPEN_GROUP) {
        parse_error(r->p, word_span(n),
                    "'break', 'continue' and 'return' cannot appear in an except* block");
    } else if (is_return && o->kind == OPEN_DEF) {
        o->value = o->value || !node_named(n, 0) ? o->value : n;
    } else if (o->kind != OPEN_LOOP && !layout_line(r->p->layout, n->lo)->loose) {
        misplaced(r, n, is_return);
    }
}

static void rule_yield(struct rules *r, const struct node *n) {
    struct open *o = scope_of(r, n);
    if (o->kind == OPEN_COMP) {
        parse_error(r->p, word_span(n), "'yield' inside %s", comp_name(o->node));
    } else if (o->kind < OPEN_DEF) {
        parse_error(r->p, word_span(n), "'yield' outside a function");
    } else if (is_async_function(o) && node_token(r->text, n, "from")) {
        parse_error(r->p, word_span(n), "'yield from' inside async function");
    }
    o->yields = true;
}

/* `await`, and `async` before `for` and `with`. */
static void rule_await(struct rules *r, const struct node *n) {
    struct open *o = scope_of(r, n);
    const char *word = n->kind == NODE_FOR    ? "async for"
                       : n->kind == NODE_WITH ? "async with"
                                              : "await";
    if (o->kind == OPEN_COMP) {
        o->async = true;
    } else if (!is_async_function(o)) {
        parse_error(r->p, word_span(n), "'%s' outside %s function", word,
                    n->kind == NODE_AWAIT && o->kind < OPEN_DEF ? "a" : "an async");
    }
}

static void rule_try(struct rules *r, const struct node *n) {
    const struct node *bare = NULL;
    for
        each_node(c, n) {
            if (c->kind == NODE_EXCEPT && bare) {
                parse_error(r->p, word_span(bare), "default 'except:' must be last");
            }
            bare = c->kind == NODE_EXCEPT && node_named(c, 0)->kind == NODE_BLOCK ? c : bare;
        }
}

static void rule_match(struct rules *r, const struct node *n) {
    const struct node *block = node_child(n, NODE_BLOCK), *last = node_last(block);
    for
        each_node(c, block) {
            if (c->kind == NODE_CASE) {
                parse_patterns(r->p, c, c == last);
            }
        }
}

static bool is_future(const struct rules *r, const struct node *n) {
    return n->kind == NODE_IMPORT_FROM && node_is(r->text, node_named(n, 0), "__future__");
}

static bool is_text(const struct node *n) {
    return n->kind == NODE_EXPRESSION_STATEMENT && n->size == 1 + n[1].size &&
           (n[1].kind == NODE_STRING || n[1].kind == NODE_STRINGS);
}

static void check_feature(struct rules *r, const struct node *n) {
    static const char *const feature[] = {
        "nested_scopes",    "generators",     "division",       "absolute_import", "with_statement",
        "unicode_literals", "print_function", "barry_as_FLUFL", "generator_stop",  "annotations"};
    bool known = n->kind == NODE_TOKEN;
    for (size_t i = 0; i < sizeof feature / sizeof *feature; ++i) {
        known = known || node_is(r->text, n, feature[i]);
    }
    if (!known) {
        parse_error(r->p, parse_span(n), "future feature %.*s is not defined", (int)(n->hi - n->lo),
                    r->text + n->lo);
    }
}

/* What `from __future__ import` asks for is known before all else. */
static void rule_future(struct rules *r, const struct node *n) {
    const struct node *before = r->tree + 1;
    for (bool first = true; before < n && (is_future(r, before) || (first && is_text(before)) ||
                                           before->kind == NODE_TOKEN);
         before += before->size) {
        first = first && before->kind == NODE_TOKEN;
    }
    if (before != n) {
        parse_error(r->p, parse_span(n),
                    "from __future__ imports must occur at the beginning of the file");
    }
    for
        each_node(c, n) {
            if (c > node_named(n, 0)) {
                check_feature(r, c->kind == NODE_ALIASED_IMPORT ? node_named(c, 0) : c);
            }
        }
}

static void rule_from(struct rules *r, const struct node *n) {
    const struct node *star = node_child(n, NODE_WILDCARD_IMPORT);
    if (is_future(r, n)) {
        rule_future(r, n);
    }
    if (star && scope_of(r, n)->kind != OPEN_MODULE) {
        parse_error(r->p, parse_span(star), "import * only allowed at module level");
    }
}

/* ---- expressions */

static void rule_arguments(struct rules *r, const struct node *n) {
    struct map given = {0};
    for
        each_node(c, n) {
            const char *name = c->kind == NODE_KEYWORD_ARGUMENT ? parse_intern(r->p, c + 1) : NULL;
            if (name && map_get(&given, name)) {
                parse_error(r->p, parse_span(c + 1), "keyword argument repeated: %s", name);
            } else if (name) {
                map_set(r->p->scratch, &given, name, r);
            }
        }
}

/* Does a name stand among the targets of a comprehension, or in what it runs over? */
static bool is_in_clauses(const struct rules *r, const struct node *comp, const struct node *name,
                          bool targets) {
    size_t length = name->hi - name->lo;
    bool found = false;
    for
        each_node(c, comp) {
            const struct node *part = c->kind == NODE_FOR_IN ? node_named(c, !targets) : NULL;
            found = found || (!targets && is_inside(name, part));
            for (const struct node *n = part; targets && n && n < part + part->size; ++n) {
                found = found || (n->kind == NODE_IDENTIFIER && n->hi - n->lo == length &&
                                  memcmp(r->text + n->lo, r->text + name->lo, length) == 0);
            }
        }
    return found;
}

/* A name given inside of a comprehension is one of the scope around it. */
static void rule_named(struct rules *r, const struct node *n) {
    const struct node *name = node_named(n, 0);
    struct span at = parse_span(name);
    for (int i = r->open.n - 1; i > 0; --i) {
        if (r->open.item[i].kind == OPEN_COMP &&
            is_in_clauses(r, r->open.item[i].node, name, false)) {
            parse_error(
                r->p, at,
                "an assignment expression cannot be used in what a comprehension runs over");
        }
    }
    int i = scope_below(r, n, r->open.n);
    bool comp = r->open.item[i].kind == OPEN_COMP;
    for (; r->open.item[i].kind == OPEN_COMP; i = scope_below(r, r->open.item[i].node, i)) {
        if (is_in_clauses(r, r->open.item[i].node, name, true)) {
            parse_error(r->p, at,
                        "assignment expression cannot rebind comprehension iteration variable '%s'",
                        parse_intern(r->p, name));
        }
    }
    if (comp && r->open.item[i].kind == OPEN_CLASS) {
        parse_error(r->p, at,
                    "an assignment expression in a comprehension cannot be used in a class body");
    }
    if (i == 0) {
        parse_bind_name(r->p, BIND_OTHER, parse_intern(r->p, name), at);
    }
}

/* ---- the walk */

static void rule_of(struct rules *r, const struct node *n) {
    switch (n->kind) {
    case NODE_DEF:
        open_node(r, OPEN_DEF, n, node_child(n, NODE_BLOCK))->async = is_async(r, n);
        break;
    case NODE_LAMBDA:
        open_node(r, OPEN_LAMBDA, n, node_last(n));
        break;
    case NODE_CLASS:
        open_node(r, OPEN_CLASS, n, node_child(n, NODE_BLOCK));
        break;
    case NODE_LIST_COMP:
    case NODE_SET_COMP:
    case NODE_DICT_COMP:
    case NODE_GENERATOR:
        open_node(r, OPEN_COMP, n, n + 1)->iterable = node_named(node_child(n, NODE_FOR_IN), 1);
        break;
    case NODE_PARAMETERS:
    case NODE_LAMBDA_PARAMETERS:
        rule_params(r, n);
        break;
    case NODE_FOR_IN:
        r->open.item[r->open.n - 1].async = r->open.item[r->open.n - 1].async || is_async(r, n);
        break;
    case NODE_FOR:
    case NODE_WITH:
        if (is_async(r, n)) {
            rule_await(r, n);
        }
        open_block(r, n->kind == NODE_FOR ? OPEN_LOOP : OPEN_BLOCK, n);
        break;
    case NODE_WHILE:
        open_block(r, OPEN_LOOP, n);
        break;
    case NODE_TRY:
        rule_try(r, n);
        open_block(r, OPEN_BLOCK, n);
        break;
    case NODE_EXCEPT_GROUP:
        open_block(r, OPEN_GROUP, n);
        break;
    case NODE_BREAK:
    case NODE_CONTINUE:
    case NODE_RETURN:
        rule_jump(r, n);
        break;
    case NODE_YIELD:
        rule_yield(r, n);
        break;
    case NODE_AWAIT:
        rule_await(r, n);
        break;
    case NODE_GLOBAL:
    case NODE_NONLOCAL:
        rule_declaration(r, n);
        break;
    case NODE_MATCH:
        rule_match(r, n);
        break;
    case NODE_IMPORT_FROM:
        rule_from(r, n);
        break;
    case NODE_ARGUMENTS:
        rule_arguments(r, n);
        break;
    case NODE_NAMED:
        rule_named(r, n);
        break;
    default:
        break;
    }
}

void parse_rules(struct parser *p, const struct node *tree) {
    struct rules r = {.p = p, .text = p->source->text, .tree = tree};
    for (const struct node *n = tree; n < tree + tree->size; ++n) {
        r.names = r.names || n->kind == NODE_GLOBAL || n->kind == NODE_NONLOCAL ||
                  (n->kind == NODE_IDENTIFIER && node_is(r.text, n, "__debug__"));
    }
    open_node(&r, OPEN_MODULE, tree, tree);
    for (const struct node *n = tree + 1; n < tree + tree->size; ++n) {
        close_before(&r, n);
        rule_of(&r, n);
        if (r.names && n->size > 1 && n->kind != NODE_GLOBAL && n->kind != NODE_NONLOCAL) {
            note_names(&r, n);
        }
    }
    close_before(&r, tree + tree->size);
}
