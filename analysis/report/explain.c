/* --explain: each function with its signatures, each loop with the source line and what became of
 * it.
 *
 *     saxpy, saxpy.py:4
 *         saxpy(a: float, x: f64[:], y: f64[:]) -> None
 *
 *        5  for i in prange(len(x)):
 *           parallel   on all threads: each iteration writes its own elements of y
 *           vector     yes, several iterations at once
 *
 * Instances of one function whose loops became the same share one text. */
#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "tell.h"

enum { WIDTH = 100, LABEL = 11, MARGIN = 11 };

static const char *const TONES[] = {[TONE_PLAIN] = "",
                                    [TONE_GOOD] = "\033[32m",
                                    [TONE_COST] = "\033[33m",
                                    [TONE_ADVICE] = "\033[36m"};

static void put_loop(struct writer *w, const struct told_loop *l, bool colour) {
    const char *bold = colour ? "\033[1m" : "", *end = colour ? "\033[0m" : "";
    int margin = MARGIN + 4 * l->depth;
    w_line(w, "%s%*d  %*s%s%s", bold, MARGIN - 2, l->line, 4 * l->depth, "", l->text, end);
    for (int i = 0; i < l->notes.n; ++i) {
        const struct told_note *note = &l->notes.item[i];
        bool tinted = colour && note->tone != TONE_PLAIN;
        w_put(w, "%*s%s%-*s%s", margin, "", tinted ? TONES[note->tone] : "", LABEL, note->label,
              tinted ? end : "");
        w_wrapped(w, note->text, margin + LABEL, WIDTH);
    }
}

static void put_loops(struct writer *w, const struct told *t, bool colour) {
    if (t->loops.n == 0) {
        w_line(w, "%*sno loops", MARGIN, "");
    }
    for (int i = 0; i < t->loops.n; ++i) {
        put_loop(w, &t->loops.item[i], colour);
    }
}

/* The text of a function: which array statements share loops, and its loops. */
static const char *loops_text(struct arena *a, const struct plan *p, const struct told *t,
                              bool colour) {
    struct writer w;
    writer_init(&w);
    const struct fuse_report *fused = fusion_report(p->options.fusion, t->fp->func);
    for (int i = 0; fused && i < fused->note.n; ++i) {
        w_line(&w, "    %s", fuse_note_text(a, p->options.fusion, &fused->note.item[i]));
    }
    put_loops(&w, t, colour);
    const char *text = arena_strndup(a, w.text, w.n);
    writer_free(&w);
    return text;
}

static const char *file_of(const struct plan *p, struct span at) {
    const char *path = p->module->source ? source_path(p->module->source, at.lo) : "";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Functions of one definition, those with equal text together. */
static void put_instances(const struct plan *p, struct arena *a, struct writer *w,
                          struct tfunc *const *f, int n, bool colour) {
    const struct told **told = ARENA_ARRAY(a, const struct told *, n);
    const char **text = ARENA_ARRAY(a, const char *, n);
    bool *done = ARENA_ARRAY(a, bool, n);
    for (int i = 0; i < n; ++i) {
        told[i] = tell_function(a, p, p->funcs.item[f[i]->id]);
        text[i] = loops_text(a, p, told[i], colour);
    }
    const char *bold = colour ? "\033[1m" : "", *plain = colour ? "\033[0m" : "";
    if (p->module->source && source_is_ours(p->module->source, f[0]->span)) {
        w_line(w, "%s%s%s, of the prelude", bold, f[0]->pyname, plain);
    } else {
        w_line(w, "%s%s%s, %s:%d", bold, f[0]->pyname, plain, file_of(p, f[0]->span),
               told[0]->line);
    }
    for (int i = 0; i < n; ++i) {
        for (int k = i; k < n && !done[i]; ++k) {
            if (strcmp(text[i], text[k]) == 0) {
                w_line(w, "    %s", told[k]->signature);
                done[k] = k > i;
            }
        }
        if (!done[i]) {
            w_line(w, "%s", "");
            w_put(w, "%s", text[i]);
            w_line(w, "%s", "");
        }
    }
}

static int by_place(const void *x, const void *y) {
    const struct tfunc *f = *(struct tfunc *const *)x, *g = *(struct tfunc *const *)y;
    if (f->span.lo != g->span.lo) {
        return f->span.lo < g->span.lo ? -1 : 1;
    }
    return f->id - g->id;
}

struct tell_groups tell_groups(struct arena *a, const struct plan *p, const char *function) {
    struct tell_groups g = {.func = ARENA_ARRAY(a, struct tfunc *, p->module->funcs.n + 1)};
    for (int i = 0; i < p->module->funcs.n; ++i) {
        if (!function || strcmp(p->module->funcs.item[i]->pyname, function) == 0) {
            g.func[g.n++] = p->module->funcs.item[i];
        }
    }
    qsort(g.func, (size_t)g.n, sizeof(*g.func), by_place);
    return g;
}

/* Where the group that begins at `from` ends. */
static int group_end(const struct tell_groups *g, int from) {
    int end = from + 1;
    while (end < g->n && g->func[end]->span.lo == g->func[from]->span.lo) {
        ++end;
    }
    return end;
}

bool explain_print(const struct plan *p, const char *function, bool colour, struct writer *w) {
    struct arena a, work;
    arena_init(&a);
    arena_init(&work);
    struct tell_groups g = tell_groups(&a, p, function);
    for (int i = 0, end; i < g.n; i = end) {
        end = group_end(&g, i);
        put_instances(p, &work, w, g.func + i, end - i, colour);
        arena_clear(&work);
    }
    arena_free(&work);
    arena_free(&a);
    return g.n > 0;
}
