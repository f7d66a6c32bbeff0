/* Types of objects that hold others of their class: the type is finite, with IT_SELF where it
 * stands again inside of itself, and who reads an attribute sees it written out. Where that is, a
 * link, is found while types are inferred, which begins anew with it (typeinfer_run). */
#include <string.h>

#include "type.h"

/* A type with `to` for objects of a class inside of it: for IT_SELF, or IT_SELF for them. */
static struct itype *replaced(struct type_table *tt, struct itype *t, const struct class *of,
                              struct itype *to) {
    if (t->of == of && (t->kind == IT_SELF || t->kind == IT_OBJECT)) {
        return t->kind == IT_SELF || to->kind == IT_SELF ? to : t;
    }
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, t->n);
    bool same = true;
    for (int i = 0; i < t->n; ++i) {
        item[i] = replaced(tt, it_find(t->item[i]), of, to);
        same = same && item[i] == t->item[i];
    }
    return same ? t : it_rebuild(tt, t, item);
}

struct itype *it_unfold(struct type_table *tt, struct itype *t, struct itype *object) {
    return t->linked ? replaced(tt, t, object->of, object) : t;
}

struct itype *it_item(struct type_table *tt, struct itype *t, int i) {
    return t->kind == IT_OBJECT ? it_unfold(tt, t->item[i], t) : t->item[i];
}

static bool is_linked(const struct type_table *tt, const struct class *of) {
    bool found = false;
    for (int i = 0; i < tt->links.n; ++i) {
        found = found || tt->links.item[i].of == of;
    }
    return found;
}

/* What an attribute, or what is in it, becomes where there is a link. */
static struct itype *with_link(struct type_table *tt, struct itype *t, const struct it_link *l,
                               int at) {
    struct itype *self = it_self(tt, l->of);
    if (at == l->n) {
        const struct itype *given = it_given(t);
        bool fits = given->kind == IT_NONE || given->kind == IT_OPEN ||
                    (given->of == l->of && (given->kind == IT_OBJECT || given->kind == IT_SELF));
        bool may_be_none = at == 1 || it_is_optional(t);
        struct itype *is = l->what ? l->what : self;
        fits = fits && (!l->what || given->kind == IT_NONE || given->kind == IT_OPEN);
        return !fits ? t : may_be_none ? it_optional(tt, is) : is;
    }
    int k = l->way[at];
    if (k >= t->n || t->kind == IT_SELF) {
        return t;
    }
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, t->n);
    memcpy(item, t->item, sizeof(*item) * (size_t)t->n);
    item[k] = with_link(tt, it_find(item[k]), l, at + 1);
    if (it_is_late(t)) {
        item[k] = it_optional(tt, item[k]);
    }
    return item[k] == t->item[k] ? t : it_rebuild(tt, t, item);
}

void it_link_at(struct type_table *tt, struct it_link l) {
    for (int i = 0; i < tt->links.n; ++i) {
        const struct it_link *is = &tt->links.item[i];
        if (is->of == l.of && is->n == l.n && memcmp(is->way, l.way, (size_t)l.n) == 0) {
            return;
        }
    }
    tt->linked = true;
    vec_push(tt->arena, &tt->links, l);
}

static void find_links(struct type_table *tt, struct it_link l, const struct itype *t,
                       const struct itype *var) {
    bool self = t->of == l.of && (t->kind == IT_SELF || t->kind == IT_OBJECT) && l.n > 0;
    if (self || t == var) {
        it_link_at(tt, l);
        return;
    }
    for (int i = 0; i < t->n && l.n < IT_LINK_DEPTH; ++i) {
        struct it_link inner = l;
        inner.way[inner.n] = (unsigned char)i;
        inner.n += !it_is_optional(t);
        find_links(tt, inner, it_find(t->item[i]), var);
    }
}

void it_link(struct type_table *tt, const struct itype *object, const struct itype *var) {
    find_links(tt, (struct it_link){.of = object->of}, object, var);
}

/* Of numbers and objects of the class, in tuples and lists. */
static bool is_simple(const struct itype *t) {
    bool is =
        t->kind == IT_SELF || t->kind == IT_SCALAR || t->kind == IT_TUPLE || t->kind == IT_LIST;
    for (int i = 0; is && i < t->n; ++i) {
        is = is_simple(it_find(t->item[i]));
    }
    return is;
}

static struct itype *again(struct type_table *tt, const struct itype *t) {
    struct itype **item = ARENA_ARRAY(tt->arena, struct itype *, t->n);
    for (int i = 0; i < t->n; ++i) {
        item[i] = again(tt, it_find(t->item[i]));
    }
    return t->kind == IT_SELF     ? it_self(tt, t->of)
           : t->kind == IT_SCALAR ? it_scalar(tt, t->dtype)
                                  : it_rebuild(tt, t, item);
}

void it_note_raised(struct type_table *tt, struct it_raised r) {
    for (int i = 0; i < tt->raised.n; ++i) {
        const struct it_raised *is = &tt->raised.item[i];
        if (strcmp(is->name, r.name) == 0 && is->n == r.n &&
            memcmp(is->kind, r.kind, sizeof(r.kind)) == 0) {
            return;
        }
    }
    tt->linked = tt->linked || tt->reads_raised;
    vec_push(tt->arena, &tt->raised, r);
}

void it_link_again(struct type_table *tt, const struct type_table *from) {
    tt->again = true;
    for (int i = 0; i < from->raised.n; ++i) { /* names are the AST's */
        vec_push(tt->arena, &tt->raised, from->raised.item[i]);
    }
    for (int i = 0; i < from->links.n; ++i) {
        struct it_link l = from->links.item[i];
        l.what = l.what ? again(tt, l.what) : NULL;
        vec_push(tt->arena, &tt->links, l);
    }
}

void it_link_in(struct type_table *tt, struct itype *whole, const struct itype *object,
                const struct itype *var) {
    struct itype *what = replaced(tt, whole, object->of, it_self(tt, object->of));
    bool known = what->kind != IT_SELF && is_simple(what);
    find_links(tt, (struct it_link){.of = object->of, .what = known ? what : NULL}, object, var);
}

struct itype *it_linked(struct type_table *tt, const struct class *of, int i, struct itype *t) {
    if (!is_linked(tt, of)) {
        return t;
    }
    for (int k = 0; k < tt->links.n; ++k) {
        const struct it_link *l = &tt->links.item[k];
        t = l->of == of && l->way[0] == i ? with_link(tt, t, l, 1) : t;
    }
    return replaced(tt, t, of, it_self(tt, of));
}
