/* Texts at run time: what may be done with a str (an array of code points, DT_CHAR) and with a
 * character of one (a scalar). Comparing characters, indices, slices, loops and truth are those of
 * arrays and numbers; all else calls what frontend/prelude (strings.py) has for it. A text that is
 * known when compiling becomes a str where it meets one. */
#include "eval.h"
#include "lib.h"
#include "source.h"

#include <string.h>

enum { MAX_CHAIN = 64 }; /* characters that c in '...' compares one by one */

int eval_text_length(const struct itype *t) {
    int n = 0;
    if (t->kind != IT_STATIC || !t->text || t->records) {
        return t->kind == IT_SCALAR && t->dtype == DT_CHAR ? 1 : -1;
    }
    for (const char *at = t->text; *at; ++n) {
        source_code_point(&at);
    }
    return n;
}

static bool is_char(const struct itype *t) {
    return t->kind == IT_SCALAR && t->dtype == DT_CHAR;
}

static bool is_int(const struct itype *t) {
    return t->kind == IT_SCALAR && t->dtype != DT_CHAR && join_kind(t->dtype) <= KIND_INT;
}

static const char *comparison(enum op op, struct itype **arg) {
    if (eval_text_length(arg[0]) == 1 && eval_text_length(arg[1]) == 1) {
        return NULL;
    }
    switch (op) {
    case OP_EQ:
        return "str__text_eq";
    case OP_NE:
        return "str__text_ne";
    case OP_LT:
        return "str__text_lt";
    case OP_LE:
        return "str__text_le";
    case OP_GT:
        return "str__text_gt";
    case OP_GE:
        return "str__text_ge";
    default:
        return NULL;
    }
}

static const char *membership(const struct con *c, struct itype **arg) {
    bool in = c->op == OP_IN, chain = is_char(arg[0]), texts = it_is_text(arg[0]);
    for (int i = 1; c->parts && i < c->n; ++i) {
        chain = chain && eval_text_length(arg[i]) == 1;
        texts = texts && it_is_text(arg[i]);
    }
    if (!texts || arg[1]->kind == IT_OBJECT || it_is_either(arg[1]) ||
        (arg[1]->kind == IT_LIST && !it_is_str(arg[1]->item[0]))) {
        return NULL;
    }
    if (!c->parts && it_is_text(arg[1])) {
        int n = arg[1]->kind == IT_STATIC ? eval_text_length(arg[1]) : MAX_CHAIN + 1;
        return chain && n <= MAX_CHAIN ? NULL : in ? "str__text_in" : "str__text_not_in";
    }
    return c->parts && chain ? NULL : in ? "str__text_among" : "str__text_not_among";
}

static const char *operator(const struct con *c, struct itype **arg) {
    if (c->op == OP_IN || c->op == OP_NOT_IN) {
        return membership(c, arg);
    }
    bool both = c->n == 2 && it_is_text(arg[0]) && it_is_text(arg[1]);
    if (c->n == 2 && c->op == OP_MOD && it_is_text(arg[0])) {
        return "str__text_percent";
    }
    if (c->n == 2 && c->op == OP_MUL &&
        ((is_int(arg[0]) && it_is_text(arg[1])) || (is_int(arg[1]) && it_is_text(arg[0])))) {
        return is_int(arg[0]) ? "str__text_repeated" : "str__text_times";
    }
    return both ? comparison(c->op, arg) : NULL;
}

/* What int(s), float(s) and complex(s) call; NULL: it is another type. */
static const char *number_of(enum dtype d) {
    return d == DT_INT       ? "str__text_int"
           : d == DT_FLOAT   ? "str__text_float"
           : d == DT_COMPLEX ? "str__text_complex"
                             : NULL;
}

const char *eval_text_calls(const struct con *c, struct itype **arg) {
    bool known = c->n > 0 && arg[0]->kind == IT_STATIC && arg[0]->text;
    bool times = c->kind == CON_OP && c->n == 2 && (c->op == OP_MUL || c->op == OP_MOD);
    bool any = false;
    for (int i = 0; i < c->n; ++i) {
        any = any || it_is_str(arg[i]) || (times && it_is_text(arg[i]) && c->node) ||
              (c->kind == CON_OP && arg[i]->kind == IT_LIST && it_is_str(arg[i]->item[0]));
    }
    bool among = c->kind == CON_OP && (c->op == OP_IN || c->op == OP_NOT_IN) && c->n == 2 &&
                 it_is_text(arg[0]) && arg[1]->kind == IT_TUPLE;
    for (int i = 0; among && i < arg[1]->n; ++i) {
        any = any || it_is_str(arg[1]->item[i]);
    }
    const struct expr *fn = c->expr && c->expr->kind == EXPR_CALL ? c->expr->call.fn : NULL;
    bool method = fn && fn->kind == EXPR_ATTR && c->n > 0 && c->at[0] == fn->attr.base;
    switch (c->kind) {
    case CON_OP:
        return any && !c->expr && c->op != OP_IS && c->op != OP_IS_NOT ? operator(c, arg) : NULL;
    case CON_METHOD:
    case CON_SPECIAL:
        return method && (it_is_str(arg[0]) || known) ? fn->attr.name : NULL;
    case CON_CAST:
        return c->n == 1 && (it_is_str(arg[0]) || (known && c->dtype != DT_FLOAT))
                   ? number_of(c->dtype)
                   : NULL;
    default:
        return NULL;
    }
}

struct itype *eval_text_parameter(struct infer *ix, const struct func *f, int i, struct itype *t) {
    bool own = f->prelude && it_is_text(t) &&
               (strncmp(f->name, "str__", 5) == 0 || strcmp(f->name, "builtins__ord") == 0);
    bool stays = own && eval_text_length(t) == 1 && strcmp(f->param[i].sym->name, "c") == 0;
    return stays ? it_scalar(&ix->types, DT_CHAR) : own ? it_text(&ix->types) : t;
}

/* ---- calls */

const struct func *eval_prelude(const struct infer *ix, const char *name) {
    for (int i = ix->module->n_funcs - 1; i >= 0; --i) {
        const struct func *f = ix->module->func[i];
        if (f->prelude && strcmp(f->name, name) == 0) {
            return f;
        }
    }
    source_want(ix->module->source, name);
    return NULL;
}

/* "str__find" for "find". */
static const struct func *text_function(struct infer *ix, const char *name) {
    return eval_prelude(
        ix, strncmp(name, "str__", 5) == 0 ? name : arena_printf(ix->arena, "str__%s", name));
}

const struct func *eval_text_meant(struct infer *ix, const struct func *f,
                                   const struct itype *first) {
    bool list = f->prelude && first && it_is_text(first) && strncmp(f->name, "list__", 6) == 0;
    const struct func *text = list ? text_function(ix, f->name + 6) : NULL;
    return text ? text : f;
}

/* x in (a, b): the items are one argument. */
static void join_items(struct infer *ix, const struct con *c, struct itype **arg,
                       struct applied *of) {
    struct itype **item = ARENA_ARRAY(ix->arena, struct itype *, c->parts);
    for (int i = 0; i < c->parts; ++i) {
        item[i] = it_kept(&ix->types, arg[i + 1]);
    }
    struct itype **type = ARENA_ARRAY(ix->arena, struct itype *, 2);
    const struct expr **at = ARENA_ARRAY(ix->arena, const struct expr *, 2);
    type[0] = arg[0];
    at[0] = c->at[0];
    type[1] = it_tuple(&ix->types, c->parts, item);
    at[1] = c->node->compare.item[1];
    of->n = 2;
    of->arg = type;
    of->at = at;
}

static struct itype *call(struct infer *ix, const struct con *c, struct itype **arg,
                          const char *name) {
    struct applied of = {.f = text_function(ix, name),
                         .n = c->n,
                         .arg = arg,
                         .at = c->at,
                         .node = c->kind == CON_OP ? c->node : c->expr};
    if (!of.f && c->kind == CON_CAST) {
        return infer_refuse(ix, DIAG_PY303, c->span,
                            arena_printf(ix->arena,
                                         "%s of a text that is written out is not "
                                         "supported",
                                         dtype_info[c->dtype].name),
                            "write the number");
    }
    if (!of.f || !of.node) {
        return infer_refuse(
            ix, of.f ? DIAG_PY302 : DIAG_PY204, c->span,
            of.f
                ? "texts are not compared in chains, nor changed in place here"
                : arena_printf(ix->arena, "'str' has no method '%s' that the compiler knows", name),
            of.f ? "write a < b and b < c, x = x + y" : NULL);
    }
    if (c->parts) {
        join_items(ix, c, arg, &of);
    } else if (c->kind == CON_METHOD || c->kind == CON_SPECIAL) {
        of.self = arg[0];
        of.self_at = c->at[0];
        if (!eval_method_arguments(ix, c, arg, &of)) {
            return infer_bad(ix);
        }
    }
    return eval_apply(ix, c, &of);
}

struct itype *eval_among(struct infer *ix, const struct con *c, struct itype **arg,
                         const char *name) {
    struct applied of = {
        .f = eval_prelude(ix, name), .node = c->node, .negated = c->op == OP_NOT_IN};
    if (!of.f || !of.node) {
        return infer_refuse(ix, DIAG_PY302, c->span, "objects are not looked for here",
                            "compare with each value: x == a or x == b");
    }
    join_items(ix, c, arg, &of);
    struct itype *t = eval_apply(ix, c, &of);
    return of.negated && t && t->kind != IT_ERROR ? it_scalar(&ix->types, DT_PYBOOL) : t;
}

/* ---- what arrays and numbers do */

/* Is it done with a str as with an array of one axis, or a number? */
static bool as_array(const struct con *c, struct itype **arg) {
    for (int i = 0; i < c->n; ++i) {
        bool member = arg[i]->kind == IT_TUPLE && arg[i]->of && arg[i]->of->enumerates;
        if (arg[i]->kind == IT_OBJECT || it_is_either(arg[i]) ||
            (member && c->kind == CON_OP)) { /* what its class says */
            return true;
        }
    }
    switch (c->kind) {
    case CON_JOIN:
    case CON_ITER:
    case CON_PART:
    case CON_HELD:
    case CON_CALL:
    case CON_TRUTH:
    case CON_RAISE:
    case CON_GIVEN:
        return true;
    case CON_OP:
        return c->op == OP_IS || c->op == OP_IS_NOT;
    case CON_METHOD: /* of a list */
        return arg[0]->kind == IT_LIST;
    case CON_STORE: /* an item of a list */
        return arg[0]->kind == IT_LIST && !(c->n == 3 && it_is_str(arg[1]));
    case CON_INDEX:
        return it_is_str(arg[0]) && c->expr->index.n == 1 && c->n > 1 && !it_is_str(arg[1]) &&
               arg[1]->kind != IT_LIST && arg[1]->kind != IT_ARRAY &&
               c->expr->index.index[0]->kind != EXPR_ELLIPSIS &&
               (c->expr->index.index[0]->kind == EXPR_SLICE || arg[1]->kind == IT_SCALAR);
    case CON_SPECIAL:
        return c->op == OP_LEN || c->op == OP_ISINSTANCE || op_shows(c->op) ||
               lib_uses_files(c->op);
    default:
        return false;
    }
}

struct itype *eval_no_text_attribute(struct infer *ix, const struct con *c) {
    static const char methods[] =
        " capitalize casefold center count encode endswith expandtabs find format index isalnum "
        "isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace "
        "istitle isupper join ljust lower lstrip partition removeprefix removesuffix replace rfind "
        "rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title "
        "translate upper zfill ";
    const char *name = c->expr->attr.name;
    bool method = strstr(methods, arena_printf(ix->arena, " %s ", name));
    return infer_refuse(ix, DIAG_PY204, c->span,
                        arena_printf(ix->arena,
                                     method ? "the method '%s' of a text is no value here"
                                            : "a str has no attribute '%s'",
                                     name),
                        method ? arena_printf(ix->arena, "write lambda s: s.%s()", name) : NULL);
}

static struct itype *refuse(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *fn = c->expr && c->expr->kind == EXPR_CALL ? c->expr->call.fn : NULL;
    const char *all = "";
    for (int i = 0; i < c->n; ++i) {
        const char *name = arg[i]->kind == IT_NONE ? NULL : it_name(ix->arena, arg[i]);
        all = name ? arena_printf(ix->arena, "%s%s%s", all, *all ? " and " : "", name) : all;
    }
    if (c->kind == CON_STORE) {
        return infer_refuse(ix, DIAG_PY305, c->span, "the characters of a str cannot be assigned",
                            "make a new one: s[:i] + c + s[i + 1:]");
    }
    if (c->kind == CON_ATTR) {
        return eval_no_text_attribute(ix, c);
    }
    const char *what = c->kind == CON_OP || c->kind == CON_SPECIAL
                           ? arena_printf(ix->arena, "'%s'", infer_called(ix, c))
                       : c->kind == CON_INDEX ? "an index"
                       : c->kind == CON_CAST  ? dtype_info[c->dtype].name
                       : fn && fn->kind == EXPR_ATTR
                           ? arena_printf(ix->arena, "'%s'", fn->attr.name)
                           : "this";
    return infer_refuse(ix, DIAG_PY302, c->span,
                        arena_printf(ix->arena, "%s does not take %s", what, all), NULL);
}

static bool compares_characters(const struct con *c, struct itype **arg) {
    bool chars = c->kind == CON_OP && !c->expr && c->n >= 2 &&
                 (op_info[c->op].rule == RULE_COMPARE || c->op == OP_IN || c->op == OP_NOT_IN);
    for (int i = 0; chars && i < c->n; ++i) {
        chars = it_is_text(arg[i]);
    }
    return chars;
}

static bool is_sum(const struct con *c, struct itype **arg) {
    return c->kind == CON_OP && !c->expr && c->op == OP_ADD && c->n == 2 && it_is_text(arg[0]) &&
           it_is_text(arg[1]);
}

/* bool(s) */
static struct itype *eval_bool(struct infer *ix, const struct con *c) {
    struct callee *callee = eval_callee(ix, c, CALLEE_CAST, 1);
    if (callee) {
        callee->dtype = DT_PYBOOL;
        callee->arg[0] = (struct expr *)c->at[0];
    }
    return it_scalar(&ix->types, DT_PYBOOL);
}

struct itype *eval_text(struct infer *ix, const struct con *c, struct itype **arg) {
    const char *name = eval_text_calls(c, arg);
    bool strs = false;
    for (int i = 0; i < c->n; ++i) {
        strs = strs || it_is_str(arg[i]);
    }
    if (name) {
        return call(ix, c, arg, name);
    }
    if (c->kind == CON_TRUTH) {
        return arg[0];
    }
    if (is_sum(c, arg)) {
        return it_text(&ix->types);
    }
    if (strs && c->kind == CON_CAST && c->dtype == DT_PYBOOL && c->n == 1) {
        return eval_bool(ix, c);
    }
    if (strs && compares_characters(c, arg)) {
        return it_scalar(&ix->types, DT_PYBOOL);
    }
    return !strs || as_array(c, arg) || (c->n > 0 && eval_array_calls(c, arg)) ||
                   source_is_ours(ix->module->source, c->span)
               ? eval_rules[c->kind](ix, c, arg)
               : refuse(ix, c, arg);
}
