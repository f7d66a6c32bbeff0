/* table_text.c - tables as generated code has them: a line of text, read at the first use. */
#include <stdlib.h>
#include <string.h>

#include "lmad.h"

/* What is left of the text, and of the memory. */
struct reader {
    const char *at;
    int rank;
    struct lmad_form *form;
    struct lmad_term *term;
};

static int64_t read_number(struct reader *r) {
    return (int64_t)strtoull(r->at, (char **)&r->at, 10);
}

/* One summand: -4*s2*c0. Numbers wrap, as -9223372036854775808 has to. */
static void read_summand(struct reader *r, struct lmad_affine *x, struct lmad_form *coef) {
    struct lmad_term term = {1, {LMAD_NO_SYMBOL, LMAD_NO_SYMBOL, LMAD_NO_SYMBOL, LMAD_NO_SYMBOL}};
    int counter = -1, n = 0;
    bool minus = *r->at == '-';
    r->at += minus || *r->at == '+';
    do {
        r->at += *r->at == '*';
        char kind = *r->at;
        r->at += kind == 's' || kind == 'c';
        int64_t number = read_number(r);
        if (kind == 's') {
            term.symbol[n++] = (int16_t)number;
        } else if (kind == 'c') {
            counter = (int)number;
        } else {
            term.coef = number;
        }
    } while (*r->at == '*');
    term.coef = minus ? (int64_t)(0 - (uint64_t)term.coef) : term.coef;
    struct lmad_form *form = counter < 0 ? &x->base : &coef[counter];
    x->ncoef = counter < x->ncoef ? x->ncoef : counter + 1;
    if (n == 0) {
        form->constant = term.coef;
        return;
    }
    form->term = form->nterm ? form->term : r->term;
    form->nterm++;
    *r->term++ = term;
}

/* A sum; what belongs to one counter stands together. Then the sign behind it. */
static struct lmad_affine read_affine(struct reader *r) {
    struct lmad_affine x = {{0, 0, NULL}, 0, r->form};
    struct lmad_form *coef = r->form;
    r->form += r->rank;
    while (*r->at && !strchr(":,;", *r->at)) {
        read_summand(r, &x, coef);
    }
    r->at += *r->at != '\0';
    return x;
}

/* 0r8 s0+s1*c0: an array, its use, its width, and where it matters !outside and #reduction. */
static struct lmad_reference read_access(struct reader *r) {
    struct lmad_reference x = {.array = (int)read_number(r)};
    char use = *r->at++;
    x.use = use == 'r' ? LMAD_READ : use == 'w' ? LMAD_WRITE : LMAD_READ_WRITE;
    x.width = (int)read_number(r);
    if (*r->at == '!') {
        r->at++;
        x.outside = (unsigned)read_number(r);
    }
    if (*r->at == '#') {
        r->at++;
        x.reduction = (int)read_number(r);
    }
    r->at++;
    x.address = read_affine(r);
    return x;
}

static int count(const char *text, char c) {
    int n = 0;
    for (; *text; ++text) {
        n += *text == c;
    }
    return n;
}

/* One block of memory. NULL: there is none. */
static struct lmad_table *read_table(const char *text) {
    size_t rank = (size_t)count(text, ':') / 2, naccess = (size_t)count(text, ';');
    size_t forms = (3 * rank + naccess) * (rank ? rank : 1), terms = (size_t)count(text, 's');
    struct lmad_table *table =
        calloc(1, sizeof(*table) + rank * sizeof(struct lmad_counter) +
                      naccess * sizeof(struct lmad_reference) + forms * sizeof(struct lmad_form) +
                      terms * sizeof(struct lmad_term));
    if (!table) {
        return NULL;
    }
    struct lmad_counter *counter = (struct lmad_counter *)(table + 1);
    struct lmad_reference *access = (struct lmad_reference *)(counter + rank);
    struct lmad_form *form = (struct lmad_form *)(access + naccess);
    struct reader r = {text, (int)rank, form, (struct lmad_term *)(form + forms)};
    *table = (struct lmad_table){(int)rank, counter, (int)naccess, access};
    for (size_t k = 0; k < rank; ++k) {
        counter[k].lower = read_affine(&r);
        counter[k].upper = read_affine(&r);
        counter[k].step = read_affine(&r).base;
    }
    for (size_t m = 0; m < naccess; ++m) {
        access[m] = read_access(&r);
    }
    return table;
}

const struct lmad_table *lmad_text_table(struct lmad_text *t) {
    struct lmad_table *table = NULL;
    const struct lmad_table *known = __atomic_load_n(&t->table, __ATOMIC_ACQUIRE);
    if (!known && (table = read_table(t->text)) &&
        !__atomic_compare_exchange_n(&t->table, &known, table, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        free(table);
        table = NULL;
    }
    return table ? table : known;
}
