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
                   : axis == PYCC_OF_TEXT       ? "string index out of range"
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

/* Python's exceptions end a call that is to end; what is pycc's own (a race, an int of more than 64
 * bits) the interpreter would not have raised there, so that no program can catch it. */
static bool may_catch(const struct pycc_error *e) {
    bool own = e->message && e->message[0] == '\2';
    return e->exc != PYCC_EXC_PENDING && e->exc != PYCC_EXC_RACE && !own;
}

int64_t pycc_catch(struct pycc_ctx *ctx, void *kept, int n, const struct pycc_clause *clause) {
    int k = 0;
    if (!may_catch(&ctx->error)) {
        return 0;
    }
    if (ctx->error.exc == PYCC_EXC_OBJECT) {
        k = ctx->poll->python->catches(ctx, kept, n, clause);
    } else {
        while (k < n && !(clause[k].kinds >> ctx->error.exc & 1)) {
            ++k;
        }
        k = k < n ? k : -1;
    }
    if (k < 0) {
        return 0;
    }
    _Static_assert(sizeof(struct pycc_error) <= 48 * sizeof(int64_t), "TIR_ERROR_WORDS");
    if (kept) {
        memcpy(kept, &ctx->error, sizeof(ctx->error));
    }
    ctx->failed = false;
    return -1 - k;
}

void pycc_raise_again(struct pycc_ctx *ctx, const void *kept) {
    if (!ctx->failed) {
        ctx->failed = true;
        memcpy(&ctx->error, kept, sizeof(ctx->error));
    }
}
