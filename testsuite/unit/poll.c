/* The library's own poll needs Python: all tests of the run time have this one. */
#include "pycc_rt.h"

bool pycc_poll(struct pycc_ctx *ctx) {
    (void)ctx;
    return false;
}
