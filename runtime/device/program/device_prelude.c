/* What a kernel uses of the prelude, before its text.
 *
 * Drivers parse all that they are given, each time that a program is built: a kernel takes a few of
 * the prelude's functions, and all of them would be most of its text. */
#include "device_prelude.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "device_program.h"

static int compare(const char *name, size_t length, const char *with) {
    int order = strncmp(name, with, length);
    return order != 0 ? order : -(with[length] != 0);
}

/* The number of the piece with this name, -1 when there is none. */
static int find(const char *name, size_t length) {
    int low = 0, high = device_pieces_named;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = compare(name, length, device_piece[device_piece_named[middle]].name);
        if (order == 0) {
            return device_piece_named[middle];
        }
        low = order > 0 ? middle + 1 : low;
        high = order < 0 ? middle : high;
    }
    return -1;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the word, number, comment or other character at `text` ends. */
static const char *skip(const char *text) {
    if (text[0] == '/' && text[1] == '*') {
        const char *end = strstr(text, "*/");
        return end ? end + 2 : text + strlen(text);
    }
    do {
        ++text;
    } while (in_word(text[-1]) && in_word(*text));
    return text;
}

/* Marks what a text uses: a piece uses those before it only. */
static void mark(const char *text, bool *used) {
    for (const char *end; *text; text = end) {
        end = skip(text);
        int k = isalpha((unsigned char)*text) ? find(text, (size_t)(end - text)) : -1;
        if (k >= 0 && !used[k]) {
            used[k] = true;
            mark(device_piece[k].text, used);
        }
    }
}

/* From what one guard guards to what another one does. */
static const char *pass(const char *from, const char *to, struct device_text *t) {
    if (strcmp(from, to) != 0 && from[0]) {
        device_text_put(t, "#endif\n");
    }
    if (strcmp(from, to) != 0 && to[0]) {
        device_text_put(t, "#ifdef %s\n", to);
    }
    return to;
}

static void put_used(const bool *used, struct device_text *t) {
    const char *guard = "";
    for (int k = 0; k < device_pieces; ++k) {
        const struct device_piece *piece = &device_piece[k];
        if (piece->name[0] != 0 && !used[k]) {
            continue;
        }
        guard = pass(guard, piece->guard, t);
        device_text_put(t, "%s", piece->text);
    }
    pass(guard, "", t);
}

char *device_prelude_join(const char *kernel) {
    struct device_text text = {0};
    bool *used = calloc((size_t)device_pieces, sizeof(*used));
    if (!used) {
        return NULL;
    }
    mark(kernel, used);
    put_used(used, &text);
    device_text_put(&text, "%s", kernel);
    free(used);
    if (text.failed) {
        device_text_free(&text);
    }
    return text.text;
}
