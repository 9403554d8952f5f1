/* What the kernel says of one process. */
#define _GNU_SOURCE
#include "run.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t of_timeval(struct timeval t) {
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_usec * 1000;
}

uint64_t cpu_of(pid_t pid) {
    struct timespec t;
    clockid_t clock = (clockid_t)((~(unsigned)pid << 3) | 2); /* the CPU clock of a process */
    if (clock_gettime(clock, &t)) return 0;
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static ssize_t read_text(const char *path, char *text, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t got = read(fd, text, size - 1);
    close(fd);
    if (got >= 0) text[got] = 0;
    return got;
}

/* (address space, resident set) of one process, in bytes. With `shared` it has company, and pages
 * that several hold count once. */
void memory_of(pid_t pid, int shared, uint64_t *size, uint64_t *resident) {
    char path[48], text[512];
    unsigned long long pages, held, kib;
    *size = *resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    if (read_text(path, text, sizeof text) <= 0 || sscanf(text, "%llu %llu", &pages, &held) != 2)
        return;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    *size = pages * page;
    *resident = held * page;
    if (!shared) return;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    char *line;
    if (read_text(path, text, sizeof text) > 0 && (line = strstr(text, "\nPss:")) &&
        sscanf(line, "\nPss: %llu", &kib) == 1)
        *resident = kib * 1024;
}

int open_writing(const struct run *run) {
    char path[48];
    snprintf(path, sizeof path, "/proc/%d/io", (int)run->pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

void note_written(struct run *run) {
    char text[512], *line;
    unsigned long long bytes;
    ssize_t got = run->io < 0 ? -1 : pread(run->io, text, sizeof text - 1, 0);
    if (got <= 0) return;
    text[got] = 0;
    if ((line = strstr(text, "wchar:")) && sscanf(line, "wchar: %llu", &bytes) == 1)
        run->result.output = bytes;
}
