/* match statements: conditions on the subject, one branch in the other.
 *
 *     match p:                     if is_sequence(p) and len(p) == 2 and p[0] == 0:
 *         case (0, y) if y > 1:        y = p[1]; [case] = y > 1
 *             A                    if [case]: A
 *         case 1 | 2:              else: if p == 1 or p == 2: B
 *             B                          else: n = p; C
 *         case n:
 *             C
 *
 * What a guard reads is bound before it, as in Python, so that a guard behind a condition has its
 * outcome kept. A subject that is a name, with attributes or not, stands for itself where no
 * pattern binds it, so that conditions on it may be decided when compiling; a display is its items;
 * all else is kept in variables that no program can name. */
#include <string.h>

#include "parse_match.h"

/* ---- expressions */

struct expr *parse_match_again(struct parser *p, const struct expr *e) {
    struct expr *to = parse_new_expr(p, e->kind, e->span);
    int id = to->id;
    *to = *e;
    to->id = id;
    if (e->kind == EXPR_ATTR) {
        to->attr.base = parse_match_again(p, e->attr.base);
    } else if (e->kind == EXPR_INDEX) {
        return parse_new_index(p, parse_match_again(p, e->index.base),
                               parse_match_again(p, e->index.index[0]));
    } else if (e->kind == EXPR_UNARY) {
        to->unary.a = parse_match_again(p, e->unary.a);
    } else if (e->kind == EXPR_TUPLE || e->kind == EXPR_LIST) {
        to->list.item = ARENA_ARRAY(p->arena, struct expr *, e->list.n);
        for (int i = 0; i < e->list.n; ++i) {
            to->list.item[i] = parse_match_again(p, e->list.item[i]);
        }
    }
    return to;
}

static struct expr *new_bool(struct parser *p, bool value, struct span span) {
    struct expr *e = parse_new_expr(p, EXPR_BOOL, span);
    e->boolean = value;
    return e;
}

struct expr *parse_match_logic(struct parser *p, enum op op, struct expr *a, struct expr *b) {
    if (!a || !b) {
        return op == OP_LOR ? NULL : a ? a : b;
    }
    struct expr *e = parse_new_expr(p, EXPR_BOOLOP, (struct span){a->span.lo, b->span.hi});
    bool flat = a->kind == EXPR_BOOLOP && a->boolop.op == op;
    int n = flat ? a->boolop.n : 1;
    e->boolop.op = op;
    e->boolop.n = n + 1;
    e->boolop.item = ARENA_ARRAY(p->arena, struct expr *, n + 1);
    for (int i = 0; i < n; ++i) {
        e->boolop.item[i] = flat ? a->boolop.item[i] : a;
    }
    e->boolop.item[n] = b;
    return e;
}

/* isinstance(e, classes) */
static struct expr *new_isinstance(struct parser *p, struct expr *e, int n, const char *const *of) {
    struct expr *call = parse_new_call(p, "isinstance", e),
                *classes = parse_new_expr(p, EXPR_TUPLE, e->span);
    classes->list.n = n;
    classes->list.item = ARENA_ARRAY(p->arena, struct expr *, n);
    for (int i = 0; i < n; ++i) {
        classes->list.item[i] = parse_new_name(p, intern_str(p->names, of[i]), e->span);
    }
    call->call.n = 2;
    call->call.arg = ARENA_ARRAY(p->arena, struct expr *, 2);
    call->call.arg[0] = e;
    call->call.arg[1] = classes;
    return call;
}

static bool is_display(const struct expr *e) {
    return e->kind == EXPR_TUPLE || e->kind == EXPR_LIST;
}

/* Item `at` of a subject, from its end where it is negative. */
static struct expr *item_of(struct parser *p, const struct expr *subject, int at,
                            struct span span) {
    return is_display(subject)
               ? parse_match_again(p, subject->list.item[at < 0 ? subject->list.n + at : at])
               : parse_new_index(p, parse_match_again(p, subject), parse_new_int(p, at, span));
}

/* ---- patterns */

const struct node *parse_match_bare(struct parser *p, const struct node *n) {
    while ((n->kind == NODE_CASE_PATTERN && n[1].kind != NODE_TOKEN) ||
           (n->kind == NODE_TUPLE_PATTERN && node_named(n, 0) && !node_named(n, 1) &&
            !parse_comma(p, n))) {
        n = node_named(n, 0);
    }
    return n;
}

static bool is_wildcard(const struct matcher *m, const struct node *n) {
    return node_is(m->text, n, "_");
}

static bool is_capture(const struct matcher *m, const struct node *n) {
    return n->kind == NODE_DOTTED_NAME && n->size <= 2 && !is_wildcard(m, n);
}

struct expr *parse_match_value(struct parser *p, const struct node *n) {
    struct expr *e = NULL;
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN) {
                continue;
            }
            struct expr *base = e;
            e = parse_new_expr(p, base ? EXPR_ATTR : EXPR_NAME, (struct span){n->lo, c->hi});
            if (base) {
                e->attr.base = base;
                e->attr.name = parse_intern(p, c);
                e->attr.name_span = parse_span(c);
            } else {
                e->name.name = parse_intern(p, c);
            }
        }
    return e;
}

static struct expr *negative(struct parser *p, struct expr *e, struct span span) {
    struct expr *minus = parse_new_expr(p, EXPR_UNARY, span);
    minus->unary.op = OP_NEG;
    minus->unary.a = e;
    return minus;
}

/* 1, -1, 1 + 2j: of numbers with signs, one after the other. */
static struct expr *number_of(struct matcher *m, const struct node *n) {
    struct expr *sum = NULL;
    bool minus = false;
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN) {
                minus = m->text[c->lo] == '-';
                continue;
            }
            struct expr *e = parse_expr(m->p, c, ALLOW_NONE), *left = sum;
            sum = minus ? negative(m->p, e, e->span) : e;
            if (left) {
                struct expr *both = parse_new_expr(m->p, EXPR_BINARY, parse_span(n));
                both->binary.op = OP_ADD;
                both->binary.a = left;
                both->binary.b = sum;
                both->binary.op_span = both->span;
                sum = both;
            }
        }
    return sum;
}

struct expr *parse_match_refuse(struct matcher *m, const struct node *n, const char *what) {
    if (!m->refused) {
        m->refused = n;
        m->what = what;
    }
    return new_bool(m->p, false, parse_span(n));
}

/* The patterns of a sequence: how many, and where the starred one is; -1: there is none. */
static int count_patterns(struct parser *p, const struct node *n, int *star) {
    int count = 0;
    *star = -1;
    for
        each_node(c, n) {
            if (c->kind != NODE_TOKEN && (n->kind != NODE_CASE || c->kind == NODE_CASE_PATTERN)) {
                *star = parse_match_bare(p, c)->kind == NODE_SPLAT_PATTERN ? count : *star;
                ++count;
            }
        }
    return count;
}

static int place_of(int i, int count, int star) {
    return star >= 0 && i > star ? i - count : i;
}

static struct expr *test_sequence(struct matcher *m, const struct node *n,
                                  const struct expr *subject) {
    static const char *const sequence[] = {"tuple", "list"};
    struct parser *p = m->p;
    struct span span = parse_span(n);
    int star, count = count_patterns(p, n, &star), least = count - (star >= 0), i = 0;
    struct expr *test = NULL;
    if (!is_display(subject)) {
        struct expr *length = parse_new_call(p, "len", parse_match_again(p, subject));
        test = parse_match_logic(
            p, OP_LAND, new_isinstance(p, parse_match_again(p, subject), 2, sequence),
            parse_new_compare(p, star >= 0 ? OP_GE : OP_EQ, length, parse_new_int(p, least, span)));
    } else if (star >= 0 ? subject->list.n < least : subject->list.n != count) {
        return new_bool(p, false, span);
    }
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN || (n->kind == NODE_CASE && c->kind != NODE_CASE_PATTERN)) {
                continue;
            }
            if (i != star) {
                struct expr *item = item_of(p, subject, place_of(i, count, star), span);
                test = parse_match_logic(p, OP_LAND, test, parse_match_test(m, c, item));
            }
            ++i;
        }
    return test;
}

static struct expr *test_union(struct matcher *m, const struct node *n,
                               const struct expr *subject) {
    struct expr *test = NULL;
    bool first = true;
    for
        each_node(c, n) {
            if (c->kind != NODE_TOKEN) {
                struct expr *one = parse_match_test(m, c, subject);
                test = first ? one : parse_match_logic(m->p, OP_LOR, test, one);
                first = false;
            }
        }
    return test;
}

static struct expr *test_value(struct matcher *m, struct expr *value, const struct expr *subject) {
    static const char *const boolean[] = {"bool"};
    struct parser *p = m->p;
    if (is_display(subject)) {
        return value->kind == EXPR_NAME || value->kind == EXPR_ATTR
                   ? parse_new_compare(p, OP_EQ, parse_match_again(p, subject), value)
                   : new_bool(p, false, value->span);
    }
    if (value->kind == EXPR_NONE) {
        return parse_new_compare(p, OP_IS, parse_match_again(p, subject), value);
    }
    if (value->kind != EXPR_BOOL) {
        return parse_new_compare(p, OP_EQ, parse_match_again(p, subject), value);
    }
    struct expr *truth = parse_match_again(p, subject);
    if (!value->boolean) {
        truth = parse_new_not(p, truth, value->span);
    }
    return parse_match_logic(p, OP_LAND,
                             new_isinstance(p, parse_match_again(p, subject), 1, boolean), truth);
}

struct expr *parse_match_test(struct matcher *m, const struct node *n, const struct expr *subject) {
    n = parse_match_bare(m->p, n);
    switch (is_wildcard(m, n) ? NODE_TOKEN : n->kind) {
    case NODE_DOTTED_NAME:
        return n->size <= 2 ? NULL : test_value(m, parse_match_value(m->p, n), subject);
    case NODE_AS_PATTERN:
        return parse_match_test(m, node_named(n, 0), subject);
    case NODE_UNION_PATTERN:
        return test_union(m, n, subject);
    case NODE_CASE:
    case NODE_TUPLE_PATTERN:
    case NODE_LIST_PATTERN:
        return test_sequence(m, n, subject);
    case NODE_CLASS_PATTERN:
        return parse_match_class(m, n, subject);
    case NODE_DICT_PATTERN:
        return parse_match_mapping(m, n, subject);
    case NODE_CASE_PATTERN: /* with a sign */
    case NODE_COMPLEX_PATTERN:
        return test_value(m, number_of(m, n), subject);
    case NODE_TOKEN: /* `_` */
        return NULL;
    default:
        return test_value(m, parse_expr(m->p, n, ALLOW_NONE), subject);
    }
}

/* ---- what patterns bind */

static void assign(struct parser *p, const char *name, struct span span, struct expr *value) {
    struct stmt *s = parse_new_stmt(p, STMT_ASSIGN, span);
    s->assign.n = 1;
    s->assign.target = ARENA_ARRAY(p->arena, struct expr *, 1);
    s->assign.target[0] = parse_new_name(p, name, span);
    s->assign.value = value;
    parse_push(p, s);
}

static struct block taken(struct parser *p, int mark) {
    struct block b = {0};
    b.item = parse_take(p, mark, &b.n);
    return b;
}

/* *rest takes what the others leave, as a list. */
static void bind_rest(struct matcher *m, const struct node *n, const struct expr *subject, int lo,
                      int hi) {
    const struct node *name = node_last(n);
    struct span span = parse_span(n);
    if (is_wildcard(m, name)) {
        return;
    }
    struct expr *rest = parse_new_expr(m->p, is_display(subject) ? EXPR_LIST : EXPR_SLICE, span);
    if (is_display(subject)) {
        rest->list.n = subject->list.n + hi - lo;
        rest->list.item = subject->list.item + lo;
        rest = parse_match_again(m->p, rest);
    } else {
        rest->slice.lo = parse_new_int(m->p, lo, span);
        rest->slice.hi = hi < 0 ? parse_new_int(m->p, hi, span) : NULL;
        rest = parse_new_call(m->p, "list",
                              parse_new_index(m->p, parse_match_again(m->p, subject), rest));
    }
    assign(m->p, parse_intern(m->p, name), span, rest);
}

static void bind_sequence(struct matcher *m, const struct node *n, const struct expr *subject) {
    int star, count = count_patterns(m->p, n, &star), i = 0;
    if (is_display(subject) && subject->list.n < count - (star >= 0)) {
        return;
    }
    for
        each_node(c, n) {
            if (c->kind == NODE_TOKEN || (n->kind == NODE_CASE && c->kind != NODE_CASE_PATTERN)) {
                continue;
            }
            if (i == star) {
                bind_rest(m, parse_match_bare(m->p, c), subject, star, star - count + 1);
            } else {
                int at = place_of(i, count, star);
                parse_match_bind(m, c, item_of(m->p, subject, at, parse_span(n)));
            }
            ++i;
        }
}

/* Does a pattern bind a name? */
static bool binds(const struct matcher *m, const struct node *n) {
    for (const struct node *c = n; c < n + n->size; ++c) {
        bool star = c->kind == NODE_SPLAT_PATTERN && !is_wildcard(m, node_last(c));
        if (is_capture(m, c) || c->kind == NODE_AS_PATTERN || star) {
            return true;
        }
    }
    return false;
}

/* By the first alternative that matches. */
static void bind_union(struct matcher *m, const struct node *n, const struct node *from,
                       const struct expr *subject) {
    const struct node *next = from + from->size;
    if (next < n + n->size && next->kind == NODE_TOKEN) {
        ++next;
    }
    if (next >= n + n->size) {
        parse_match_bind(m, from, subject);
        return;
    }
    struct stmt *s = parse_new_stmt(m->p, STMT_IF, parse_span(from));
    s->if_.cond = parse_match_test(m, from, subject);
    int mark = m->p->stack.n;
    parse_match_bind(m, from, subject);
    s->if_.then = taken(m->p, mark);
    bind_union(m, n, next, subject);
    s->if_.els = taken(m->p, mark);
    parse_push(m->p, s);
}

void parse_match_bind(struct matcher *m, const struct node *n, const struct expr *subject) {
    n = parse_match_bare(m->p, n);
    if (n->kind == NODE_AS_PATTERN) {
        const struct node *name = node_last(n);
        parse_match_bind(m, node_named(n, 0), subject);
        assign(m->p, parse_intern(m->p, name), parse_span(name), parse_match_again(m->p, subject));
    } else if (n->kind == NODE_UNION_PATTERN && binds(m, n)) {
        bind_union(m, n, node_named(n, 0), subject);
    } else if (n->kind == NODE_CASE || n->kind == NODE_TUPLE_PATTERN ||
               n->kind == NODE_LIST_PATTERN) {
        bind_sequence(m, n, subject);
    } else if (n->kind == NODE_CLASS_PATTERN || n->kind == NODE_DICT_PATTERN) {
        parse_match_bind_parts(m, n, subject);
    } else if (is_capture(m, n)) {
        assign(m->p, parse_intern(m->p, n), parse_span(n), parse_match_again(m->p, subject));
    }
}

/* ---- clauses */

static struct stmt *new_if(struct parser *p, struct expr *cond, struct span span) {
    struct stmt *s = parse_new_stmt(p, STMT_IF, span);
    s->if_.cond = cond;
    return s;
}

static bool has_class(const struct node *pattern) {
    for (const struct node *c = pattern; c < pattern + pattern->size; ++c) {
        if (c->kind == NODE_CLASS_PATTERN) {
            return true;
        }
    }
    return false;
}

/* Binds, and keeps whether the guard holds; the condition that the clause is. */
static struct expr *keep_guard(struct matcher *m, const struct node *pattern, struct expr *test,
                               const struct node *guard, const struct expr *subject) {
    struct parser *p = m->p;
    struct span span = parse_span(guard);
    const char *name = intern_str(p->names, arena_printf(p->keep, "[case%u]", (unsigned)guard->lo));
    assign(p, name, span, new_bool(p, false, span));
    int mark = p->stack.n;
    parse_match_bind(m, pattern, subject);
    struct stmt *holds = new_if(p, parse_expr(p, node_named(guard, 0), ALLOW_NAMED), span);
    int inner = p->stack.n;
    assign(p, name, span, new_bool(p, true, span));
    holds->if_.then = taken(p, inner);
    parse_push(p, holds);
    struct stmt *s = new_if(p, test, span);
    s->if_.then = taken(p, mark);
    parse_push(p, s);
    /* what tests of classes decide when compiling decides what is compiled behind the guard, too */
    struct expr *decides = has_class(pattern) ? parse_match_test(m, pattern, subject) : NULL;
    return parse_match_logic(p, OP_LAND, decides, parse_new_name(p, name, span));
}

static struct block joined(struct parser *p, struct block a, struct block b) {
    struct block both = {a.n + b.n, ARENA_ARRAY(p->arena, struct stmt *, a.n + b.n)};
    for (int i = 0; i < both.n; ++i) {
        both.item[i] = i < a.n ? a.item[i] : b.item[i - a.n];
    }
    return both;
}

/* The clause and those behind it, as statements. */
static void parse_clauses(struct matcher *m, const struct node *n, const struct expr *subject) {
    struct parser *p = m->p;
    const struct node *end = m->cases + m->cases->size, *next = n + n->size;
    const struct node *guard = node_child(n, NODE_IF_CLAUSE),
                      *only = node_child(n, NODE_CASE_PATTERN);
    bool several = parse_comma(p, n) || only[1].kind == NODE_SPLAT_PATTERN;
    const struct node *pattern = several ? n : only;
    struct expr *cond = parse_match_test(m, pattern, subject);
    if (guard && cond && binds(m, pattern)) {
        cond = keep_guard(m, pattern, cond, guard, subject);
    } else if (guard) {
        parse_match_bind(m, pattern, subject);
        cond =
            parse_match_logic(p, OP_LAND, cond, parse_expr(p, node_named(guard, 0), ALLOW_NAMED));
    }
    int mark = p->stack.n;
    if (!guard) {
        parse_match_bind(m, pattern, subject);
    }
    const struct block body = parse_block(p, node_child(n, NODE_BLOCK));
    if (!cond) {
        for (int i = 0; i < body.n; ++i) {
            parse_push(p, body.item[i]);
        }
        return;
    }
    struct block bound = taken(p, mark);
    struct stmt *s = new_if(p, cond, parse_span(n));
    s->if_.then = joined(p, bound, body);
    while (next < end && next->kind != NODE_CASE) {
        next += next->size;
    }
    if (next < end && !m->refused && parse_enter(p, next)) {
        p->height = 0;
        parse_clauses(m, next, subject);
        s->if_.els = taken(p, mark);
        parse_leave(p);
    }
    parse_push(p, s);
}

/* ---- subjects */

/* Does a pattern or guard bind the name, or a guard any? */
static bool rebinds(const struct matcher *m, const char *name) {
    for (const struct node *c = m->cases; c < m->cases + m->cases->size; ++c) {
        if (c->kind == NODE_CASE) {
            for (const struct node *b = c; b < c + c->size && b->kind != NODE_BLOCK; ++b) {
                bool same = b->kind == NODE_IDENTIFIER && parse_intern(m->p, b) == name;
                if (same || b->kind == NODE_NAMED) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Does it stand for itself: a constant, or a name, with attributes or not, that stays? */
static bool is_plain(const struct matcher *m, const struct expr *e) {
    while (e->kind == EXPR_ATTR) {
        e = e->attr.base;
    }
    return e->kind == EXPR_INT || e->kind == EXPR_FLOAT || e->kind == EXPR_BOOL ||
           e->kind == EXPR_NONE || e->kind == EXPR_STR ||
           (e->kind == EXPR_NAME && !rebinds(m, e->name.name));
}

/* What is matched, in variables where it is not plain. */
static struct expr *keep_subject(struct matcher *m, struct expr *e, bool plain) {
    struct parser *p = m->p;
    if (is_display(e) && !parse_has_star(e)) {
        for (int i = 0; i < e->list.n; ++i) {
            e->list.item[i] = keep_subject(m, e->list.item[i], plain);
        }
        return e;
    }
    if (plain && is_plain(m, e)) {
        return e;
    }
    const char *name =
        intern_str(p->names, arena_printf(p->keep, "[match%u.%u]", (unsigned)e->span.lo,
                                          (unsigned)e->span.hi));
    assign(p, name, e->span, e);
    return parse_new_name(p, name, e->span);
}

/* The subject as written: with commas, a tuple. */
static struct expr *parse_subject(struct parser *p, const struct node *n, bool *named) {
    int mark = p->stack.n, count;
    const struct node *end = n + n->size;
    for (const struct node *c = n + 1; c < end && c->kind != NODE_BLOCK; c += c->size) {
        for (const struct node *i = c; i < c + c->size; ++i) {
            *named = *named || i->kind == NODE_NAMED;
        }
        if (c->kind != NODE_TOKEN) {
            parse_push(p, parse_expr(p, c, ALLOW_STARRED | ALLOW_NAMED));
        }
    }
    struct expr **item = parse_take(p, mark, &count);
    if (count == 1 && !parse_comma(p, n)) {
        return item[0];
    }
    struct expr *tuple =
        parse_new_expr(p, EXPR_TUPLE, (struct span){item[0]->span.lo, item[count - 1]->span.hi});
    tuple->list.n = count;
    tuple->list.item = item;
    return tuple;
}

void parse_match(struct parser *p, const struct node *n) {
    struct matcher m = {.p = p, .text = p->source->text, .cases = node_child(n, NODE_BLOCK)};
    const struct node *first = m.cases ? node_child(m.cases, NODE_CASE) : NULL;
    bool named = false;
    int mark = p->stack.n;
    struct expr *subject = keep_subject(&m, parse_subject(p, n, &named), !named);
    if (first) {
        parse_clauses(&m, first, subject);
    }
    if (m.refused) {
        p->stack.n = mark;
        parse_push(p, parse_unsupported(p, parse_span(m.refused), m.what));
    }
}
