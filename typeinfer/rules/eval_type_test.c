/* Questions about types, which are decided when compiling: isinstance, callable, hasattr, type(x)
 * compared. */
#include "eval.h"

#include <string.h>

static const char *const class_name[] = {"list",      "tuple",   "dict",  "int",      "str",
                                         "bool",      "complex", "float", "ndarray",  "nested",
                                         "frozenset", "set",     "bytes", "bytearray"};
enum { N_CLASSES = sizeof class_name / sizeof class_name[0] };

bool eval_is_class(const struct expr *e) {
    bool all = e->kind == EXPR_TUPLE && e->list.n > 0;
    for (int i = 0; all && i < e->list.n; ++i) {
        all = eval_is_class(e->list.item[i]);
    }
    bool numpy = e->kind == EXPR_ATTR &&
                 (strcmp(e->attr.name, "ndarray") == 0 || strcmp(e->attr.name, "nested") == 0);
    numpy = numpy || (e->kind == EXPR_NAME && e->name.sym && e->name.sym->kind == SYM_CLASS &&
                      !e->name.sym->class_->unknown);
    for (int i = 0; e->kind == EXPR_NAME && i < N_CLASSES; ++i) {
        numpy = numpy || strcmp(e->name.name, class_name[i]) == 0;
    }
    return all || numpy;
}

/* Of the prelude's, whose classes have a line before the name; a frozenset is no set. */
static bool is_container(const struct class *c, const char *name) {
    bool is = c->prelude && strcmp(class_shown(c), name) == 0;
    return is || (c->base && strcmp(c->name, "_frozenset") != 0 && is_container(c->base, name));
}

/* NumPy's float64 and complex128 are Python's float and complex too, and a bool is an int. */
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
    const char *name = of->kind == EXPR_ATTR ? of->attr.name : of->name.name;
    if (it_is_text(t)) {
        return strcmp(name, "str") == 0;
    }
    switch (t->kind) {
    case IT_LIST:
        return strcmp(name, "list") == 0;
    case IT_TUPLE:
        return strcmp(name, "tuple") == 0 && !(t->of && t->of->enumerates);
    case IT_OBJECT:
        return is_container(t->of, name);
    case IT_RECORD:
        return strcmp(name, it_is_nested(t) ? "nested" : "dict") == 0;
    case IT_ARRAY:
        return strcmp(name, "ndarray") == 0;
    case IT_SCALAR:
        return strcmp(name, "bool") == 0      ? t->dtype == DT_PYBOOL
               : strcmp(name, "int") == 0     ? t->dtype == DT_PYBOOL || t->dtype == DT_INT
               : strcmp(name, "float") == 0   ? t->dtype == DT_FLOAT || t->dtype == DT_F64
               : strcmp(name, "complex") == 0 ? t->dtype == DT_COMPLEX || t->dtype == DT_C128
                                              : false;
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

static struct itype *eval_hasattr(struct infer *ix, const struct con *c, const struct itype *t,
                                  const char *name) {
    size_t n = strncmp(name, OF_OBJECTS, strlen(OF_OBJECTS)) == 0 ? strlen(OF_OBJECTS) : 0;
    if (n == 0 && t->kind != IT_OBJECT) {
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
    const char *name = of->kind == EXPR_NAME ? of->name.name : "";
    if (of->kind == EXPR_NAME && of->name.sym && of->name.sym->kind == SYM_CLASS) {
        return t->of == of->name.sym->class_;
    }
    if (t->kind == IT_SCALAR && !it_is_text(t)) {
        return strcmp(name, "bool") == 0      ? t->dtype == DT_PYBOOL
               : strcmp(name, "int") == 0     ? t->dtype == DT_INT
               : strcmp(name, "float") == 0   ? t->dtype == DT_FLOAT
               : strcmp(name, "complex") == 0 ? t->dtype == DT_COMPLEX
                                              : false;
    }
    return of->kind != EXPR_TUPLE && is_instance(t, of) && !(t->kind == IT_TUPLE && t->of);
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
    } else if (asks_family(it_given(arg[0]), of)) {
        return infer_refuse(ix, DIAG_PY205, c->span,
                            "the class of an object is asked for in an expression without calls",
                            "keep the object in a variable first");
    } else {
        /* a tuple is to the prelude what has items of types that are known */
        bool any = arg[0]->kind == IT_OBJECT && source_is_ours(ix->module->source, c->span) &&
                   strcmp(arg[0]->of->name, "_tuple") == 0 && of->kind == EXPR_NAME &&
                   strcmp(of->name.name, "tuple") == 0;
        is = any                         ? false
             : strcmp(name, "type") == 0 ? is_exactly(arg[0], of)
                                         : is_instance(arg[0], of);
    }
    return it_known(&ix->types, DT_PYBOOL, is);
}
