/* Words for why a nest of a function marked @pycc.gpu stays with OpenMP. */
#include "explain.h"
#include "offload.h"

static const char *const words[HOST_REASONS] = {
    [HOST_ORDER] = "its iterations run in order",
    [HOST_BOUNDS] = "the bounds of the loop over %s are not affine",
    [HOST_TABLE] = "its accesses do not fit a table",
    [HOST_MEMORY] = "it cannot be told whose memory '%s' is",
    [HOST_SEVERAL] = "'%s' stands for several arrays",
    [HOST_INDICES] = "elements of '%s', a view made in the loop, are not at affine indices",
    [HOST_FROM_TUPLE] = "it takes arrays from tuples",
    [HOST_EXTENT] = "it asks for the size of '%s', a view made in the loop",
    [HOST_TUPLE] = "it uses tuples",
    [HOST_ADDRESS] = "it asks where arrays are in memory",
    [HOST_ELSE] = "it has a loop with an else",
    [HOST_COPY] = "it may copy an array",
    [HOST_ALLOC] = "it makes an array, '%s'",
    [HOST_LIBRARY] = "it calls %s()",
    [HOST_LIST] = "it works on a list",
    [HOST_LEFT_EARLY] = "it is left by return",
    [HOST_USED_AFTER] = "'%s' is used after it",
    [HOST_TESTED] = "each value of `%s`, a Python int, is tested",
    [HOST_NO_ARRAY] = "it touches no array",
    [HOST_COMPLEX] = "no device computes %s of complex numbers",
    [HOST_OPERATION] = "no device computes %s",
    [HOST_COMBINES_FLOATS] =
        "iterations combine floats into elements of '%s', in an order that only the host keeps",
    [HOST_COMBINES] = "iterations combine into elements of '%s'",
    [HOST_CALL_SCALARS] = "it calls %s(), which takes, gives or makes more than scalars",
    [HOST_CALL_ARRAYS] = "it calls %s(), which uses arrays or tuples",
    [HOST_CALL_CATCHES] = "a try statement of %s() stands in it",
    [HOST_CALL_ELSE] = "it calls %s(), which has a loop with an else",
};

const char *device_left_text(struct arena *a, const struct device_plan *d) {
    return arena_printf(a, words[d->left], d->left_by ? d->left_by : "");
}
