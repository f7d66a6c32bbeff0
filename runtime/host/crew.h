/* The threads that help callers with parallel nests, private to the run time: one set for all
 * modules of a process, OpenMP's, made when they are first wanted, asleep or waiting for the next
 * job.
 *
 * Nobody waits for a helper that has not come: a job is over when its caller finds nothing left to
 * do and those that did come have left. So a helper that the system does not run costs nothing. */
#ifndef PYCC_CREW_H
#define PYCC_CREW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* What threads do together. On the stack of the caller, who sets work and hands. */
struct crew_job {
    /* Does what nobody has begun until nothing is left to begin; on threads me = 0, the caller, to
     * hands - 1, which need not all come. */
    void (*work)(struct crew_job *job, int me);
    int hands;
    bool large; /* so long that also helpers may come who are often stopped */
    int joined; /* helpers that have come */
    int inside; /* of them, those who have not left */
    bool over;  /* nothing is left to begin */
    bool asked; /* the caller is in crew_end or behind it */
    bool wake;  /* ... and sleeps */
    int gone;   /* atomic: the caller may go on */
    struct crew_job *next;
};

struct crew {
    pthread_mutex_t lock; /* guards what follows and the jobs, but for what is atomic */
    pthread_cond_t work;  /* for helpers, */
    pthread_cond_t large; /* for those on the bench, */
    pthread_cond_t left;  /* for callers */
    struct crew_job *jobs;
    int processors;  /* that the process may use; 0: not yet known */
    int helpers;     /* asked of OpenMP, */
    int opened;      /* of which so many have a region, */
    int begun;       /* so many run, */
    int asleep;      /* and so many sleep */
    int benched;     /* ... and so many sit on the bench */
    int news;        /* atomic: jobs given out */
    int64_t resting; /* atomic, monotonic ns: until then nobody waits actively */
};

#define CREW_INIT                                                                                  \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER,                       \
        .large = PTHREAD_COND_INITIALIZER, .left = PTHREAD_COND_INITIALIZER                        \
    }

/* From now on this module's jobs are done by these. */
void crew_share(struct crew *shared);

/* Processors that the process may use. */
int crew_processors(void);

/* Helpers may come from now on. The caller then works itself. */
void crew_begin(struct crew_job *job);

/* The caller has found nothing left to begin: no helper comes any more. */
void crew_end(struct crew_job *job);

/* Waits until those who came have left; false after some 20 ms, to be called again. After true
 * nobody knows the job. */
bool crew_gone(struct crew_job *job);

/* Helpers that wait actively for a job go to sleep: a library with threads of its own is about to
 * use the processors. */
void crew_rest(void);

#endif
