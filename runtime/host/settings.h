/* What the user sets by environment variables, read in one way. */
#ifndef PYCC_SETTINGS_H
#define PYCC_SETTINGS_H

#include <stdint.h>

/* A number of bytes: "100000", "64M", "1.5G", with K, M, G or T for powers of 1024, also followed
 * by "B" or "iB". otherwise: what is given when the variable is not set, or is no such number. */
int64_t pycc_setting_bytes(const char *name, int64_t otherwise);

/* The variable's text; NULL when it is not set or empty. */
const char *pycc_setting_text(const char *name);

#endif
