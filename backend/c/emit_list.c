/* LIST statements: what is done with lists. See pycc_rt_list.h for what they are. */
#include "emit.h"

/* ---- types */

/* Offsets of the references in a value of type t. Returns how many. */
static int put_owners(struct emit *e, const struct ty *of, const char *path, const struct ty *t) {
    int n = 0;
    if (t->kind == TY_ARRAY || t->kind == TY_LIST) {
        w_put(e->w, "offsetof(%s, %sowner), ", emit_type(e, of), path);
        return 1;
    }
    for (int i = 0; t->kind == TY_TUPLE && i < t->n; ++i) {
        n += put_owners(e, of, arena_printf(e->arena, "%se%d.", path, i), t->item[i]);
    }
    return n;
}

void emit_list_type(struct emit *e, const struct ty *t) {
    const struct ty *item = t->item[0];
    int n = 0;
    if (emit_holds_arrays(item)) {
        w_put(e->w, "static const uint32_t pycc_owners_%d[] = {", t->id);
        n = put_owners(e, item, "", item);
        w_line(e->w, "};");
    }
    w_line(e->w,
           "__attribute__((unused)) static const struct pycc_items pycc_items_of_%d =", t->id);
    w_line(e->w, "    {sizeof(%s), %d, %s%s};", emit_type(e, item), n,
           n ? arena_printf(e->arena, "pycc_owners_%d", t->id) : "NULL", t->linked ? ", true" : "");
}

/* ---- parts of statements */

static const struct ty *item_of(const struct tstmt *s) {
    const struct ty *item = s->list.list->type->item[0];
    return s->list.field ? item->item[s->list.field - 1] : item;
}

static const char *name_of(const struct emit *e, const struct tvar *v) {
    return e->name[v->id];
}

static void leave_unless(struct emit *e, const char *call) {
    w_open(e->w, "if (PYCC_UNLIKELY(!%s))", call);
    emit_leave(e);
    w_close(e->w, "");
}

static bool is_read(const struct emit *e, const struct tvar *dst) {
    return dst && e->place.var[dst->id].reads > 0;
}

/* const T item__value = ... */
static void put_value(struct emit *e, const struct tstmt *s, const struct texpr *x) {
    w_put(e->w, "const %s item__value = ", emit_type(e, item_of(s)));
    emit_value(e, x);
    w_line(e->w, ";");
}

/* int64_t <at> = the index that arg 0 stands for, or an exception. */
static const char *put_index(struct emit *e, const struct tstmt *s, const char *what) {
    const char *at = arena_printf(e->arena, "item__%d", s->id), *list = name_of(e, s->list.list);
    const char *index = emit_expr_text(e, s->list.arg[0], PREC_COND);
    w_line(e->w, "const int64_t %s = pycc_wrap(%s, pycc_list_length(%s));", at, index, list);
    w_open(e->w, "if (PYCC_UNLIKELY(%s < 0))", at);
    w_line(e->w, "pycc_raise_index(ctx, %s, %s, pycc_list_length(%s), %d);", index, what, list,
           emit_line_of(e, s->span));
    emit_leave(e);
    w_close(e->w, "");
    return at;
}

/* *item__place = item__value, with references of its own. */
static void put_item(struct emit *e, const struct tstmt *s) {
    w_line(e->w, "*item__place = item__value;");
    emit_references(e, "pycc_retain", "item__value", item_of(s));
}

/* dst = value; takes: with the references that it carries. */
static void put_result(struct emit *e, const struct tstmt *s, const char *value, bool takes) {
    if (emit_owned(e, s->list.dst)) {
        emit_assign_arrays(e, s, s->list.dst, value, takes);
    } else {
        emit_target(e, s, s->list.dst);
        w_line(e->w, "%s;", value);
    }
}

/* A call that makes the list `made`. */
static void put_made(struct emit *e, const struct tstmt *s, const char *call) {
    w_open(e->w, "%s", "");
    w_line(e->w, "struct pycc_list made;");
    leave_unless(e, call);
    put_result(e, s, "made", true);
    w_close(e->w, "");
}

/* ---- statements */

/* The attribute of an object that a GET or SET is about. */
static const char *field_text(struct emit *e, const struct tstmt *s) {
    return arena_printf(e->arena, "PYCC_LIST_AT(%s, %s, 0).e%d",
                        emit_type(e, s->list.list->type->item[0]), name_of(e, s->list.list),
                        s->list.field - 1);
}

static void emit_get(struct emit *e, const struct tstmt *s) {
    if (s->list.field) {
        if (is_read(e, s->list.dst)) {
            put_result(e, s, field_text(e, s), false);
        }
        return;
    }
    const char *at = put_index(e, s, "PYCC_OF_LIST");
    if (is_read(e, s->list.dst)) {
        put_result(e, s,
                   arena_printf(e->arena, "PYCC_LIST_AT(%s, %s, %s)", emit_type(e, item_of(s)),
                                name_of(e, s->list.list), at),
                   false);
    }
}

static void emit_pop(struct emit *e, const struct tstmt *s) {
    const char *at = put_index(e, s, "PYCC_OF_LIST_POP"), *list = name_of(e, s->list.list);
    const char *item =
        arena_printf(e->arena, "PYCC_LIST_AT(%s, %s, %s)", emit_type(e, item_of(s)), list, at);
    if (!is_read(e, s->list.dst)) {
        w_open(e->w, "%s", "");
        w_line(e->w, "const %s item__value = %s;", emit_type(e, item_of(s)), item);
        w_line(e->w, "pycc_list_remove(%s, %s);", list, at);
        emit_references(e, "pycc_release", "item__value", item_of(s));
        w_close(e->w, "");
        return;
    }
    put_result(e, s, item, true);
    w_line(e->w, "pycc_list_remove(%s, %s);", list, at);
}

/* What the place held is given back last: it may be all that keeps the list. */
static void emit_set(struct emit *e, const struct tstmt *s) {
    const char *type = emit_type(e, item_of(s));
    w_open(e->w, "%s", "");
    put_value(e, s, s->list.arg[1]);
    const char *place = s->list.field ? field_text(e, s)
                                      : arena_printf(e->arena, "PYCC_LIST_AT(%s, %s, %s)", type,
                                                     name_of(e, s->list.list),
                                                     put_index(e, s, "PYCC_OF_LIST_STORE"));
    w_line(e->w, "%s *const item__place = &%s;", type, place);
    if (emit_holds_arrays(item_of(s))) {
        w_line(e->w, "const %s item__before = *item__place;", type);
    }
    put_item(e, s);
    emit_references(e, "pycc_release", "item__before", item_of(s));
    w_close(e->w, "");
}

static void put_new_item(struct emit *e, const struct tstmt *s, const struct texpr *value,
                         const char *call) {
    w_open(e->w, "%s", "");
    put_value(e, s, value);
    w_line(e->w, "%s *const item__place = %s;", emit_type(e, item_of(s)), call);
    leave_unless(e, "item__place");
    put_item(e, s);
    w_close(e->w, "");
}

static void emit_append(struct emit *e, const struct tstmt *s) {
    put_new_item(e, s, s->list.arg[0],
                 arena_printf(e->arena, "pycc_list_push(ctx, %s, sizeof(%s), %d)",
                              name_of(e, s->list.list), emit_type(e, item_of(s)),
                              emit_line_of(e, s->span)));
}

static void emit_insert(struct emit *e, const struct tstmt *s) {
    const char *list = name_of(e, s->list.list);
    put_new_item(e, s, s->list.arg[1],
                 arena_printf(e->arena, "pycc_list_gap(ctx, %s, pycc_list_place(%s, %s), %d)", list,
                              list, emit_expr_text(e, s->list.arg[0], PREC_COND),
                              emit_line_of(e, s->span)));
}

static const char *bound(struct emit *e, const struct texpr *x) {
    return x ? emit_expr_text(e, x, PREC_COND) : "0";
}

static void emit_slice(struct emit *e, const struct tstmt *s) {
    struct texpr *const *arg = s->list.arg;
    unsigned given = (arg[0] ? 1U : 0U) | (arg[1] ? 2U : 0U) | (arg[2] ? 4U : 0U);
    put_made(e, s,
             arena_printf(e->arena, "pycc_list_slice(ctx, &made, %s, %u, %s, %s, %s, %d)",
                          name_of(e, s->list.list), given, bound(e, arg[0]), bound(e, arg[1]),
                          bound(e, arg[2]), emit_line_of(e, s->span)));
}

void emit_list(struct emit *e, const struct tstmt *s) {
    const char *list = s->list.list ? name_of(e, s->list.list) : NULL;
    int line = emit_line_of(e, s->span);
    switch (s->list.op) {
    case LIST_NEW:
        put_made(e, s,
                 arena_printf(e->arena, "pycc_%s_new(ctx, &made, &pycc_items_of_%d, %d)",
                              s->list.dst->type->keys ? "object" : "list", s->list.dst->type->id,
                              line));
        break;
    case LIST_LENGTH:
    case LIST_ITEMS:
        if (is_read(e, s->list.dst)) {
            put_result(e, s,
                       arena_printf(e->arena, "pycc_list_%s(%s)",
                                    s->list.op == LIST_ITEMS ? "items" : "length", list),
                       false);
        }
        break;
    case LIST_GET:
        emit_get(e, s);
        break;
    case LIST_SET:
        emit_set(e, s);
        break;
    case LIST_APPEND:
        emit_append(e, s);
        break;
    case LIST_INSERT:
        emit_insert(e, s);
        break;
    case LIST_POP:
        emit_pop(e, s);
        break;
    case LIST_EXTEND:
        leave_unless(e, arena_printf(e->arena, "pycc_list_extend(ctx, %s, %s, %d)", list,
                                     emit_expr_text(e, s->list.arg[0], PREC_COND), line));
        break;
    case LIST_CLEAR:
        w_line(e->w, "pycc_list_clear(%s);", list);
        break;
    case LIST_REVERSE:
        w_line(e->w, "pycc_list_reverse(%s);", list);
        break;
    case LIST_SLICE:
        emit_slice(e, s);
        break;
    case LIST_REPEAT:
        put_made(e, s,
                 arena_printf(e->arena, "pycc_list_repeat(ctx, &made, %s, %s, %d)", list,
                              emit_expr_text(e, s->list.arg[0], PREC_COND), line));
        break;
    case LIST_SAME:
        put_result(e, s,
                   arena_printf(e->arena, "%s.owner == %s.owner", list,
                                emit_expr_text(e, s->list.arg[0], PREC_COND)),
                   false);
        break;
    }
}
