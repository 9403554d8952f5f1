#pragma once

#include "run.h"

#include <sys/time.h>

enum { MAX_MEMBERS = 256 };

uint64_t timeval_ns(struct timeval t);

/* The threads of this process's user, as far as they can be seen. */
uint64_t count_threads(void);

/* The CPU time that the cgroup has counted, in earlier runs too; UNSET where there is no cgroup. */
uint64_t cgroup_cpu_ns(void);

/* The CPU time of the whole run so far. */
uint64_t cpu_so_far_ns(const struct run *run);

/* How many threads of these processes have a core or wait for one, at most `most`. */
int count_ready_threads(const pid_t *pids, int count, int most);

/* Whether a process is stopped by a signal. */
int is_stopped(pid_t pid);

/* How long a run with this CPU time waited for a core, by the samples of its readiness: at most four
 * times its CPU time, else a crowd of processes that wake now and then would stretch the wall limit of
 * a program that sleeps, on a busy machine without end. With four others on its core a program does
 * not wait for longer. */
uint64_t sampled_wait_ns(const struct run *run, uint64_t cpu);

/* How long the run waited for a core so far: the longest of its threads, or the time for which one
 * thread was ready and did not compute, which also tells of processes that have ended. */
uint64_t waited_for_core_ns(const struct run *run);

/* The same of one thread, or of an ended process until it is reaped; 0 if it cannot be read. */
uint64_t thread_waited_ns(pid_t pid, pid_t thread);

/* Fills `pids` with the live processes of the run, at most `most`; returns how many. */
int live_processes(const struct run *run, pid_t *pids, int most);

/* A process of a run, and its memory in bytes. `thread` is one that has not ended: through a first
 * thread that has, /proc shows neither memory nor descriptors. */
struct process {
    pid_t thread;
    uint64_t address_space, resident; /* 0 once the whole process has ended */
};

/* Reads the memory of a process. */
struct process read_process(pid_t pid);

/* Reads a text file, at most `size` - 1 bytes, and ends it with \0; -1 if that fails. */
ssize_t read_text(const char *path, char *text, size_t size);

/* Reads a line of /proc/PID/status that is an amount of memory, in bytes; UNSET without one. */
uint64_t read_status(pid_t pid, const char *name);

/* Pages in bytes: all, and those that belong to files in memory. */
struct pages {
    uint64_t all, of_files;
};

/* Like the resident set, which is returned if it cannot be read, but each of n processes that hold a
 * page has one nth of it; nothing for a process that has ended. The kernel walks all pages of the
 * process: milliseconds for a large one. */
struct pages share_of_pages(const struct process *process);

/* Opens the I/O counters of the program while it lives: those of a zombie cannot be opened. */
int open_io_counters(const struct run *run);

/* Records as output what the program and the children that it waited for have written, to pipes and
 * files alike, because a pipe does not tell how much went through it. */
void record_written(struct run *run);
