/* Child processes and Ctrl-C: starting and waiting without the moments in which a signal is lost.
 *
 * Signals are blocked while a decision is taken and let in only by sigsuspend, so that none comes
 * between looking at driver_interrupted and falling asleep. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"

volatile sig_atomic_t driver_interrupted;

/* SIGCHLD needs a handler to end a sigsuspend. */
static void on_child(int sig) {
    (void)sig;
}

/* Blocks what ends a wait; the mask before goes to old. */
static void block_signals(sigset_t *old) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, old);
}

pid_t driver_fork(void) {
    sigset_t old;
    block_signals(&old);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGCHLD, SIG_DFL);
        if (signal(SIGHUP, SIG_IGN) != SIG_IGN) {
            signal(SIGHUP, SIG_DFL);
        }
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
    return pid;
}

pid_t driver_wait(pid_t pid, int *status) {
    struct sigaction child = {.sa_handler = on_child, .sa_flags = SA_RESTART};
    sigset_t old;
    block_signals(&old);
    sigaction(SIGCHLD, &child, NULL);
    pid_t got;
    while ((got = waitpid(pid, status, WNOHANG)) == 0 && !driver_interrupted) {
        sigsuspend(&old);
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
    if (got == 0) {
        errno = EINTR;
        return -1;
    }
    return got;
}
