/* test_lmad_text.c - tables as generated code has them. */
#include <pthread.h>
#include <stdlib.h>

#include <criterion/criterion.h>

#include "lmad.h"

/* The value of a form with symbols 100, 101, ... */
static int64_t value(const struct lmad_form *form) {
    int64_t symbol[8], sum = 0;
    for (int i = 0; i < 8; ++i) {
        symbol[i] = 100 + i;
    }
    cr_assert(lmad_form_value(form, symbol, &sum));
    return sum;
}

Test(lmad_text, loops_and_accesses) {
    struct lmad_text text = {"1:s2-1:1,c0:2*s3*s1+7:-2,0r8 s0-4*s4+8*c0+s5*c0-s1*c1;"
                             "3w4!2#5 0;12u16 -9223372036854775808;",
                             NULL};
    const struct lmad_table *t = lmad_text_table(&text);
    cr_assert(t && t == text.table && t == lmad_text_table(&text));
    cr_assert(t->rank == 2 && t->naccess == 3);
    cr_assert_eq(value(&t->counter[0].lower.base), 1);
    cr_assert_eq(value(&t->counter[0].upper.base), 101);
    cr_assert_eq(t->counter[0].upper.ncoef, 0);
    cr_assert_eq(value(&t->counter[0].step), 1);
    cr_assert_eq(value(&t->counter[1].lower.base), 0);
    cr_assert_eq(t->counter[1].lower.ncoef, 1);
    cr_assert_eq(value(&t->counter[1].lower.coef[0]), 1);
    cr_assert_eq(value(&t->counter[1].upper.base), 2 * 103 * 101 + 7);
    cr_assert_eq(value(&t->counter[1].step), -2);
    const struct lmad_reference *x = t->access;
    cr_assert(x->array == 0 && x->use == LMAD_READ && x->width == 8 && !x->outside);
    cr_assert_eq(value(&x->address.base), 100 - 4 * 104);
    cr_assert_eq(x->address.ncoef, 2);
    cr_assert_eq(value(&x->address.coef[0]), 8 + 105);
    cr_assert_eq(value(&x->address.coef[1]), -101);
    ++x;
    cr_assert(x->array == 3 && x->use == LMAD_WRITE && x->width == 4);
    cr_assert(x->outside == 2 && x->reduction == 5 && x->address.ncoef == 0);
    ++x;
    cr_assert(x->array == 12 && x->use == LMAD_READ_WRITE && x->width == 16);
    cr_assert_eq(value(&x->address.base), INT64_MIN);
    free((void *)t);
}

Test(lmad_text, nothing) {
    struct lmad_text text = {"", NULL};
    const struct lmad_table *t = lmad_text_table(&text);
    cr_assert(t && t->rank == 0 && t->naccess == 0);
    free((void *)t);
}

static void *ask(void *text) {
    return (void *)lmad_text_table(text);
}

Test(lmad_text, threads_get_one_table) {
    for (int turn = 0; turn < 100; ++turn) {
        struct lmad_text text = {"0:s0:1,0r8 s1+8*c0;", NULL};
        pthread_t thread[4];
        void *table[4];
        for (int i = 0; i < 4; ++i) {
            pthread_create(&thread[i], NULL, ask, &text);
        }
        for (int i = 0; i < 4; ++i) {
            pthread_join(thread[i], &table[i]);
            cr_assert(table[i] && table[i] == table[0]);
        }
        free(table[0]); /* one block, which modules keep */
    }
}
