/* Names in Unicode as ASCII: the characters that are, and where the others belong among them. */
#include "punycode.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, BIAS = 72, FIRST = 128 };

/* The code points of valid UTF-8. */
static int decode(const char *s, uint32_t *point) {
    int n = 0;
    for (const unsigned char *u = (const unsigned char *)s; *u; ++n) {
        int length = *u < 0x80 ? 1 : *u < 0xE0 ? 2 : *u < 0xF0 ? 3 : 4;
        point[n] = length == 1 ? *u : *u & (0xFFu >> (length + 1));
        for (int i = 1; i < length; ++i) {
            point[n] = point[n] << 6 | (u[i] & 0x3F);
        }
        u += length;
    }
    return n;
}

static uint32_t adapted(uint32_t delta, uint32_t points, bool first) {
    uint32_t k = 0;
    delta = first ? delta / DAMP : delta / 2;
    for (delta += delta / points; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE) {
        delta /= BASE - T_MIN;
    }
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

/* A number in digits of falling weight, the last below its threshold. */
static char *put_number(char *to, uint32_t q, uint32_t bias) {
    static const char digit[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (uint32_t k = BASE;; k += BASE) {
        uint32_t t = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
        if (q < t) {
            *to++ = digit[q];
            return to;
        }
        *to++ = digit[t + (q - t) % (BASE - t)];
        q = (q - t) / (BASE - t);
    }
}

static void encode(const uint32_t *point, int n, char *to) {
    uint32_t next = FIRST, delta = 0, bias = BIAS, done = 0;
    for (int i = 0; i < n; ++i) {
        if (point[i] < FIRST) {
            *to++ = (char)point[i];
            ++done;
        }
    }
    const uint32_t basic = done;
    if (basic > 0) {
        *to++ = '_';
    }
    while (done < (uint32_t)n) {
        uint32_t least = UINT32_MAX;
        for (int i = 0; i < n; ++i) {
            least = point[i] >= next && point[i] < least ? point[i] : least;
        }
        delta += (least - next) * (done + 1);
        next = least;
        for (int i = 0; i < n; ++i) {
            delta += point[i] < next;
            if (point[i] == next) {
                to = put_number(to, delta, bias);
                bias = adapted(delta, done + 1, done == basic);
                delta = 0;
                ++done;
            }
        }
        ++delta;
        ++next;
    }
    *to = '\0';
}

const char *punycode_init_name(struct arena *a, const char *name) {
    size_t size = strlen(name);
    uint32_t *point = ARENA_ARRAY(a, uint32_t, size + 1);
    int n = decode(name, point);
    if ((size_t)n == size) {
        return arena_printf(a, "PyInit_%s", name);
    }
    char *text = ARENA_ARRAY(a, char, size * 8 + 2);
    encode(point, n, text);
    return arena_printf(a, "PyInitU_%s", text);
}
