/* Source files: bytes in, checked text with a table of line starts out.
 *
 * Nothing behind this file meets text that is not UTF-8 or holds a NUL byte. A line ends with LF,
 * CR LF or CR, as Python's tokenizer has it; text behind the last line end is a line of its own,
 * even when it is empty, so that a place at the end of the file has a line. */
#include "source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "vec.h"

static const size_t source_max = (size_t)1 << 30;

uint32_t source_code_point(const char **at) {
    const unsigned char *s = (const unsigned char *)*at;
    int more = s[0] < 0x80 ? 0 : s[0] < 0xe0 ? 1 : s[0] < 0xf0 ? 2 : 3;
    uint32_t c = more == 0 ? s[0] : s[0] & (0x3fu >> more);
    for (int i = 1; i <= more; ++i) {
        c = c << 6 | (s[i] & 0x3fu);
    }
    *at += 1 + more;
    return c;
}

const char *source_without_nul(struct arena *a, const char *s, size_t n) {
    char *copy = arena_alloc(a, 2 * n + 1), *end = copy;
    for (size_t i = 0; i < n; ++i) {
        if (s[i]) {
            *end++ = s[i];
        } else {
            *end++ = '\xc0';
            *end++ = '\x80';
        }
    }
    *end = '\0';
    return copy;
}

size_t source_utf8_length(const unsigned char *s, size_t n) {
    unsigned char lo = 0x80, hi = 0xbf; /* range of the second byte */
    size_t length;
    if (s[0] < 0x80) {
        return 1;
    } else if (s[0] >= 0xc2 && s[0] <= 0xdf) {
        length = 2;
    } else if (s[0] >= 0xe0 && s[0] <= 0xef) {
        length = 3;
        lo = s[0] == 0xe0 ? 0xa0 : lo;
        hi = s[0] == 0xed ? 0x9f : hi;
    } else if (s[0] >= 0xf0 && s[0] <= 0xf4) {
        length = 4;
        lo = s[0] == 0xf0 ? 0x90 : lo;
        hi = s[0] == 0xf4 ? 0x8f : hi;
    } else {
        return 0;
    }
    if (n < length || s[1] < lo || s[1] > hi) {
        return 0;
    }
    for (size_t i = 2; i < length; ++i) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

/* NULL when text is fit to be compiled, else the sentence for the user. Offsets are the file's. */
static const char *check_text(struct arena *a, const char *text, size_t size) {
    const unsigned char *s = (const unsigned char *)text;
    if (size > source_max) {
        return "the file is larger than 1 GiB";
    }
    for (size_t i = 0; i < size;) {
        if (s[i] == 0) {
            return arena_printf(a, "the file holds a NUL byte at byte offset %zu", i);
        }
        size_t length = source_utf8_length(s + i, size - i);
        if (length == 0) {
            return arena_printf(a, "the file is not UTF-8: byte 0x%02x at byte offset %zu", s[i],
                                i);
        }
        i += length;
    }
    return NULL;
}

/* Lines that begin behind a place. */
static void find_lines(struct source *s, uint32_t from) {
    for (uint32_t i = from; i < s->whole; ++i) {
        char c = s->text[i];
        if (c == '\n' || (c == '\r' && s->text[i + 1] != '\n')) {
            vec_push(s->arena, &s->starts, i + 1);
        }
    }
    s->line = s->starts.item;
    s->lines = s->starts.n;
}

struct source *source_from_text(struct arena *a, const char *path, const char *text, size_t size,
                                const char **error) {
    *error = check_text(a, text, size);
    if (*error) {
        return NULL;
    }
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        size -= 3;
    }
    struct source *s = ARENA_NEW(a, struct source);
    s->arena = a;
    s->path = arena_strdup(a, path);
    s->text = arena_strndup(a, text, size);
    s->size = s->users = s->whole = (uint32_t)size;
    s->python = PYCC_PYTHON_MINOR;
    s->wanted = ARENA_NEW(a, struct source_wanted);
    vec_push(a, &s->starts, 0);
    find_lines(s, 0);
    return s;
}

void source_append(struct source *s, const char *text, size_t n) {
    uint32_t before = s->whole;
    if (s->room < before + n + 1) {
        size_t room = before + n + 1;
        s->room = room + (s->room > 0 ? room : 0); /* most sources are appended to once */
        s->space = memcpy(arena_alloc(s->arena, s->room), s->text, before);
    }
    memcpy(s->space + before, text, n);
    s->space[before + n] = '\0';
    s->text = s->space;
    s->whole += (uint32_t)n;
    find_lines(s, before);
}

void source_want(const struct source *s, const char *name) {
    for (int i = 0; i < s->wanted->names.n; ++i) {
        if (strcmp(s->wanted->names.item[i], name) == 0) {
            return;
        }
    }
    vec_push(s->arena, &s->wanted->names, arena_strdup(s->arena, name));
}

struct span source_append_file(struct source *s, const struct source *file) {
    struct source_file *all = ARENA_ARRAY(s->arena, struct source_file, s->n_files + 1);
    uint32_t lo = s->whole + 1;
    if (file->size > source_max || lo > source_max) {
        return (struct span){0, 0};
    }
    for (int i = 0; i < s->n_files; ++i) {
        all[i] = s->file[i];
    }
    source_append(s, arena_printf(s->arena, "\n%s", file->text), file->size + 1);
    all[s->n_files++] = (struct source_file){arena_strdup(s->arena, file->path), lo, file->size,
                                             source_line_at(s, lo) - 1, .used = false};
    s->file = all;
    s->users = s->whole;
    return (struct span){lo, s->whole};
}

/* Reads at most source_max + 1 bytes until the end of the file, which need not be a regular one.
 * Returns a malloc'ed buffer, or NULL with errno set. */
static char *read_all(FILE *file, size_t *size) {
    size_t cap = 64 * 1024, n = 0;
    char *buffer = malloc(cap);
    while (buffer) {
        n += fread(buffer + n, 1, cap - n, file);
        if (ferror(file)) {
            int saved = errno;
            free(buffer);
            errno = saved;
            return NULL;
        }
        if (feof(file) || n > source_max) {
            break;
        }
        cap = n == cap ? cap * 2 : cap;
        char *grown = realloc(buffer, cap);
        if (!grown) {
            free(buffer);
        }
        buffer = grown;
    }
    *size = n;
    return buffer;
}

struct source *source_read(struct arena *a, const char *path, const char **error) {
    struct stat st;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &st) != 0) {
        *error = arena_printf(a, "the file cannot be read: %s", strerror(errno));
        if (file) {
            fclose(file);
        }
        return NULL;
    }
    struct source *s = NULL;
    size_t size = 0;
    char *buffer = NULL;
    if (S_ISDIR(st.st_mode)) {
        *error = "the path is a directory";
    } else if (S_ISREG(st.st_mode) && (uintmax_t)st.st_size > source_max) {
        *error = "the file is larger than 1 GiB";
    } else if (!(buffer = read_all(file, &size))) {
        *error = arena_printf(a, "the file cannot be read: %s", strerror(errno));
    } else {
        s = source_from_text(a, path, buffer, size, error);
    }
    free(buffer);
    fclose(file);
    return s;
}

/* Index of the line that holds the offset: the last one that starts at or before it. */
static int line_at(const struct source *s, uint32_t offset) {
    int lo = 0, hi = s->lines;
    while (hi - lo > 1) {
        int mid = lo + (hi - lo) / 2;
        if (s->line[mid] <= offset) {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    return lo;
}

int source_line_at(const struct source *s, uint32_t offset) {
    return line_at(s, offset < s->whole ? offset : s->whole) + 1;
}

int source_file_at(const struct source *s, uint32_t offset) {
    int i = s->n_files;
    while (i > 0 && s->file[i - 1].lo > offset) {
        --i;
    }
    return i;
}

const char *source_path(const struct source *s, uint32_t offset) {
    int i = source_file_at(s, offset);
    return i > 0 ? s->file[i - 1].path : s->path;
}

struct source_pos source_pos(const struct source *s, uint32_t offset) {
    offset = offset < s->whole ? offset : s->whole;
    while (offset > 0 && (s->text[offset] & 0xc0) == 0x80) {
        offset--; /* within a character: its first byte */
    }
    int line = line_at(s, offset);
    int column = 1;
    for (uint32_t i = s->line[line]; i < offset; ++i) {
        column += (s->text[i] & 0xc0) != 0x80;
    }
    int file = source_file_at(s, offset);
    int first =
        file > 0 && !source_is_ours(s, (struct span){offset, offset}) ? s->file[file - 1].line : 0;
    return (struct source_pos){line + 1 - first, column};
}

const char *source_line_text(const struct source *s, struct arena *a, struct span at,
                             struct span home) {
    const char *path = source_path(s, at.lo), *slash = strrchr(path, '/');
    bool other = !source_is_ours(s, at) && source_file_at(s, at.lo) != source_file_at(s, home.lo);
    return arena_printf(a, "%d%s%s", source_pos(s, at.lo).line, other ? " of " : "",
                        !other  ? ""
                        : slash ? slash + 1
                                : path);
}

const char *source_line(const struct source *s, int line, int *n) {
    if (line < 1 || line > s->lines) {
        die("no line %d in %s", line, s->path);
    }
    uint32_t lo = s->line[line - 1];
    uint32_t hi = line < s->lines ? s->line[line] : s->whole;
    while (hi > lo && (s->text[hi - 1] == '\n' || s->text[hi - 1] == '\r')) {
        hi--;
    }
    *n = (int)(hi - lo);
    return s->text + lo;
}

struct span span_join(struct span a, struct span b) {
    return (struct span){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}
