/* Array statements, and what may stand in a region with them. */
#include "fuse_walk.h"

bool fuse_is_array(const struct tstmt *s) {
    return s->kind == TS_MAP || s->kind == TS_REDUCE;
}

bool fuse_may_stand(const struct tstmt *s) {
    switch (s->kind) {
    case TS_ASSIGN: /* an array out of a tuple may be any */
        return s->assign.dst->type->kind != TY_ARRAY || s->assign.value->kind == TE_VAR;
    case TS_STORE:
    case TS_INDEX:
    case TS_CHECK:
    case TS_VIEW:
    case TS_ALLOC:
    case TS_MAP:
    case TS_REDUCE:
        return true;
    default:
        return false;
    }
}

struct tspace *fuse_space(struct tstmt *s) {
    return s->kind == TS_MAP ? &s->map.space : &s->reduce.space;
}

static bool reduces_to_array(const struct tstmt *s) {
    return s->reduce.dst->type->kind == TY_ARRAY;
}

bool fuse_reduces_rows(const struct tstmt *s) {
    int rank = s->kind == TS_REDUCE ? s->reduce.space.rank : 0;
    bool rows = rank > 1 && reduces_to_array(s) && s->reduce.reduced[rank - 1];
    for (int i = 0; rows && i < rank - 1; ++i) {
        rows = !s->reduce.reduced[i];
    }
    return rows;
}
