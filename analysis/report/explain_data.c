/* The plan as JSON: what the module carries for pycc.info.
 *
 * Beside the words it holds what a nest asks when it is called, as expressions of Python in the
 * parameters and their shapes, so that pycc.info(f).explain(*args) can answer for given arguments.
 * What such an expression names beyond parameters is only known while the function runs.
 *
 * Short: notes, lines of the source and arrays stand there once, and are numbers where they come
 * again, from 0 for the first of their kind; what is false or empty is left out. read_report in
 * runtime/python/pycc/_explain.py undoes that. */
#include <string.h>

#include "build.h"
#include "explain.h"
#include "facts.h"
#include "intern.h"
#include "map.h"
#include "tell.h"

struct data {
    struct writer *w;
    struct arena *a;
    const struct plan *p;
    struct arena *whole; /* of what stands there already: */
    struct intern_table *known;
    struct map notes, lines, arrays; /* 1 + their numbers, by their JSON */
};

static void put_string(struct writer *w, const char *s) {
    w_raw(w, "\"", 1);
    while (*s) {
        size_t plain = 0;
        while ((unsigned char)s[plain] >= ' ' && s[plain] != '"' && s[plain] != '\\') {
            plain++;
        }
        w_raw(w, s, plain);
        s += plain;
        if (*s) {
            w_put(w, "\\u%04x", (unsigned)*s++);
        }
    }
    w_raw(w, "\"", 1);
}

static void put_field(struct data *d, const char *name, const char *value) {
    w_put(d->w, ",\"%s\":", name);
    put_string(d->w, value);
}

/* What was put from there on is a number when it is known. */
static void put_once(struct data *d, struct map *m, size_t from) {
    const char *json = intern(d->known, d->w->text + from, d->w->n - from);
    intptr_t number = (intptr_t)map_get(m, json);
    if (number > 0) {
        w_cut(d->w, from);
        w_put(d->w, "%d", (int)number - 1);
    } else {
        map_set(d->whole, m, json, (void *)(intptr_t)(m->n + 1));
    }
}

/* ---- nests */

/* Where the variables of a function are assigned, by var id. */
struct definition {
    int n;
    const struct tstmt *stmt; /* the last one */
    bool in_loop;             /* and it is in a loop */
};

static void find_definitions(const struct tblock *b, struct definition *def, bool in_loop) {
    for (int i = 0; i < b->n; ++i) {
        const struct tblock *block[3];
        const struct tstmt *s = b->item[i];
        const struct tvar *v = stmt_def(s);
        bool loop = s->kind == TS_FOR || s->kind == TS_WHILE;
        int n = stmt_blocks(s, block);
        if (v) {
            def[v->id] = (struct definition){def[v->id].n + 1, s, in_loop || loop};
        }
        for (int k = 0; k < n; ++k) {
            find_definitions(block[k], def, in_loop || loop);
        }
    }
}

static void find_load(struct texpr *e, void *context) {
    *(bool *)context |= e->kind == TE_LOAD;
}

/* The value of a scalar that is assigned once, outside of loops, and not from elements; or NULL. */
static struct texpr *plain_value(const struct definition *def) {
    bool loads = false;
    if (def->n != 1 || def->in_loop || def->stmt->kind != TS_ASSIGN ||
        def->stmt->assign.dst->type->kind != TY_SCALAR) {
        return NULL;
    }
    expr_walk(def->stmt->assign.value, find_load, &loads);
    return loads ? NULL : def->stmt->assign.value;
}

/* [["n", "a.shape[0]"], ...]: one may name those before it. */
static void put_values(struct data *d, const struct tfunc *f, const struct definition *def) {
    const char *separator = "";
    w_put(d->w, ",\"values\":[");
    for (int i = 0; i < f->n_vars; ++i) {
        const struct tvar *v = f->var[i];
        struct texpr *value = v->is_param ? NULL : plain_value(&def[v->id]);
        if (value) {
            w_put(d->w, "%s[", separator);
            put_string(d->w, v->name);
            w_put(d->w, ",");
            put_string(d->w, expr_text(d->a, value));
            w_put(d->w, "]");
            separator = ",";
        }
    }
    w_put(d->w, "]");
}

static void put_extents(struct data *d, const struct tstmt *alloc) {
    w_put(d->w, ",[");
    for (int k = 0; k < alloc->alloc.dst->type->rank; ++k) {
        w_text(d->w, k ? "," : "");
        put_string(d->w, expr_text(d->a, alloc->alloc.extent[k]));
    }
    w_put(d->w, "],\"%c\"", alloc->alloc.fortran ? 'F' : 'C');
}

/* ["t1", "float64", 1, "adw", ["n", "m"], "C"]: name, dtype, axis; a(ny layout), d(irect),
 * w(ritten); of arrays that the function makes extents and order. */
static void put_array(struct data *d, const struct nest_array *x, const struct definition *def,
                      const struct told_loop *l) {
    const struct ty *t = x->var->type;
    size_t from = d->w->n;
    w_put(d->w, "[");
    put_string(d->w, x->var->name);
    w_put(d->w, ",\"%s\",%d,\"%s%s%s\"", dtype_info[t->dtype].numpy,
          !l->unit[x->var->id] ? -1
          : t->layout == TY_F  ? 0
                               : t->rank - 1,
          t->layout == TY_ANY ? "a" : "", l->direct[x->var->id] ? "d" : "", x->written ? "w" : "");
    if (def->n == 1 && def->stmt->kind == TS_ALLOC && !x->var->is_param) {
        put_extents(d, def->stmt);
    }
    w_put(d->w, "]");
    put_once(d, &d->arrays, from);
}

static void put_checks(struct data *d, const struct nest *n) {
    for (int i = 0; i < n->checks.n; ++i) {
        const struct nest_check *c = &n->checks.item[i];
        w_put(d->w, "%s{\"array\":", i ? "," : ",\"checks\":[");
        put_string(d->w, c->array->name);
        w_put(d->w, ",\"axis\":%d", c->axis);
        put_field(d, "min", expr_text(d->a, c->min));
        put_field(d, "max", expr_text(d->a, c->max));
        w_text(d->w, i + 1 < n->checks.n ? "}" : "}]");
    }
}

static void put_nest(struct data *d, const struct told_loop *l, const struct definition *def) {
    const struct nest *n = l->nest;
    w_put(d->w, ",\"nest\":{\"arrays\":[");
    for (int i = 0; i < n->arrays.n; ++i) {
        w_text(d->w, i ? "," : "");
        const struct tvar *v = n->arrays.item[i].var;
        put_array(d, &n->arrays.item[i], &def[v->id], l);
    }
    w_put(d->w, "]%s%s", n->parallel ? ",\"parallel\":true" : "",
          l->plan->element_reductions.n > 0 ? ",\"copies\":true" : "");
    put_checks(d, n);
    for (int i = 0; i < n->fits.n; ++i) {
        w_text(d->w, i ? "," : ",\"sizes\":[");
        put_string(d->w, expr_text(d->a, n->fits.item[i]));
    }
    w_text(d->w, n->fits.n ? "]" : "");
    for (int i = 0; i < n->disjoint.n; ++i) {
        w_put(d->w, "%s[%d,%d]", i ? "," : ",\"disjoint\":[", n->disjoint.item[i].a,
              n->disjoint.item[i].b);
    }
    w_text(d->w, n->disjoint.n ? "]" : "");
    if (n->work) {
        put_field(d, "work", expr_text(d->a, n->work));
    }
    w_put(d->w, "}");
}

/* ---- loops and functions */

static void put_note(struct data *d, const char *label, const char *text) {
    size_t from = d->w->n;
    w_put(d->w, "[");
    put_string(d->w, label);
    w_put(d->w, ",");
    put_string(d->w, text);
    w_put(d->w, "]");
    put_once(d, &d->notes, from);
}

static const char *const VERDICT[] = {
    [TOLD_SERIAL] = "serial", [TOLD_CHECKED] = "checked", [TOLD_PARALLEL] = "parallel"};

static void put_loop(struct data *d, const struct told_loop *l, const struct definition *def) {
    w_put(d->w, "{\"line\":%d,\"depth\":%d,\"text\":", l->line, l->depth);
    size_t from = d->w->n;
    put_string(d->w, l->text);
    put_once(d, &d->lines, from);
    put_field(d, "verdict", VERDICT[l->verdict]);
    if (l->plan->lanes || (l->plan->simd && !l->plan->in_lanes)) {
        w_put(d->w, ",\"vectorised\":true");
    }
    w_put(d->w, ",\"notes\":[");
    for (int i = 0; i < l->notes.n; ++i) {
        w_text(d->w, i ? "," : "");
        put_note(d, l->notes.item[i].label, l->notes.item[i].text);
    }
    w_put(d->w, "]");
    if (l->nest) {
        put_nest(d, l, def);
    }
    w_put(d->w, "}");
}

static void put_function(struct data *d, const struct tfunc *f) {
    const struct func_plan *fp = d->p->funcs.item[f->id];
    const struct told *t = tell_function(d->a, d->p, fp);
    struct definition *def = ARENA_ARRAY(d->a, struct definition, f->n_vars + 1);
    find_definitions(&fp->func->body, def, false);
    w_put(d->w, "{\"name\":");
    put_string(d->w, f->pyname);
    put_field(d, "signature", t->signature);
    w_put(d->w, ",\"line\":%d,\"params\":[", t->line);
    for (int i = 0; i < f->n_params; ++i) {
        w_text(d->w, i ? ",[" : "[");
        put_string(d->w, f->param[i]->name);
        w_put(d->w, ",");
        put_string(d->w, ty_name(d->a, f->param[i]->type));
        w_put(d->w, ",%s]", def[f->param[i]->id].n == 0 ? "true" : "false");
    }
    w_put(d->w, "]");
    put_values(d, f, def);
    w_put(d->w, ",\"loops\":[");
    for (int i = 0; i < t->loops.n; ++i) {
        w_line(d->w, "%s", i ? "," : "");
        put_loop(d, &t->loops.item[i], def);
    }
    w_put(d->w, "]}");
}

void explain_data(const struct plan *p, struct writer *w,
                  void (*taken)(void *context, struct writer *w), void *context) {
    struct arena a, work;
    arena_init(&a);
    arena_init(&work);
    struct data d = {.w = w, .a = &work, .p = p, .whole = &a, .known = intern_new(&a)};
    struct tell_groups g = tell_groups(&a, p, NULL);
    w_put(w, "{\"version\":2,\"functions\":[");
    for (int i = 0; i < g.n; ++i) {
        w_line(w, "%s", i ? "," : "");
        put_function(&d, g.func[i]);
        arena_clear(&work);
        taken(context, w);
    }
    w_line(w, "]}");
    taken(context, w);
    arena_free(&work);
    arena_free(&a);
}
