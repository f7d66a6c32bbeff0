/* Takes functions out of a module, with all that call them and their exports. */
#include "drop.h"
#include "walk.h"

/* The first call of a marked function; NULL: there is none. */
static const struct tstmt *bad_call(const bool *bad, const struct tblock *b) {
    const struct tstmt *call = NULL;
    for (int i = 0; i < b->n && !call; ++i) {
        const struct tstmt *s = b->item[i];
        const struct tblock *block[3];
        call = s->kind == TS_CALL && bad[s->call.callee->id] ? s : NULL;
        for (int k = 0, n = stmt_blocks(s, block); k < n && !call; ++k) {
            call = bad_call(bad, block[k]);
        }
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
