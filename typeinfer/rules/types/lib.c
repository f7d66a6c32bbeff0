/* The parameter column of lib.def, taken apart. */
#include "lib.h"

#include <string.h>

struct lib_params lib_params(struct arena *a, enum op op) {
    struct lib_params p = {.n = 0};
    for (const char *s = lib_info(op)->params; *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " ");
        char last = s[n - 1];
        bool constant = last == '=' || last == ':';
        if (*s == '*') {
            p.more = true;
        } else {
            p.param[p.n++] = (struct lib_param){
                .name = arena_strndup(a, s, n - (constant || last == ',')),
                .constant = constant,
                .by_keyword = last == '=',
                .tuple = last == ',',
            };
        }
        s += n;
    }
    return p;
}

bool lib_takes_array(const struct lib_params *p, enum op op, int i) {
    return i < p->n ? !p->param[i].constant && !p->param[i].tuple : op == OP_EINSUM;
}

bool lib_uses_files(enum op op) {
    return (op >= OP_TOFILE && op <= OP_GENFROMTXT) || op == OP_CLOCK || op == OP_CLOCK_NS ||
           op == OP_CLASS_GET || op == OP_CLASS_SET || op == OP_OUTSIDE;
}

int lib_template(enum op op, bool *by_python) {
    *by_python = op == OP_TEXT_BY || op == OP_TEXT_PERCENT;
    return op == OP_PRINT ? 2 : op == OP_RAISE ? 1 : 0;
}
