/* The first error of a call is kept in its context until the glue raises it. */
#include "pycc_rt.h"

#include <stdio.h>
#include <string.h>

void pycc_raise(struct pycc_ctx *ctx, enum pycc_exc exc, const char *message, int line) {
    if (!ctx->failed) {
        ctx->failed = true;
        ctx->error = (struct pycc_error){.exc = exc, .line = line, .message = message};
    }
}

void pycc_raise_shown(struct pycc_ctx *ctx, enum pycc_exc exc, const char *message, int64_t shown,
                      int line) {
    if (!ctx->failed) {
        pycc_raise(ctx, exc, message, line);
        ctx->error.shown = true;
        ctx->error.index = shown;
    }
}

void pycc_raise_all(struct pycc_ctx *ctx, enum pycc_exc exc, const char *message,
                    const int64_t *value, int line) {
    if (ctx->failed) {
        return;
    }
    pycc_raise(ctx, exc, NULL, line);
    char *to = ctx->error.text;
    size_t room = sizeof(ctx->error.text);
    while (*message && room > 1) {
        bool number = strncmp(message, "%lld", 4) == 0;
        int n = number ? snprintf(to, room, "%lld", (long long)*value++)
                       : snprintf(to, room, "%c", *message);
        message += number ? 4 : 1;
        n = (size_t)n < room ? n : (int)room - 1;
        to += n;
        room -= (size_t)n;
    }
}

void pycc_raise_index(struct pycc_ctx *ctx, int64_t index, int axis, int64_t extent, int line) {
    if (axis < 0) {
        pycc_raise(ctx, PYCC_EXC_INDEX,
                   axis == PYCC_OF_LIST         ? "list index out of range"
                   : axis == PYCC_OF_LIST_STORE ? "list assignment index out of range"
                   : extent == 0                ? "pop from empty list"
                                                : "pop index out of range",
                   line);
    } else if (!ctx->failed) {
        ctx->failed = true;
        ctx->error = (struct pycc_error){.exc = PYCC_EXC_INDEX,
                                         .line = line,
                                         .out_of_bounds = true,
                                         .index = index,
                                         .axis = axis,
                                         .extent = extent};
    }
}
