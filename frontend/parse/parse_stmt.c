/* Simple statements.
 *
 * Lone strings (docstrings) vanish, imports become bindings (parse_import.c), what pycc does not
 * compile becomes STMT_UNSUPPORTED. */
#include "parse.h"

#include <string.h>

struct stmt *parse_new_stmt(struct parser *p, enum stmt_kind kind, struct span span) {
    struct stmt *s = ARENA_NEW(p->arena, struct stmt);
    s->kind = kind;
    s->span = span;
    return s;
}

struct stmt *parse_unsupported(struct parser *p, struct span span, const char *what) {
    struct stmt *s = parse_new_stmt(p, STMT_UNSUPPORTED, span);
    s->unsupported = what;
    parse_mention(p, span);
    return s;
}

/* ---- targets */

const char *parse_noun(const struct expr *e) {
    static const char *const noun[] = {[EXPR_INT] = "a literal",
                                       [EXPR_FLOAT] = "a literal",
                                       [EXPR_IMAG] = "a literal",
                                       [EXPR_STR] = "a literal",
                                       [EXPR_NONE] = "None",
                                       [EXPR_ELLIPSIS] = "an ellipsis",
                                       [EXPR_CALL] = "a function call",
                                       [EXPR_COMPARE] = "a comparison",
                                       [EXPR_COND] = "a conditional expression",
                                       [EXPR_LAMBDA] = "a lambda",
                                       [EXPR_TUPLE] = "a tuple",
                                       [EXPR_LIST] = "a list"};
    const char *word = (size_t)e->kind < sizeof noun / sizeof *noun ? noun[e->kind] : NULL;
    return e->kind == EXPR_BOOL ? (e->boolean ? "True" : "False") : word ? word : "an expression";
}

/* x[i] = ..., x.sort(), and at module level f(x): x is no constant array of the module; nor is
 * what f(x)[i] = ... may write. */
static void note_written(struct parser *p, const struct expr *e) {
    while (e->kind == EXPR_INDEX || e->kind == EXPR_ATTR || e->kind == EXPR_CALL) {
        for (int i = 0; e->kind == EXPR_CALL && i < e->call.n; ++i) {
            note_written(p, e->call.arg[i]);
        }
        e = e->kind == EXPR_INDEX  ? e->index.base
            : e->kind == EXPR_ATTR ? e->attr.base
                                   : e->call.fn;
    }
    if (e->kind == EXPR_NAME && !p->in_prelude) {
        vec_push(p->keep, &p->written, e->name.name);
    }
}

/* The attributes between a name and the last one; NULL: e is no name with attributes. */
static const char *dotted(struct parser *p, const struct expr *e, const char **name) {
    if (e->kind == EXPR_NAME) {
        *name = e->name.name;
        return "";
    }
    const char *path = e->kind == EXPR_ATTR ? dotted(p, e->attr.base, name) : NULL;
    return !path ? NULL : *path ? arena_printf(p->keep, "%s.%s", path, e->attr.name) : e->attr.name;
}

/* A name of the module. */
static void bind_anew(struct parser *p, const char *name, struct span span) {
    parse_bind_name(p, BIND_OTHER, name, span);
    if (p->fn) {
        vec_push(p->keep, &p->globals, name);
    }
}

/* e.attribute = ..., also of sys.modules[...], which may be this one. */
static void note_patch(struct parser *p, const struct expr *e, const char *attribute,
                       struct span span) {
    struct patch patch = {.attribute = attribute, .span = span};
    patch.path = dotted(p, e, &patch.name);
    bool of_modules = e->kind == EXPR_INDEX && e->index.base->kind == EXPR_ATTR &&
                      strcmp(e->index.base->attr.name, "modules") == 0;
    if (of_modules) {
        bind_anew(p, attribute, span);
    } else if (patch.path && !p->in_prelude) {
        vec_push(p->keep, &p->patches, patch);
    }
}

static bool calls_name(const struct expr *e, const char *name) {
    return e->kind == EXPR_CALL && e->call.fn->kind == EXPR_NAME &&
           strcmp(e->call.fn->name.name, name) == 0;
}

static const char *text_of(struct parser *p, const struct expr *e) {
    return intern(p->names, e->str.text, (size_t)e->str.n);
}

/* globals()['name'] = ... binds the name, vars(x)['name'] and x.__dict__['name'] an attribute. */
static void note_item(struct parser *p, const struct expr *e) {
    const struct expr *base = e->index.base, *key = e->index.n == 1 ? e->index.index[0] : NULL;
    bool vars = calls_name(base, "vars"), own = vars && base->call.n == 0;
    if (!key || key->kind != EXPR_STR || p->in_prelude) {
        return;
    }
    if (calls_name(base, "globals") || calls_name(base, "locals") || own) {
        bind_anew(p, text_of(p, key), e->span);
    } else if (vars && base->call.n == 1) {
        note_patch(p, base->call.arg[0], text_of(p, key), e->span);
    } else if (base->kind == EXPR_ATTR && strcmp(base->attr.name, "__dict__") == 0) {
        note_patch(p, base->attr.base, text_of(p, key), e->span);
    }
}

static void note_call(struct parser *p, const struct expr *e) {
    if (e->kind != EXPR_CALL) {
        return;
    }
    if (e->call.fn->kind == EXPR_ATTR) {
        note_written(p, e->call.fn);
    }
    if ((calls_name(e, "setattr") || calls_name(e, "delattr")) && e->call.n > 1 &&
        e->call.arg[1]->kind == EXPR_STR) {
        note_patch(p, e->call.arg[0], text_of(p, e->call.arg[1]), e->span);
    }
    for (int i = 0; !p->fn && i < e->call.n; ++i) {
        note_written(p, e->call.arg[i]);
    }
    for (int i = 0; !p->fn && i < e->call.n_kw; ++i) {
        note_written(p, e->call.kw[i].value);
    }
}

void parse_check_target(struct parser *p, const struct expr *e) {
    switch (e->kind) {
    case EXPR_INDEX:
        note_written(p, e);
        note_item(p, e);
        return;
    case EXPR_ATTR:
        note_written(p, e);
        note_patch(p, e->attr.base, e->attr.name, e->span);
        return;
    case EXPR_NAME:
        return;
    case EXPR_TUPLE:
    case EXPR_LIST:
        for (int i = 0; i < e->list.n; ++i) {
            parse_check_target(p, e->list.item[i]);
        }
        return;
    case EXPR_UNSUPPORTED:
        if (strcmp(e->unsupported, "starred expression") == 0) {
            if (e->starred) {
                parse_check_target(p, e->starred);
            }
            return;
        }
        break;
    default:
        break;
    }
    struct diag_message *m = parse_error(p, e->span, "cannot assign to %s", parse_noun(e));
    if (m && e->kind != EXPR_NONE && e->kind != EXPR_BOOL) {
        diag_fix(p->diag, m, "did you mean '=='?");
    }
}

/* Why an expression cannot be assigned to in pycc, or NULL. */
static const char *target_fault(const struct expr *e) {
    switch (e->kind) {
    case EXPR_TUPLE:
    case EXPR_LIST:
        for (int i = 0; i < e->list.n; ++i) {
            const char *fault = target_fault(e->list.item[i]);
            if (fault) {
                return fault;
            }
        }
        return NULL;
    default:
        return e->kind == EXPR_UNSUPPORTED ? "assignment to a starred expression" : NULL;
    }
}

/* ---- assignments */

static bool has_star(const struct expr *e) {
    bool has = false;
    for (int i = 0; i < e->list.n; ++i) {
        has = has || e->list.item[i]->kind == EXPR_UNSUPPORTED;
    }
    return has;
}

/* name = value of the module, and a, b = 1, 2 as if each stood alone; other targets only bind. */
static void bind_assignment(struct parser *p, const struct expr *target, struct expr *value) {
    bool sequence = target->kind == EXPR_TUPLE || target->kind == EXPR_LIST;
    bool of_module = !p->fn && p->ignored == 0 && p->compound == 0;
    if (target->kind == EXPR_NAME) {
        parse_bind(p, (struct binding){
                          .kind = BIND_ASSIGN,
                          .name = target->name.name,
                          .span = target->span,
                          .class_ = of_module && value ? parse_named_class(p, target, value) : NULL,
                          .value = value});
    } else if (sequence && value->kind == EXPR_TUPLE && value->list.n == target->list.n &&
               !has_star(target) && !has_star(value)) {
        for (int i = 0; i < target->list.n; ++i) {
            bind_assignment(p, target->list.item[i], value->list.item[i]);
        }
    } else {
        parse_bind_target(p, target);
    }
}

static struct stmt *new_assign(struct parser *p, struct span span, int n, struct expr **target,
                               struct expr *value) {
    for (int i = 0; i < n; ++i) {
        const char *fault = target_fault(target[i]);
        if (fault && p->fn) {
            return parse_unsupported(p, span, fault);
        }
    }
    parse_error_value(p, n, target, value);
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, span);
    s->assign.n = n;
    s->assign.target = target;
    s->assign.value = value;
    for (int i = 0; i < n; ++i) {
        bind_assignment(p, target[i], value);
        parse_tell_unpacked(p, target[i], value);
    }
    return s;
}

/* A value may not be another kind of assignment. */
static struct expr *parse_value(struct parser *p, const struct node *n) {
    if (n->kind == NODE_ASSIGNMENT || n->kind == NODE_AUGMENTED) {
        parse_expected(p, "an operator or the end of the line", parse_span(n + 1 + n[1].size));
        return parse_new_unsupported(p, parse_span(n), "incomplete expression");
    }
    return parse_expr(p, n, ALLOW_YIELD);
}

static bool is_annotated(const struct node *n) {
    return node_child(n, NODE_TYPE) != NULL;
}

static bool has_star_inside(const struct expr *e) {
    bool several = e->kind == EXPR_TUPLE || e->kind == EXPR_LIST, any = parse_has_star(e);
    for (int i = 0; several && i < e->list.n && !any; ++i) {
        any = has_star_inside(e->list.item[i]);
    }
    return any;
}

/* (x, *y), z = value is t, z = value and x, *y = t. */
static struct stmt *assign_unpacked(struct parser *p, struct span span, struct expr *target,
                                    struct expr *value) {
    bool several = target->kind == EXPR_TUPLE || target->kind == EXPR_LIST;
    struct expr *inner[2] = {NULL, NULL}; /* the last target with a star inside, and its name */
    for (int i = 0; several && i < target->list.n; ++i) {
        struct expr *item = target->list.item[i];
        if (has_star_inside(item)) {
            const char *name = arena_printf(p->keep, "[(*%u]", (unsigned)item->span.lo);
            inner[0] = item;
            inner[1] = parse_new_name(p, intern_str(p->names, name), item->span);
            target->list.item[i] = inner[1];
            break;
        }
    }
    if (inner[0]) { /* others are inside of what is left */
        parse_push(p, assign_unpacked(p, span, target, value));
        target = inner[0];
        value = parse_new_name(p, inner[1]->name.name, inner[1]->span);
        return assign_unpacked(p, span, target, value);
    }
    value = parse_has_star(target) ? parse_unpacked(p, target, value) : value;
    struct expr **only = ARENA_ARRAY(p->arena, struct expr *, 1);
    only[0] = target;
    return new_assign(p, span, 1, only, value);
}

/* target "=" target "=" ... value */
static struct stmt *parse_assign(struct parser *p, const struct node *n) {
    int mark = p->stack.n, targets;
    struct span span = parse_span(n);
    while (n->kind == NODE_ASSIGNMENT && !is_annotated(n)) {
        struct expr *target = parse_target(p, node_named(n, 0));
        parse_check_target(p, target);
        parse_push(p, target);
        n = node_named(n, 1);
    }
    struct expr *value = parse_value(p, n);
    struct expr **target = parse_take(p, mark, &targets);
    bool star = p->fn && targets == 1 && !p->broken && has_star_inside(target[0]);
    return star ? assign_unpacked(p, span, target[0], value)
                : new_assign(p, span, targets, target, value);
}

/* target ":" annotation ["=" value] */
static struct stmt *parse_annotated(struct parser *p, const struct node *n) {
    struct expr *target = parse_target(p, node_named(n, 0));
    const struct node *ann = node_child(n, NODE_TYPE), *value = node_named(n, 2);
    if (target->kind != EXPR_NAME && target->kind != EXPR_ATTR && target->kind != EXPR_INDEX) {
        parse_error(p, target->span, "only single targets, not %s, can be annotated",
                    parse_noun(target));
        return parse_unsupported(p, parse_span(n), "incomplete statement");
    }
    struct local_ann la = {.func = p->fn, .ann = parse_span(ann)};
    struct expr *e = value ? parse_value(p, value) : NULL;
    if (target->kind != EXPR_NAME) {
        parse_check_target(p, target);
    }
    if (!e && target->kind != EXPR_NAME) {
        return parse_unsupported(p, parse_span(n), "annotation of anything but a name");
    }
    struct expr **only = ARENA_ARRAY(p->arena, struct expr *, 1);
    only[0] = target;
    la.stmt = new_assign(p, parse_span(n), 1, only, e);
    if (p->ignored == 0 && (p->fn || p->compound == 0)) {
        vec_push(p->keep, &p->local_anns, la);
    }
    return la.stmt;
}

static struct stmt *parse_augmented(struct parser *p, const struct node *n) {
    struct expr *target = parse_target(p, node_named(n, 0));
    const struct node *op = n + 1 + n[1].size;
    if (target->kind == EXPR_INDEX || target->kind == EXPR_ATTR) {
        parse_check_target(p, target);
    } else if (target->kind != EXPR_NAME) {
        parse_error(p, target->span, "%s cannot be the target of an augmented assignment",
                    parse_noun(target));
    }
    struct expr *value = parse_value(p, node_named(n, 1));
    parse_bind_target(p, target);
    const char *fault = target_fault(target);
    if (fault) {
        return parse_unsupported(p, parse_span(n), fault);
    }
    struct stmt *s = parse_new_stmt(p, STMT_AUGASSIGN, parse_span(n));
    s->aug.op = parse_binary_op(p, op);
    s->aug.target = target;
    parse_tell_bumped(p, target);
    s->aug.value = value;
    s->aug.op_span = parse_span(op);
    return s;
}

/* An assignment or an expression. NULL for a lone string. */
/* pycc.instantiate(...) of the module: which instantiate it is is not known yet. */
static void note_declaration(struct parser *p, struct expr *e) {
    const struct expr *fn = e->kind == EXPR_CALL ? e->call.fn : e;
    const char *name = fn->kind == EXPR_NAME   ? fn->name.name
                       : fn->kind == EXPR_ATTR ? fn->attr.name
                                               : "";
    if (fn == e || p->defs > 0 || p->in_prelude || strcmp(name, "instantiate") != 0) {
        return;
    }
    bool always = p->compound == 0 && !p->class_name;
    struct expr *kept = ARENA_ARRAY(p->keep, struct expr, 2);
    kept[0] = always ? *e : *fn;
    kept[0].span = e->span;
    if (!always && fn->kind == EXPR_ATTR) {
        kept[1] = *fn->attr.base;
        kept[0].attr.base = &kept[1];
    }
    vec_push(p->keep, &p->declared, kept);
}

/* for each in e: yield each */
static struct stmt *yield_each(struct parser *p, const struct expr *e) {
    struct stmt *loop = parse_new_stmt(p, STMT_FOR, e->span);
    struct stmt *s = parse_new_stmt(p, STMT_EXPR, e->span);
    const char *name = intern_str(p->names, "yield from");
    loop->for_.target = parse_new_name(p, name, e->span);
    loop->for_.iter = e->value;
    s->expr = parse_new_unsupported(p, e->span, "yield");
    s->expr->value = parse_new_name(p, name, e->span);
    loop->for_.body = parse_block_of(p, s);
    return loop;
}

static struct stmt *parse_expression(struct parser *p, const struct node *n) {
    const struct node *c = node_named(n, 0);
    if (c->kind == NODE_ASSIGNMENT) {
        return is_annotated(c) ? parse_annotated(p, c) : parse_assign(p, c);
    }
    if (c->kind == NODE_AUGMENTED) {
        return parse_augmented(p, c);
    }
    struct expr *e = c->size + 1 < n->size ? parse_items(p, n, EXPR_TUPLE, false)
                                           : parse_expr(p, c, ALLOW_YIELD);
    if (e->kind == EXPR_STR || e->kind == EXPR_ELLIPSIS) {
        return NULL;
    }
    if (p->fn && e->kind == EXPR_UNSUPPORTED && strcmp(e->unsupported, "yield from") == 0) {
        return yield_each(p, e);
    }
    struct stmt *s = parse_new_stmt(p, STMT_EXPR, parse_span(n));
    s->expr = e;
    note_call(p, e);
    note_declaration(p, e);
    return s;
}

/* ---- keywords */

static struct stmt *parse_return(struct parser *p, const struct node *n) {
    const struct node *value = node_named(n, 0);
    struct expr *e = value ? parse_expr(p, value, ALLOW_NONE) : NULL;
    struct stmt *s = parse_new_stmt(p, STMT_RETURN, parse_span(n));
    s->expr = e;
    if (p->exit) {
        parse_exit_return(p, s);
    }
    return s;
}

static struct stmt *parse_assert(struct parser *p, const struct node *n) {
    const struct node *message = node_named(n, 1), *more = node_named(n, 2);
    struct stmt *s = parse_new_stmt(p, STMT_ASSERT, parse_span(n));
    s->assert_.cond = parse_expr(p, node_named(n, 0), ALLOW_NONE);
    s->assert_.message = message ? parse_expr(p, message, ALLOW_NONE) : NULL;
    if (more) {
        parse_expected(p, "an operator or the end of the line", parse_span(more - 1));
    }
    return s;
}

/* global or nonlocal */
static struct stmt *parse_global(struct parser *p, const struct node *n) {
    bool global = n->kind == NODE_GLOBAL;
    for
        each_node(c, n) {
            if (c->kind == NODE_IDENTIFIER && global) {
                vec_push(p->keep, &p->globals, parse_intern(p, c));
            } else if (c->kind == NODE_IDENTIFIER && p->fn) {
                vec_push(p->keep, &p->notes.item[p->fn->id]->nonlocals, parse_intern(p, c));
                p->has_nonlocal = true;
            }
        }
    return global ? parse_unsupported(p, parse_span(n), "global statement")
                  : parse_new_stmt(p, STMT_PASS, parse_span(n));
}

/* type X[T] = test (Python 3.12): layout.c has seen a name. */
static struct stmt *parse_type_alias(struct parser *p, const struct node *n) {
    struct span name = layout_span(p->layout, layout_word(p->layout, node_named(n, 0)->lo), 1);
    const struct node at = {.lo = name.lo, .hi = name.hi};
    parse_bind_name(p, BIND_CLASS, parse_intern(p, &at), name);
    return parse_unsupported(p, parse_span(n), "type statement");
}

/* NULL for statements that leave nothing behind. */
static struct stmt *simple(struct parser *p, const struct node *n) {
    switch (n->kind) {
    case NODE_RETURN:
        return parse_return(p, n);
    case NODE_ASSERT:
        return parse_assert(p, n);
    case NODE_RAISE:
        return parse_raise(p, n);
    case NODE_BREAK:
        return parse_new_stmt(p, STMT_BREAK, parse_span(n));
    case NODE_CONTINUE:
        return parse_new_stmt(p, STMT_CONTINUE, parse_span(n));
    case NODE_PASS:
        return parse_new_stmt(p, STMT_PASS, parse_span(n));
    case NODE_GLOBAL:
    case NODE_NONLOCAL:
        return parse_global(p, n);
    case NODE_DELETE:
        return parse_del(p, n);
    case NODE_TYPE_ALIAS:
        return parse_type_alias(p, n);
    case NODE_EXPRESSION_STATEMENT:
        return parse_expression(p, n);
    case NODE_IMPORT:
        parse_import(p, n);
        return NULL;
    default:
        parse_from(p, n);
        return NULL;
    }
}

void parse_simple(struct parser *p, const struct node *n) {
    struct stmt *s = simple(p, n);
    if (s) {
        parse_push(p, s);
    }
}
