/* The state that all runs share, and how a run fails. */
#define _GNU_SOURCE
#include "run.h"

#include <time.h>
#include <unistd.h>

int control, cgroup_count, cgroup_procs[MAX_CGROUPS], cgroup_cpu = -1;

uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

void fail_run(struct run *run, enum step step, int error) {
    run->result.ending = FAILED;
    run->result.step = step;
    run->result.error = error;
}

void close_stream(struct run *run, int which) {
    if (run->streams[which] >= 0) close(run->streams[which]);
    run->streams[which] = -1;
}
