/* The tables that the glue reads: types, overloads, functions, the module with its source text and
 * report, and PyInit. */
#include "emit.h"
#include "punycode.h"

#include <string.h>

#include "explain.h"

struct tables {
    struct emit *e;
    bool *done[3]; /* by type id, [how it is written] */
};

const char *emit_dtype_constant(struct emit *e, enum dtype d) {
    static const char *const names[] = {
#define DTYPE(id, name, numpy, c, bytes, kind) #id,
        DTYPE_LIST
#undef DTYPE
    };
    return arena_printf(e->arena, "PYCC_%s", names[d]);
}

/* ---- types */

static const char *written_suffix(enum written written) {
    return written == WRITTEN_WHOLE ? "_whole" : written ? "_written" : "";
}

static const char *type_name(struct emit *e, const struct ty *t, enum written written) {
    return arena_printf(e->arena, "pycc_type_%d%s", t->id, written_suffix(written));
}

void emit_type_fields(struct emit *e, const struct ty *ty, const char *items,
                      enum written written) {
    switch (ty->kind) {
    case TY_NONE:
        w_put(e->w, ".kind = PYCC_NONE");
        break;
    case TY_SCALAR:
        w_put(e->w, ".kind = PYCC_SCALAR, .dtype = %s", emit_dtype_constant(e, ty->dtype));
        break;
    case TY_ARRAY:
        w_put(e->w, ".kind = PYCC_ARRAY, .dtype = %s, .rank = %d",
              emit_dtype_constant(e, ty->dtype), ty->rank);
        if (ty->layout != TY_ANY) {
            w_put(e->w, ", .layout = '%c'", ty->layout == TY_C ? 'C' : 'F');
        }
        w_put(e->w, "%s", written ? ", .written = true" : "");
        w_put(e->w, "%s", written == WRITTEN_WHOLE ? ", .whole = true" : "");
        break;
    case TY_TUPLE:
        w_put(e->w, ".kind = PYCC_TUPLE, .n = %d, .item = %s", ty->n, items);
        if (ty->keys) {
            w_put(e->w, ", .keys = ");
            emit_string(e->w, ty->keys, strlen(ty->keys), false);
        }
        break;
    case TY_LIST:
        w_put(e->w,
              ".kind = PYCC_LIST, .n = 1, .item = %s, .spread = pycc_spread_%d, "
              ".gather = pycc_gather_%d, .items = &pycc_items_of_%d",
              items, ty->id, ty->id, ty->id);
        break;
    }
}

/* The values of an item of a list. */
static void put_spread(struct emit *e, const struct ty *list) {
    int leaf = 0;
    w_open(e->w, "static void pycc_spread_%d(const void *item, union pycc_value *leaf)", list->id);
    emit_to_leaves(e, list->item[0], "leaf",
                   arena_printf(e->arena, "(*(const %s *)item)", emit_type(e, list->item[0])),
                   &leaf);
    w_close(e->w, "");
    leaf = 0;
    w_open(e->w, "static void pycc_gather_%d(void *item, const union pycc_value *leaf)", list->id);
    w_line(e->w, "*(%s *)item = %s;", emit_type(e, list->item[0]),
           emit_from_leaves(e, list->item[0], "leaf", &leaf));
    w_close(e->w, "");
}

/* The table of a type's items; those of a list or a tuple that is written into are written into. */
static const char *items_name(struct emit *e, const struct ty *t, enum written written) {
    return arena_printf(e->arena, "pycc_items_%d%s", t->id, written_suffix(written));
}

static void put_type(struct tables *t, const struct ty *ty, enum written written) {
    struct emit *e = t->e;
    if (t->done[written][ty->id]) {
        return;
    }
    t->done[written][ty->id] = true;
    bool items = ty->kind == TY_TUPLE || ty->kind == TY_LIST;
    bool list = ty->kind == TY_LIST;
    bool first = !t->done[(written + 1) % 3][ty->id] && !t->done[(written + 2) % 3][ty->id];
    for (int i = 0; items && i < ty->n; ++i) {
        put_type(t, ty->item[i], written);
    }
    if (list && first) {
        put_spread(e, ty);
    }
    if (items) {
        w_put(e->w, "static const struct pycc_type *const %s[] = {", items_name(e, ty, written));
        for (int i = 0; i < ty->n; ++i) {
            w_put(e->w, "%s&%s", i > 0 ? ", " : "", type_name(e, ty->item[i], written));
        }
        w_line(e->w, "};");
    }
    w_put(e->w, "static const struct pycc_type %s = {", type_name(e, ty, written));
    emit_type_fields(e, ty, items_name(e, ty, written), written);
    w_line(e->w, "};");
}

/* ---- stubs: from union pycc_value to C arguments and back */

int emit_leaf_count(const struct ty *t) {
    int n = t->kind == TY_SCALAR || t->kind == TY_ARRAY || t->kind == TY_LIST;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        n += emit_leaf_count(t->item[i]);
    }
    return n;
}

/* The member of union pycc_value for a leaf. */
const char *emit_leaf_member(struct emit *e, const struct ty *t) {
    if (t->kind == TY_ARRAY) {
        return arena_printf(e->arena, "a%d", t->rank);
    }
    if (t->kind == TY_LIST) {
        return "list";
    }
    return dtype_strong(t->dtype) == DT_BOOL ? "b" : emit_tag(t->dtype);
}

const char *emit_from_leaves(struct emit *e, const struct ty *t, const char *array, int *leaf) {
    if (t->kind != TY_TUPLE) {
        int k = (*leaf)++;
        return arena_printf(e->arena, "%s[%d].%s", array, k, emit_leaf_member(e, t));
    }
    const char *text = arena_printf(e->arena, "(%s){", emit_type(e, t));
    for (int i = 0; i < t->n; ++i) {
        const char *item = emit_from_leaves(e, t->item[i], array, leaf);
        text = arena_printf(e->arena, "%s%s%s", text, i > 0 ? ", " : "", item);
    }
    return arena_printf(e->arena, "%s}", text);
}

void emit_to_leaves(struct emit *e, const struct ty *t, const char *array, const char *path,
                    int *leaf) {
    if (t->kind != TY_TUPLE) {
        w_line(e->w, "%s[%d].%s = %s;", array, (*leaf)++, emit_leaf_member(e, t), path);
        return;
    }
    for (int i = 0; i < t->n; ++i) {
        emit_to_leaves(e, t->item[i], array, arena_printf(e->arena, "%s.e%d", path, i), leaf);
    }
}

static void put_stub(struct emit *e, const struct tfunc *f) {
    int leaf = 0;
    const char *name = e->function_name[f->id];
    w_open(e->w, "PYCC_STUB(%s__call)", name);
    bool tuple = f->ret->kind == TY_TUPLE;
    if (tuple) {
        w_put(e->w, "const %s result = ", emit_type(e, f->ret));
    } else if (f->ret->kind != TY_NONE) {
        w_put(e->w, "ret[0].%s = ", emit_leaf_member(e, f->ret));
    }
    w_put(e->w, "%s(ctx", name);
    for (int i = 0; i < f->n_params; ++i) {
        w_put(e->w, ", ");
        w_put(e->w, "%s", emit_from_leaves(e, f->param[i]->type, "arg", &leaf));
    }
    w_line(e->w, ");");
    leaf = 0;
    if (tuple) {
        emit_to_leaves(e, f->ret, "ret", "result", &leaf);
    }
    if (e->away[f->id]) {
        w_line(e->w, "PYCC_HOME_LAST(ctx);");
    }
    w_close(e->w, "");
}

/* ---- functions */

static void put_signature(struct emit *e, const struct texport *x, const struct tfunc *f) {
    const char *text = arena_printf(e->arena, "%s(", x->pyname);
    for (int i = 0; i < f->n_formals; ++i) {
        bool none = f->formal[i]->kind == TY_NONE;
        text = arena_printf(e->arena, "%s%s%s: %s", text, i > 0 ? ", " : "", x->param[i],
                            none ? "None" : ty_name(e->arena, f->formal[i]));
    }
    text = arena_printf(e->arena, "%s) -> %s", text,
                        f->ret->kind == TY_NONE ? "None" : ty_name(e->arena, f->ret));
    emit_string(e->w, text, strlen(text), false);
}

static bool holds_list(const struct ty *t) {
    bool found = t->kind == TY_LIST;
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        found = found || holds_list(t->item[i]);
    }
    return found;
}

static void put_overload(struct emit *e, const struct texport *x, const struct tfunc *f) {
    const struct func_plan *p = e->plan->funcs.item[f->id];
    int in = 0;
    for (int i = 0; i < f->n_params; ++i) {
        in += emit_leaf_count(f->param[i]->type);
    }
    w_open(e->w, "%s", "");
    w_put(e->w, ".signature = ");
    put_signature(e, x, f);
    w_line(e->w, ",");
    if (f->n_formals > 0) {
        w_line(e->w, ".param = %s__params,", e->function_name[f->id]);
    }
    w_line(e->w, ".ret = &%s,", type_name(e, f->ret, false));
    w_line(e->w, ".n_leaves_in = %d,", in);
    w_line(e->w, ".n_leaves_out = %d,", emit_leaf_count(f->ret));
    w_line(e->w, ".call = %s__call,", e->function_name[f->id]);
    w_line(e->w, ".release_gil = %s,", p->loops ? "true" : "false");
    bool lists = false;
    for (int i = 0; i < f->n_formals; ++i) {
        lists = lists || f->formal[i]->kind == TY_LIST;
    }
    if (lists) {
        w_line(e->w, ".lists = true,");
    }
    if (e->away[f->id] && !lists && !holds_list(f->ret)) { /* arrays in lists are not followed */
        w_line(e->w, ".device = true,");
    }
    w_close(e->w, ",");
}

/* Does the function write into its formal parameter? Those that are None are no parameters. */
static enum written writes_formal(const struct func_plan *p, const struct tfunc *f, int formal) {
    int k = 0;
    for (int i = 0; i < formal; ++i) {
        k += f->formal[i]->kind != TY_NONE;
    }
    bool written = f->formal[formal]->kind != TY_NONE && p->writes_param[k];
    return !written ? UNWRITTEN : p->writes_whole[k] ? WRITTEN_WHOLE : WRITTEN;
}

static void put_param_types(struct tables *t, const struct tfunc *f) {
    struct emit *e = t->e;
    const struct func_plan *p = e->plan->funcs.item[f->id];
    for (int i = 0; i < f->n_formals; ++i) {
        put_type(t, f->formal[i], writes_formal(p, f, i));
    }
    put_type(t, f->ret, UNWRITTEN);
    if (f->n_formals == 0) {
        return;
    }
    size_t from = e->w->n;
    w_open(e->w, "static const struct pycc_type *const %s__params[] =", e->function_name[f->id]);
    for (int i = 0; i < f->n_formals; ++i) {
        w_line(e->w, "&%s,", type_name(e, f->formal[i], writes_formal(p, f, i)));
    }
    w_close(e->w, ";");
    emit_pack(e, from);
}

static bool has_kw_only(const struct texport *x) {
    bool has = false;
    for (int i = 0; i < x->n_params; ++i) {
        has = has || x->kw_only[i];
    }
    return has;
}

static void put_export(struct tables *t, const struct texport *x, int id) {
    struct emit *e = t->e;
    for (int i = 0; i < x->n_overloads; ++i) {
        put_stub(e, x->overload[i]);
        put_param_types(t, x->overload[i]);
    }
    size_t from = e->w->n;
    w_open(e->w, "static const struct pycc_overload pycc_overloads_%d[] =", id);
    for (int i = 0; i < x->n_overloads; ++i) {
        put_overload(e, x, x->overload[i]);
    }
    w_close(e->w, ";");
    if (x->n_params > 0) {
        w_open(e->w, "static const char *const pycc_names_%d[] =", id);
        for (int i = 0; i < x->n_params; ++i) {
            emit_string(e->w, x->param[i], strlen(x->param[i]), false);
            w_line(e->w, ",");
        }
        w_close(e->w, ";");
    }
    if (has_kw_only(x)) {
        w_put(e->w, "static const bool pycc_kw_only_%d[] = {", id);
        for (int i = 0; i < x->n_params; ++i) {
            w_put(e->w, "%s%s", i > 0 ? ", " : "", x->kw_only[i] ? "true" : "false");
        }
        w_line(e->w, "};");
    }
    emit_pack(e, from);
    w_line(e->w, "%s", "");
}

static void put_functions(struct emit *e) {
    size_t from = e->w->n;
    w_open(e->w, "static const struct pycc_function pycc_functions[] =");
    for (int i = 0; i < e->module->exports.n; ++i) {
        const struct texport *x = e->module->exports.item[i];
        w_put(e->w, "{.name = ");
        emit_string(e->w, x->pyname, strlen(x->pyname), false);
        w_put(e->w, ", .n_params = %d, ", x->n_params);
        if (x->n_params > 0) {
            w_put(e->w, ".param = pycc_names_%d, ", i);
        }
        if (has_kw_only(x)) {
            w_put(e->w, ".kw_only = pycc_kw_only_%d, ", i);
        }
        w_line(e->w, ".n_overloads = %d, .overload = pycc_overloads_%d},", x->n_overloads, i);
    }
    w_close(e->w, ";");
    emit_pack(e, from);
    w_line(e->w, "%s", "");
}

/* ---- the module */

static void open_text(struct emit *e, const char *name) {
    w_line(e->w, "static const char %s[] =", name);
    e->w->indent++;
}

static void close_text(struct emit *e) {
    e->w->indent--;
    w_line(e->w, ";");
    w_line(e->w, "%s", "");
}

/* Puts whole lines of the report and takes them out of it. */
static void put_lines(void *context, struct writer *report) {
    struct emit *e = context;
    const char *end = strrchr(report->text, '\n');
    size_t n = end ? (size_t)(end - report->text) + 1 : 0;
    if (n > 0) {
        w_text(e->w, e->w->text[e->w->n - 1] == '"' ? "\n" : "");
        emit_string(e->w, report->text, n, true);
        report->n -= n;
        memmove(report->text, report->text + n, report->n + 1);
    }
}

static void put_texts(struct emit *e) {
    open_text(e, "pycc_source");
    emit_string(e->w, e->module->source->text, e->module->source->size, true);
    close_text(e);
    struct writer report;
    writer_init(&report);
    open_text(e, "pycc_report");
    explain_data(e->plan, &report, put_lines, e);
    close_text(e);
    writer_free(&report);
}

/* What the import looks at; see taken.h. */
static void put_taken(struct emit *e) {
    if (e->module->n_taken == 0) {
        return;
    }
    w_open(e->w, "static const struct pycc_taken pycc_taken[] =");
    for (int i = 0; i < e->module->n_taken; ++i) {
        const struct taken *t = &e->module->taken[i];
        w_put(e->w, "{");
        emit_string(e->w, t->name, strlen(t->name), false);
        w_put(e->w, ", %d, ", t->line);
        if (t->text) {
            emit_string(e->w, t->text, strlen(t->text), false);
        } else {
            w_put(e->w, "NULL");
        }
        w_line(e->w, "},");
    }
    w_line(e->w, "{NULL, 0, NULL}");
    w_close(e->w, ";");
    w_line(e->w, "%s", "");
}

static void put_module(struct emit *e) {
    const char *given = e->options->module_name;
    const char *name = given ? given : e->module->name, *path = e->module->source->path;
    put_taken(e);
    size_t from = e->w->n;
    w_open(e->w, "static const struct pycc_module pycc_table =");
    w_line(e->w, ".abi = PYCC_ABI,");
    w_line(e->w, ".cpu = PYCC_CPU,");
    w_put(e->w, ".name = ");
    emit_string(e->w, name, strlen(name), false);
    w_line(e->w, ",");
    w_put(e->w, ".path = ");
    emit_string(e->w, path, strlen(path), false);
    w_line(e->w, ",");
    w_line(e->w, ".source = pycc_source,");
    w_line(e->w, ".source_size = sizeof(pycc_source) - 1,");
    w_line(e->w, ".n_functions = %d,", e->module->exports.n);
    if (e->module->exports.n > 0) {
        w_line(e->w, ".function = pycc_functions,");
    }
    w_line(e->w, ".report = pycc_report,");
    if (e->module->n_taken > 0) {
        w_line(e->w, ".taken = pycc_taken,");
    }
    for (int i = 0; i < e->module->funcs.n; ++i) {
        if (e->away[i]) {
            w_line(e->w, ".device = &pycc_device_api,");
            break;
        }
    }
    w_close(e->w, ";");
    emit_pack(e, from);
    w_line(e->w, "%s", "");
    const char *dot = strrchr(name, '.');
    const char *init = dot ? dot + 1 : name;
    init = punycode_init_name(e->arena, init);
    w_line(e->w, "PYCC_INIT(%s)", init);
}

void emit_tables(struct emit *e) {
    int n = 0;
    for (int i = 0; i < e->module->types.n; ++i) {
        n = e->module->types.item[i]->id >= n ? e->module->types.item[i]->id + 1 : n;
    }
    struct tables t = {.e = e};
    t.done[0] = ARENA_ARRAY(e->arena, bool, n + 1);
    t.done[1] = ARENA_ARRAY(e->arena, bool, n + 1);
    t.done[2] = ARENA_ARRAY(e->arena, bool, n + 1);
    w_line(e->w, "/* ---- tables for Python */");
    w_line(e->w, "%s", "");
    for (int i = 0; i < e->module->exports.n; ++i) {
        put_export(&t, e->module->exports.item[i], i);
    }
    if (e->module->exports.n > 0) {
        put_functions(e);
    }
    put_texts(e);
    put_module(e);
}
