/* Formatting of the few conversions that nearly all formats are made of; printf itself took a third
 * of the compiler's time. The rest of a format, from the first other conversion, goes to vsnprintf.
 */
#include "format.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct target {
    char *to;
    size_t size;
    size_t n; /* length so far, also when it is more than size */
};

static void put_bytes(struct target *t, const char *s, size_t n) {
    if (t->n < t->size) {
        size_t room = t->size - t->n;
        memcpy(t->to + t->n, s, n < room ? n : room);
    }
    t->n += n;
}

static void put_integer(struct target *t, int64_t value) {
    char digits[24];
    size_t at = sizeof(digits);
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    put_bytes(t, digits + at, sizeof(digits) - at);
}

/* The rest of the format by vsnprintf. */
__attribute__((format(printf, 2, 0))) static int finish(struct target *t, const char *fmt,
                                                        va_list ap) {
    bool room = t->n < t->size;
    int n = vsnprintf(room ? t->to + t->n : NULL, room ? t->size - t->n : 0, fmt, ap);
    if (n < 0 || t->n > (size_t)(INT_MAX - n)) {
        return -1;
    }
    if (!room && t->size > 0) {
        t->to[t->size - 1] = '\0';
    }
    return (int)t->n + n;
}

int format_text(char *to, size_t size, const char *fmt, va_list ap) {
    struct target t = {to, size, 0};
    for (;;) {
        size_t plain = 0;
        while (fmt[plain] && fmt[plain] != '%') {
            plain++;
        }
        put_bytes(&t, fmt, plain);
        fmt += plain;
        if (!*fmt) {
            break;
        }
        if (fmt[1] == 's') {
            const char *s = va_arg(ap, const char *);
            put_bytes(&t, s, strlen(s));
            fmt += 2;
        } else if (fmt[1] == 'd') {
            put_integer(&t, va_arg(ap, int));
            fmt += 2;
        } else if (fmt[1] == 'c') {
            char c = (char)va_arg(ap, int);
            put_bytes(&t, &c, 1);
            fmt += 2;
        } else if (strncmp(fmt, "%lld", 4) == 0) {
            put_integer(&t, va_arg(ap, long long));
            fmt += 4;
        } else {
            return finish(&t, fmt, ap);
        }
    }
    if (size > 0) {
        to[t.n < size ? t.n : size - 1] = '\0';
    }
    return t.n <= INT_MAX ? (int)t.n : -1;
}
