/* fuzz_lmad.c - libFuzzer target for analysis/lmad.
 *
 * The input is read as a table with arbitrary 64-bit numbers; every public function runs on it.
 * Answers that can be checked at any size are: witnesses collide, indices go there and back, copies
 * stay inside their buffer. Build with clang
 * -fsanitize=fuzzer,address,undefined and all sources of analysis/lmad. */
#include "lmad.h"

#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
    const uint8_t *data;
    size_t size;
};

static uint8_t byte(struct input *in) {
    if (in->size == 0) {
        return 0;
    }
    in->size--;
    return *in->data++;
}

/* Small numbers mostly; whole words now and then. */
static int64_t number(struct input *in) {
    uint8_t kind = byte(in);
    if (kind < 200) {
        return (int64_t)kind % 25 - 4;
    }
    uint64_t word = 0;
    for (int i = 0; i < (kind < 240 ? 2 : 8); i++) {
        word = word << 8 | byte(in);
    }
    return kind < 240 ? (int64_t)word - 32768 : (int64_t)word;
}

struct storage {
    struct lmad_counter counter[4];
    struct lmad_reference access[9];
    struct lmad_form coef[128];
    struct lmad_term term[512];
    int ncoef, nterm;
    int64_t symbol[4];
};

static struct lmad_form form(struct input *in, struct storage *s) {
    struct lmad_form f = {number(in), byte(in) % 3, &s->term[s->nterm]};
    for (int i = 0; i < f.nterm; i++) {
        struct lmad_term *t = &s->term[s->nterm++];
        t->coef = number(in);
        for (int j = 0; j < LMAD_MAX_FACTORS; j++) {
            t->symbol[j] = (int16_t)(byte(in) % 5 - 1);
        }
    }
    return f;
}

static struct lmad_affine affine(struct input *in, struct storage *s, int n) {
    struct lmad_affine a = {form(in, s), byte(in) % 2 ? n : 0, &s->coef[s->ncoef]};
    for (int k = 0; k < a.ncoef; k++) {
        s->coef[s->ncoef++] = form(in, s);
    }
    return a;
}

static void read_table(struct input *in, struct storage *s, struct lmad_table *table) {
    s->ncoef = s->nterm = 0;
    for (int i = 0; i < 4; i++) {
        s->symbol[i] = number(in);
    }
    *table = (struct lmad_table){byte(in) % 5, s->counter, 1 + byte(in) % 9, s->access};
    for (int k = 0; k < table->rank; k++) {
        s->counter[k].lower = affine(in, s, k);
        s->counter[k].upper = affine(in, s, k);
        s->counter[k].step = form(in, s);
    }
    for (int i = 0; i < table->naccess; i++) {
        s->access[i].array = byte(in) % 3;
        s->access[i].use = 1 + byte(in) % 3;
        s->access[i].reduction = byte(in) % 8 == 0;
        s->access[i].width = 1 << byte(in) % 5;
        s->access[i].address = affine(in, s, table->rank);
    }
}

static __int128 address(const struct lmad_nest *nest, const struct lmad_access *a,
                        const int64_t *n) {
    __int128 sum = a->base;
    for (int k = 0; k < nest->rank; k++) {
        sum += (__int128)a->stride[k] * n[k];
    }
    return sum;
}

static void dependence(const struct lmad_bound *b) {
    for (int level = 0; level < b->nest.rank; level++) {
        struct lmad_conflict c;
        if (lmad_parallel(b, level, false, NULL, &c) == TRI_NO) {
            const struct lmad_access *x = &b->access[c.a], *y = &b->access[c.b];
            __int128 difference =
                address(&b->nest, x, c.witness.a) - address(&b->nest, y, c.witness.b);
            REQUIRE(difference > -x->width && difference < y->width);
            REQUIRE(lmad_nest_holds(&b->nest, c.witness.a) &&
                    lmad_nest_holds(&b->nest, c.witness.b));
            REQUIRE(c.witness.a[level] != c.witness.b[level]);
        }
    }
}

static void descriptors(const struct lmad_bound *b) {
    struct lmad first, set;
    struct lmad_normal normal;
    struct lmad_witness w;
    lmad_of_access(&b->nest, &b->access[0], &first);
    for (int i = 0; i < b->naccess; i++) {
        lmad_of_access(&b->nest, &b->access[i], &set);
        lmad_normalise(&set, &normal);
        lmad_collides(&set, &w);
        lmad_contains(&set, first.base, w.a);
        lmad_overlap(&first, &set, &w);
    }
}

/* Writing back walks the loops, empty inner ones too: only where that ends soon. */
static bool walkable(const struct lmad_nest *nest) {
    int64_t product = 1;
    for (int k = 0; k < nest->rank; k++) {
        if (__builtin_mul_overflow(product, nest->level[k].extent, &product) || product > 1 << 16) {
            return false;
        }
    }
    return true;
}

/* Copies over real memory when the footprint is small enough to have some. */
static void copies(const struct lmad_bound *b, const struct lmad_footprint *f) {
    struct lmad_transfer transfer;
    int64_t bytes;
    if (!lmad_transfer_gather(f, f->low, f->high, &transfer)) {
        return;
    }
    lmad_transfer_bytes(&transfer, &bytes);
    int64_t span = f->high - f->low + 1;
    bool small = walkable(&b->nest) && f->count > 0 && f->count < 4096 && span < 4096;
    char *device = small ? calloc((size_t)f->count, (size_t)f->unit) : NULL;
    char *memory = small ? calloc((size_t)span, (size_t)f->unit) : NULL;
    const char *host = (char *)((uintptr_t)memory - (uintptr_t)(f->origin + f->low * f->unit));
    if (small) {
        lmad_transfer_to_device(&transfer, 0, 1, host, device);
    }
    for (int m = 0; m < f->nmember; m++) {
        if (lmad_transfer_scatter(b, f, m, &transfer) && small &&
            lmad_transfer_bytes(&transfer, &bytes) == TRI_YES && bytes < 1 << 16) {
            lmad_transfer_to_host(&transfer, 0, 1, (char *)(uintptr_t)host, device);
        }
    }
    free(device);
    free(memory);
}

static void footprints(const struct lmad_bound *b) {
    int group[LMAD_MAX_ACCESSES], n = lmad_groups(b, group);
    for (int g = 0; g < n; g++) {
        struct lmad_footprint f;
        int member[LMAD_MAX_ACCESSES], nmember = 0;
        for (int i = 0; i < b->naccess; i++) {
            if (group[i] == g) {
                member[nmember++] = i;
            }
        }
        if (!lmad_footprint(b, member, nmember, &f)) {
            continue;
        }
        REQUIRE(f.count >= 0 && f.touched <= f.count);
        for (int64_t i = 0; i < f.count; i += 1 + f.count / 64) {
            int64_t element, index;
            REQUIRE(!lmad_footprint_element(&f, i, &element) ||
                    (lmad_footprint_index(&f, element, &index) && index == i));
        }
        copies(b, &f);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct storage storage;
    static struct lmad_bound bound;
    struct input in = {data, size};
    struct lmad_table table;
    int64_t count;
    read_table(&in, &storage, &table);
    if (!lmad_bind(&table, storage.symbol, &bound)) {
        return 0;
    }
    lmad_nest_count(&bound.nest, &count);
    if (!bound.nest.empty) {
        descriptors(&bound);
        dependence(&bound);
    }
    footprints(&bound);
    return 0;
}
