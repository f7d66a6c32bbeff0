/* Identifiers in Unicode's normal form KC, in which Python compares them: ﬁ is fi. */
#ifndef PYCC_NFKC_H
#define PYCC_NFKC_H

#include <stddef.h>
#include <stdint.h>

#include "arena.h"

/* n bytes of valid UTF-8, an identifier, in its normal form, which is the text itself where it has
 * ASCII only. *n is its length; a new text is of the arena. Unicode Standard Annex 15; Hangul by
 * section 3.12 of the standard. */
const char *nfkc(struct arena *a, const char *s, size_t *n);

/* The tables that nfkc_table.py writes; both are sorted. */
struct nfkc_row {
    uint32_t code, at; /* at: where its decomposition begins in nfkc_text */
    uint8_t n, class_; /* code points in it; canonical combining class */
};
struct nfkc_pair {
    uint32_t first, second, both;
};
extern const struct nfkc_row nfkc_row[];
extern const uint32_t nfkc_text[];
extern const struct nfkc_pair nfkc_pair[];
extern const int nfkc_n_rows, nfkc_n_pairs;

#endif
