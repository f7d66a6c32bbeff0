/* Collecting messages and printing them with their source lines.
 *
 * A message is kept as it was reported; sorting, dropping what is repeated and counting to the
 * limit happen when all are printed. Source lines are shown as a terminal shows them: tabs as four
 * blanks, wide characters as two columns, control and bidirectional characters as '?', so that the
 * underline stands where it should and no source text can drive the terminal. */
#include "diag.h"

#include <stdlib.h>
#include <string.h>

enum {
    DIAG_LIMIT = 100,  /* errors printed at most, unless told otherwise */
    SHOWN_WIDTH = 160, /* columns of a source line that are shown */
    SHOWN_BEFORE = 60, /* of which before the span, when the line has to be cut */
    TAB_WIDTH = 4,
    CLOSEST_MAX = 64, /* bytes of a name that diag_closest looks at */
};

struct diag_row {
    const char *name;
    enum diag_severity severity;
    const char *summary;
};

static const struct diag_row diag_rows[] = {
#define DIAG(code, severity, summary) {#code, DIAG_##severity, summary},
#include "diag.def"
#undef DIAG
};

static const char *const severity_names[] = {"note", "warning", "error"};
static const char *const severity_colours[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

void diag_init(struct diag *d, struct arena *a, const struct source *s) {
    *d = (struct diag){.arena = a, .source = s, .limit = DIAG_LIMIT};
}

const char *diag_code_name(enum diag_code code) {
    return diag_rows[code].name;
}

const char *diag_code_summary(enum diag_code code) {
    return diag_rows[code].summary;
}

/* ---- collecting ------------------------------------------------------------------------------ */

struct diag_message *diag_error(struct diag *d, enum diag_code code, struct span span,
                                const char *fmt, ...) {
    struct diag_message *m = ARENA_NEW(d->arena, struct diag_message);
    m->code = code;
    m->severity = diag_rows[code].severity;
    m->span = span;
    va_list ap;
    va_start(ap, fmt);
    m->text = arena_vprintf(d->arena, fmt, ap);
    va_end(ap);
    vec_push(d->arena, &d->messages, m);
    d->errors += m->severity == DIAG_ERROR;
    d->warnings += m->severity == DIAG_WARNING;
    return m;
}

void diag_note(struct diag *d, struct diag_message *m, struct span span, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(d->arena, fmt, ap);
    va_end(ap);
    struct diag_note note = {.has_span = true, .span = span, .text = text};
    vec_push(d->arena, &m->notes, note);
}

void diag_hint(struct diag *d, struct diag_message *m, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct diag_note note = {.text = arena_vprintf(d->arena, fmt, ap)};
    va_end(ap);
    vec_push(d->arena, &m->notes, note);
}

void diag_fix(struct diag *d, struct diag_message *m, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    struct diag_note note = {.text = arena_vprintf(d->arena, fmt, ap), .is_fix = true};
    va_end(ap);
    vec_push(d->arena, &m->notes, note);
}

void diag_promote(struct diag *d, enum diag_code code) {
    for (int i = 0; i < d->messages.n; ++i) {
        struct diag_message *m = d->messages.item[i];
        if (m->severity == DIAG_WARNING && (code == DIAG_COUNT || m->code == code)) {
            m->severity = DIAG_ERROR;
            d->warnings--;
            d->errors++;
        }
    }
}

void diag_take(struct diag *d, const struct diag *from) {
    for (int i = 0; i < from->messages.n; ++i) {
        vec_push(d->arena, &d->messages, from->messages.item[i]);
    }
    d->errors += from->errors;
    d->warnings += from->warnings;
}

/* ---- one source line with its underline ------------------------------------------------------ */

/* The code point at s, which is well-formed; *length gets its bytes. */
static uint32_t decode(const char *s, int *length) {
    unsigned char c = (unsigned char)s[0];
    *length = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    uint32_t point = *length == 1 ? c : c & (0x7fu >> *length);
    for (int i = 1; i < *length; ++i) {
        point = point << 6 | ((unsigned char)s[i] & 0x3f);
    }
    return point;
}

static bool is_between(uint32_t c, const uint32_t (*range)[2], int n) {
    for (int i = 0; i < n; ++i) {
        if (c >= range[i][0] && c <= range[i][1]) {
            return true;
        }
    }
    return false;
}

/* Characters that must not reach a terminal: C0, DEL, C1 and the bidirectional controls. */
static bool is_unprintable(uint32_t c) {
    static const uint32_t range[][2] = {
        {0, 0x1f}, {0x7f, 0x9f}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
    return is_between(c, range, (int)(sizeof(range) / sizeof(range[0])));
}

/* Columns that a terminal gives a character: 0 for combining ones, 2 for East Asian wide ones. */
static int width_of(uint32_t c) {
    static const uint32_t none[][2] = {{0x300, 0x36f}, {0x200b, 0x200d}, {0xfe00, 0xfe0f}};
    static const uint32_t wide[][2] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},  {0xac00, 0xd7a3},
                                       {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60},
                                       {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
    if (c == '\t') {
        return TAB_WIDTH;
    }
    if (c < 0x300) {
        return 1;
    }
    if (is_between(c, none, (int)(sizeof(none) / sizeof(none[0])))) {
        return 0;
    }
    return is_between(c, wide, (int)(sizeof(wide) / sizeof(wide[0]))) ? 2 : 1;
}

static int columns(const char *text, int lo, int hi) {
    int sum = 0;
    for (int i = lo, length; i < hi; i += length) {
        sum += width_of(decode(text + i, &length));
    }
    return sum;
}

/* First byte at or behind from where a line is cut so that [from, it) takes at most width columns.
 */
static int cut_after(const char *text, int from, int n, int width) {
    int i = from;
    for (int length; i < n; i += length) {
        width -= width_of(decode(text + i, &length));
        if (width < 0) {
            break;
        }
    }
    return i;
}

/* First byte at or behind lo from where at most width columns lead up to `at`. */
static int cut_before(const char *text, int lo, int at, int width) {
    int i = at;
    while (i > lo) {
        int previous = i - 1, length;
        while (previous > lo && (text[previous] & 0xc0) == 0x80) {
            previous--;
        }
        width -= width_of(decode(text + previous, &length));
        if (width < 0) {
            break;
        }
        i = previous;
    }
    return i;
}

static void print_text(FILE *out, const char *text, int lo, int hi) {
    for (int i = lo, length; i < hi; i += length) {
        uint32_t c = decode(text + i, &length);
        if (c == '\t') {
            fprintf(out, "%*s", TAB_WIDTH, "");
        } else if (is_unprintable(c)) {
            fputc('?', out);
        } else {
            fwrite(text + i, 1, (size_t)length, out);
        }
    }
}

/* The line on which the span begins and an underline beneath what of the span is on it. */
static void print_line(const struct diag *d, FILE *out, struct span span) {
    const struct source *s = d->source;
    int line = source_line_at(s, span.lo), n;
    const char *text = source_line(s, line, &n);
    uint32_t start = s->line[line - 1];
    uint32_t lo = span.lo < s->users ? span.lo : s->users;
    uint32_t hi = span.hi < s->users ? span.hi : s->users;
    int at = (int)(lo - start) < n ? (int)(lo - start) : n;
    int end = hi <= lo ? at : hi - start < (uint32_t)n ? (int)(hi - start) : n;
    while (at > 0 && at < n && (text[at] & 0xc0) == 0x80) {
        at--;
    }
    while (end < n && (text[end] & 0xc0) == 0x80) {
        end++;
    }
    int from = cut_after(text, 0, n, SHOWN_WIDTH) < n ? cut_before(text, 0, at, SHOWN_BEFORE) : 0;
    int to = cut_after(text, from, n, SHOWN_WIDTH);
    end = end < to ? end : to;
    fprintf(out, "%5d | %s", source_pos(s, span.lo).line, from > 0 ? "..." : "");
    print_text(out, text, from, to);
    fprintf(out, "%s\n      | %*s", to < n ? "..." : "",
            (from > 0 ? 3 : 0) + columns(text, from, at), "");
    fputs(d->colour ? "\033[1;32m^" : "^", out);
    for (int i = columns(text, at, end); i > 1; --i) {
        fputc('~', out);
    }
    fputs(d->colour ? "\033[0m\n" : "\n", out);
}

/* ---- printing -------------------------------------------------------------------------------- */

/* "path:line:col: word: text [code]" and the source line; without a source only "path: word: text
 * [code]". */
static void print_place(const struct diag *d, FILE *out, struct span span,
                        enum diag_severity severity, const char *text, const char *code) {
    const char *bold = d->colour ? "\033[1m" : "", *plain = d->colour ? "\033[0m" : "";
    if (d->source) {
        struct source_pos pos = source_pos(d->source, span.lo);
        fprintf(out, "%s%s:%d:%d:%s ", bold, source_path(d->source, span.lo), pos.line, pos.column,
                plain);
    } else if (d->path) {
        fprintf(out, "%s%s:%s ", bold, d->path, plain);
    }
    fprintf(out, "%s%s:%s %s", d->colour ? severity_colours[severity] : "",
            severity_names[severity], plain, text);
    if (code) {
        fprintf(out, " [%s]", code);
    }
    fputc('\n', out);
    if (d->source) {
        print_line(d, out, span);
    }
}

static void print_message(const struct diag *d, FILE *out, const struct diag_message *m) {
    print_place(d, out, m->span, m->severity, m->text, diag_code_name(m->code));
    for (int i = 0; i < m->notes.n; ++i) {
        const struct diag_note *note = &m->notes.item[i];
        if (note->has_span) {
            print_place(d, out, note->span, DIAG_NOTE, note->text, NULL);
        } else {
            fprintf(out, "  %s: %s\n", note->is_fix ? "help" : "note", note->text);
        }
    }
}

struct sorted_message {
    const struct diag_message *message;
    int index; /* in the order of reporting */
};

static int compare_numbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

/* By place, then code and text, so that what is repeated comes together. */
static int compare_content(const struct diag_message *a, const struct diag_message *b) {
    int order = compare_numbers(a->span.lo, b->span.lo);
    order = order ? order : compare_numbers(a->span.hi, b->span.hi);
    order = order ? order : compare_numbers(a->code, b->code);
    return order ? order : strcmp(a->text, b->text);
}

static int compare_sorted(const void *a, const void *b) {
    const struct sorted_message *x = a, *y = b;
    int order = compare_content(x->message, y->message);
    return order ? order : compare_numbers((uint32_t)x->index, (uint32_t)y->index);
}

const struct diag_message **diag_sorted(struct diag *d, int *n) {
    int all = d->messages.n;
    struct sorted_message *sorted = ARENA_ARRAY(d->arena, struct sorted_message, all + 1);
    const struct diag_message **once = ARENA_ARRAY(d->arena, const struct diag_message *, all + 1);
    for (int i = 0; i < all; ++i) {
        sorted[i] = (struct sorted_message){d->messages.item[i], i};
    }
    if (all > 0) {
        qsort(sorted, (size_t)all, sizeof(sorted[0]), compare_sorted);
    }
    *n = 0;
    for (int i = 0; i < all; ++i) {
        if (i == 0 || compare_content(sorted[i].message, sorted[i - 1].message) != 0) {
            once[(*n)++] = sorted[i].message;
        }
    }
    return once;
}

void diag_print(struct diag *d, FILE *out) {
    int n = 0, errors = 0, left = 0;
    const struct diag_message **message = diag_sorted(d, &n);
    for (int i = 0; i < n; ++i) {
        const struct diag_message *m = message[i];
        errors += m->severity == DIAG_ERROR;
        if (m->severity == DIAG_ERROR && d->limit > 0 && errors > d->limit) {
            left++;
        } else {
            print_message(d, out, m);
        }
    }
    if (left > 0) {
        fprintf(out, "%s%s%d more error%s not shown\n", d->source ? d->source->path : "",
                d->source ? ": " : "", left, left == 1 ? "" : "s");
    }
}

/* ---- spelling -------------------------------------------------------------------------------- */

/* Damerau-Levenshtein distance with adjacent transpositions (optimal string alignment), by rows.
 * Both names have at most CLOSEST_MAX bytes. */
static int edit_distance(const char *a, int na, const char *b, int nb) {
    int rows[3][CLOSEST_MAX + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];
    for (int j = 0; j <= nb; ++j) {
        above[j] = before[j] = j;
    }
    for (int i = 1; i <= na; ++i) {
        row[0] = i;
        for (int j = 1; j <= nb; ++j) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            row[j] = swapped && before[j - 2] + 1 < best ? before[j - 2] + 1 : best;
        }
        int *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[nb];
}

const char *diag_closest(const char *name, const char *const *candidates, int n) {
    const char *closest = NULL;
    size_t length = strlen(name);
    int best = (int)(length / 3) + 1;
    for (int i = 0; i < n && length <= CLOSEST_MAX; ++i) {
        size_t other = strlen(candidates[i]);
        if (other <= CLOSEST_MAX) {
            int distance = edit_distance(name, (int)length, candidates[i], (int)other);
            if (distance < best) {
                best = distance;
                closest = candidates[i];
            }
        }
    }
    return closest;
}
