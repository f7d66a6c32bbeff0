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
        for (; *fmt && *fmt != '%'; ++fmt, ++t.n) {
            if (t.n < size) {
                to[t.n] = *fmt;
            }
        }
        if (!*fmt) {
            break;
        }
        size_t longs = 0;
        while (fmt[1 + longs] == 'l') {
            longs++;
        }
        char kind = fmt[1 + longs];
        if (kind == 's' && longs == 0) {
            const char *s = va_arg(ap, const char *);
            put_bytes(&t, s, strlen(s));
        } else if (kind == 'd' && longs <= 2) {
            put_integer(&t, longs == 0   ? va_arg(ap, int)
                            : longs == 1 ? va_arg(ap, long)
                                         : va_arg(ap, long long));
        } else if (kind == 'c' && longs == 0) {
            char c = (char)va_arg(ap, int);
            put_bytes(&t, &c, 1);
        } else if (strncmp(fmt, "%.*s", 4) == 0) {
            int n = va_arg(ap, int);
            const char *s = va_arg(ap, const char *);
            put_bytes(&t, s, strnlen(s, n < 0 ? SIZE_MAX : (size_t)n));
            longs = 2;
        } else {
            return finish(&t, fmt, ap);
        }
        fmt += 2 + longs;
    }
    if (size > 0) {
        to[t.n < size ? t.n : size - 1] = '\0';
    }
    return t.n <= INT_MAX ? (int)t.n : -1;
}
