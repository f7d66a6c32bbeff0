/* Characters of identifiers, and identifiers in Unicode's normal form KC, in which Python compares
 * them: ﬁ is fi. */
#ifndef PYCC_UNICODE_H
#define PYCC_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

/* n bytes of valid UTF-8, an identifier, in its normal form, which is the text itself where it has
 * ASCII only. *n is its length; a new text is of the arena. Unicode Standard Annex 15; Hangul by
 * section 3.12 of the standard. */
const char *unicode_nfkc(struct arena *a, const char *s, size_t *n);

/* The code point that valid UTF-8 begins with; the return value is where the next one is. */
const char *unicode_read(const char *s, uint32_t *code);

/* May a character that is not of ASCII stand in a name; as its first? */
bool unicode_in_name(uint32_t code, bool first);

/* The tables that unicode_table.py writes; all are sorted. */
struct unicode_row {
    uint32_t code, at; /* at: where its decomposition begins in unicode_text */
    uint8_t n, class_; /* code points in it; canonical combining class */
};
struct unicode_pair {
    uint32_t first, second, both;
};
extern const struct unicode_row unicode_row[];
extern const uint32_t unicode_text[];
extern const struct unicode_pair unicode_pair[];
/* In names: 4 * the first code point of a run + 2 (may be first) + 1 (may be behind). */
extern const uint32_t unicode_run[];
extern const int unicode_n_runs, unicode_n_rows, unicode_n_pairs;

#endif
