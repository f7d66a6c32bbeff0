/* Scopes: what names mean, captures, counts of assignments, folded constants. The kinds of all
 * names are in golden/ast/names.ast; here is what the dump does not say. */
#include "frontend_parse.h"

/* ---- constants */

struct folded {
    const char *text;  /* an expression */
    const char *value; /* "int 3", "float 0.5", "bool 1", or "none" when it is no constant */
};

static const struct folded folded[] = {
    {"3", "int 3"},
    {"-3", "int -3"},
    {"0.5", "float 0.5"},
    {"True", "bool 1"},
    {"not 3", "bool 0"},
    {"~5", "int -6"},
    {"-True", "int -1"},
    {"7 // 2", "int 3"},
    {"-7 // 2", "int -4"},
    {"7 // -2", "int -4"},
    {"-7 % 3", "int 2"},
    {"7 % -3", "int -2"},
    {"-7 % -3", "int -1"},
    {"7 / 2", "float 3.5"},
    {"4 / 2", "float 2"},
    {"2 ** 10", "int 1024"},
    {"(-2) ** 3", "int -8"},
    {"-2 ** 2", "int -4"},
    {"2 ** -1", "float 0.5"},
    {"1 ** 1000", "int 1"},
    {"(-1) ** 1001", "int -1"},
    {"(-1) ** 1000", "int 1"},
    {"0 ** 100", "int 0"},
    {"2.0 ** 0.5", "float 1.4142135623730951"},
    {"1 << 62", "int 4611686018427387904"},
    {"-1 << 63", "int -9223372036854775808"},
    {"-2 ** 63", "int -9223372036854775808"},
    {"-(1 << 63)", "int -9223372036854775808"},
    {"2 ** 63 - 1", "int 9223372036854775807"},
    {"-(-2 ** 63)", "none"},
    {"(1 << 64) - 1", "none"},
    {"2 ** 126 >> 100", "int 67108864"},
    {"2 ** 127 >> 100", "none"},
    {"-5 >> 1", "int -3"},
    {"-5 >> 100", "int -1"},
    {"6 & 3 | 8 ^ 1", "int 11"},
    {"True & False", "bool 0"},
    {"True + True", "int 2"},
    {"1 < 2 < 3", "bool 1"},
    {"1 < 2 > 3", "bool 0"},
    {"3 if 1 else 4", "int 3"},
    {"3 if 0.0 else 4", "int 4"},
    {"float(3)", "float 3"},
    {"int(3.9)", "int 3"},
    {"int(-3.9)", "int -3"},
    {"bool(2)", "bool 1"},
    {"math.pi", "float 3.1415926535897931"},
    {"2 * math.pi", "float 6.2831853071795862"},
    {"math.sqrt(2)", "float 1.4142135623730951"},
    {"A + 1", "int 11"},
    {"9223372036854775807", "int 9223372036854775807"},
    {"-9223372036854775808", "int -9223372036854775808"},
    {"9223372036854775807 + 1", "none"},
    {"9223372036854775808", "none"},
    {"1 << 63", "none"},
    {"10 ** 19", "none"},
    {"1 / 0", "none"},
    {"1 // 0", "none"},
    {"1 % 0", "none"},
    {"0 ** -1", "none"},
    {"1.0 / 0", "none"},
    {"(-8) ** 0.5", "none"},
    {"1 << -1", "none"},
    {"math.sqrt(-1)", "none"},
    {"LATER", "none"},
    {"MUTABLE", "none"},
    {"undefined", "none"},
    {"f()", "none"},
    {"[1, 2]", "none"},
};

static void print_value(char *text, size_t size, const struct symbol *sym) {
    const struct expr *e = sym->kind == SYM_CONST ? sym->value : NULL;
    if (!e) {
        snprintf(text, size, "none");
    } else if (e->kind == EXPR_INT) {
        snprintf(text, size, "int %lld", (long long)e->integer.value);
    } else if (e->kind == EXPR_FLOAT) {
        snprintf(text, size, "float %.17g", e->number);
    } else if (e->kind == EXPR_BOOL) {
        snprintf(text, size, "bool %d", e->boolean);
    } else {
        snprintf(text, size, "another");
    }
}

Test(scope, constants_are_folded_as_the_interpreter_does) {
    for (size_t i = 0; i < sizeof folded / sizeof folded[0]; ++i) {
        char text[300], got[60];
        struct parsed p;
        snprintf(text, sizeof text,
                 "import math\nA = 10\nMUTABLE = 1\nMUTABLE = 2\nX = %s\nLATER = 1\n"
                 "def f(): return X\n",
                 folded[i].text);
        parse_good(&p, text);
        print_value(got, sizeof got, returned(func_named(&p, "f"))->name.sym);
        cr_expect_str_eq(got, folded[i].value, "%s", folded[i].text);
        parse_free(&p);
    }
}

Test(scope, names_bound_twice_are_no_constants) {
    static const char *const texts[] = {
        "X = 1\nX = 2\n",
        "X = 1\nX += 1\n",
        "X = 1\nfor X in y: pass\n",
        "X = 1\nif y:\n    X = 2\n",
        "if y:\n    X = 2\n",
        "X = 1\nwith y as X: pass\n",
        "X = 1\ndel X\n",
        "X = 1\n(X := 2)\n",
        "X, *Y = 1, 2\n",
        "X = 1\ndef g():\n    global X\n    X = 2\n",
        "X = 1\nclass C:\n    def g(self):\n        global X\n        X = 2\n",
        "X = 1\ndef g():\n    try:\n        pass\n    finally:\n        global X\n",
        "X = 1\ntry:\n    pass\nexcept E as X:\n    pass\n",
        "from somewhere import X\nX = 1\n",
        "X = 1\nwhile y: X = 2\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        char text[300];
        struct parsed p;
        snprintf(text, sizeof text, "%sdef f(): return X\n", texts[i]);
        parse_good(&p, text);
        const struct symbol *sym = returned(func_named(&p, "f"))->name.sym;
        cr_assert_not_null(sym);
        cr_expect(sym->kind == SYM_GLOBAL || sym->kind == SYM_LOCAL, "%s", texts[i]);
        parse_free(&p);
    }
}

Test(scope, assignments_in_classes_bind_nothing_in_the_module) {
    struct parsed p;
    parse_good(&p,
               "X = 1\nclass C:\n    X = 2\n    def g(self):\n        X = 3\ndef f(): return X\n");
    cr_expect_eq(returned(func_named(&p, "f"))->name.sym->kind, SYM_CONST);
    parse_free(&p);
}

Test(scope, an_import_with_a_fallback_is_the_import) {
    struct parsed p;
    parse_good(&p, "try:\n    import numpy as np\nexcept ImportError:\n    np = None\n"
                   "def f(x): return np.sin(x)\n");
    const struct expr *call = returned(func_named(&p, "f"));
    cr_assert_not_null(call->call.fn->attr.sym);
    cr_expect_eq(call->call.fn->attr.sym->op, OP_SIN);
    parse_free(&p);
}

Test(scope, the_last_definition_of_a_function_counts) {
    struct parsed p;
    parse_good(&p, "def g(n: int): return 1\ndef f(): return g\ndef g(n: float): return 2\n");
    const struct symbol *sym = returned(func_named(&p, "f"))->name.sym;
    cr_assert_eq(sym->kind, SYM_FUNC);
    cr_expect_eq(sym->func->id, 2);
    cr_expect_eq(p.module->func[0]->n_signatures, 0, "the first one is never called");
    cr_expect_eq(p.module->func[2]->n_signatures, 1);
    parse_free(&p);
}

/* ---- functions */

static struct symbol *local_of(const struct func *f, const char *name) {
    const struct expr *tuple = returned(f);
    for (int i = 0; i < tuple->list.n; ++i) {
        const struct expr *e = tuple->list.item[i];
        if (e->kind == EXPR_NAME && strcmp(e->name.sym->name, name) == 0) {
            return e->name.sym;
        }
    }
    cr_assert_fail("'%s' is not returned", name);
    return NULL;
}

Test(scope, assignments_are_counted) {
    struct parsed p;
    parse_good(&p, "def f(a, b):\n"
                   "    x = 1\n"
                   "    for i in a:\n"
                   "        x += i\n"
                   "        y, (z, z) = a\n"
                   "    b = z = 2\n"
                   "    while x:\n"
                   "        z -= 1\n"
                   "    return a, b, x, i, y, z\n");
    const struct func *f = func_named(&p, "f");
    static const struct {
        const char *name;
        int n;
    } wanted[] = {{"a", 0}, {"b", 1}, {"x", 2}, {"i", 1}, {"y", 1}, {"z", 2}};
    for (int i = 0; i < 6; ++i) {
        const struct symbol *sym = local_of(f, wanted[i].name);
        cr_expect_eq(sym->n_assigned, wanted[i].n, "%s: %d", wanted[i].name, sym->n_assigned);
        cr_expect_eq(sym->owner, f);
        cr_expect_eq(sym->is_param, i < 1, "b = 2 begins another variable");
    }
    parse_free(&p);
}

static void expect_captures(const struct parsed *p, const char *name, const char *wanted) {
    char got[200] = "";
    const struct func *f = func_named(p, name);
    for (int i = 0; i < f->n_captures; ++i) {
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s", i > 0 ? " " : "",
                 f->capture[i]->name);
    }
    cr_expect_str_eq(got, wanted, "%s", name);
}

Test(scope, captures_pass_through_functions_in_between_and_calls) {
    struct parsed p;
    parse_good(&p, "def outer(a, b, c):\n"
                   "    def middle(d):\n"
                   "        def inner(e):\n"
                   "            return c + a + d + e\n"
                   "        return inner\n"
                   "    def even(n): return odd(n - 1) + b\n"
                   "    def odd(n): return even(n - 1)\n"
                   "    def own(a): return a\n"
                   "    return middle, even, odd, own\n");
    expect_captures(&p, "inner", "c a d");
    expect_captures(&p, "middle", "c a");
    expect_captures(&p, "even", "b");
    expect_captures(&p, "odd", "b");
    expect_captures(&p, "own", "");
    expect_captures(&p, "outer", "");
    parse_free(&p);
}

Test(scope, defaults_belong_to_the_scope_around) {
    struct parsed p;
    parse_good(&p, "def outer(a):\n    def inner(a=a): return a\n    return inner\n");
    const struct func *inner = func_named(&p, "inner");
    cr_expect_eq(inner->param[0].def->name.sym->owner, func_named(&p, "outer"));
    cr_expect_eq(returned(inner)->name.sym->owner, inner);
    cr_expect_eq(inner->n_captures, 0);
    parse_free(&p);
}

Test(scope, locals_hide_builtins_and_the_module) {
    struct parsed p;
    parse_good(&p, "import math as m\ndef f(len, m): return len, m, m.sqrt\n");
    const struct expr *e = returned(func_named(&p, "f"));
    cr_expect_eq(e->list.item[0]->name.sym->kind, SYM_LOCAL);
    cr_expect_eq(e->list.item[1]->name.sym->kind, SYM_LOCAL);
    cr_expect_null(e->list.item[2]->attr.sym);
    parse_free(&p);
}

Test(scope, star_imports) {
    struct parsed p;
    parse_good(&p, "from numpy import *\ndef f(x): return sin, float32, pi, nothing\n");
    const struct expr *e = returned(func_named(&p, "f"));
    cr_expect_eq(e->list.item[0]->name.sym->op, OP_SIN);
    cr_expect_eq(e->list.item[1]->name.sym->dtype, DT_F32);
    cr_expect_eq(e->list.item[2]->name.sym->kind, SYM_VALUE);
    cr_expect_null(e->list.item[3]->name.sym);
    parse_free(&p);
}

Test(scope, undefined_names_are_reported_where_it_matters) {
    struct parsed p;
    parse_text_of(&p, "def helper(): return one\n"
                      "def plain(n: int):\n"
                      "    def nested(): return two\n"
                      "    with three as four: pass\n"
                      "    return nested() + four + (lambda: five)()\n");
    cr_assert_eq(p.diag.messages.n, 2);
    cr_expect_str_eq(p.diag.messages.item[0]->text, "name 'two' is not defined");
    cr_expect_str_eq(p.diag.messages.item[1]->text, "name 'five' is not defined");
    parse_free(&p);
}

Test(scope, a_class_that_is_raised_is_an_exception) {
    struct parsed p;
    parse_good(&p, "class Mine(Exception): pass\n"
                   "class Other: pass\n"
                   "def f(n: int):\n    raise Mine('x')\n"
                   "def g(n: int):\n    raise ValueError('x')\n"
                   "def h(n: int):\n    raise Other('x')\n");
    cr_expect_eq(func_named(&p, "f")->body.item[0]->kind, STMT_RAISE);
    cr_expect_eq(func_named(&p, "g")->body.item[0]->kind, STMT_RAISE);
    cr_expect_eq(func_named(&p, "h")->body.item[0]->kind, STMT_UNSUPPORTED);
    parse_free(&p);
}
