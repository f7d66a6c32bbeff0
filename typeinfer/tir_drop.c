/* Takes functions out of a module, with all that call them and their exports. */
#include "tir.h"

struct drop {
    const struct tmodule *m;
    bool *bad;    /* by function id */
    bool changed; /* something was marked in this round */
};

static bool calls_bad(const struct drop *d, const struct tblock *b);

static bool stmt_calls_bad(const struct drop *d, const struct tstmt *s) {
    switch (s->kind) {
    case TS_CALL:
        return d->bad[s->call.callee->id];
    case TS_FOR:
        return calls_bad(d, &s->for_.body) || calls_bad(d, &s->for_.els);
    case TS_WHILE:
        return calls_bad(d, &s->while_.pre) || calls_bad(d, &s->while_.body) ||
               calls_bad(d, &s->while_.els);
    case TS_IF:
        return calls_bad(d, &s->if_.then) || calls_bad(d, &s->if_.els);
    default:
        return false;
    }
}

static bool calls_bad(const struct drop *d, const struct tblock *b) {
    for (int i = 0; i < b->n; ++i) {
        if (stmt_calls_bad(d, b->item[i])) {
            return true;
        }
    }
    return false;
}

void tir_mark_callers(const struct tmodule *m, bool *bad) {
    struct drop d = {.m = m, .bad = bad};
    do {
        d.changed = false;
        for (int i = 0; i < m->funcs.n; ++i) {
            if (!bad[i] && calls_bad(&d, &m->funcs.item[i]->body)) {
                bad[i] = d.changed = true;
            }
        }
    } while (d.changed);
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
