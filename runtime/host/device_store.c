/* Entries on disk: a folder of files named by their keys, shared by all processes of a user.
 *
 * Nothing here reports failures: without the store everything works, only slower. No locks: a file
 * appears by rename, whole or not at all, and may be removed by another process at any time. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "device_store.h"
#include "settings.h"
#include "sha256.h"

#define SUFFIX ".entry"
#define TEMPORARY ".tmp"

/* What a file begins with; the entry's bytes follow. */
struct header {
    char magic[8];
    uint64_t size;
    uint8_t key[32], digest[32]; /* of the bytes */
};

static const char magic[8] = "pycc  1";

enum { NAME = 2 * 32 + sizeof(SUFFIX), STALE_SECONDS = 3600 };

struct device_key device_key_of(const char *const *text, int n) {
    struct sha256 s;
    struct device_key key;
    sha256_begin(&s);
    for (int i = 0; i < n; ++i) {
        sha256_add(&s, text[i], strlen(text[i]) + 1);
    }
    sha256_end(&s, key.byte);
    return key;
}

static void name_of(const struct device_key *key, char *name) {
    for (int i = 0; i < 32; ++i) {
        snprintf(name + 2 * i, 3, "%02x", key->byte[i]);
    }
    strcpy(name + 64, SUFFIX);
}

/* ---- the folder */

static bool folder_path(char *path, size_t size) {
    const char *own = getenv("PYCC_CACHE_DIR"), *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int n = -1;
    if (own) {
        n = snprintf(path, size, "%s", own);
    } else if (cache && cache[0] == '/') {
        n = snprintf(path, size, "%s/pycc", cache);
    } else if (home && home[0] == '/') {
        n = snprintf(path, size, "%s/.cache/pycc", home);
    }
    return n > 0 && (size_t)n < size;
}

static void make_folders(char *path) {
    for (char *at = path + 1; *at; ++at) {
        if (*at == '/') {
            *at = 0;
            mkdir(path, 0700);
            *at = '/';
        }
    }
    mkdir(path, 0700);
}

/* The open folder, which is ours alone; -1 when there is none to be had. */
static int open_folder(void) {
    char path[4096];
    if (!folder_path(path, sizeof(path))) {
        return -1;
    }
    make_folders(path);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat s;
    if (folder >= 0 &&
        (fstat(folder, &s) != 0 || s.st_uid != geteuid() || (s.st_mode & 022) != 0)) {
        close(folder);
        return -1;
    }
    return folder;
}

bool device_store_usable(void) {
    int folder = open_folder();
    bool usable = folder >= 0 && faccessat(folder, ".", W_OK, AT_EACCESS) == 0;
    if (folder >= 0) {
        close(folder);
    }
    return usable;
}

/* ---- reading */

static bool read_all(int file, void *data, size_t size) {
    char *to = data;
    while (size > 0) {
        ssize_t n = read(file, to, size);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return false;
        }
        to += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static void digest_of(const void *data, size_t size, uint8_t *digest) {
    struct sha256 s;
    sha256_begin(&s);
    sha256_add(&s, data, size);
    sha256_end(&s, digest);
}

/* The bytes behind the header when all is as it was written; NULL otherwise. */
static void *read_entry(int file, const struct device_key *key, size_t *size) {
    struct stat s;
    struct header h;
    if (fstat(file, &s) != 0 || !S_ISREG(s.st_mode) || !read_all(file, &h, sizeof(h)) ||
        memcmp(h.magic, magic, sizeof(magic)) != 0 ||
        memcmp(h.key, key->byte, sizeof(h.key)) != 0 || h.size != (uint64_t)s.st_size - sizeof(h)) {
        return NULL;
    }
    void *data = malloc(h.size ? h.size : 1);
    uint8_t digest[32];
    if (data && read_all(file, data, h.size)) {
        digest_of(data, h.size, digest);
        if (memcmp(digest, h.digest, sizeof(digest)) == 0) {
            *size = h.size;
            return data;
        }
    }
    free(data);
    return NULL;
}

bool device_store_read(const struct device_key *key, void **data, size_t *size) {
    char name[NAME];
    name_of(key, name);
    int folder = open_folder();
    int file = folder < 0 ? -1 : openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0) {
        *data = read_entry(file, key, size);
        if (*data) {
            futimens(file, NULL); /* it is in use */
        } else {
            unlinkat(folder, name, 0);
        }
        close(file);
    }
    if (folder >= 0) {
        close(folder);
    }
    return file >= 0 && *data;
}

void device_store_remove(const struct device_key *key) {
    char name[NAME];
    name_of(key, name);
    int folder = open_folder();
    if (folder >= 0) {
        unlinkat(folder, name, 0);
        close(folder);
    }
}

/* ---- keeping it small */

struct item {
    char name[NAME];
    int64_t size;
    struct timespec used;
};

struct items {
    struct item *item;
    size_t n, room;
    int64_t bytes;
};

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Notes an entry; removes what a process left that died while it wrote. */
static void look_at(int folder, const char *name, struct items *all) {
    struct stat s;
    bool temporary = ends_with(name, TEMPORARY);
    if ((!temporary && (!ends_with(name, SUFFIX) || strlen(name) >= NAME)) ||
        fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) != 0) {
        return;
    }
    if (temporary) {
        if (s.st_mtim.tv_sec + STALE_SECONDS < time(NULL)) {
            unlinkat(folder, name, 0);
        }
        return;
    }
    if (all->n == all->room) {
        size_t room = all->room ? 2 * all->room : 64;
        struct item *item = realloc(all->item, room * sizeof(*item));
        if (!item) {
            return;
        }
        all->item = item;
        all->room = room;
    }
    struct item *i = &all->item[all->n++];
    strcpy(i->name, name);
    i->size = s.st_size;
    i->used = s.st_mtim;
    all->bytes += s.st_size;
}

static int by_use(const void *a, const void *b) {
    const struct timespec *x = &((const struct item *)a)->used;
    const struct timespec *y = &((const struct item *)b)->used;
    if (x->tv_sec != y->tv_sec) {
        return x->tv_sec < y->tv_sec ? -1 : 1;
    }
    return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

/* Removes what was not used for longest until limit is kept; takes over the folder's descriptor. */
static void trim(int folder, int64_t limit) {
    DIR *listing = fdopendir(folder);
    if (!listing) {
        close(folder);
        return;
    }
    struct items all = {0};
    for (struct dirent *e = readdir(listing); e; e = readdir(listing)) {
        look_at(folder, e->d_name, &all);
    }
    if (all.bytes > limit) {
        qsort(all.item, all.n, sizeof(*all.item), by_use);
        for (size_t i = 0; i < all.n && all.bytes > limit; ++i) {
            unlinkat(folder, all.item[i].name, 0);
            all.bytes -= all.item[i].size;
        }
    }
    free(all.item);
    closedir(listing);
}

/* ---- writing */

static bool write_all(int file, const void *data, size_t size) {
    const char *from = data;
    while (size > 0) {
        ssize_t n = write(file, from, size);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        from += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool write_entry(int folder, const char *name, const struct header *h, const void *data) {
    static unsigned counter;
    char temporary[64];
    snprintf(temporary, sizeof(temporary), ".%ld-%u" TEMPORARY, (long)getpid(),
             __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED));
    int file =
        openat(folder, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        return false;
    }
    bool written = write_all(file, h, sizeof(*h)) && write_all(file, data, h->size);
    written = close(file) == 0 && written;
    if (!written || renameat(folder, temporary, folder, name) != 0) {
        unlinkat(folder, temporary, 0);
        return false;
    }
    return true;
}

void device_store_write(const struct device_key *key, const void *data, size_t size) {
    int64_t limit = pycc_setting_bytes("PYCC_CACHE_SIZE", INT64_C(256) << 20);
    int folder = (int64_t)(size + sizeof(struct header)) > limit ? -1 : open_folder();
    if (folder < 0) {
        return;
    }
    char name[NAME];
    struct header h = {.size = size};
    memcpy(h.magic, magic, sizeof(magic));
    memcpy(h.key, key->byte, sizeof(h.key));
    digest_of(data, size, h.digest);
    name_of(key, name);
    if (write_entry(folder, name, &h, data)) {
        trim(folder, limit);
    } else {
        close(folder);
    }
}
