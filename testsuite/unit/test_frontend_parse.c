/* The parser: no text whatever makes it crash, hang or break the promises of ast.h. What it makes
 * of sound and of faulty programs is in golden/ast and golden/diag. */
#include "frontend_parse.h"

#include <time.h>

static const char sample[] =
    "\"\"\"A bit of everything.\"\"\"\n"
    "import numpy as np, os.path\n"
    "from pycc import (prange, f64 as real,)\n"
    "N = 0x1F + 1_000 * 2.5e-3\n"
    "#pythran export f(float64[:,:] order(C), int or float)\n"
    "try:\n"
    "    import x\n"
    "except (A, B) as e:\n"
    "    pass\n"
    "class C(B, metaclass=M):\n"
    "    def m(self, *a, **k) -> 'C': return super().m(*a, **k)\n"
    "def f(a, n):\n"
    "    x, (y, z) = a[0, 1:-1:2], (1, 2)\n"
    "    for i in prange(1, n):\n"
    "        if i < n <= 3 and not x: continue\n"
    "        elif i: a[i] += 1\n"
    "        else:\n"
    "            break\n"
    "    g = lambda v, *, w=1: v if w else -v ** 2\n"
    "    return g(x, w='a\\x41\\n' \"b\"), {k: v for k, v in a}, f\"{x!r:>{n}} {{\"\n"
    "match x:\n"
    "    case [1, *_]: pass\n"
    "@np.type('f64[:, ::1]', None)\n"
    "async def h(b: f64[:, ::1], *, k: 'int' = 3) -> None:\n"
    "    \xC3\xA9 = \xE2\x80\x9Cx\xE2\x80\x9D \\\n"
    "      + b\n";

/* ---- the promises */

struct checked {
    const struct parsed *p;
    const struct func *outer; /* outermost function */
    char *seen;               /* expression ids of it */
};

static void check_block(struct checked *c, const struct block *b);
static void check_stmt(struct checked *c, const struct stmt *s);

static void check_span(const struct checked *c, struct span s) {
    cr_assert(s.lo <= s.hi && s.hi <= c->p->module->source->whole);
}

static void check_expr(struct checked *c, const struct expr *e);

static void check_list(struct checked *c, int n, struct expr *const *item) {
    for (int i = 0; i < n; ++i) {
        check_expr(c, item[i]);
    }
}

static void check_func(struct checked *c, const struct func *f) {
    cr_assert_not_null(f->name);
    for (int i = 0; i < f->n_params; ++i) {
        cr_assert_not_null(f->param[i].sym);
        check_expr(c, f->param[i].def);
    }
    for (int i = 0; i < f->n_signatures; ++i) {
        cr_assert_eq(f->signature[i]->n, f->n_params);
    }
    check_block(c, &f->body);
}

static void check_children(struct checked *c, const struct expr *e) {
    switch (e->kind) {
    case EXPR_TUPLE:
    case EXPR_LIST:
        check_list(c, e->list.n, e->list.item);
        break;
    case EXPR_UNARY:
        cr_assert_not_null(e->unary.a);
        check_expr(c, e->unary.a);
        break;
    case EXPR_BINARY:
        cr_assert(e->binary.a && e->binary.b);
        check_expr(c, e->binary.a);
        check_expr(c, e->binary.b);
        break;
    case EXPR_BOOLOP:
        cr_assert_geq(e->boolop.n, 2);
        check_list(c, e->boolop.n, e->boolop.item);
        break;
    case EXPR_COMPARE:
        cr_assert_geq(e->compare.n, 1);
        check_list(c, e->compare.n + 1, e->compare.item);
        break;
    case EXPR_COND:
        cr_assert(e->cond.cond && e->cond.then && e->cond.els);
        check_expr(c, e->cond.cond);
        check_expr(c, e->cond.then);
        check_expr(c, e->cond.els);
        break;
    case EXPR_CALL:
        check_expr(c, e->call.fn);
        check_list(c, e->call.n, e->call.arg);
        for (int i = 0; i < e->call.n_kw; ++i) {
            check_expr(c, e->call.kw[i].value);
        }
        break;
    case EXPR_ATTR:
        check_expr(c, e->attr.base);
        break;
    case EXPR_INDEX:
        check_expr(c, e->index.base);
        check_list(c, e->index.n, e->index.index);
        break;
    case EXPR_SLICE:
        check_expr(c, e->slice.lo);
        check_expr(c, e->slice.hi);
        check_expr(c, e->slice.step);
        break;
    case EXPR_LAMBDA:
        check_func(c, e->lambda);
        break;
    case EXPR_COMP:
        check_expr(c, e->comp.list);
        check_stmt(c, e->comp.loop);
        break;
    default:
        break;
    }
}

static void check_expr(struct checked *c, const struct expr *e) {
    if (e) {
        check_span(c, e->span);
        cr_assert(e->id >= 0 && e->id < c->outer->n_exprs);
        cr_assert_not(c->seen[e->id], "an expression id twice");
        c->seen[e->id] = 1;
        check_children(c, e);
    }
}

static void check_stmt(struct checked *c, const struct stmt *s) {
    check_span(c, s->span);
    switch (s->kind) {
    case STMT_EXPR:
    case STMT_RETURN:
        check_expr(c, s->expr);
        break;
    case STMT_ASSIGN:
        cr_assert_geq(s->assign.n, 1);
        check_list(c, s->assign.n, s->assign.target);
        check_expr(c, s->assign.value);
        break;
    case STMT_AUGASSIGN:
        check_expr(c, s->aug.target);
        check_expr(c, s->aug.value);
        break;
    case STMT_IF:
        cr_assert_not_null(s->if_.cond);
        check_expr(c, s->if_.cond);
        check_block(c, &s->if_.then);
        check_block(c, &s->if_.els);
        break;
    case STMT_WHILE:
        cr_assert_not_null(s->while_.cond);
        check_expr(c, s->while_.cond);
        check_block(c, &s->while_.body);
        check_block(c, &s->while_.els);
        break;
    case STMT_FOR:
        cr_assert(s->for_.target && s->for_.iter);
        check_expr(c, s->for_.target);
        check_expr(c, s->for_.iter);
        check_block(c, &s->for_.body);
        check_block(c, &s->for_.els);
        break;
    case STMT_ASSERT:
        cr_assert_not_null(s->assert_.cond);
        check_expr(c, s->assert_.cond);
        check_expr(c, s->assert_.message);
        break;
    case STMT_RAISE:
        cr_assert(s->raise.exception->kind == SYM_EXCEPTION ||
                  s->raise.exception->kind == SYM_OTHER); /* Python raises it */
        check_expr(c, s->raise.message);
        break;
    case STMT_DEF:
        cr_assert_not_null(s->def->sym);
        check_func(c, s->def);
        break;
    default:
        break;
    }
}

static void check_block(struct checked *c, const struct block *b) {
    for (int i = 0; i < b->n; ++i) {
        check_stmt(c, b->item[i]);
    }
}

/* Parses, prints, and checks what ast.h says of every function. */
static void check_bytes(const char *text, size_t size) {
    struct parsed p;
    struct writer w;
    parse_bytes(&p, text, size);
    for (int i = 0; i < p.module->n_funcs; ++i) {
        const struct func *f = p.module->func[i];
        cr_assert_eq(f->id, i);
        if (!f->parent) {
            struct checked c = {&p, f, calloc((size_t)f->n_exprs + 1, 1)};
            check_func(&c, f);
            free(c.seen);
        }
    }
    writer_init(&w);
    ast_print(p.module, &w);
    writer_free(&w);
    parse_free(&p);
}

/* A copy of exactly this size, so that AddressSanitizer sees a read behind it. */
static void check_exact(const char *text, size_t size) {
    char *copy = malloc(size + 1);
    memcpy(copy, text, size);
    copy[size] = '\0';
    check_bytes(copy, size);
    free(copy);
}

static bool is_utf8_start(char c) {
    return ((unsigned char)c & 0xC0) != 0x80;
}

Test(parse, every_prefix) {
    for (size_t n = 0; n < sizeof sample; ++n) {
        if (is_utf8_start(sample[n])) {
            check_exact(sample, n);
        }
    }
}

Test(parse, every_suffix) {
    for (size_t n = 0; n < sizeof sample - 1; ++n) {
        if (is_utf8_start(sample[n])) {
            check_exact(sample + n, sizeof sample - 1 - n);
        }
    }
}

/* The module's statement that holds a byte, up to the end of the line behind the byte's. */
static void find_around(size_t n, size_t *lo, size_t *hi) {
    for (*lo = n; *lo > 0 && (sample[*lo - 1] != '\n' || sample[*lo] == ' ');) {
        --*lo;
    }
    const char *end = strchr(sample + n, '\n');
    end = strchr(end + 1, '\n') ? strchr(end + 1, '\n') : end;
    *hi = (size_t)(end - sample) + 1;
}

/* One byte in the whole text, the others where little stands around: a sanitizer's build takes
 * seconds for each thousand texts. */
Test(parse, every_byte_replaced) {
    static const char bytes[] = "([{)]}\"'\n\t :,.=*@#\\x1";
    const size_t n_bytes = sizeof bytes - 1;
    char text[sizeof sample];
    for (size_t n = 0; n < sizeof sample - 1; ++n) {
        if ((unsigned char)sample[n] < 0x80) {
            size_t lo, hi;
            find_around(n, &lo, &hi);
            memcpy(text, sample, sizeof sample);
            for (size_t k = n % 5; k < n_bytes; k += 5) {
                text[n] = bytes[k];
                check_exact(text + lo, hi - lo);
            }
            text[n] = bytes[n % n_bytes];
            check_exact(text, sizeof sample - 1);
        }
    }
}

/* ---- size and depth */

enum { MANY = 10000 };

/* head, `open` n times, middle, `close` n times, tail */
static char *nested(const char *head, const char *open, int n, const char *middle,
                    const char *close, const char *tail) {
    size_t size = strlen(head) + strlen(middle) + strlen(tail) + 1;
    size += (size_t)n * (strlen(open) + strlen(close));
    char *text = malloc(size), *at = text;
    at += sprintf(at, "%s", head);
    for (int i = 0; i < n; ++i) {
        at += sprintf(at, "%s", open);
    }
    at += sprintf(at, "%s", middle);
    for (int i = 0; i < n; ++i) {
        at += sprintf(at, "%s", close);
    }
    sprintf(at, "%s", tail);
    return text;
}

/* Exactly one message, which says that the nesting is too deep. */
static void expect_too_deep(char *text) {
    struct parsed p;
    parse_text_of(&p, text);
    cr_expect_eq(p.diag.messages.n, 1, "%.60s...: %d messages", text, p.diag.messages.n);
    for (int i = 0; i < p.diag.messages.n; ++i) {
        cr_expect_eq(p.diag.messages.item[i]->code, DIAG_PY106, "%.60s...", text);
    }
    parse_free(&p);
    check_bytes(text, strlen(text));
    free(text);
}

Test(parse, deep_expressions) {
    static const char head[] = "def f(a: int):\n    return ";
    expect_too_deep(nested(head, "(", MANY, "a", ")", "\n"));
    expect_too_deep(nested(head, "[", MANY, "a", "]", "\n"));
    expect_too_deep(nested(head, "{", MANY, "a", "}", "\n"));
    expect_too_deep(nested(head, "f(", MANY, "a", ")", "\n"));
    expect_too_deep(nested(head, "a[", MANY, "a", "]", "\n"));
    expect_too_deep(nested(head, "not ", MANY, "a", "", "\n"));
    expect_too_deep(nested(head, "-", MANY, "a", "", "\n"));
    expect_too_deep(nested(head, "lambda: ", MANY, "a", "", "\n"));
    expect_too_deep(nested(head, "a ** ", MANY, "a", "", "\n"));
    expect_too_deep(nested(head, "a if a else ", MANY, "a", "", "\n"));
    expect_too_deep(nested(head, "a + ", MANY, "a", "", "\n"));
    expect_too_deep(nested(head, "", MANY, "a", ".b", "\n"));
    expect_too_deep(nested(head, "", MANY, "a", "[0]", "\n"));
    expect_too_deep(nested(head, "", MANY, "a", "()", "\n"));
    expect_too_deep(nested("x = ", "(", MANY, "", "", ""));
}

/* Left-deep chains inside of brackets: heights add up. */
Test(parse, high_trees) {
    char *chain = nested("", "", 150, "", " + a", "");
    char *close = nested(chain, ")", 1, "", "", "");
    char *text = nested("def f(a: int):\n    return ", "(", 150, "a", close, "\n");
    expect_too_deep(text);
    free(close);
    free(chain);
}

Test(parse, wide_is_not_deep) {
    static const char head[] = "def f(a: int):\n    return ";
    char *texts[] = {
        nested(head, "a, ", MANY, "a", "", "\n"),
        nested(head, "a and ", MANY, "a", "", "\n"),
        nested(head, "a < ", MANY, "a", "", "\n"),
        nested("def f(a: int):\n    ", "a = ", MANY, "1", "", "\n"),
        nested("def f(a: int):\n", "    if a: a = 1\n", MANY, "    return a\n", "", ""),
        nested("def f(", "", MANY / 10, "a: int", "", "): pass\n"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        struct parsed p;
        parse_good(&p, texts[i]);
        parse_free(&p);
        check_bytes(texts[i], strlen(texts[i]));
        free(texts[i]);
    }
}

Test(parse, deep_blocks) {
    size_t n = 3000, size = n * (n + 10);
    char *text = malloc(size), *at = text;
    at += sprintf(at, "def f(a: int):\n");
    for (size_t i = 0; i < n; ++i) {
        at += sprintf(at, "%*sif a:\n", (int)i + 1, "");
    }
    sprintf(at, "%*spass\n", (int)n + 1, "");
    expect_too_deep(text);
}

Test(parse, long_elif_chains) {
    char *text =
        nested("def f(a: int):\n    if a: pass\n", "    elif a: pass\n", MANY, "", "", "\n");
    struct parsed p;
    parse_text_of(&p, text);
    cr_expect_gt(p.diag.messages.n, 0);
    cr_expect_leq(p.diag.messages.n, 3);
    parse_free(&p);
    check_bytes(text, strlen(text));
    free(text);
}

/* Seconds for the same lines n times. */
static double seconds(const char *line, int n) {
    char *text = nested("", line, n, "", "", "");
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    struct parsed p;
    parse_text_of(&p, text);
    parse_free(&p);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    free(text);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}

/* Sixteen times the text takes at most 32 times as long; quadratic would be 256 times. */
Test(parse, time_is_linear) {
    static const char *const lines[] = {
        "def f(a: int, b):\n    x = a[0, 1] + b * 2\n    return x\n",
        "x = (1,\n",
        "x = f(1\n",
        "x = 'abc\n",
        "x = \"\"\"abc\n",
        "#pythran export f(int,\n",
        "if x:\n",
        "  x\n y\n",
        "@a\n",
        "x = {1: (2, [3\nreturn\n",
        "try:\n",
        "x[\n",
        "match x:\n",
        "lambda: (\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        double few = seconds(lines[i], 1000);
        double many = seconds(lines[i], 16000);
        cr_expect(many < 32 * few + 0.05, "%s: %g s, %g s", lines[i], few, many);
    }
}
