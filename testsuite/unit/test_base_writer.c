/* writer: layout of the text, and files that appear whole or not at all. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "writer.h"

Test(writer, blocks_are_indented_and_empty_lines_hold_no_blanks) {
    struct writer w;
    writer_init(&w);
    cr_assert_str_eq(w.text, "");
    w_open(&w, "if (%s)", "x");
    w_line(&w, "y = %d;", 1);
    w_line(&w, "%s", "");
    w_reopen(&w, "else");
    w_put(&w, "a = ");
    w_put(&w, "b;\nc = d;\n\n");
    w_open(&w, "%s", "");
    w_line(&w, "deep;");
    w_close(&w, "");
    w_close(&w, ";");
    cr_assert_str_eq(w.text, "if (x) {\n"
                             "    y = 1;\n"
                             "\n"
                             "} else {\n"
                             "    a = b;\n"
                             "    c = d;\n"
                             "\n"
                             "    {\n"
                             "        deep;\n"
                             "    }\n"
                             "};\n");
    cr_assert_eq(w.n, strlen(w.text));
    cr_assert_eq(w.indent, 0);
    writer_free(&w);
}

Test(writer, raw_text_is_not_looked_at) {
    struct writer w;
    writer_init(&w);
    w.indent = 1;
    w_raw(&w, "a\0%d", 4);
    w_line(&w, "b");
    w_raw(&w, "", 0);
    w_raw(&w, "c\n", 2);
    w_line(&w, "d");
    cr_assert_eq(w.n, 14);
    cr_assert_eq(memcmp(w.text, "a\0%db\nc\n    d\n", 15), 0);
    writer_free(&w);
}

Test(writer, long_lines_and_deep_indentation) {
    struct writer w;
    writer_init(&w);
    w.indent = 50;
    char *text = malloc(100001);
    memset(text, 'x', 100000);
    text[100000] = '\0';
    w_line(&w, "%s", text);
    cr_assert_eq(w.n, 200 + 100001);
    cr_assert_eq(strspn(w.text, " "), 200);
    cr_assert_eq(memcmp(w.text + 200, text, 100000), 0);
    cr_assert_eq(w.text[w.n], '\0');
    free(text);
    writer_free(&w);
}

Test(writer, closing_what_is_not_open_is_our_bug, .exit_code = 2) {
    struct writer w;
    writer_init(&w);
    w_close(&w, "");
}

/* ---- saving, in a folder of its own */

static char folder[] = "/tmp/pycc-writer-XXXXXX";
static char path[64];
static struct writer text;

static void setup(void) {
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/out.c", folder);
    writer_init(&text);
    w_line(&text, "new");
}

static void teardown(void) {
    char command[96];
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
    writer_free(&text);
}

TestSuite(writer_save, .init = setup, .fini = teardown);

static int n_entries(void) {
    DIR *dir = opendir(folder);
    int n = 0;
    for (struct dirent *e; (e = readdir(dir));) {
        n += e->d_name[0] != '.';
    }
    closedir(dir);
    return n;
}

static void put_file(const char *name, const char *content) {
    FILE *f = fopen(name, "w");
    fputs(content, f);
    fclose(f);
}

static void expect_file(const char *name, const char *content) {
    char buffer[64] = "";
    FILE *f = fopen(name, "r");
    cr_assert_not_null(f);
    cr_assert_eq(fread(buffer, 1, sizeof(buffer) - 1, f), strlen(content));
    fclose(f);
    cr_assert_str_eq(buffer, content);
}

Test(writer_save, makes_a_file_and_leaves_no_temporary) {
    umask(022);
    cr_assert_null(writer_save(&text, path));
    expect_file(path, "new\n");
    cr_assert_eq(n_entries(), 1);
    struct stat st;
    cr_assert_eq(stat(path, &st), 0);
    cr_assert_eq(st.st_mode & 0777, 0644);
}

Test(writer_save, replaces_a_file_as_a_whole) {
    put_file(path, "something that is longer\n");
    FILE *reader = fopen(path, "r"); /* who has the old file open keeps the old text */
    cr_assert_null(writer_save(&text, path));
    expect_file(path, "new\n");
    char line[64];
    cr_assert_not_null(fgets(line, sizeof(line), reader));
    cr_assert_str_eq(line, "something that is longer\n");
    fclose(reader);
    cr_assert_eq(n_entries(), 1);
}

Test(writer_save, follows_symbolic_links) {
    char target[64];
    snprintf(target, sizeof(target), "%s/target.c", folder);
    put_file(target, "old\n");
    cr_assert_eq(symlink(target, path), 0);
    cr_assert_null(writer_save(&text, path));
    expect_file(target, "new\n");
    struct stat st;
    cr_assert_eq(lstat(path, &st), 0);
    cr_assert(S_ISLNK(st.st_mode));
}

Test(writer_save, devices_are_written_to_and_stay) {
    cr_assert_null(writer_save(&text, "/dev/null"));
    struct stat st;
    cr_assert_eq(stat("/dev/null", &st), 0);
    cr_assert(S_ISCHR(st.st_mode));
    cr_assert_not_null(strstr(writer_save(&text, "/dev/full"), "space"));
}

Test(writer_save, failing_leaves_everything_as_it_was) {
    cr_assert_not_null(strstr(writer_save(&text, folder), "directory"));
    snprintf(path, sizeof(path), "%s/no/out.c", folder);
    cr_assert_not_null(strstr(writer_save(&text, path), "No such file"));
    cr_assert_eq(n_entries(), 0);
}

Test(writer_save, a_temporary_left_by_someone_else_is_no_obstacle) {
    char left[96];
    snprintf(left, sizeof(left), "%s.%ld-0.tmp", path, (long)getpid());
    put_file(left, "foreign\n");
    cr_assert_null(writer_save(&text, path));
    expect_file(path, "new\n");
    expect_file(left, "foreign\n");
}
