/* What an array may stand for when it has several definitions in a nest, or is what a call gives:
 * memory that the nest makes, arrays from outside, parts of these.
 *
 * All definitions in the nest count, whatever order they stand in. Where there are several, an
 * index of a view was computed who knows when, and is not followed. A call gives new memory, or one
 * of the arguments that the callee's summary says it returns, no matter which part of it. */
#include "access.h"
#include "collector.h"

#include <string.h>

enum {
    DEPTH = 32,  /* definitions followed from one to the next */
    ORIGINS = 16 /* arrays that one may stand for */
};

struct origins {
    struct collector *c;
    struct access_base base[ORIGINS];
    int n;
    int via; /* the definition followed, of the array asked about */
};

/* Where an array is looked at. */
struct use {
    int pos;
    bool earlier; /* at pos, but of an earlier turn for all that is known */
    int depth;    /* definitions that may still be followed */
};

static bool add(struct origins *o, struct tvar *root, struct tstmt *made,
                const struct subscript *sub) {
    if (o->n == ORIGINS) {
        return false;
    }
    struct access_base *base = &o->base[o->n++];
    *base = (struct access_base){.root = root, .made = made, .via = o->via};
    memcpy(base->sub, sub, sizeof base->sub);
    return true;
}

static bool follow(struct origins *o, struct tvar *array, const struct subscript *sub,
                   struct use use);

/* Some part of an array. */
static void take_whole(struct subscript *sub) {
    memset(sub, 0, TIR_MAX_RANK * sizeof *sub);
    for (int k = 0; k < TIR_MAX_RANK; ++k) {
        sub[k].known = INDEX_WHOLE;
    }
}

/* What an argument may hand back: itself, or arrays written out in a tuple. */
static bool follow_argument(struct origins *o, const struct texpr *arg, struct use use) {
    struct subscript whole[TIR_MAX_RANK];
    take_whole(whole);
    if (arg->kind == TE_TUPLE && collector_plain_tuple(arg)) {
        bool found = true;
        for (int i = 0; i < arg->tuple.n && found; ++i) {
            found = follow_argument(o, arg->tuple.item[i], use);
        }
        return found;
    }
    return !type_holds_array(arg->type) ||
           (arg->kind == TE_VAR && arg->type->kind == TY_ARRAY && follow(o, arg->var, whole, use));
}

/* What a call may give: arrays among its arguments. New memory is the caller's to add. */
static bool follow_arguments(struct origins *o, const struct tstmt *s, struct use use) {
    uint64_t returns = s->kind == TS_CALL ? o->c->summaries[s->call.callee->id].returns : 0;
    bool found = true;
    for (int k = 0; s->kind == TS_CALL && k < s->call.n && found; ++k) {
        found = !(returns & param_bit(k)) || follow_argument(o, s->call.arg[k], use);
    }
    return found;
}

/* The first array that the nest takes out of a tuple: it names the memory of all of them, which may
 * be the same. */
static struct tvar *first_item(const struct scope *sc, const struct tvar *tuple) {
    for (int pos = sc->lo; pos <= sc->hi; ++pos) {
        const struct tstmt *s = sc->facts->order[pos]->stmt;
        const struct texpr *e = s->kind == TS_ASSIGN ? s->assign.value : NULL;
        if (e && e->kind == TE_ITEM && e->type->kind == TY_ARRAY && e->item.tuple->kind == TE_VAR &&
            e->item.tuple->var == tuple) {
            return s->assign.dst;
        }
    }
    return NULL;
}

static bool defined_in_nest(const struct scope *sc, const struct tvar *v) {
    const struct var_fact *fact = &sc->facts->var[v->id];
    for (int i = 0; i < fact->defs.n; ++i) {
        if (fact->defs.item[i] < sc->lo || fact->defs.item[i] > sc->hi) {
            return false;
        }
    }
    return fact->defs.n > 0 && !v->is_param;
}

/* An item of a tuple that only calls in the nest give; what a library gives is new. */
static bool follow_item(struct origins *o, const struct texpr *e, struct use use) {
    const struct scope *sc = o->c->sc;
    struct tvar *tuple = e->item.tuple->kind == TE_VAR ? e->item.tuple->var : NULL;
    struct tvar *name = tuple && defined_in_nest(sc, tuple) ? first_item(sc, tuple) : NULL;
    const struct var_fact *fact = name ? &sc->facts->var[tuple->id] : NULL;
    struct subscript whole[TIR_MAX_RANK];
    take_whole(whole);
    for (int i = 0; name && i < fact->defs.n; ++i) {
        struct tstmt *s = sc->facts->order[fact->defs.item[i]]->stmt;
        struct use call = {fact->defs.item[i], use.earlier || fact->defs.n > 1, use.depth};
        bool gives = s->kind == TS_CALL || s->kind == TS_LIB;
        if (!gives || !add(o, name, s, whole) || !follow_arguments(o, s, call)) {
            return false;
        }
    }
    return name != NULL;
}

/* Was e taken out of a list as it is, and so has been put into one before? */
static bool is_item(const struct scope *sc, const struct texpr *e, int pos) {
    const struct tstmt *s = e->kind == TE_VAR ? fact_reaching(sc->facts, e->var, pos) : NULL;
    return s && s->kind == TS_LIST;
}

/* An item of a list of such arrays: any that the nest puts into one. */
static bool follow_list(struct origins *o, const struct ty *type, const struct subscript *sub,
                        struct use use) {
    const struct scope *sc = o->c->sc;
    bool found = list_in_sight(sc, o->c->summaries);
    for (int pos = sc->lo; pos <= sc->hi && found; ++pos) {
        const struct tstmt *s = sc->facts->order[pos]->stmt;
        struct texpr *put = list_put(s, type);
        if (!put || is_item(sc, put, pos)) {
            continue;
        }
        bool earlier = use.earlier || !list_same_turn(sc, s);
        struct use at = {pos, earlier, use.depth};
        found = put->kind == TE_VAR && follow(o, put->var, sub, at);
    }
    return found;
}

/* s, at use.pos, is what defines the array. */
static bool follow_definition(struct origins *o, struct tvar *array, struct tstmt *s,
                              const struct subscript *sub, struct use use) {
    struct tstmt *made = access_maker(o->c->sc, s);
    if (made) {
        return add(o, array, made, sub);
    }
    if (s->kind == TS_CALL) {
        return add(o, array, s, sub) && follow_arguments(o, s, use);
    }
    if (s->kind == TS_LIST) {
        return follow_list(o, array->type, sub, use);
    }
    if (s->kind == TS_VIEW) {
        struct subscript base[TIR_MAX_RANK];
        memcpy(base, sub, sizeof base);
        collector_through_view(o->c, s, base);
        if (use.earlier) {
            take_whole(base);
        }
        return follow(o, s->view.base, base, use);
    }
    if (s->kind != TS_ASSIGN) {
        return false;
    }
    return s->assign.value->kind == TE_VAR    ? follow(o, s->assign.value->var, sub, use)
           : s->assign.value->kind == TE_ITEM ? follow_item(o, s->assign.value, use)
                                              : false;
}

static bool follow(struct origins *o, struct tvar *array, const struct subscript *sub,
                   struct use use) {
    const struct scope *sc = o->c->sc;
    const struct var_fact *fact = &sc->facts->var[array->id];
    if (!fact_assigned(sc->facts, array, sc->lo, sc->hi)) {
        return add(o, array, NULL, sub);
    }
    if (use.depth == 0 || !defined_in_nest(sc, array)) {
        return false;
    }
    struct tstmt *plain = fact_reaching(sc->facts, array, use.pos);
    bool found = true;
    use.earlier |= !plain;
    --use.depth;
    for (int i = 0; i < fact->defs.n && found; ++i) {
        struct tstmt *s = sc->facts->order[fact->defs.item[i]]->stmt;
        use.pos = fact->defs.item[i];
        o->via = use.depth == DEPTH - 1 ? use.pos : o->via;
        found = (plain && s != plain) || follow_definition(o, array, s, sub, use);
    }
    return found;
}

/* Adds an access to each of the origins. */
static void push_all(const struct origins *o, struct tvar *array, bool write) {
    for (int i = 0; i < o->n; ++i) {
        struct access_base base = o->base[i];
        base.via = o->n > 1 ? base.via : -1;
        collector_push(o->c, &base, array, write);
    }
}

bool origins_push(struct collector *c, struct tvar *array, const struct subscript *sub,
                  bool write) {
    struct origins o = {.c = c, .via = -1};
    if (!follow(&o, array, sub, (struct use){c->pos, false, DEPTH})) {
        return false;
    }
    push_all(&o, array, write);
    return true;
}

bool origins_push_items(struct collector *c, struct tvar *list) {
    struct origins o = {.c = c, .via = -1};
    struct subscript whole[TIR_MAX_RANK];
    take_whole(whole);
    if (!follow_list(&o, list->type->item[0], whole, (struct use){c->pos, false, DEPTH - 1})) {
        return false;
    }
    push_all(&o, list, false);
    return true;
}

bool origins_of_item(struct collector *c, const struct texpr *item) {
    struct origins o = {.c = c, .via = -1};
    return follow_item(&o, item, (struct use){c->pos, false, DEPTH});
}
