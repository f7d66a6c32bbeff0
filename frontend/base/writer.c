/* Indented text in memory, and files that appear whole or not at all.
 *
 * The indentation is written together with the first character of a line, so that empty lines hold
 * no blanks. */
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "format.h"

enum { WRITER_FIRST_CAP = 1024, WRITER_INDENT = 4, WRITER_TRIES = 100, WRITER_USUAL = 256 };

void writer_init(struct writer *w) {
    *w = (struct writer){.text = malloc(WRITER_FIRST_CAP), .cap = WRITER_FIRST_CAP};
    if (!w->text) {
        die("out of memory");
    }
    w->text[0] = '\0';
}

void writer_free(struct writer *w) {
    free(w->text);
    *w = (struct writer){0};
}

/* Makes room for n more bytes and the NUL. */
static void reserve(struct writer *w, size_t n) {
    if (w->cap - w->n > n) {
        return;
    }
    size_t cap = w->cap * 2 > w->n + n + 1 ? w->cap * 2 : w->n + n + 1;
    char *grown = realloc(w->text, cap);
    if (!grown) {
        die("out of memory (%zu bytes)", cap);
    }
    w->text = grown;
    w->cap = cap;
}

/* Appends n bytes; keeps the text NUL-terminated. */
static void append(struct writer *w, const char *s, size_t n) {
    reserve(w, n);
    if (n > 0) {
        memcpy(w->text + w->n, s, n);
    }
    w->n += n;
    w->text[w->n] = '\0';
}

static void append_newline(struct writer *w) {
    append(w, "\n", 1);
    w->mid_line = false;
}

static void begin_line(struct writer *w) {
    size_t n = (size_t)w->indent * WRITER_INDENT;
    reserve(w, n);
    memset(w->text + w->n, ' ', n);
    w->n += n;
    w->mid_line = true;
}

static void append_indented(struct writer *w, const char *s, size_t n) {
    while (n > 0) {
        const char *newline = memchr(s, '\n', n);
        size_t part = newline ? (size_t)(newline - s) : n;
        if (part > 0) {
            if (!w->mid_line) {
                begin_line(w);
            }
            append(w, s, part);
        }
        if (newline) {
            append_newline(w);
            part++;
        }
        s += part;
        n -= part;
    }
}

/* Into a buffer of its own: text of several lines, which may need indentation, or long. */
__attribute__((format(printf, 2, 0))) static void put_apart(struct writer *w, const char *fmt,
                                                            va_list ap, size_t n) {
    char *text = malloc(n + 1);
    if (!text) {
        die("out of memory (%zu bytes)", n);
    }
    format_text(text, n + 1, fmt, ap);
    append_indented(w, text, n);
    free(text);
}

__attribute__((format(printf, 2, 0))) static void put_formatted(struct writer *w, const char *fmt,
                                                                va_list ap) {
    const struct writer before = *w;
    va_list again;
    va_copy(again, ap);
    if (!w->mid_line) {
        begin_line(w);
    }
    reserve(w, WRITER_USUAL);
    char *to = w->text + w->n;
    int n = format_text(to, w->cap - w->n, fmt, ap);
    if (n < 0) {
        die("bad format '%s'", fmt);
    }
    bool fits = n > 0 && (size_t)n < w->cap - w->n && !memchr(to, '\n', (size_t)n);
    if (fits) {
        w->n += (size_t)n;
    } else {
        w->n = before.n;
        w->mid_line = before.mid_line;
        w->text[w->n] = '\0';
    }
    if (!fits && n > 0) {
        put_apart(w, fmt, again, (size_t)n);
    }
    va_end(again);
}

void w_put(struct writer *w, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    put_formatted(w, fmt, ap);
    va_end(ap);
}

void w_text(struct writer *w, const char *text) {
    append_indented(w, text, strlen(text));
}

void w_bytes(struct writer *w, const char *s, size_t n) {
    append_indented(w, s, n);
}

void w_line(struct writer *w, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    put_formatted(w, fmt, ap);
    va_end(ap);
    append_newline(w);
}

void w_wrapped(struct writer *w, const char *text, int column, int width) {
    int at = column;
    for (const char *p = text; *p;) {
        int n = (int)strcspn(p, " ");
        if (at > column && at + 1 + n > width) {
            w_put(w, "\n%*s", column, "");
            at = column;
        }
        w_put(w, "%s%.*s", at > column ? " " : "", n, p);
        at += n + (at > column);
        p += n + (p[n] == ' ');
    }
    w_line(w, "%s", "");
}

/* The end of a line that opens a block. */
static void open_brace(struct writer *w) {
    w_text(w, w->mid_line ? " {\n" : "{\n");
    w->indent++;
}

void w_open(struct writer *w, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    put_formatted(w, fmt, ap);
    va_end(ap);
    open_brace(w);
}

static void leave(struct writer *w) {
    if (w->indent == 0) {
        die("writer: a block is closed that was not opened");
    }
    w->indent--;
}

void w_close(struct writer *w, const char *tail) {
    leave(w);
    w_line(w, "}%s", tail);
}

void w_reopen(struct writer *w, const char *fmt, ...) {
    leave(w);
    w_text(w, fmt[0] == ' ' || fmt[0] == '\0' ? "}" : "} ");
    va_list ap;
    va_start(ap, fmt);
    put_formatted(w, fmt, ap);
    va_end(ap);
    open_brace(w);
}

void w_raw(struct writer *w, const char *s, size_t n) {
    append(w, s, n);
    if (n > 0) {
        w->mid_line = s[n - 1] != '\n';
    }
}

void w_cut(struct writer *w, size_t n) {
    w->n = n;
    w->text[n] = '\0';
    w->mid_line = false;
}

/* Writes all of the text to a file descriptor and closes it; 0 or an errno value. */
static int write_and_close(const struct writer *w, int fd) {
    int error = 0;
    for (size_t done = 0; done < w->n && error == 0;) {
        ssize_t k = write(fd, w->text + done, w->n - done);
        if (k >= 0) {
            done += (size_t)k;
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    if (close(fd) != 0 && error == 0) {
        error = errno;
    }
    return error;
}

/* Creates a new file beside path; its name goes to *name (malloc'ed). Returns the descriptor, or -1
 * with errno set. The permissions are those of any new file, unlike mkstemp's. */
static int open_beside(const char *path, char **name) {
    size_t size = strlen(path) + 48;
    *name = malloc(size);
    if (!*name) {
        return -1;
    }
    int fd = -1;
    for (int i = 0; i < WRITER_TRIES; ++i) {
        snprintf(*name, size, "%s.%ld-%d.tmp", path, (long)getpid(), i);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) {
            break;
        }
    }
    return fd;
}

static int save_beside(const struct writer *w, const char *path) {
    char *name = NULL;
    int fd = open_beside(path, &name);
    int error = fd < 0 ? errno : write_and_close(w, fd);
    if (fd >= 0 && error == 0 && rename(name, path) != 0) {
        error = errno;
    }
    if (fd >= 0 && error != 0) {
        unlink(name);
    }
    free(name);
    return error;
}

/* A path that is there already: what a symbolic link points to is replaced, not the link; devices
 * and pipes are written to and stay. */
static int save_over(const struct writer *w, const char *path, const struct stat *st) {
    if (S_ISDIR(st->st_mode)) {
        return EISDIR;
    }
    if (!S_ISREG(st->st_mode)) {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        return fd < 0 ? errno : write_and_close(w, fd);
    }
    char *real = realpath(path, NULL);
    int error = real ? save_beside(w, real) : errno;
    free(real);
    return error;
}

const char *writer_save(const struct writer *w, const char *path) {
    int error = 0;
    struct stat st;
    if (strcmp(path, "-") == 0) {
        errno = 0;
        if (fwrite(w->text, 1, w->n, stdout) != w->n || fflush(stdout) != 0) {
            error = errno ? errno : EIO;
        }
    } else if (stat(path, &st) == 0) {
        error = save_over(w, path, &st);
    } else {
        error = save_beside(w, path);
    }
    return error == 0 ? NULL : strerror(error);
}
