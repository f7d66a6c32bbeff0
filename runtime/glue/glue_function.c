/* pycc.function: the object that replaces an annotated Python function in its module.
 *
 * It is called through vectorcall and otherwise behaves as the function it wraps: name, docstring
 * and module in its __dict__, __wrapped__ for inspect, methods bound through __get__, pickled and
 * copied by its qualified name, compared by identity. */
#include "glue.h"

#include <structmember.h>

/* ---- calls */

static PyObject *function_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf,
                                     PyObject *kwnames) {
    struct glue_function *f = (struct glue_function *)self;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    if (PYCC_LIKELY(n == f->n_plain && !kwnames)) {
        return glue_call(f, args);
    }
    PyObject *slot[f->table->n_params + 1];
    if (!glue_bind(f, args, n, kwnames, slot)) {
        return PyObject_Vectorcall(f->wrapped, args, nargsf, kwnames); /* raises */
    }
    return glue_call(f, slot);
}

/* ---- construction */

static PyObject *code_of(PyObject *function) {
    return PyFunction_GET_CODE(function);
}

/* Copies an attribute of the wrapped function into the dictionary, when it has it. */
static bool copy_attribute(struct glue_function *f, const char *name) {
    PyObject *value = PyObject_GetAttrString(f->wrapped, name);
    if (!value) {
        PyErr_Clear();
        return true;
    }
    bool ok = PyDict_SetItemString(f->dict, name, value) == 0;
    Py_DECREF(value);
    return ok;
}

static bool fill_dict(struct glue_function *f) {
    PyObject *own = PyObject_GetAttrString(f->wrapped, "__dict__");
    bool ok = own && PyDict_Update(f->dict, own) == 0;
    Py_XDECREF(own);
    return ok && copy_attribute(f, "__name__") && copy_attribute(f, "__qualname__") &&
           copy_attribute(f, "__doc__") && copy_attribute(f, "__module__") &&
           PyDict_SetItemString(f->dict, "__wrapped__", f->wrapped) == 0;
}

static bool fill_names(struct glue_function *f) {
    for (int i = 0; i < f->table->n_params; ++i) {
        f->param[i] = PyUnicode_InternFromString(f->table->param[i]);
        if (!f->param[i]) {
            return false;
        }
    }
    return true;
}

/* Default values: those of the last positional parameters, and of keyword-only ones by name. */
static bool fill_defaults(struct glue_function *f) {
    PyObject *positional = PyFunction_GET_DEFAULTS(f->wrapped);
    PyObject *by_name = PyFunction_GET_KW_DEFAULTS(f->wrapped);
    int n = positional ? (int)PyTuple_GET_SIZE(positional) : 0;
    for (int k = 0; k < n; ++k) {
        f->dflt[f->n_positional - n + k] = Py_NewRef(PyTuple_GET_ITEM(positional, k));
    }
    for (int i = f->n_positional; by_name && i < f->table->n_params; ++i) {
        f->dflt[i] = PyDict_GetItemWithError(by_name, f->param[i]);
        Py_XINCREF(f->dflt[i]);
        if (!f->dflt[i] && PyErr_Occurred()) {
            return false;
        }
    }
    return true;
}

bool glue_is_text(PyObject *o, const char *text) {
    const char *s = o && PyUnicode_Check(o) ? PyUnicode_AsUTF8(o) : NULL;
    PyErr_Clear();
    return s && strcmp(s, text) == 0;
}

/* Has the Python function the parameters of the table? Their names are the first local variables.
 */
static bool agrees(const struct pycc_function *table, PyObject *wrapped) {
    PyObject *code = code_of(wrapped);
    PyCodeObject *c = (PyCodeObject *)code;
    if (c->co_argcount + c->co_kwonlyargcount != table->n_params ||
        c->co_flags & (CO_VARARGS | CO_VARKEYWORDS)) {
        return false;
    }
    PyObject *names = PyObject_GetAttrString(code, "co_varnames");
    bool ok = names != NULL;
    for (int i = 0; ok && i < table->n_params; ++i) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        bool kw_only = table->kw_only && table->kw_only[i];
        ok = glue_is_text(name, table->param[i]) && kw_only == (i >= c->co_argcount);
    }
    Py_XDECREF(names);
    PyErr_Clear();
    return ok;
}

static bool function_init(struct glue_function *f, PyObject *wrapped) {
    int n = f->table->n_params;
    f->wrapped = Py_NewRef(wrapped);
    f->n_unnamed = ((PyCodeObject *)code_of(wrapped))->co_posonlyargcount;
    f->n_positional = ((PyCodeObject *)code_of(wrapped))->co_argcount;
    f->n_plain = f->n_positional == n ? n : -1;
    f->dict = PyDict_New();
    f->param = PyMem_Calloc((size_t)n + 1, sizeof *f->param);
    f->dflt = PyMem_Calloc((size_t)n + 1, sizeof *f->dflt);
    f->shared = glue_shared_get();
    if (!f->param || !f->dflt) {
        PyErr_NoMemory();
        return false;
    }
    return f->dict && f->shared && fill_names(f) && fill_defaults(f) && fill_dict(f);
}

PyObject *glue_function_new(PyTypeObject *type, const struct pycc_module *module,
                            const struct pycc_function *table, PyObject *wrapped) {
    if (!agrees(table, wrapped)) {
        return NULL;
    }
    struct glue_function *f = (struct glue_function *)type->tp_alloc(type, 0);
    if (!f) {
        return NULL;
    }
    f->vectorcall = function_vectorcall;
    f->module = module;
    f->table = table;
    f->picks = table->n_overloads > 1 || (table->stays && !strchr(table->name, '.'));
    if (!function_init(f, wrapped)) {
        Py_DECREF(f);
        return NULL;
    }
    return (PyObject *)f;
}

/* ---- destruction */

static int function_traverse(PyObject *self, visitproc visit, void *arg) {
    struct glue_function *f = (struct glue_function *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(f->wrapped);
    Py_VISIT(f->dict);
    for (int i = 0; f->dflt && i < f->table->n_params; ++i) {
        Py_VISIT(f->dflt[i]);
    }
    return 0;
}

/* Defaults and the wrapped function stay until deallocation: a call may be running. Cycles go
 * through the dictionary, which holds the wrapped function too, and through its globals. */
static int function_clear(PyObject *self) {
    struct glue_function *f = (struct glue_function *)self;
    Py_CLEAR(f->dict);
    return 0;
}

static void function_dealloc(PyObject *self) {
    struct glue_function *f = (struct glue_function *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (f->weakrefs) {
        PyObject_ClearWeakRefs(self);
    }
    for (int i = 0; i < f->table->n_params; ++i) {
        if (f->param) {
            Py_XDECREF(f->param[i]);
        }
        if (f->dflt) {
            Py_XDECREF(f->dflt[i]);
        }
    }
    PyMem_Free(f->param);
    PyMem_Free(f->dflt);
    Py_XDECREF(f->wrapped);
    Py_XDECREF(f->dict);
    type->tp_free(self);
    Py_DECREF(type);
}

/* ---- what users see */

static PyObject *function_repr(PyObject *self) {
    const struct pycc_function *table = ((struct glue_function *)self)->table;
    const char *signature = table->overload[0].signature;
    if (table->n_overloads == 1) {
        return PyUnicode_FromFormat("<pycc function %s>", signature);
    }
    return PyUnicode_FromFormat("<pycc function %s and %d more>", signature,
                                table->n_overloads - 1);
}

static PyObject *function_not_constructed(PyTypeObject *type, PyObject *Py_UNUSED(args),
                                          PyObject *Py_UNUSED(kwargs)) {
    PyErr_Format(PyExc_TypeError, "cannot create '%s' instances", type->tp_name);
    return NULL;
}

static PyObject *function_get(PyObject *self, PyObject *instance, PyObject *Py_UNUSED(class)) {
    if (!instance || instance == Py_None) {
        return Py_NewRef(self);
    }
    return PyMethod_New(self, instance);
}

/* Pickled and copied as the global of this name. */
static PyObject *function_reduce(PyObject *self, PyObject *Py_UNUSED(none)) {
    return PyObject_GetAttrString(self, "__qualname__");
}

static PyObject *function_signatures(PyObject *self, void *Py_UNUSED(closure)) {
    const struct pycc_function *table = ((struct glue_function *)self)->table;
    PyObject *tuple = PyTuple_New(table->n_overloads);
    for (int i = 0; tuple && i < table->n_overloads; ++i) {
        PyObject *s = PyUnicode_FromString(table->overload[i].signature);
        if (!s) {
            Py_CLEAR(tuple);
            break;
        }
        PyTuple_SET_ITEM(tuple, i, s);
    }
    return tuple;
}

/* Attributes that are those of the wrapped function; closure is the name. */
static PyObject *function_of_wrapped(PyObject *self, void *closure) {
    return PyObject_GetAttrString(((struct glue_function *)self)->wrapped, closure);
}

static PyMethodDef function_methods[] = {
    {"__reduce__", function_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#define OF_WRAPPED(name)                                                                           \
    { name, function_of_wrapped, NULL, NULL, (void *)name }

static PyGetSetDef function_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {"signatures", function_signatures, NULL, "The accepted signatures, as text.", NULL},
    OF_WRAPPED("__defaults__"),
    OF_WRAPPED("__kwdefaults__"),
    OF_WRAPPED("__annotations__"),
    OF_WRAPPED("__code__"),
    OF_WRAPPED("__globals__"),
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef function_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(struct glue_function, vectorcall), READONLY,
     NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(struct glue_function, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(struct glue_function, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot function_slots[] = {
    {Py_tp_doc, "A function compiled by pycc; __wrapped__ is the Python function it replaces."},
    {Py_tp_new, function_not_constructed},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, function_get},
    {Py_tp_repr, function_repr},
    {Py_tp_traverse, function_traverse},
    {Py_tp_clear, function_clear},
    {Py_tp_dealloc, function_dealloc},
    {Py_tp_methods, function_methods},
    {Py_tp_getset, function_getset},
    {Py_tp_members, function_members},
    {0, NULL},
};

static PyType_Spec function_spec = {
    .name = "pycc.function",
    .basicsize = sizeof(struct glue_function),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
             Py_TPFLAGS_METHOD_DESCRIPTOR,
    .slots = function_slots,
};

PyTypeObject *glue_function_type(PyObject *module) {
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &function_spec, NULL);
}
