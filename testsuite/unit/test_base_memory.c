/* arena, vec and intern: what they promise about memory, on the edges. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "format.h"
#include "intern.h"
#include "vec.h"

static bool all_zero(const char *p, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        if (p[i] != 0) {
            return false;
        }
    }
    return true;
}

Test(arena, objects_are_zeroed_aligned_and_disjoint) {
    struct arena a;
    arena_init(&a);
    enum { N = 5000 };
    static unsigned char *p[N];
    static size_t size[N];
    srand(7);
    for (int i = 0; i < N; ++i) {
        size[i] = (size_t)(rand() % 300) * (i % 97 == 0 ? 1000 : 1);
        p[i] = arena_alloc(&a, size[i]);
        cr_assert_eq((uintptr_t)p[i] % _Alignof(max_align_t), 0);
        cr_assert(all_zero((char *)p[i], size[i]), "object %d", i);
        memset(p[i], i % 251 + 1, size[i]);
    }
    for (int i = 0; i < N; ++i) { /* nobody wrote into another's bytes */
        for (size_t k = 0; k < size[i]; ++k) {
            cr_assert_eq(p[i][k], i % 251 + 1, "object %d byte %zu", i, k);
        }
    }
    arena_free(&a);
}

Test(arena, zero_bytes_give_distinct_valid_pointers) {
    struct arena a;
    arena_init(&a);
    char *p = arena_alloc(&a, 0);
    char *q = arena_alloc(&a, 0);
    cr_assert_not_null(p);
    cr_assert_neq(p, q);
    arena_free(&a);
}

Test(arena, a_large_object_keeps_the_free_rest_of_the_block) {
    struct arena a;
    arena_init(&a);
    char *small = arena_alloc(&a, 16);
    char *large = arena_alloc(&a, 300u << 20);
    char *next = arena_alloc(&a, 16);
    cr_assert_eq(next, small + 16);
    large[0] = large[(300u << 20) - 1] = 1;
    cr_assert_geq(a.used, 300u << 20);
    arena_free(&a);
}

Test(arena, a_large_object_may_be_the_first) {
    struct arena a;
    arena_init(&a);
    char *large = arena_alloc(&a, 1 << 20);
    memset(large, 1, 1 << 20);
    char *small = arena_alloc(&a, 32);
    cr_assert(all_zero(small, 32));
    memset(small, 2, 32);
    cr_assert_eq(large[(1 << 20) - 1], 1);
    arena_free(&a);
}

Test(arena, is_empty_and_usable_after_free) {
    struct arena a;
    arena_init(&a);
    arena_free(&a); /* of nothing */
    arena_alloc(&a, 100);
    arena_free(&a);
    cr_assert_eq(a.used, 0);
    cr_assert_str_eq(arena_strdup(&a, "again"), "again");
    arena_free(&a);
}

Test(arena, holds_a_million_objects) {
    struct arena a;
    arena_init(&a);
    int **p = malloc(1000000 * sizeof(int *));
    for (int i = 0; i < 1000000; ++i) {
        p[i] = ARENA_NEW(&a, int);
        *p[i] = i;
    }
    for (int i = 0; i < 1000000; ++i) {
        cr_assert(*p[i] == i);
    }
    free(p);
    arena_free(&a);
}

Test(arena, strings) {
    struct arena a;
    arena_init(&a);
    cr_assert_str_eq(arena_strndup(&a, "abcdef", 3), "abc");
    cr_assert_str_eq(arena_strndup(&a, NULL, 0), "");
    cr_assert_eq(memcmp(arena_strndup(&a, "a\0b", 3), "a\0b", 4), 0);
    cr_assert_str_eq(arena_printf(&a, "%s-%d", "x", 42), "x-42");
    cr_assert_str_eq(arena_printf(&a, "%s", ""), "");
    char *wide = arena_printf(&a, "%100000d", 7);
    cr_assert_eq(strlen(wide), 100000);
    cr_assert_eq(wide[99999], '7');
    arena_free(&a);
}

Test(arena, an_impossible_size_ends_with_status_2, .exit_code = 2) {
    struct arena a;
    arena_init(&a);
    arena_alloc(&a, SIZE_MAX - 8);
}

Test(arena, die_ends_with_status_2, .exit_code = 2) {
    die("a test of %s", "die");
}

Test(vec, keeps_every_element) {
    struct arena a;
    arena_init(&a);
    VEC(int) v = {0};
    for (int i = 0; i < 100000; ++i) {
        vec_push(&a, &v, i * 3);
        cr_assert(v.n == i + 1 && v.n <= v.cap);
    }
    for (int i = 0; i < v.n; ++i) {
        cr_assert(v.item[i] == i * 3);
    }
    cr_assert_leq(v.cap, 2 * v.n);
    arena_free(&a);
}

Test(vec, holds_structures_and_leaves_copies_valid) {
    struct arena a;
    arena_init(&a);
    struct pair {
        char c;
        double x;
    };
    typedef VEC(struct pair) pairs;
    pairs v = {0};
    vec_push(&a, &v, ((struct pair){'a', 1.5}));
    pairs copy = v;
    for (int i = 0; i < 100; ++i) {
        vec_push(&a, &v, ((struct pair){'b', i}));
    }
    cr_assert_eq(copy.n, 1);
    cr_assert_eq(copy.item[0].x, 1.5);
    cr_assert_eq(v.item[0].c, 'a');
    cr_assert_eq(v.item[100].x, 99);
    arena_free(&a);
}

Test(intern, equal_text_is_one_pointer) {
    struct arena a;
    arena_init(&a);
    struct intern_table *t = intern_new(&a);
    char buffer[] = "name";
    const char *first = intern_str(t, buffer);
    cr_assert_neq(first, buffer, "the table owns its copy");
    cr_assert_eq(intern(t, "name!", 4), first);
    cr_assert_neq(intern_str(t, "nam"), first);
    cr_assert_neq(intern_str(t, "name2"), first);
    buffer[0] = 'f';
    cr_assert_str_eq(first, "name");
    cr_assert_str_eq(intern_str(t, buffer), "fame");
    arena_free(&a);
}

Test(intern, empty_text_and_nul_bytes_are_names_too) {
    struct arena a;
    arena_init(&a);
    struct intern_table *t = intern_new(&a);
    const char *empty = intern(t, "xyz", 0);
    cr_assert_str_eq(empty, "");
    cr_assert_eq(intern_str(t, ""), empty);
    cr_assert_eq(intern(t, NULL, 0), empty);
    const char *nul = intern(t, "a\0b", 3);
    cr_assert_neq(nul, intern(t, "a\0c", 3));
    cr_assert_neq(nul, intern(t, "a", 1));
    cr_assert_eq(nul, intern(t, "a\0b", 3));
    arena_free(&a);
}

Test(intern, a_million_names_survive_growth) {
    struct arena a;
    arena_init(&a);
    struct intern_table *t = intern_new(&a);
    enum { N = 1000000 };
    const char **name = malloc(N * sizeof(char *));
    char buffer[32];
    for (int i = 0; i < N; ++i) {
        name[i] = intern(t, buffer, (size_t)snprintf(buffer, sizeof(buffer), "v%d", i));
    }
    for (int i = 0; i < N; ++i) {
        snprintf(buffer, sizeof(buffer), "v%d", i);
        cr_assert(intern_str(t, buffer) == name[i] && strcmp(name[i], buffer) == 0);
    }
    free(name);
    arena_free(&a);
}

Test(arena, what_comes_after_clearing_is_zeroed_too) {
    struct arena a;
    arena_init(&a);
    arena_clear(&a);
    srand(11);
    for (int round = 0; round < 50; ++round) {
        for (int i = 0; i < 300; ++i) {
            size_t size = (size_t)(rand() % 500) * (i % 61 == 0 ? 500 : 1);
            char *p = arena_alloc(&a, size);
            cr_assert(all_zero(p, size), "round %d object %d", round, i);
            memset(p, 0xa5, size);
            const char *text = arena_printf(&a, "%s-%d-%0*d", "text", i, rand() % 4000 + 1, round);
            cr_assert_eq(strncmp(text, "text-", 5), 0);
        }
        arena_clear(&a);
    }
    arena_free(&a);
}

/* ---- format_text */

static int ours(char *to, size_t size, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = format_text(to, size, fmt, ap);
    va_end(ap);
    return n;
}

/* The same text and length as snprintf, for every size of the buffer. */
#define SAME(...)                                                                                  \
    for (size_t size = 0; size < 90; ++size) {                                                     \
        char x[100], y[100];                                                                       \
        memset(x, '#', sizeof(x));                                                                 \
        memset(y, '#', sizeof(y));                                                                 \
        int n = ours(x, size, __VA_ARGS__), m = snprintf(y, size, __VA_ARGS__);                    \
        cr_assert_eq(n, m, "%d instead of %d", n, m);                                              \
        cr_assert_eq(x[size], '#', "wrote past %zu", size);                                        \
        cr_assert(size == 0 || strcmp(x, y) == 0, "'%s' instead of '%s'", x, y);                   \
    }

Test(format, is_snprintf) {
    SAME("%s", "");
    SAME("plain");
    SAME("%s and %s", "one", "two");
    SAME("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    SAME("%lld|%lld|%lld", 0LL, LLONG_MAX, LLONG_MIN);
    SAME("%ld|%ld", LONG_MAX, LONG_MIN);
    SAME("%lu %llu %ls", 7UL, ULLONG_MAX, L"wide");
    SAME("%.*s|%.*s|%.*s|%s", 2, "abc", 0, "abc", -1, "abc", "after");
    SAME("%c%c", 'a', 'b');
    SAME("%s %zu %s %d", "s", (size_t)12345, "after", 7);
    SAME("%d%% of %.*s", 50, 3, "abcdef");
    SAME("%5d|%-5s|%x", 42, "ab", 255U);
    SAME("%s%.17g", "x = ", 0.1);
}
