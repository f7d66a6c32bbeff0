/* Characters of names; text to normal form KC: characters are taken apart, marks sorted, and all
 * put together again. */
#include "unicode.h"

enum { S_BASE = 0xAC00, L_BASE = 0x1100, V_BASE = 0x1161, T_BASE = 0x11A7 };
enum { L_COUNT = 19, V_COUNT = 21, T_COUNT = 28, S_COUNT = L_COUNT * V_COUNT * T_COUNT };
enum { MAX_PARTS = 18 }; /* of one character */

struct points {
    uint32_t *at;
    int n;
};

static const struct unicode_row *row_of(uint32_t code) {
    int lo = 0, hi = unicode_n_rows;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (unicode_row[mid].code < code) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return lo < unicode_n_rows && unicode_row[lo].code == code ? &unicode_row[lo] : NULL;
}

static int class_of(uint32_t code) {
    const struct unicode_row *row = row_of(code);
    return row ? row->class_ : 0;
}

static void take_apart(struct points *p, uint32_t code) {
    const struct unicode_row *row = row_of(code);
    if (code - S_BASE < S_COUNT) {
        uint32_t s = code - S_BASE;
        p->at[p->n++] = L_BASE + s / (V_COUNT * T_COUNT);
        p->at[p->n++] = V_BASE + s % (V_COUNT * T_COUNT) / T_COUNT;
        if (s % T_COUNT) {
            p->at[p->n++] = T_BASE + s % T_COUNT;
        }
    } else if (row) {
        for (int i = 0; i < row->n; ++i) {
            p->at[p->n++] = unicode_text[row->at + (uint32_t)i];
        }
    } else {
        p->at[p->n++] = code;
    }
}

/* Marks behind a character by their classes, those of one class as they stand. */
static void sort_marks(struct points *p) {
    for (int i = 1; i < p->n; ++i) {
        uint32_t code = p->at[i];
        int class = class_of(code), k = i;
        for (; class > 0 && k > 0 && class_of(p->at[k - 1]) > class; --k) {
            p->at[k] = p->at[k - 1];
        }
        p->at[k] = code;
    }
}

/* What two characters compose to; 0: nothing. */
static uint32_t together(uint32_t a, uint32_t b) {
    int lo = 0, hi = unicode_n_pairs;
    if (a - L_BASE < L_COUNT && b - V_BASE < V_COUNT) {
        return S_BASE + ((a - L_BASE) * V_COUNT + (b - V_BASE)) * T_COUNT;
    }
    if (a - S_BASE < S_COUNT && (a - S_BASE) % T_COUNT == 0 && b > T_BASE && b < T_BASE + T_COUNT) {
        return a + (b - T_BASE);
    }
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        const struct unicode_pair *p = &unicode_pair[mid];
        if (p->first < a || (p->first == a && p->second < b)) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    const struct unicode_pair *p = lo < unicode_n_pairs ? &unicode_pair[lo] : NULL;
    return p && p->first == a && p->second == b ? p->both : 0;
}

static void compose(struct points *p) {
    int starter = -1, n = 0, last = 0; /* last: class of what stands before, -1: the starter */
    for (int i = 0; i < p->n; ++i) {
        uint32_t code = p->at[i];
        int class = class_of(code);
        bool blocked = starter < 0 || (last >= class && last >= 0);
        uint32_t both = blocked ? 0 : together(p->at[starter], code);
        if (both) {
            p->at[starter] = both;
            continue;
        }
        if (class == 0) {
            starter = n;
        }
        last = class == 0 ? -1 : class;
        p->at[n++] = code;
    }
    p->n = n;
}

const char *unicode_read(const char *s, uint32_t *code) {
    const unsigned char *u = (const unsigned char *)s;
    int n = *u < 0x80 ? 1 : *u < 0xE0 ? 2 : *u < 0xF0 ? 3 : 4;
    *code = n == 1 ? *u : *u & (0xFFu >> (n + 1));
    for (int i = 1; i < n; ++i) {
        *code = *code << 6 | (u[i] & 0x3F);
    }
    return s + n;
}

bool unicode_in_name(uint32_t code, bool first) {
    int lo = 0, hi = unicode_n_runs;
    while (lo + 1 < hi) {
        int mid = (lo + hi) / 2;
        if (unicode_run[mid] >> 2 <= code) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return (unicode_run[lo] & (first ? 2 : 1)) != 0;
}

static char *write_point(char *s, uint32_t code) {
    int n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; --i) {
        s[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    s[0] = (char)(n == 1 ? code : (0xF00u >> n & 0xFF) | code);
    return s + n;
}

const char *unicode_nfkc(struct arena *a, const char *s, size_t *n) {
    const char *end = s + *n, *ascii = s;
    while (ascii < end && (unsigned char)*ascii < 0x80) {
        ++ascii;
    }
    if (ascii == end) {
        return s;
    }
    struct points p = {ARENA_ARRAY(a, uint32_t, *n * MAX_PARTS), 0};
    while (s < end) {
        uint32_t code;
        s = unicode_read(s, &code);
        take_apart(&p, code);
    }
    sort_marks(&p);
    compose(&p);
    char *text = ARENA_ARRAY(a, char, (size_t)p.n * 4 + 1), *to = text;
    for (int i = 0; i < p.n; ++i) {
        to = write_point(to, p.at[i]);
    }
    *n = (size_t)(to - text);
    return text;
}
