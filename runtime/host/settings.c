/* What the user sets by environment variables. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "settings.h"

const char *pycc_setting_text(const char *name) {
    const char *text = getenv(name);
    return text && text[0] ? text : NULL;
}

int64_t pycc_setting_bytes(const char *name, int64_t otherwise) {
    static const char units[] = "KMGT";
    const char *text = pycc_setting_text(name);
    char *end = NULL;
    double number = text ? strtod(text, &end) : 0;
    if (!text || end == text || !(number >= 0)) {
        return otherwise;
    }
    const char *unit = *end ? strchr(units, *end & ~0x20) : NULL; /* ASCII, as a capital */
    if (unit) {
        number *= (double)(INT64_C(1) << 10 * (unit - units + 1));
        ++end;
    }
    if (*end && strcasecmp(end, "b") != 0 && (!unit || strcasecmp(end, "ib") != 0)) {
        return otherwise;
    }
    return number < 0x1p62 ? (int64_t)number : INT64_C(1) << 62;
}
