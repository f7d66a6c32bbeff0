/* Questions about types, which are decided when compiling: isinstance, callable, hasattr, type(x)
 * compared. */
#include "eval.h"
#include "ground.h"

#include <string.h>

static const char *const class_name[] = {
    "list",      "tuple", "dict",  "int",   "str",       "bool",    "float",  "set",   "complex",
    "frozenset", "bytes", "range", "slice", "bytearray", "ndarray", "nested", "object"};
enum { N_CLASSES = sizeof class_name / sizeof class_name[0] };

/* NumPy's classes of scalars that are no dtypes: which kinds of numbers they have. */
enum {
    OF_BOOL = 1,
    OF_UINT = 2,
    OF_INT = 4,
    OF_FLOAT = 8,
    OF_COMPLEX = 16,
    OF_DATE = 32,
    OF_SPAN = 64
};
static const struct {
    const char *name;
    int of;
} scalar_class[] = {{"generic", 127},
                    {"number", OF_UINT | OF_INT | OF_FLOAT | OF_COMPLEX | OF_SPAN},
                    {"integer", OF_UINT | OF_INT | OF_SPAN},
                    {"signedinteger", OF_INT | OF_SPAN},
                    {"unsignedinteger", OF_UINT},
                    {"inexact", OF_FLOAT | OF_COMPLEX},
                    {"floating", OF_FLOAT},
                    {"complexfloating", OF_COMPLEX},
                    {"datetime64", OF_DATE},
                    {"timedelta64", OF_SPAN}};
enum { N_SCALAR_CLASSES = sizeof scalar_class / sizeof scalar_class[0] };

static const struct symbol *class_symbol(const struct expr *e) {
    return e->kind == EXPR_NAME ? e->name.sym : e->kind == EXPR_ATTR ? e->attr.sym : NULL;
}

/* Which of the rows of scalar_class it is; -1: none. */
static int scalar_class_of(const struct expr *e) {
    const struct symbol *sym = class_symbol(e);
    bool attr = e->kind == EXPR_ATTR && e->attr.base->kind == EXPR_NAME;
    const struct symbol *of = attr && !sym ? e->attr.base->name.sym : NULL; /* np.datetime64 */
    bool numpy = (sym && (sym->kind == SYM_KIND || sym->module == IN_NP)) ||
                 (of && of->kind == SYM_MODULE && of->module == IN_NP);
    const char *name = sym && sym->name ? sym->name : of ? e->attr.name : "";
    for (int i = 0; numpy && i < N_SCALAR_CLASSES; ++i) {
        if (strcmp(scalar_class[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The word of class_name that it is, by its own name or another of the module's; NULL: none. */
static const char *class_word(const struct expr *e) {
    const struct symbol *sym = class_symbol(e);
    const char *own = e->kind == EXPR_ATTR   ? e->attr.name
                      : e->kind == EXPR_NAME ? e->name.name
                                             : "",
               *meant = sym && sym->name ? sym->name : own;
    meant = strncmp(meant, "builtins__", 10) == 0 ? meant + 10 : meant;
    for (int i = 0; i < N_CLASSES; ++i) {
        if (strcmp(class_name[i], own) == 0 || strcmp(class_name[i], meant) == 0) {
            return class_name[i];
        }
    }
    return NULL;
}

bool eval_is_class(const struct expr *e) {
    bool all = e->kind == EXPR_TUPLE && e->list.n > 0;
    for (int i = 0; all && i < e->list.n; ++i) {
        all = eval_is_class(e->list.item[i]);
    }
    const struct symbol *sym = class_symbol(e);
    bool known =
        sym && ((sym->kind == SYM_CLASS && !sym->class_->unknown) || sym->kind == SYM_DTYPE);
    return all || known || class_word(e) || scalar_class_of(e) >= 0;
}

/* Of the prelude's, whose classes have a line before the name; a frozenset is no set. */
static bool is_container(const struct class *c, const char *name) {
    bool is = c->prelude && strcmp(class_shown(c), name) == 0;
    return is || (c->base && strcmp(c->name, "_frozenset") != 0 && is_container(c->base, name));
}

/* Of dtype d, a scalar of NumPy's or a number of Python's, the word of which is `name` when it is
 * one of these. NumPy's float64 and complex128 are Python's float and complex too, a bool is an
 * int. */
static bool is_number(enum dtype d, const struct expr *of, const char *name) {
    const struct symbol *sym = class_symbol(of);
    int row = scalar_class_of(of);
    if (row >= 0) {
        int kind = dtype_is_date(d)   ? OF_DATE
                   : dtype_is_time(d) ? OF_SPAN
                                      : 1 << (int)dtype_info[d].kind;
        return !dtype_weak(d) && (scalar_class[row].of & kind);
    }
    enum dtype is = sym && sym->kind == SYM_DTYPE ? sym->dtype : DT_COUNT;
    return is != DT_COUNT && !dtype_weak(is) ? d == is
           : strcmp(name, "bool") == 0       ? d == DT_PYBOOL
           : strcmp(name, "int") == 0        ? d == DT_PYBOOL || d == DT_INT
           : strcmp(name, "float") == 0      ? d == DT_FLOAT || d == DT_F64
           : strcmp(name, "complex") == 0    ? d == DT_COMPLEX || d == DT_C128
                                             : false;
}

static bool is_instance(const struct itype *t, const struct expr *of) {
    for (int i = 0; of->kind == EXPR_TUPLE && i < of->list.n; ++i) {
        if (is_instance(t, of->list.item[i])) {
            return true;
        }
    }
    if (of->kind == EXPR_TUPLE) {
        return false;
    }
    if (of->kind == EXPR_NAME && of->name.sym && of->name.sym->kind == SYM_CLASS) {
        const struct class *c = t->of;
        while (c && c != of->name.sym->class_) {
            c = c->base;
        }
        return c != NULL;
    }
    const char *word = class_word(of), *name = word ? word : "";
    if (strcmp(name, "object") == 0) {
        return true;
    }
    if (it_is_text(t)) {
        return strcmp(name, "str") == 0;
    }
    switch (t->kind) {
    case IT_LIST:
        return strcmp(name, "list") == 0;
    case IT_TUPLE:
        return it_is_slice(t) ? strcmp(name, "slice") == 0
                              : strcmp(name, "tuple") == 0 && !(t->of && t->of->enumerates) &&
                                    !it_is_either(t);
    case IT_OBJECT:
        return is_container(t->of, name);
    case IT_RECORD:
        return strcmp(name, it_is_nested(t) ? "nested" : "dict") == 0;
    case IT_ARRAY:
        return strcmp(name, "ndarray") == 0;
    case IT_SCALAR:
        return is_number(t->dtype, of, name);
    default:
        return false;
    }
}

/* Is it asked of an object of a family (parse_family.c) of which of its classes it is? What has no
 * calls in it has become other questions before. */
static bool asks_family(const struct itype *t, const struct expr *of) {
    bool asks = false;
    for (int i = 0; of->kind == EXPR_TUPLE && i < of->list.n; ++i) {
        asks = asks || asks_family(t, of->list.item[i]);
    }
    const struct symbol *sym = of->kind == EXPR_NAME ? of->name.sym : NULL;
    const struct class *c = sym && sym->kind == SYM_CLASS ? sym->class_ : NULL;
    return asks || (c && c->family && c != c->family && t->of == c->family);
}

/* ---- hasattr */

/* The prelude asks for "object.__next__": of what is no object, too. */
static const char OF_OBJECTS[] = "object.";

/* What every object of Python has. */
static bool of_every_object(const char *name) {
    static const char *const names[] = {
        "__class__",  "__delattr__", "__dir__",          "__doc__",    "__eq__",
        "__format__", "__ge__",      "__getattribute__", "__gt__",     "__hash__",
        "__init__",   "__le__",      "__lt__",           "__ne__",     "__new__",
        "__reduce__", "__repr__",    "__setattr__",      "__sizeof__", "__str__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static struct itype *eval_hasattr(struct infer *ix, const struct con *c, const struct itype *t,
                                  const char *name) {
    size_t n = strncmp(name, OF_OBJECTS, strlen(OF_OBJECTS)) == 0 ? strlen(OF_OBJECTS) : 0;
    if (n == 0 && of_every_object(name)) {
        return it_known(&ix->types, DT_PYBOOL, true);
    }
    bool iterator = t->of && class_method(t->of, "__next__") && class_method(t->of, name);
    bool ours = t->kind == IT_OBJECT && t->of->prelude && t->of->name[0] == '_' && !iterator;
    if (n == 0 && (t->kind != IT_OBJECT || ours)) { /* a dictionary has more than is known here */
        return infer_refuse(ix, DIAG_PY205, c->span,
                            "hasattr is supported with objects of classes of the module only",
                            "ask isinstance(x, ...)");
    }
    if (strcmp(name, HOLDS_ITEMS) == 0) {
        return it_known(&ix->types, DT_PYBOOL, t->kind == IT_LIST || t->kind == IT_OBJECT);
    }
    name += n;
    bool known = t->of && (!t->of->prelude || t->of->name[0] != '_' || t->of->tuple ||
                           class_method(t->of, "__next__") || class_method(t->of, "__hash__"));
    bool object = known && t->kind == IT_OBJECT;
    struct itype *late = object ? eval_object_has(ix, c, t, name) : NULL;
    if (late) {
        return late;
    }
    bool field = object && eval_object_field((struct itype *)t, name);
    return it_known(&ix->types, DT_PYBOOL,
                    known && (field || class_method(t->of, name) || class_constant(t->of, name)));
}

/* ---- type(x).__name__ */

struct itype *eval_type_name(struct infer *ix, const struct con *c, const struct itype *t) {
    bool object = t->kind == IT_OBJECT || (t->kind == IT_TUPLE && t->of && !it_is_optional(t));
    const char *name = object                                          ? class_shown(t->of)
                       : it_is_text(t)                                 ? "str"
                       : t->kind == IT_LIST                            ? "list"
                       : t->kind == IT_TUPLE && !t->of                 ? "tuple"
                       : t->kind == IT_ARRAY                           ? "ndarray"
                       : t->kind == IT_SCALAR && t->dtype == DT_PYBOOL ? "bool"
                       : t->kind == IT_SCALAR && dtype_weak(t->dtype)  ? dtype_info[t->dtype].name
                                                                       : NULL;
    return name ? it_static_text(&ix->types, intern_str(ix->names, name))
                : infer_refuse(ix, DIAG_PY205, c->span,
                               "the name of this type is not known when compiling",
                               "ask isinstance(x, ...), or for a.dtype");
}

/* ---- type(x) is C */

static bool is_exactly(const struct itype *t, const struct expr *of) {
    const struct symbol *sym = class_symbol(of);
    const char *name = class_word(of);
    if (of->kind == EXPR_NAME && sym && sym->kind == SYM_CLASS) {
        return t->of == sym->class_;
    }
    if (t->kind == IT_SCALAR && !it_is_text(t)) {
        return sym && sym->kind == SYM_DTYPE
                   ? t->dtype == sym->dtype
                   : dtype_weak(t->dtype) && name && strcmp(name, dtype_info[t->dtype].name) == 0;
    }
    return of->kind != EXPR_TUPLE && is_instance(t, of) && !(t->kind == IT_TUPLE && t->of) &&
           !(name && strcmp(name, "object") == 0);
}

/* Which of the types of a value of several types (enum either) they are, a bit each. */
unsigned eval_type_kinds(struct infer *ix, const struct expr *e) {
    const char *name = e->call.fn->kind == EXPR_NAME ? e->call.fn->name.name : "isinstance";
    struct itype *const kind[] = {
        [EITHER_NONE] = &ix->types.none,
        [EITHER_BOOL] = it_scalar(&ix->types, DT_PYBOOL),
        [EITHER_INT] = it_scalar(&ix->types, DT_INT),
        [EITHER_FLOAT] = it_scalar(&ix->types, DT_FLOAT),
        [EITHER_TEXT] = it_text(&ix->types),
    };
    unsigned all = 0;
    for (unsigned i = 0; i < sizeof kind / sizeof *kind; ++i) {
        bool is = strcmp(name, "type") == 0 ? is_exactly(kind[i], e->call.arg[1])
                                            : is_instance(kind[i], e->call.arg[1]);
        all |= (unsigned)is << i;
    }
    return all;
}

struct itype *eval_type_test(struct infer *ix, const struct con *c, struct itype **arg) {
    const struct expr *e = c->expr, *of = e->call.n == 2 ? e->call.arg[1] : NULL;
    const char *name = e->call.fn->kind == EXPR_NAME ? e->call.fn->name.name : "isinstance";
    bool is;
    if (!of) {
        is = arg[0]->kind == IT_FUNC;
    } else if (strcmp(name, "hasattr") == 0) {
        return eval_hasattr(ix, c, arg[0], of->str.text);
    } else if (e->call.settled) {
        is = it_forget(&ix->types, arg[0]) == it_forget(&ix->types, arg[1]);
    } else if (it_is_either(arg[0]) && eval_type_kinds(ix, e) > 0 &&
               !source_is_ours(ix->module->source, c->span)) {
        return it_scalar(&ix->types, DT_PYBOOL);
    } else if (asks_family(it_given(arg[0]), of)) {
        return infer_refuse(ix, DIAG_PY205, c->span,
                            "the class of an object is asked for in an expression without calls",
                            "keep the object in a variable first");
    } else {
        /* a tuple is to the prelude what has items of types that are known */
        bool any = it_is_any_tuple(arg[0]) && source_is_ours(ix->module->source, c->span) &&
                   of->kind == EXPR_NAME && strcmp(of->name.name, "tuple") == 0;
        is = any                         ? false
             : strcmp(name, "type") == 0 ? is_exactly(arg[0], of)
                                         : is_instance(arg[0], of);
    }
    return it_known(&ix->types, DT_PYBOOL, is);
}
