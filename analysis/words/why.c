/* Words for reasons (why.h), and what would help. */
#include "explain.h"

#include <string.h>

static const char *const words[WHY_ROWS] = {
    [WHY_NO_WRITES] = "iterations write to no array",
    [WHY_NO_OTHER_WRITES] = "iterations write to no other array",
    [WHY_ALL_WRITE] = "iterations may write elements of `%s` that others write: no index that "
                      "tells them apart is seen",
    [WHY_ALL_READ] = "iterations may write elements of `%s` that others read: no index that tells "
                     "them apart is seen",
    [WHY_INDEX_WRITES] = "an element of `%s` written in one iteration may be written in another: "
                         "their indices cannot be told apart",
    [WHY_INDEX_READS] = "an element of `%s` written in one iteration may be read in another: their "
                        "indices cannot be told apart",
    [WHY_MANY] = "`%s` is used in too many ways to compare",
    [WHY_ASSIGNED] = "which array `%s` stands for is not followed: it is assigned in several "
                     "places, or comes from a call or a tuple",
    [WHY_ESCAPES] = "an array is put into or taken out of a tuple or a list, and is not followed "
                    "there",
    [WHY_UNFOLLOWED] = "which array '%s' stands for is not followed",
    [WHY_UNFOLLOWED_PART] = "an array is put into or taken out of a tuple or a list",
    [WHY_MANY_ACCESSES] = "there are too many accesses",
    [WHY_NEEDS_WRITTEN] = "which elements are touched depends on '%s', which the loop writes",
    [WHY_NEEDS_CALL] = "which elements are touched depends on a call of '%s'",
    [WHY_NEEDS_READS] = "which elements are touched depends on what '%s' reads",
    [WHY_NEEDS_MADE] = "which elements are touched depends on memory that an iteration makes",
    [WHY_NEEDS_LIST] = "which elements are touched depends on a list",
    [WHY_NEEDS_LIB] = "which elements are touched depends on what a library's function gives",
    [WHY_NEEDS_RESULT] = "which elements are touched depends on '%s'",
    [WHY_COPY] = "'%s' may be a copy of '%s'",
    [WHY_SEVERAL] = "'%s' stands for several arrays",
    [WHY_RETURNED] = "'%s' comes from a call",
    [WHY_IN_LIST] = "items of a list are touched",
    [WHY_IN_LIB] = "elements are touched inside a library's function",
    [WHY_IN_CALL] = "elements are touched inside '%s'",
    [WHY_IN_WHILE] = "the condition of a while loop reads elements that the loop writes",
    [WHY_OTHER_POINTS] = "other elements of %s are needed at each point",
    [WHY_OVERLAP] = "%s and %s may overlap",
    [WHY_PER_ROW] = "one has a point per row of the other",
    [WHY_EXTENTS] = "their extents are not known to be equal",
    [WHY_ENDS_EARLY] = "any and all end early",
    [WHY_OTHER_AXES] = "they reduce other axes",
    [WHY_MADE_BETWEEN] = "%s is made between",
    [WHY_CHECK_BETWEEN] = "a check that may raise stands between",
    [WHY_STORE_BETWEEN] = "an element is written between",
    [WHY_STATEMENT_BETWEEN] = "a statement stands between",
    [WHY_KNOWN_AFTER] = "%s is known after the loops",
    [WHY_CHANGES] = "%s changes",
    [WHY_SAVES_NOTHING] = "that would save nothing",
    [WHY_OTHERS_BETWEEN] = "others must run between",
};

/* "i=0, j=1" */
static const char *iteration_text(struct arena *a, const struct witness *w,
                                  const char *const *value) {
    const char *text = "";
    for (int k = 0; k < w->n; ++k) {
        text = arena_printf(a, "%s%s%s=%s", text, k ? ", " : "", w->counter[k], value[k]);
    }
    return text;
}

/* "y[0, 1]" */
static const char *element_text(struct arena *a, const struct witness *w) {
    const char *text = arena_printf(a, "%s[", w->array);
    for (int k = 0; k < w->rank; ++k) {
        text = arena_printf(a, "%s%s%s", text, k ? ", " : "", w->index[k]);
    }
    return arena_printf(a, "%s%s]", text, w->rank ? "" : "()");
}

const char *witness_text(struct arena *a, const struct witness *w) {
    const char *x = iteration_text(a, w, w->x), *y = iteration_text(a, w, w->y);
    const char *element = element_text(a, w);
    return w->n == 1 && w->y_writes
               ? arena_printf(a, "iterations %s and %s both write %s", x, y, element)
               : arena_printf(a, "iteration %s %s %s, which iteration %s %s", x,
                              w->x_writes ? "writes" : "reads", element, y,
                              w->y_writes ? "writes" : "reads");
}

static const char *own_text(struct arena *a, const struct why *why) {
    const char *text = "each iteration writes its own elements of ";
    for (int i = 0; why->list[i]; ++i) {
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "", why->list[i]->name);
    }
    return text;
}

const char *why_text(struct arena *a, const struct why *why) {
    switch (why->kind) {
    case WHY_OWN:
        return own_text(a, why);
    case WHY_NOT_AFFINE:
        return arena_printf(a,
                            "an index of `%s` (axis %d) is not a sum of loop counters and values "
                            "known before the loop: two iterations may touch one element",
                            why->name, why->number);
    case WHY_COLLIDE:
        return witness_text(a, why->witness);
    case WHY_PERHAPS:
        return arena_printf(a, "when the conditions around hold, %s",
                            witness_text(a, why->witness));
    default:
        return arena_printf(a, words[why->kind], why->name, why->other);
    }
}

const char *why_advice(struct arena *a, const struct why *why) {
    switch (why->kind) {
    case WHY_NOT_AFFINE:
        return arena_printf(a,
                            "use range, or write each element in the iteration of its own index, "
                            "as in %s[%s]",
                            why->name, why->other);
    case WHY_ALL_WRITE:
    case WHY_ALL_READ:
    case WHY_INDEX_WRITES:
    case WHY_INDEX_READS:
        return "use range, or let each iteration write to indices of its own";
    case WHY_MANY:
        return "use range";
    case WHY_ASSIGNED:
        return "give it a name before the loop, or use range";
    case WHY_ESCAPES:
        return "give the array a name before the loop, or use range";
    case WHY_COLLIDE:
    case WHY_PERHAPS:
        return why->witness->y_writes
                   ? "let each iteration write to elements of its own, or use range"
                   : "read from an array that the loop does not write, or use range";
    default:
        return NULL;
    }
}

/* ---- array statements */

static const char *const ALGORITHMS[] = {"none", "linear", "greedy", "optimal"};
static const char *const MODELS[] = {"unique-bytes", "max-contract", "max-locality", "robinson"};

static const char *region_text(struct arena *a, const struct fusion *fusion,
                               const struct fuse_note *note) {
    return arena_printf(a,
                        "fused, %s, %s: %d array statements in %d loop nests, cost %lld -> %lld%s",
                        ALGORITHMS[fusion->options.algorithm], MODELS[fusion->options.model],
                        note->n, note->blocks, (long long)note->before, (long long)note->after,
                        note->cut ? ", the least met: the search was cut short" : "");
}

static const char *block_text(struct arena *a, const struct fuse_note *note) {
    const char *lines = "", *arrays = "";
    for (int i = 0; i < note->lines.n; ++i) {
        lines = arena_printf(a, "%s%s%s", lines, i ? ", " : "", note->lines.item[i]);
    }
    for (int i = 0; i < note->names.n; ++i) {
        arrays =
            arena_printf(a, "%s%s%s", arrays, i ? ", " : "; no array for ", note->names.item[i]);
    }
    const char *rows =
        note->rows ? arena_printf(a, ", row by row with %d loops in each", note->rows) : "";
    return arena_printf(a, "    lines %s: one loop nest%s%s", lines, rows, arrays);
}

static const char *apart_text(struct arena *a, const struct fuse_note *note) {
    const char *why = why_text(a, &note->why);
    if (note->of[0]) {
        why = arena_printf(a, "of lines %s and %s, %s", note->of[0], note->of[1], why);
    }
    return strcmp(note->line, note->with) == 0
               ? arena_printf(a, "    two of line %s not together: %s", note->line, why)
               : arena_printf(a, "    line %s not with line %s: %s", note->line, note->with, why);
}

const char *fuse_note_text(struct arena *a, const struct fusion *fusion,
                           const struct fuse_note *note) {
    switch (note->kind) {
    case FUSE_INLINED:
        return arena_printf(a, "line %s: the statements of %s stand for the call", note->line,
                            note->name);
    case FUSE_RAISED:
        return arena_printf(a, "the loop in line %s: as %d array statement%s", note->line, note->n,
                            note->n > 1 ? "s" : "");
    case FUSE_WHEN:
        return arena_printf(a, "when %s:", note->text);
    case FUSE_OTHERWISE:
        return "otherwise:";
    case FUSE_REGION:
        return region_text(a, fusion, note);
    case FUSE_BLOCK:
        return block_text(a, note);
    case FUSE_APART:
        return apart_text(a, note);
    case FUSE_SHARED:
        break;
    }
    return arena_printf(a, "    computed once: %s = %s", note->name, note->text);
}
