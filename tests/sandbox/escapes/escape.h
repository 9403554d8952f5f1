/* What the programs of the escape suite share: the words that say how an attack went, and ways to
 * use up time and memory that end by themselves. */
#ifndef ESCAPE_H
#define ESCAPE_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB (1024 * 1024)

/* The attack failed, as it must. */
_Noreturn static inline void held(void) {
    puts("held");
    fflush(stdout);
    _exit(0);
}

/* The attack came through. */
_Noreturn static inline void escaped(const char *format, ...) {
    va_list words;
    va_start(words, format);
    fputs("escaped: ", stdout);
    vprintf(format, words);
    putchar('\n');
    fflush(stdout);
    va_end(words);
    _exit(0);
}

/* A call that must fail: -1 is good. */
static inline void attempt(long result, const char *what) {
    if (result != -1) escaped("%s", what);
}

/* A path that must not open; what can be read of it is shown. */
static inline void must_not_open(const char *path, int flags) {
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return;
    char text[200];
    ssize_t got = read(fd, text, sizeof text - 1);
    text[got > 0 ? got : 0] = 0;
    escaped("opened %s: %s", path, text);
}

static inline double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline void nap(double s) {
    struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
    while (nanosleep(&t, &t) && errno == EINTR) {}
}

/* Uses CPU time of this thread. It ends in any case after 30 seconds: on a busy machine the limits of
 * the judge must come before. */
static inline void burn(double s) {
    double start = seconds(CLOCK_THREAD_CPUTIME_ID), late = seconds(CLOCK_MONOTONIC) + 30;
    while (seconds(CLOCK_THREAD_CPUTIME_ID) - start < s && seconds(CLOCK_MONOTONIC) < late)
        for (volatile int i = 0; i < 20000; i++) {}
}

/* Makes memory really there. */
static inline void touch(void *memory, size_t size) {
    volatile char *bytes = memory;
    for (size_t i = 0; i < size; i += 4096) bytes[i] = 1;
}

static inline void *map_memory(size_t size, int flags) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* A page that a program shares with its children. It is one of a file, because anonymous shared memory
 * is refused where no control group counts it. */
static inline void *shared_page(void) {
    int fd = open("shared", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, 4096)) return NULL;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return memory == MAP_FAILED ? NULL : memory;
}

/* A child that runs on; the parent gets its id, and exits where there can be none for two
 * seconds. Where programs run as one user, the processes of a neighbour count for the limit on theirs:
 * one with a bomb may leave no room for a while. */
static inline pid_t child(void) {
    fflush(stdout);
    for (int wait_ms = 1; wait_ms < 2000; wait_ms *= 2) {
        pid_t pid = fork();
        if (pid >= 0) return pid;
        usleep(1000 * wait_ms);
    }
    exit(1);
}

/* Uses half a second of CPU time, of which no process ever shows much. */
static inline void burn_in_children(void) {
    for (int i = 0; i < 70; i++) {
        if (child() == 0) {
            burn(0.007);
            _exit(0);
        }
        wait(NULL);
    }
}

/* Becomes a process that no session, parent or terminal can be used to find. */
static inline void go_into_background(void) {
    if (child() != 0) _exit(0);
    setsid();
    if (child() != 0) _exit(0);
    prctl(PR_SET_PDEATHSIG, 0);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
}

#endif
