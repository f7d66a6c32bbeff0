/* Small files that outlive the process: compiled kernels, measured rates of devices.
 *
 * An entry is a block of bytes under a key, in the folder PYCC_CACHE_DIR, by default
 * $XDG_CACHE_HOME/pycc or ~/.cache/pycc, made for its user only. PYCC_CACHE_DIR="" turns it off; so
 * does a folder that cannot be written, belongs to another user or may be written by one, since
 * what is in it is executed. Entries are written whole (a temporary file, renamed), carry a
 * checksum, and are removed when they do not pass it: any number of processes may use it at once.
 * It is kept under PYCC_CACHE_SIZE bytes (256M) by removing what was not used for longest. */
#ifndef PYCC_DEVICE_STORE_H
#define PYCC_DEVICE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device_key {
    uint8_t byte[32]; /* SHA-256 of everything that the entry depends on */
};

/* Key of n texts, each with its end: ("ab", "c") and ("a", "bc") differ. */
struct device_key device_key_of(const char *const *text, int n);

/* Is there a folder that entries can be written to? */
bool device_store_usable(void);

/* The entry's bytes, to be freed with free; false when there is none. */
bool device_store_read(const struct device_key *key, void **data, size_t *size);

/* Writes the entry, or leaves the store as it is when that cannot be done. */
void device_store_write(const struct device_key *key, const void *data, size_t size);

/* Removes an entry of which the bytes are as written and of no use (the driver refuses them). */
void device_store_remove(const struct device_key *key);

#endif
