/* test_runtime_prelude.c - a kernel has those of the prelude's functions before it that it uses. */
#include "device_prelude.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int count(const char *text, const char *part) {
    int n = 0;
    for (; (text = strstr(text, part)); ++text) {
        ++n;
    }
    return n;
}

static int functions_for(const char *kernel) {
    char *text = device_prelude_join(kernel);
    cr_assert_not_null(text);
    size_t length = strlen(text), own = strlen(kernel);
    cr_assert_str_eq(text + length - own, kernel);
    cr_assert_eq(count(text, "#ifdef"), count(text, "#endif"));
    int n = count(text, "static inline");
    free(text);
    return n;
}

Test(runtime_prelude, words_count_and_nothing_else) {
    cr_assert_eq(functions_for(""), 0);
    cr_assert_eq(functions_for("__kernel void f() { /* 3: conj(x) */ conjure(); a_conj(); }"), 0);
    cr_assert_eq(functions_for("conj(x); /* */ conjf(x) / conj(y); /* conj"), 2);
    cr_assert_eq(functions_for("x = 0x1p63f + creal(z);"), 1);
}

Test(runtime_prelude, what_a_function_uses_stands_before_it) {
    char *text = device_prelude_join("#define A pycc_random_uniform(7, i)\n");
    cr_assert_not_null(text);
    const char *at = text;
    const char *const order[] = {"uint4 pycc_philox(", "uint4 pycc_random_block(",
                                 "long pycc_random_53(", "double pycc_random_uniform(",
                                 "#define A"};
    for (size_t i = 0; i < sizeof(order) / sizeof(*order); ++i) {
        cr_assert_eq(count(text, order[i]), 1, "%s", order[i]);
        cr_assert_not_null(at = strstr(at, order[i]), "%s", order[i]);
    }
    cr_assert_eq(count(text, "static inline"), 4);
    free(text);
}

Test(runtime_prelude, all_are_found_by_their_names) {
    for (int k = 0; k < device_pieces; ++k) {
        char *text = device_prelude_join(device_piece[k].name);
        cr_assert_not_null(text);
        cr_assert_not_null(strstr(text, device_piece[k].text), "%s", device_piece[k].name);
        free(text);
    }
}
