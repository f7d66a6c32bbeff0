/* How many iterations a work-item does together: a box of the index space.
 *
 *     for i, j: { s = 0; for k: s += a[i, k] * b[k, j]; c[i, j] = s }
 *
 * Four values of i share every load of b, eight values of j every load of a, and eight neighbours
 * of b are one vector. It pays where loops inside the body load elements that do not change with a
 * counter of the index space. Where neighbours lie apart, as those of b[j, k] do, strips of k are
 * the vectors, and two values of j share the loads of a. All iterations of the box go through these
 * loops together, so their ranges must be the nest's own. */
#include "device_survey.h"
#include "thresholds.h"

struct box {
    struct survey *v;
    bool plain;               /* bodies can be taken apart into loops over the box */
    int loops;                /* inside */
    int bytes;                /* of the narrowest element loaded there */
    bool shared[DEVICE_DIMS]; /* something loaded there does not change with the counter */
    bool apart; /* something loaded there lies far apart for neighbours of the last loop */
};

static void see_statement(struct box *b, const struct tstmt *s, bool inside);

static void see_statements(struct box *b, const struct tblock *block, bool inside) {
    for (int i = 0; i < block->n; ++i) {
        see_statement(b, block->item[i], inside);
    }
}

static void see_statement(struct box *b, const struct tstmt *s, bool inside) {
    const struct survey *v = b->v;
    switch (s->kind) {
    case TS_ASSIGN:
        b->plain &= s->assign.dst->type->kind == TY_SCALAR;
        break;
    case TS_INDEX:
        b->plain &= v->t->fp->hoisted[s->id];
        break;
    case TS_STORE:
        b->plain &= !inside;
        break;
    case TS_CHECK:
        break;
    case TS_IF:
        for (int k = 0; k < 2; ++k) {
            const struct tblock *part = k ? &s->if_.els : &s->if_.then;
            int loops = b->loops;
            see_statements(b, part, inside);
            b->plain &= b->loops == loops;
        }
        break;
    case TS_FOR:
        ++b->loops;
        b->plain &= loop_bounds_known(v->t->sc, s) && s->for_.els.n == 0;
        see_statements(b, &s->for_.body, true);
        break;
    default:
        b->plain = false;
    }
}

/* Is the position in a loop inside the body? */
static bool is_inside(const struct box *b, int pos) {
    const struct facts *f = b->v->t->sc->facts;
    const struct tstmt *loop = f->order[pos]->loop;
    return loop && loop != b->v->d->body && fact_of(f, b->v->d->body)->pos < fact_of(f, loop)->pos;
}

/* How an access changes with the counter of a loop of the index space. */
static void see_access(struct box *b, const struct access *x, int dim) {
    const struct device_plan *d = b->v->d;
    struct scope *sc = b->v->t->sc;
    const struct atom *counter = counter_of(sc, d->dim[dim]);
    int unit = x->root->type->layout == TY_F ? 0 : x->rank - 1;
    bool changes = false, neighbours = true;
    for (int k = 0; k < x->rank; ++k) {
        struct form *coef, *rest;
        int64_t value = 0;
        bool known = x->known[k] == INDEX_FORM &&
                     form_split(sc->arena, x->form[k], counter, &coef, &rest) &&
                     form_is_const(coef, &value);
        if (!known || value != 0) {
            changes = true;
            neighbours &= known && k == unit && value == 1;
        }
    }
    b->shared[dim] |= !changes;
    b->apart |= dim == d->dims - 1 && changes && !neighbours;
}

/* Does a loop inside the body step through the elements? Others are loaded before it. */
static bool is_stepped(const struct box *b, const struct access *x) {
    int depth = fact_of(b->v->t->sc->facts, b->v->d->body)->depth + 1;
    for (int k = 0; k < x->rank; ++k) {
        if (x->known[k] != INDEX_FORM || form_counter(x->form[k], depth)) {
            return true;
        }
    }
    return false;
}

static void see_accesses(struct box *b) {
    const struct access_list *list = b->v->t->list;
    for (int i = 0; i < list->item.n; ++i) {
        const struct access *x = list->item.item[i];
        if (!x->root || x->write || !is_inside(b, x->pos) || !is_stepped(b, x)) {
            continue;
        }
        int bytes = dtype_info[x->root->type->dtype].bytes;
        b->bytes = b->bytes == 0 || bytes < b->bytes ? bytes : b->bytes;
        for (int k = 0; k < b->v->d->dims; ++k) {
            see_access(b, x, k);
        }
    }
}

/* Sums of neighbours, each of its own, are vectors. */
static int lanes_of_results(const struct device_plan *d) {
    int bytes = 4;
    for (int i = 0; i < d->results.n; ++i) {
        int own = dtype_info[d->results.item[i].var->type->dtype].bytes;
        bytes = own > bytes ? own : bytes;
    }
    int lanes = d->results.n > 0 ? 2 * VECTOR_BYTES / bytes / d->results.n : 0;
    return lanes >= 4 ? lanes : 0;
}

/* Fewer iterations of the outer loop, then of the last one, until what they have alive fits. */
static void fit_registers(struct box *b) {
    struct device_plan *d = b->v->d;
    int k = 0;
    while (k + 1 < d->dims && d->lanes[k] == 0) {
        ++k;
    }
    for (bool fits = false; !fits;) {
        d->registers = device_estimate(b->v, d->lanes, d->strips);
        fits = d->lanes[k] < 2 || device_registers(&d->registers, d->lanes) <= BOX_REGISTERS;
        if (!fits) {
            d->lanes[k] = d->lanes[k] > 2 ? d->lanes[k] / 2 : 0;
            k = d->lanes[k] == 0 && d->lanes[d->dims - 1] > 1 ? d->dims - 1 : k;
        }
    }
}

bool device_find_box(struct survey *v) {
    struct device_plan *d = v->d;
    int last = d->dims - 1;
    struct box b = {.v = v, .plain = d->n_inside == 0 && d->functions.n == 0};
    see_statements(&b, &d->body->for_.body, false);
    if (b.plain && b.loops == 0) {
        d->lanes[last] = lanes_of_results(d);
    }
    if (!b.plain || b.loops == 0 || d->results.n > 0) {
        return b.plain;
    }
    see_accesses(&b);
    d->strips = b.bytes > 0 && b.apart;
    if (b.bytes > 0 && b.shared[last]) {
        d->lanes[last] = d->strips ? BOX_COLUMNS : VECTOR_BYTES / (b.bytes < 4 ? 4 : b.bytes);
    }
    for (int k = last - 1; k >= 0; --k) {
        bool first = k == last - 1 || d->lanes[k + 1] == 0;
        if (b.shared[k] && first) {
            d->lanes[k] = BOX_ROWS;
            break;
        }
    }
    fit_registers(&b);
    return true;
}
