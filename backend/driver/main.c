/* pycc: the command. Signals, the crash handler, and the call of the driver. */
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver.h"

/* The first one lets the driver clean up; the second one ends at once. */
static void on_interrupt(int sig) {
    driver_interrupted = 1;
    if (sig != SIGHUP) { /* a terminal that closes sends several */
        signal(sig, SIG_DFL);
    }
}

#ifdef __SANITIZE_ADDRESS__
/* The sanitizer tells more of a crash than we do. */
static void catch_crashes(void) {
}
#else
/* A crash is a bug of ours: say so, with the status for it. */
static void on_crash(int sig) {
    static const char text[] = "pycc: internal error: crashed; please report it, with the source\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);
    (void)ignored;
    (void)sig;
    _exit(STATUS_INTERNAL);
}

/* The handler has a stack of its own, for the case that ours is what overflowed. */
static void catch_crashes(void) {
    static char crash_stack[65536];
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof(crash_stack)};
    sigaltstack(&stack, NULL);
    struct sigaction crash = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &crash, NULL);
    sigaction(SIGBUS, &crash, NULL);
    sigaction(SIGABRT, &crash, NULL);
}
#endif

static void catch_interrupts(void) {
    struct sigaction interrupt = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGTERM, &interrupt, NULL);
    if (signal(SIGHUP, SIG_IGN) != SIG_IGN) { /* nohup */
        sigaction(SIGHUP, &interrupt, NULL);
    }
    signal(SIGPIPE, SIG_DFL);
}

enum { HEAP = 8 << 20 /* bytes of the heap to begin with: a module of 1,000 lines needs 6 MB */ };

/* The heap begins with huge pages: one page fault for each 2 MB instead of 512, which are a tenth
 * of the time of small modules. Larger pieces of text go back to the system as soon as they are
 * freed; blocks of arenas are kept for the next. */
static void tune_allocator(void) {
#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, HEAP);
    mallopt(M_TOP_PAD, HEAP);
    char *first = malloc(1);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    madvise((void *)((uintptr_t)first & -page), HEAP, MADV_HUGEPAGE);
    free(first);
#endif
}

int main(int argc, char **argv) {
    catch_crashes();
    catch_interrupts();
    tune_allocator();
    struct arena a;
    arena_init(&a);
    struct options o;
    int status = options_parse(&o, &a, argc, argv);
    if (status < 0) {
        status = o.command == COMMAND_CHECK ? -1 : driver_find_python(&o, &a);
    }
    if (status < 0) {
        status = o.command == COMMAND_CONFIG  ? cc_config(&o)
                 : o.command == COMMAND_CHECK ? driver_check(&o)
                 : o.command == COMMAND_STUBS ? driver_stubs(&o, &a)
                                              : driver_compile_all(&o);
    }
    arena_free(&a);
    return status;
}
