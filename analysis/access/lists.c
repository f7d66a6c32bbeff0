/* Lists in nests: which a nest makes itself, and what it puts into them. */
#include "access.h"

enum { NAMES = 8 /* of one list that are followed */ };

struct tstmt *list_maker(const struct scope *sc, const struct tvar *list, int pos) {
    struct tstmt *s = fact_reaching(sc->facts, list, pos);
    for (int i = 0; i < NAMES && s && s->kind == TS_ASSIGN && s->assign.value->kind == TE_VAR;
         ++i) {
        list = s->assign.value->var;
        s = fact_reaching(sc->facts, list, fact_of(sc->facts, s)->pos);
    }
    enum ty_kind item = list->type->item[0]->kind;
    bool makes = s && s->kind == TS_LIST && !list_changes(s->list.op) && s->list.dst == list &&
                 s->list.op != LIST_GET && (item == TY_SCALAR || item == TY_ARRAY);
    return makes && fact_of(sc->facts, s)->pos >= sc->lo ? s : NULL;
}

static bool holds_arrays(const struct ty *t) {
    return t->kind == TY_LIST && t->item[0]->kind == TY_ARRAY;
}

/* Is e no list of arrays, or one that the nest has made? */
static bool is_made(const struct scope *sc, const struct texpr *e, int pos) {
    bool list = e && e->kind == TE_VAR && e->type->kind == TY_LIST;
    return !e || !type_holds_lists(e->type) || (list && list_maker(sc, e->var, pos));
}

/* Does s take lists of arrays only by names of lists that the nest has made, and put nothing into
 * one out of sight? */
static bool in_sight(const struct scope *sc, const struct summary *all, const struct tstmt *s,
                     int pos) {
    bool seen = true;
    if (s->kind == TS_LIST) {
        seen =
            !s->list.list || !holds_arrays(s->list.list->type) || list_maker(sc, s->list.list, pos);
        for (int k = 0; k < 3; ++k) {
            seen = seen && is_made(sc, s->list.arg[k], pos);
        }
    }
    for (int k = 0; s->kind == TS_CALL && k < s->call.n; ++k) {
        const struct texpr *arg = s->call.arg[k];
        uint64_t changed = all[s->call.callee->id].writes & param_bit(k);
        seen = seen && is_made(sc, arg, pos) && !(changed && type_holds_lists(arg->type));
    }
    return seen;
}

bool list_in_sight(const struct scope *sc, const struct summary *all) {
    for (int pos = sc->lo; pos <= sc->hi; ++pos) {
        if (!in_sight(sc, all, sc->facts->order[pos]->stmt, pos)) {
            return false;
        }
    }
    return true;
}

struct texpr *list_put(const struct tstmt *s, const struct ty *type) {
    bool one = s->kind == TS_LIST && s->list.op == LIST_APPEND;
    bool at = s->kind == TS_LIST && (s->list.op == LIST_SET || s->list.op == LIST_INSERT);
    struct texpr *e = one ? s->list.arg[0] : at ? s->list.arg[1] : NULL;
    bool alike = e && e->type->kind == TY_ARRAY && e->type->dtype == type->dtype &&
                 e->type->rank == type->rank;
    return alike ? e : NULL;
}

bool list_same_turn(const struct scope *sc, const struct tstmt *put) {
    const struct tstmt *loop = fact_of(sc->facts, put)->loop;
    for (int pos = sc->lo; pos <= sc->hi; ++pos) {
        const struct tstmt *s = sc->facts->order[pos]->stmt;
        bool makes = s->kind == TS_LIST && s->list.dst && holds_arrays(s->list.dst->type);
        if (makes && sc->facts->order[pos]->loop != loop) {
            return false;
        }
    }
    return true;
}

bool lists_changes_param(const struct tfunc *f, const struct summary *s, int k) {
    const struct ty *t = f->param[k]->type;
    bool scalars = t->kind == TY_LIST && t->item[0]->kind == TY_SCALAR;
    uint64_t changed = s->changes | (scalars ? s->writes : 0);
    return (scalars || type_holds_lists(t)) && (changed & param_bit(k));
}
