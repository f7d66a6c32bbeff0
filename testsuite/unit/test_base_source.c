/* source: what is refused, and where every byte is. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "source.h"

static struct arena arena;

static void setup(void) {
    arena_init(&arena);
}

static void teardown(void) {
    arena_free(&arena);
}

TestSuite(source, .init = setup, .fini = teardown);

static struct source *from_bytes(const char *text, size_t size, const char **error) {
    return source_from_text(&arena, "test.py", text, size, error);
}

static struct source *from(const char *text) {
    const char *error;
    struct source *s = from_bytes(text, strlen(text), &error);
    cr_assert_not_null(s, "%s", error);
    cr_assert_null(error);
    return s;
}

static void expect_pos(const struct source *s, uint32_t offset, int line, int column) {
    struct source_pos pos = source_pos(s, offset);
    cr_assert(pos.line == line && pos.column == column, "offset %u: got %d:%d, expected %d:%d",
              offset, pos.line, pos.column, line, column);
}

static void expect_line(const struct source *s, int line, const char *text) {
    int n;
    const char *found = source_line(s, line, &n);
    cr_assert(n == (int)strlen(text) && memcmp(found, text, (size_t)n) == 0, "line %d is '%.*s'",
              line, n, found);
}

Test(source, empty_text_has_one_empty_line) {
    struct source *s = from("");
    cr_assert_eq(s->size, 0);
    cr_assert_eq(s->lines, 1);
    cr_assert_eq(s->text[0], '\0');
    expect_pos(s, 0, 1, 1);
    expect_pos(s, 99, 1, 1);
    expect_line(s, 1, "");
}

Test(source, text_without_a_last_line_end) {
    struct source *s = from("ab\ncd");
    cr_assert_eq(s->lines, 2);
    expect_pos(s, 2, 1, 3);
    expect_pos(s, 3, 2, 1);
    expect_pos(s, 5, 2, 3);
    expect_pos(s, 1000, 2, 3);
    expect_line(s, 2, "cd");
}

Test(source, the_end_of_the_file_has_a_line) {
    struct source *s = from("ab\n");
    cr_assert_eq(s->lines, 2);
    expect_pos(s, 3, 2, 1);
    expect_line(s, 1, "ab");
    expect_line(s, 2, "");
}

Test(source, every_kind_of_line_end) {
    struct source *s = from("a\r\nbc\rd\n\r\n\n\re");
    cr_assert_eq(s->lines, 7);
    expect_line(s, 1, "a");
    expect_line(s, 2, "bc");
    expect_line(s, 3, "d");
    expect_line(s, 4, "");
    expect_line(s, 5, "");
    expect_line(s, 6, "");
    expect_line(s, 7, "e");
    expect_pos(s, 3, 2, 1);
    expect_pos(s, 6, 3, 1);
}

Test(source, a_carriage_return_may_end_the_file) {
    struct source *s = from("a\r");
    cr_assert_eq(s->lines, 2);
    expect_line(s, 1, "a");
    expect_line(s, 2, "");
}

Test(source, columns_count_code_points_and_a_tab_is_one) {
    struct source *s = from("\t\u00e9=\u4e2d\U0001f600x");
    expect_pos(s, 1, 1, 2);  /* after the tab */
    expect_pos(s, 3, 1, 3);  /* e acute: two bytes */
    expect_pos(s, 4, 1, 4);  /* = */
    expect_pos(s, 7, 1, 5);  /* a CJK character: three bytes */
    expect_pos(s, 11, 1, 6); /* an emoji: four */
    expect_pos(s, 12, 1, 7);
    expect_pos(s, 2, 1, 2); /* within a character: where it begins */
    expect_pos(s, 9, 1, 5);
}

Test(source, positions_agree_with_a_scan_of_random_text) {
    static const char *const piece[] = {"\n", "\r\n", "\r", "a", "\u00fc", "\u20ac", "\t", "zz"};
    char text[4096];
    srand(11);
    for (int round = 0; round < 50; ++round) {
        size_t n = 0;
        while (n < 300) {
            const char *p = piece[rand() % 8];
            memcpy(text + n, p, strlen(p));
            n += strlen(p);
        }
        text[n] = '\0';
        struct source *s = from(text);
        int line = 1, column = 1;
        for (uint32_t i = 0; i <= n; ++i) {
            if ((text[i] & 0xc0) == 0x80) {
                continue;
            }
            expect_pos(s, i, line, column);
            bool ends = text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
            line += ends;
            column = ends ? 1 : column + 1;
        }
        cr_assert_eq(s->lines, line);
    }
}

Test(source, a_byte_order_mark_is_skipped_only_in_front) {
    struct source *s = from("\xef\xbb\xbfx = 1\n");
    cr_assert_eq(s->text[0], 'x');
    cr_assert_eq(s->size, 6);
    expect_pos(s, 0, 1, 1);
    s = from("\xef\xbb\xbf");
    cr_assert_eq(s->size, 0);
    s = from("x\xef\xbb\xbf");
    cr_assert_eq(s->size, 4);
}

struct bad_text {
    char bytes[12];
    size_t size;
    size_t offset; /* that the sentence names */
};

ParameterizedTestParameters(source, refuses_what_is_not_utf8) {
    static struct bad_text bad[] = {
        {"\x80", 1, 0},                     /* continuation alone */
        {"ab\xff", 3, 2},                   /* never in UTF-8 */
        {"\xc0\x80", 2, 0},                 /* overlong NUL */
        {"\xc1\xbf", 2, 0},                 /* overlong */
        {"\xe0\x9f\xbf", 3, 0},             /* overlong */
        {"\xf0\x8f\xbf\xbf", 4, 0},         /* overlong */
        {"\xed\xa0\x80", 3, 0},             /* surrogate */
        {"\xf4\x90\x80\x80", 4, 0},         /* over 10FFFF */
        {"\xf5\x80\x80\x80", 4, 0},         /* over 10FFFF */
        {"a\xc3", 2, 1},                    /* truncated */
        {"a\xe2\x82", 3, 1},                /* truncated */
        {"\xf0\x9f\x98", 3, 0},             /* truncated */
        {"\xe2\x28\xa1", 3, 0},             /* wrong second byte */
        {"\xf0\x9f\x28\x80", 4, 0},         /* wrong third byte */
        {"\xef\xbb\xbf\xef\xbb\xc0", 6, 3}, /* offsets are the file's, mark included */
    };
    return cr_make_param_array(struct bad_text, bad, sizeof(bad) / sizeof(bad[0]));
}

ParameterizedTest(struct bad_text *bad, source, refuses_what_is_not_utf8) {
    arena_init(&arena);
    const char *error = NULL;
    char place[32];
    snprintf(place, sizeof(place), "byte offset %zu", bad->offset);
    cr_assert_null(from_bytes(bad->bytes, bad->size, &error));
    cr_assert_not_null(strstr(error, "UTF-8"), "%s", error);
    cr_assert_not_null(strstr(error, place), "%s", error);
    arena_free(&arena);
}

Test(source, the_ends_of_the_utf8_ranges_are_accepted) {
    from("\xc2\x80 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf \xf0\x90\x80\x80 "
         "\xf4\x8f\xbf\xbf");
}

Test(source, refuses_nul_bytes) {
    const char *error = NULL;
    cr_assert_null(from_bytes("x = 1\n\0", 7, &error));
    cr_assert_not_null(strstr(error, "NUL byte at byte offset 6"), "%s", error);
}

Test(source, reads_files) {
    char path[] = "/tmp/pycc-source-XXXXXX";
    int fd = mkstemp(path);
    size_t size = 3000000; /* more than one read */
    char *text = malloc(size);
    for (size_t i = 0; i < size; ++i) {
        text[i] = i % 50 == 49 ? '\n' : (char)('a' + i % 26);
    }
    cr_assert_eq(write(fd, text, size), (ssize_t)size);
    close(fd);
    const char *error;
    struct source *s = source_read(&arena, path, &error);
    unlink(path);
    cr_assert_not_null(s);
    cr_assert_str_eq(s->path, path);
    cr_assert_eq(s->size, size);
    cr_assert_eq(memcmp(s->text, text, size), 0);
    cr_assert_eq(s->lines, 60001);
    free(text);
}

Test(source, says_why_a_file_cannot_be_read) {
    const char *error = NULL;
    cr_assert_null(source_read(&arena, "/nonexistent/x.py", &error));
    cr_assert_not_null(strstr(error, "No such file"), "%s", error);
    cr_assert_null(source_read(&arena, "/tmp", &error));
    cr_assert_not_null(strstr(error, "directory"), "%s", error);
}

Test(source, refuses_a_file_over_one_gibibyte_without_reading_it) {
    char path[] = "/tmp/pycc-source-XXXXXX";
    int fd = mkstemp(path);
    cr_assert_eq(ftruncate(fd, ((off_t)1 << 30) + 1), 0); /* a hole: no disk is used */
    close(fd);
    const char *error = NULL;
    cr_assert_null(source_read(&arena, path, &error));
    unlink(path);
    cr_assert_not_null(strstr(error, "1 GiB"), "%s", error);
}

Test(source, other_files_stand_behind) {
    struct source *s = from("a\nb"), *other = from("c\n  dd\n"), *third = from("");
    struct span at = source_append_file(s, other), end = source_append_file(s, third);
    cr_assert(s->size == 3 && s->n_files == 2 && end.lo == end.hi);
    source_append(s, "\nours\n", 6);
    cr_assert_str_eq(s->text + at.lo, "c\n  dd\n\n\nours\n");
    expect_pos(s, at.lo, 1, 1);
    expect_pos(s, at.lo + 4, 2, 3);
    expect_pos(s, 3, 2, 2);
    expect_line(s, source_line_at(s, at.lo + 4), "  dd");
    cr_assert_eq(source_file_at(s, 3), 0);
    cr_assert_eq(source_file_at(s, at.lo), 1);
    cr_assert(!source_is_ours(s, at) && !source_is_ours(s, end));
    cr_assert(source_is_ours(s, (struct span){end.hi + 1, end.hi + 2}));
}

Test(source, spans_join) {
    struct span j = span_join((struct span){5, 9}, (struct span){2, 6});
    cr_assert(j.lo == 2 && j.hi == 9);
    j = span_join((struct span){1, 10}, (struct span){3, 4});
    cr_assert(j.lo == 1 && j.hi == 10);
}
