/* diag: the text that the user reads, byte by byte. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

static struct arena arena;
static struct diag diag;

static void start(const char *text) {
    const char *error;
    arena_init(&arena);
    struct source *s = source_from_text(&arena, "prog.py", text, strlen(text), &error);
    cr_assert_not_null(s);
    diag_init(&diag, &arena, s);
}

/* The span of the n-th (from 0) place where needle stands. */
static struct span find(const char *needle, int n) {
    const char *at = strstr(diag.source->text, needle);
    for (; n > 0; --n) {
        at = strstr(at + 1, needle);
    }
    uint32_t lo = (uint32_t)(at - diag.source->text);
    return (struct span){lo, lo + (uint32_t)strlen(needle)};
}

static void expect(const char *wanted) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    diag_print(&diag, out);
    fclose(out);
    cr_assert_str_eq(text, wanted);
    free(text);
    arena_free(&arena);
}

Test(diag, the_example_of_the_header) {
    start("a = 1\nz = 2\n    y = x + 1\n");
    struct diag_message *m =
        diag_error(&diag, DIAG_PY201, find("x", 0), "name '%s' is not defined", "x");
    diag_hint(&diag, m, "did you mean '%s'?", "z");
    expect("prog.py:3:9: error: name 'x' is not defined [PY201]\n"
           "    3 |     y = x + 1\n"
           "      |         ^\n"
           "  note: did you mean 'z'?\n");
}

Test(diag, notes_with_a_place_and_help) {
    start("first = 1\nsecond = first\n");
    struct diag_message *m = diag_error(&diag, DIAG_PY301, find("second", 0), "two types");
    diag_note(&diag, m, find("first", 0), "the other is here");
    diag_fix(&diag, m, "write float(first)");
    expect("prog.py:2:1: error: two types [PY301]\n"
           "    2 | second = first\n"
           "      | ^~~~~~\n"
           "prog.py:1:1: note: the other is here\n"
           "    1 | first = 1\n"
           "      | ^~~~~\n"
           "  help: write float(first)\n");
}

Test(diag, severity_comes_from_the_table_and_is_counted) {
    start("x");
    cr_assert_eq(diag_error(&diag, DIAG_PY105, (struct span){0, 0}, "w")->severity, DIAG_WARNING);
    cr_assert_eq(diag_error(&diag, DIAG_PY101, (struct span){0, 0}, "e")->severity, DIAG_ERROR);
    cr_assert_eq(diag.warnings, 1);
    cr_assert_eq(diag.errors, 1);
    expect("prog.py:1:1: error: e [PY101]\n    1 | x\n      | ^\n"
           "prog.py:1:1: warning: w [PY105]\n    1 | x\n      | ^\n");
}

Test(diag, nothing_reported_prints_nothing) {
    start("x");
    expect("");
}

Test(diag, messages_come_in_source_order_and_once) {
    start("a b c\n");
    diag_error(&diag, DIAG_PY201, find("c", 0), "third");
    diag_error(&diag, DIAG_PY201, find("a", 0), "first");
    diag_error(&diag, DIAG_PY201, find("b", 0), "second");
    diag_error(&diag, DIAG_PY201, find("a", 0), "first");
    diag_error(&diag, DIAG_PY202, find("a", 0), "another at the same place");
    diag_error(&diag, DIAG_PY201, find("a", 0), "first");
    expect("prog.py:1:1: error: first [PY201]\n    1 | a b c\n      | ^\n"
           "prog.py:1:1: error: another at the same place [PY202]\n    1 | a b c\n      | ^\n"
           "prog.py:1:3: error: second [PY201]\n    1 | a b c\n      |   ^\n"
           "prog.py:1:5: error: third [PY201]\n    1 | a b c\n      |     ^\n");
}

Test(diag, the_limit_counts_what_it_hides_but_not_warnings) {
    start("abcdef");
    diag.limit = 2;
    for (uint32_t i = 0; i < 5; ++i) {
        diag_error(&diag, DIAG_PY201, (struct span){i, i + 1}, "m");
        diag_error(&diag, DIAG_PY201, (struct span){i, i + 1}, "m"); /* counted once */
    }
    diag_error(&diag, DIAG_PY105, (struct span){5, 6}, "w");
    expect("prog.py:1:1: error: m [PY201]\n    1 | abcdef\n      | ^\n"
           "prog.py:1:2: error: m [PY201]\n    1 | abcdef\n      |  ^\n"
           "prog.py:1:6: warning: w [PY105]\n    1 | abcdef\n      |      ^\n"
           "prog.py: 3 more errors not shown\n");
}

Test(diag, limit_zero_shows_all) {
    start("x");
    diag.limit = 0;
    for (int i = 0; i < 500; ++i) {
        diag_error(&diag, DIAG_PY201, (struct span){0, 1}, "message %d", i);
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    diag_print(&diag, out);
    fclose(out);
    int n = 0;
    for (const char *at = text; (at = strstr(at, "error:")); ++at) {
        n++;
    }
    cr_assert_eq(n, 500);
    free(text);
    arena_free(&arena);
}

Test(diag, a_place_at_the_end_of_the_file) {
    start("x = (\n");
    diag_error(&diag, DIAG_PY101, (struct span){6, 6}, "unexpected end");
    diag_error(&diag, DIAG_PY101, (struct span){5, 5}, "before it");
    diag_error(&diag, DIAG_PY101, (struct span){1000, 2000}, "beyond it");
    expect("prog.py:1:6: error: before it [PY101]\n    1 | x = (\n      |      ^\n"
           "prog.py:2:1: error: unexpected end [PY101]\n    2 | \n      | ^\n"
           "prog.py:2:1: error: beyond it [PY101]\n    2 | \n      | ^\n");
}

Test(diag, an_empty_source_has_a_place) {
    start("");
    diag_error(&diag, DIAG_PY105, (struct span){0, 0}, "nothing to compile");
    expect("prog.py:1:1: warning: nothing to compile [PY105]\n    1 | \n      | ^\n");
}

Test(diag, a_span_of_several_lines_is_underlined_on_the_first) {
    start("f(a,\r\n  b)\r\n");
    diag_error(&diag, DIAG_PY205, (struct span){0, 10}, "call");
    expect("prog.py:1:1: error: call [PY205]\n    1 | f(a,\n      | ^~~~\n");
}

Test(diag, tabs_wide_and_combining_characters_keep_the_underline_in_place) {
    start("\tx = '\u4e2de\u0301' + bad\n");
    diag_error(&diag, DIAG_PY201, find("bad", 0), "m");
    diag_error(&diag, DIAG_PY201, find("\u4e2d", 0), "wide");
    expect("prog.py:1:7: error: wide [PY201]\n"
           "    1 |     x = '\u4e2de\u0301' + bad\n"
           "      |          ^~\n"
           "prog.py:1:14: error: m [PY201]\n"
           "    1 |     x = '\u4e2de\u0301' + bad\n"
           "      |                 ^~~\n");
}

Test(diag, control_characters_do_not_reach_the_terminal) {
    start("x = '\033[31m\u202e\xc2\x9b'\n");
    diag_error(&diag, DIAG_PY101, find("x", 0), "m");
    expect("prog.py:1:1: error: m [PY101]\n    1 | x = '?[31m?\?'\n      | ^\n");
}

Test(diag, long_lines_are_cut_around_the_place) {
    enum { N = 1000000 };
    char *text = malloc(N + 1);
    memset(text, 'a', N);
    text[N] = '\0';
    text[500000] = 'X';
    start(text);
    diag_error(&diag, DIAG_PY101, (struct span){500000, 999999}, "m");
    char wanted[2048], line[512], under[512];
    memset(line, 'a', 160);
    line[160] = '\0';
    line[60] = 'X';
    memset(under, ' ', 63);
    memset(under + 63, '~', 100);
    under[63] = '^';
    under[163] = '\0';
    snprintf(wanted, sizeof(wanted),
             "prog.py:1:500001: error: m [PY101]\n    1 | ...%s...\n      | %s\n", line, under);
    expect(wanted);
    free(text);
}

Test(diag, spans_inside_a_character_are_widened_to_it) {
    start("\u4e2d\n");
    diag_error(&diag, DIAG_PY101, (struct span){1, 2}, "m");
    expect("prog.py:1:1: error: m [PY101]\n    1 | \u4e2d\n      | ^~\n");
}

Test(diag, without_a_source_there_is_no_place) {
    arena_init(&arena);
    diag_init(&diag, &arena, NULL);
    diag_error(&diag, DIAG_PY001, (struct span){0, 0}, "cannot read it");
    expect("error: cannot read it [PY001]\n");
}

Test(diag, colour) {
    start("x");
    diag.colour = true;
    diag_error(&diag, DIAG_PY101, (struct span){0, 1}, "m");
    expect("\033[1mprog.py:1:1:\033[0m \033[1;31merror:\033[0m m [PY101]\n"
           "    1 | x\n      | \033[1;32m^\033[0m\n");
}

Test(diag, every_code_has_its_own_name_and_a_summary) {
    for (int i = 0; i < DIAG_COUNT; ++i) {
        const char *name = diag_code_name((enum diag_code)i);
        cr_assert(strlen(name) == 5 && strncmp(name, "PY", 2) == 0, "%s", name);
        cr_assert_gt(strlen(diag_code_summary((enum diag_code)i)), 5);
        for (int k = 0; k < i; ++k) {
            cr_assert_str_neq(name, diag_code_name((enum diag_code)k));
        }
    }
    cr_assert_str_eq(diag_code_name(DIAG_PY101), "PY101");
}

static const char *closest(const char *name) {
    static const char *const names[] = {"float32", "float64", "int64", "bool", "i8", "complex128"};
    return diag_closest(name, names, sizeof(names) / sizeof(names[0]));
}

Test(diag_closest, finds_typing_mistakes) {
    cr_assert_str_eq(closest("flaot64"), "float64"); /* swapped: one mistake */
    cr_assert_str_eq(closest("float46"), "float64");
    cr_assert_str_eq(closest("floatt32"), "float32");
    cr_assert_str_eq(closest("bol"), "bool");
    cr_assert_str_eq(closest("compex18"), "complex128");
    cr_assert_str_eq(closest("int64"), "int64");
}

Test(diag_closest, does_not_guess) {
    cr_assert_null(closest("string"));
    cr_assert_null(closest("i7")); /* two letters: a third of them is none */
    cr_assert_null(closest(""));
    cr_assert_null(closest("fl64"));
    cr_assert_null(diag_closest("float64", NULL, 0));
    char longest[200];
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    const char *const same[] = {longest};
    cr_assert_null(diag_closest(longest, same, 1)); /* over the cap: no guess, no overrun */
}
