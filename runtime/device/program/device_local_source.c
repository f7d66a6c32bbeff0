/* The text of a nest's copies in local memory (device_local.c): macros for where their elements
 * come from, and where references find them. */
#include "device_program.h"

#include <stdio.h>

static void put_counters(const struct pycc_device_nest *nest, struct device_text *t) {
    for (int k = 0; k < nest->accesses->table->rank; ++k) {
        device_text_put(t, "%sc%d", k > 0 ? ", " : "", k);
    }
}

static void put_group(const struct pycc_device_nest *nest, const struct device_bound *b,
                      struct device_text *t) {
    int items = 1;
    device_text_put(t, "#define PYCC_LOCAL 1\n#define PYCC_STRIP %d\n#define PYCC_ITEM (0",
                    b->strip);
    for (int d = nest->dims - 1; d >= 0; --d) {
        device_text_put(t, " + %d * (int)get_local_id(%d)", items, nest->dims - 1 - d);
        items *= b->items[d];
    }
    device_text_put(t, ")\n#define PYCC_ITEMS %d\n#define PYCC_GROUP_FULL (1", items);
    for (int d = 0; d < nest->dims; ++d) {
        device_text_put(t, " && %d * ((long)get_group_id(%d) + 1) <= ", b->lanes[d] * b->items[d],
                        nest->dims - 1 - d);
        device_text_number(t, b->trips[d]);
    }
    device_text_put(t, ")\n");
    for (int d = 0; d < nest->dims; ++d) {
        char first[64];
        snprintf(first, sizeof(first), "%d * (long)get_group_id(%d)", b->lanes[d] * b->items[d],
                 nest->dims - 1 - d);
        device_text_put(t, "#define PYCC_GROUP_COUNTER%d (", d);
        device_text_number(t, b->start[d]);
        device_text_term(t, b->step[d], first);
        device_text_put(t, ")\n");
    }
}

/* Element e of a copy is element base + sum stride[k]*j_k + residue[r] of the array, for e =
 * nresidue * (row-major j) + r, moved by what the counters begin with. */
static void put_from(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                     const struct device_bound *b, int i, struct device_text *t) {
    const struct pycc_device_local *local = &nest->local[i];
    const struct lmad_footprint *f = &b->local[i];
    const struct device_array *a = &b->array[local->array];
    const struct device_part *part = &b->part[a->part];
    const struct lmad_affine *address = &nest->accesses->table->access[local->reference[0]].address;
    const char *name = nest->array[local->array].name;
    int64_t below = f->count, coef;
    device_text_put(t, "#define PYCC_FROM%d(e, ", i);
    put_counters(nest, t);
    device_text_put(t, ") (%s__at + clamp(", name);
    device_text_number(t, f->base);
    for (int k = 0; k < address->ncoef; ++k) {
        char counter[16];
        snprintf(counter, sizeof(counter), "c%d", k);
        t->failed = t->failed || !lmad_form_value(&address->coef[k], call->symbol, &coef);
        if (!t->failed) {
            device_text_term(t, coef / a->item, counter);
        }
    }
    for (int k = 0; k < f->rank; ++k) {
        char digit[64];
        below /= f->extent[k];
        snprintf(digit, sizeof(digit), "(long)((e) / %d %% %d)", (int)below, (int)f->extent[k]);
        device_text_term(t, f->stride[k], digit);
    }
    for (int r = 1; r < f->nresidue; ++r) {
        device_text_put(t, " + ((e) %% %d == %d ? %dL : 0L)", f->nresidue, r, (int)f->residue[r]);
    }
    device_text_put(t, ", ");
    device_text_number(t, (part->low - a->address) / a->item);
    device_text_put(t, ", ");
    device_text_number(t, (part->high - a->address) / a->item - 1);
    device_text_put(t, "))\n");
}

/* Where reference number k of the copy finds its element. */
static void put_place(const struct pycc_device_nest *nest, const struct device_bound *b, int i,
                      int k, struct device_text *t) {
    const struct lmad_map *map = &b->local[i].map[k];
    const struct pycc_device_local *local = &nest->local[i];
    int64_t base = map->base;
    device_text_put(t, "#define PYCC_L%d(", local->reference[k]);
    put_counters(nest, t);
    device_text_put(t, ") (0");
    for (int level = 0; level < nest->accesses->table->rank; ++level) {
        const struct lmad_level *l = &b->lmad.nest.level[level];
        bool inside = device_dimension_of(nest, level) < 0 && level != local->level;
        if (map->stride[level] != 0) {
            base -= inside ? map->stride[level] * l->value : 0;
            device_text_put(t, " + %d * (int)(c%d)", (int)map->stride[level], level);
        }
    }
    device_text_put(t, " + %d)\n", (int)base);
}

void device_local_source(const struct pycc_device_nest *nest, const struct pycc_device_call *call,
                         const struct device_bound *b, struct device_text *t) {
    put_group(nest, b, t);
    for (int i = 0; i < nest->n_locals; ++i) {
        device_text_put(t, "#define PYCC_LOCAL%d %d\n", i, (int)b->local[i].count);
        put_from(nest, call, b, i, t);
        for (int k = 0; k < nest->local[i].n; ++k) {
            put_place(nest, b, i, k, t);
        }
    }
}
