/* The little of libgomp that the run time uses, on pthreads: ThreadSanitizer understands those, and
 * no suppression is needed for what it cannot see inside the real library. */
#include <pthread.h>

#define MOST 64

struct member {
    void (*body)(void *);
    void *data;
    int me, n;
    pthread_t thread;
};

static __thread int team_me, team_n = 1;

int omp_get_thread_num(void) {
    return team_me;
}

int omp_get_num_threads(void) {
    return team_n;
}

static void *run(void *context) {
    struct member *m = context;
    team_me = m->me;
    team_n = m->n;
    m->body(m->data);
    return NULL;
}

void GOMP_parallel(void (*body)(void *), void *data, unsigned n, unsigned flags) {
    struct member member[MOST];
    int count = n == 0 || n > MOST ? 4 : (int)n;
    (void)flags;
    for (int k = 1; k < count; ++k) {
        member[k] = (struct member){body, data, k, count, 0};
        pthread_create(&member[k].thread, NULL, run, &member[k]);
    }
    member[0] = (struct member){body, data, 0, count, 0};
    run(&member[0]);
    for (int k = 1; k < count; ++k) {
        pthread_join(member[k].thread, NULL);
    }
    team_n = 1;
}

int omp_in_parallel(void) {
    return team_n > 1;
}

/* Threads of a team end with it: none of them rests. */
int omp_pause_resource_all(int kind) {
    (void)kind;
    return 0;
}
