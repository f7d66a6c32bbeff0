/* What outlives the process: read as written, refused when changed, kept small, ours alone. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "device_store.h"
#include "sha256.h"

static char folder[64];

static void make_folder(void) {
    strcpy(folder, "/tmp/pycc_store_XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    setenv("PYCC_CACHE_DIR", folder, 1);
}

static void remove_folder(void) {
    char command[100];
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(store, .init = make_folder, .fini = remove_folder);

static struct device_key key(const char *text) {
    return device_key_of(&text, 1);
}

static void put(const char *name, const void *data, size_t size) {
    struct device_key k = key(name);
    device_store_write(&k, data, size);
}

/* Is the entry there, and with these bytes? */
static bool has(const char *name, const void *data, size_t size) {
    struct device_key k = key(name);
    void *found = NULL;
    size_t n = 0;
    if (!device_store_read(&k, &found, &n)) {
        return false;
    }
    cr_expect_eq(n, size);
    cr_expect_arr_eq(found, data, size);
    free(found);
    return true;
}

/* The path of the only file in the folder; how many there are. */
static int files(char *path, size_t size) {
    DIR *listing = opendir(folder);
    int n = 0;
    for (struct dirent *e = readdir(listing); e; e = readdir(listing)) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            ++n;
            snprintf(path, size, "%s/%s", folder, e->d_name);
        }
    }
    closedir(listing);
    return n;
}

static void hex(const char *text, size_t repeat, char *to) {
    struct sha256 s;
    uint8_t digest[32];
    sha256_begin(&s);
    for (size_t i = 0; i < repeat; ++i) {
        sha256_add(&s, text, strlen(text));
    }
    sha256_end(&s, digest);
    for (int i = 0; i < 32; ++i) {
        sprintf(to + 2 * i, "%02x", digest[i]);
    }
}

/* The examples of FIPS 180-4, and lengths around those of a block. */
Test(sha256, known_digests) {
    static const struct {
        const char *text;
        size_t repeat;
        const char *digest;
    } known[] = {
        {"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
        {"a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {"a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {"a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        char digest[65];
        hex(known[i].text, known[i].repeat, digest);
        cr_expect_str_eq(digest, known[i].digest, "'%s' %zu times", known[i].text, known[i].repeat);
    }
}

Test(store, keys_tell_texts_apart) {
    const char *a[] = {"ab", "c"}, *b[] = {"a", "bc"}, *c[] = {"ab", "c", ""};
    struct device_key x = device_key_of(a, 2), y = device_key_of(b, 2), z = device_key_of(c, 3);
    cr_expect_neq(memcmp(&x, &y, sizeof(x)), 0);
    cr_expect_neq(memcmp(&x, &z, sizeof(x)), 0);
}

Test(store, read_as_written) {
    char path[400], *large = malloc(100000);
    memset(large, 7, 100000);
    cr_expect(device_store_usable());
    cr_expect_not(has("a", "", 0));
    put("a", "bytes\0and more", 14);
    put("b", large, 100000);
    put("none", "", 0);
    cr_expect(has("a", "bytes\0and more", 14));
    cr_expect(has("b", large, 100000));
    cr_expect(has("none", "", 0));
    put("a", "other", 5);
    cr_expect(has("a", "other", 5));
    cr_expect_eq(files(path, sizeof(path)), 3, "nothing temporary is left");
    struct stat s;
    cr_assert_eq(stat(path, &s), 0);
    cr_expect_eq(s.st_mode & 077, 0);
    struct device_key k = key("a");
    device_store_remove(&k);
    cr_expect_not(has("a", "", 0));
    free(large);
}

/* Every byte of an entry, changed; and every length that it could be cut to. */
Test(store, changed_entries_are_discarded) {
    char path[400], bytes[400];
    put("a", "payload", 7);
    cr_assert_eq(files(path, sizeof(path)), 1);
    int file = open(path, O_RDONLY);
    ssize_t n = read(file, bytes, sizeof(bytes));
    close(file);
    cr_assert_gt(n, 7);
    for (ssize_t at = 0; at < 2 * n; ++at) {
        ssize_t size = at < n ? n : at - n;
        bytes[at % n] ^= at < n ? 0x10 : 0;
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        cr_assert_eq(write(file, bytes, (size_t)size), size);
        close(file);
        bytes[at % n] ^= at < n ? 0x10 : 0;
        cr_expect_not(has("a", "payload", 7), "byte or length %zd", at);
        cr_expect_neq(access(path, F_OK), 0, "it is removed");
    }
    put("a", "payload", 7);
    cr_expect(has("a", "payload", 7));
}

static void age(const char *name, int seconds) {
    char path[400];
    struct device_key k = key(name);
    int n = snprintf(path, sizeof(path), "%s/", folder);
    for (int i = 0; i < 32; ++i) {
        n += snprintf(path + n, sizeof(path) - (size_t)n, "%02x", k.byte[i]);
    }
    strcat(path, ".entry");
    struct timespec t[2];
    clock_gettime(CLOCK_REALTIME, &t[0]);
    t[0].tv_sec -= seconds;
    t[1] = t[0];
    cr_assert_eq(utimensat(AT_FDCWD, path, t, 0), 0);
}

Test(store, least_recently_used_goes_first) {
    char data[1000] = {0};
    setenv("PYCC_CACHE_SIZE", "3.5K", 1);
    put("a", data, 1000);
    put("b", data, 1000);
    put("c", data, 1000);
    age("a", 30);
    age("b", 20);
    age("c", 10);
    cr_expect(has("a", data, 1000)); /* and is in use */
    put("d", data, 1000);
    cr_expect(has("a", data, 1000));
    cr_expect_not(has("b", data, 1000));
    cr_expect(has("c", data, 1000));
    cr_expect(has("d", data, 1000));
    char large[4000] = {0};
    put("e", large, sizeof(large));
    cr_expect_not(has("e", large, sizeof(large)), "larger than all may be");
    cr_expect(has("d", data, 1000));
}

Test(store, what_a_crash_left_is_removed) {
    char path[100], other[100];
    snprintf(path, sizeof(path), "%s/.123-0.tmp", folder);
    snprintf(other, sizeof(other), "%s/of_the_user.txt", folder);
    close(open(path, O_WRONLY | O_CREAT, 0600));
    close(open(other, O_WRONLY | O_CREAT, 0600));
    put("a", "1", 1);
    cr_expect_eq(access(path, F_OK), 0, "another process may be writing it");
    struct timespec t[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    utimensat(AT_FDCWD, path, t, 0);
    utimensat(AT_FDCWD, other, t, 0);
    setenv("PYCC_CACHE_SIZE", "200", 1);
    put("b", "2", 1);
    cr_expect_neq(access(path, F_OK), 0);
    cr_expect_eq(access(other, F_OK), 0, "what is not ours is left alone");
}

static void expect_off(void) {
    cr_expect_not(device_store_usable());
    put("a", "1", 1);
    cr_expect_not(has("a", "1", 1));
}

Test(store, folders_that_are_not_used) {
    char path[200];
    put("a", "1", 1);
    chmod(folder, 0777);
    cr_expect_not(has("a", "1", 1), "others may write there");
    chmod(folder, 0700);
    cr_expect(has("a", "1", 1));
    setenv("PYCC_CACHE_DIR", "", 1);
    expect_off();
    snprintf(path, sizeof(path), "%s/file", folder);
    close(open(path, O_WRONLY | O_CREAT, 0600));
    setenv("PYCC_CACHE_DIR", path, 1);
    expect_off();
    strcat(path, "/below");
    setenv("PYCC_CACHE_DIR", path, 1);
    expect_off();
    setenv("PYCC_CACHE_DIR", "/proc/none", 1);
    expect_off();
    unsetenv("PYCC_CACHE_DIR");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    expect_off();
}

static void expect_in(const char *below) {
    char path[200];
    struct stat s;
    put("a", "1", 1);
    cr_expect(has("a", "1", 1));
    snprintf(path, sizeof(path), "%s/%s", folder, below);
    cr_assert_eq(stat(path, &s), 0, "%s", path);
    cr_expect_eq(s.st_mode & 0777, 0700);
}

Test(store, default_folders) {
    char path[200];
    unsetenv("PYCC_CACHE_DIR");
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", folder, 1);
    expect_in(".cache/pycc");
    snprintf(path, sizeof(path), "%s/a/b", folder);
    setenv("XDG_CACHE_HOME", path, 1);
    expect_in("a/b/pycc");
}

/* Processes that write, read and trim at once never see anything but whole entries. */
static int hammer(int seed) {
    char data[3000];
    int wrong = 0;
    for (int round = 0; round < 300; ++round) {
        int which = (round * 7 + seed) % 5;
        char name[2] = {(char)('a' + which)};
        size_t size = 1000 + 400 * (size_t)which, n = 0;
        memset(data, 'a' + which, sizeof(data));
        struct device_key k = key(name);
        void *found = NULL;
        if (device_store_read(&k, &found, &n)) {
            wrong += n != size || memcmp(found, data, n) != 0;
            free(found);
        } else {
            device_store_write(&k, data, size);
        }
    }
    return wrong > 0;
}

Test(store, many_processes) {
    pid_t child[4];
    setenv("PYCC_CACHE_SIZE", "5K", 1);
    for (int i = 0; i < 4; ++i) {
        child[i] = fork();
        if (child[i] == 0) {
            _exit(hammer(i));
        }
    }
    for (int i = 0; i < 4; ++i) {
        int status = 0;
        waitpid(child[i], &status, 0);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}
