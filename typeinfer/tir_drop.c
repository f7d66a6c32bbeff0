/* Takes functions out of a module, with all that call them and their exports. */
#include "tir.h"

/* The first call of a marked function; NULL: there is none. */
static const struct tstmt *bad_call(const bool *bad, const struct tblock *b);

static const struct tstmt *first(const bool *bad, int n, const struct tblock *const *block) {
    const struct tstmt *call = NULL;
    for (int i = 0; i < n && !call; ++i) {
        call = bad_call(bad, block[i]);
    }
    return call;
}

static const struct tstmt *stmt_calls_bad(const bool *bad, const struct tstmt *s) {
    switch (s->kind) {
    case TS_CALL:
        return bad[s->call.callee->id] ? s : NULL;
    case TS_FOR:
        return first(bad, 2, (const struct tblock *[]){&s->for_.body, &s->for_.els});
    case TS_WHILE:
        return first(bad, 3,
                     (const struct tblock *[]){&s->while_.pre, &s->while_.body, &s->while_.els});
    case TS_IF:
        return first(bad, 2, (const struct tblock *[]){&s->if_.then, &s->if_.els});
    default:
        return NULL;
    }
}

static const struct tstmt *bad_call(const bool *bad, const struct tblock *b) {
    const struct tstmt *call = NULL;
    for (int i = 0; i < b->n && !call; ++i) {
        call = stmt_calls_bad(bad, b->item[i]);
    }
    return call;
}

void tir_mark_callers(const struct tmodule *m, bool *bad, const struct tstmt **via) {
    bool changed;
    do {
        changed = false;
        for (int i = 0; i < m->funcs.n; ++i) {
            via[i] = bad[i] ? via[i] : bad_call(bad, &m->funcs.item[i]->body);
            changed = changed || (via[i] && !bad[i]);
            bad[i] = bad[i] || via[i];
        }
    } while (changed);
}

static bool export_is_bad(const struct texport *e, const bool *bad) {
    for (int i = 0; i < e->n_overloads; ++i) {
        if (bad[e->overload[i]->id]) {
            return true;
        }
    }
    return false;
}

void tir_drop(struct tmodule *m, const bool *bad) {
    int n = 0;
    for (int i = 0; i < m->exports.n; ++i) {
        if (!export_is_bad(m->exports.item[i], bad)) {
            m->exports.item[n++] = m->exports.item[i];
        }
    }
    m->exports.n = n;
    n = 0;
    for (int i = 0; i < m->funcs.n; ++i) {
        if (!bad[i]) {
            m->funcs.item[n] = m->funcs.item[i];
            m->funcs.item[n]->id = n;
            ++n;
        }
    }
    m->funcs.n = n;
}
