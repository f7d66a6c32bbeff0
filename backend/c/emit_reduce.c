/* Reductions into elements of arrays: for each array the function that combines a chunk's copy into
 * it, and at the call the table of what is copied (runtime/include/pycc_rt_reduce.h). */
#include "emit.h"

#include <inttypes.h>
#include <string.h>

static const struct loop_plan *plan_of(const struct emit *e, const struct nest *n) {
    return &e->fplan->loop[n->root->for_.loop];
}

bool emit_reduces(const struct emit *e, const struct nest *n) {
    return n->parallel && plan_of(e, n)->element_reductions.n > 0;
}

/* A type's name in macros: bool is one itself. */
static const char *any_tag(enum dtype d) {
    const char *tag = emit_tag(d);
    return strcmp(tag, "bool") == 0 ? "_Bool" : tag;
}

void emit_reduce_folds(struct emit *e, const struct nest_facts *f) {
    const struct loop_plan *p = plan_of(e, f->nest);
    if (!emit_reduces(e, f->nest)) {
        return;
    }
    for (int i = 0; i < p->element_reductions.n; ++i) {
        const struct element_reduction *r = &p->element_reductions.item[i];
        enum dtype d = r->array->type->dtype;
        w_line(e->w, "PYCC_FOLD(%s_%s_fold, %s, %s, %s)", f->name, e->name[r->array->id],
               any_tag(d), dtype_info[d].c, emit_combined(e, r->op, d, "a", "b"));
        for (int k = 0; k < r->places.n; ++k) {
            w_line(e->w, "PYCC_FOLD(%s_%s_fold%d, %s, %s, %s)", f->name, e->name[r->array->id], k,
                   any_tag(d), dtype_info[d].c,
                   emit_combined(e, r->places.item[k].op, d, "a", "b"));
        }
    }
    w_line(e->w, "%s", "");
}

static void put_places(struct emit *e, const struct nest_facts *f,
                       const struct element_reduction *r) {
    enum dtype d = r->array->type->dtype;
    w_line(e->w, ".n_places = %d,", r->places.n);
    w_open(e->w, ".place = (const struct pycc_reduced_place[])");
    for (int k = 0; k < r->places.n; ++k) {
        const struct element_place *p = &r->places.item[k];
        const char *neutral = emit_neutral(e, p->op, d);
        const char *text =
            neutral ? arena_printf(e->arena, "&(const %s){%s}", dtype_info[d].c, neutral) : "NULL";
        w_line(e->w, "{%" PRId64 ", %s, %s_%s_fold%d},", p->at, text, f->name,
               e->name[r->array->id], k);
    }
    w_close(e->w, ",");
}

static void put_reduced(struct emit *e, const struct nest_facts *f,
                        const struct element_reduction *r) {
    const struct ty *t = r->array->type;
    const struct dtype_info *d = &dtype_info[t->dtype];
    const char *name = e->name[r->array->id];
    const char *neutral = emit_neutral(e, r->op, t->dtype);
    w_open(e->w, "%s", "");
    w_line(e->w, ".rank = %d,", t->rank);
    w_line(e->w, ".item = %d,", d->bytes);
    if (t->layout == TY_F) {
        w_line(e->w, ".fortran = true,");
    }
    w_line(e->w, ".array = offsetof(struct %s, %s),", f->name, name);
    if (f->touch.direct[r->array->id]) {
        w_line(e->w, ".pointer = offsetof(struct %s, %s__p),", f->name, name);
    } else {
        w_line(e->w, ".pointer = -1,");
    }
    if (neutral) {
        w_line(e->w, ".neutral = &(const %s){%s},", d->c, neutral);
    }
    if (d->kind != KIND_FLOAT && d->kind != KIND_COMPLEX) {
        w_line(e->w, ".exact = true,");
    }
    w_line(e->w, ".fold = %s_%s_fold,", f->name, name);
    if (r->places.n > 0) {
        put_places(e, f, r);
    }
    w_close(e->w, ",");
}

void emit_reduce_copies(struct emit *e, const struct nest_facts *f) {
    const struct loop_plan *p = plan_of(e, f->nest);
    if (!emit_reduces(e, f->nest)) {
        return;
    }
    w_open(e->w, "const struct pycc_reduced reduced[] =");
    for (int i = 0; i < p->element_reductions.n; ++i) {
        put_reduced(e, f, &p->element_reductions.item[i]);
    }
    w_close(e->w, ";");
    w_line(e->w,
           "const struct pycc_copies copies = {.in = &in, .in_size = sizeof(in), .n = %d, "
           ".array = reduced};",
           p->element_reductions.n);
}
