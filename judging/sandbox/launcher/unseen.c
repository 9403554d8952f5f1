/* Memory that no resident set shows. A control group counts it; without one, this is an estimate from
 * what /proc tells. The filter refuses what leaves no trace there: anonymous files, shared anonymous
 * memory, descriptors on their way through a socket, private tables of descriptors in threads, filters
 * of system calls, Landlock rulesets. */
#define _GNU_SOURCE
#include "unseen.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* What one object behind a descriptor may hold. A socket holds what was sent to it, as much as
 * net.core.wmem_default allows (212,992 bytes), and one message more. A pipe has 16 pages. An epoll
 * has a watch of some 160 bytes for each descriptor of the process. A file of /proc keeps its text from
 * the first read on; the longest is the list of what an epoll watches, with some 90 bytes for each. */
#define SOCKET_BYTES (256ull << 10)
#define PIPE_BYTES (64ull << 10)
#define OTHER_BYTES (160ull << 10)

/* A table of 4 KiB maps 2 MiB. */
#define MAPPED_BY_A_PAGE_TABLE 512

/* What the kernel needs to describe a mapping, and how many a process may have: the default of
 * vm.max_map_count. */
#define MAPPING_BYTES 232ull
#define MOST_MAPPINGS 65530ull

#define STANDARD_STREAMS 3
#define MOST_OBJECTS 4096 /* more are not told apart */

/* ---- descriptors ---------------------------------------------------------------------------- */

/* A pipe or socket has as many descriptors as processes share it, and counts once. */
struct objects {
    unsigned long long inodes[MOST_OBJECTS];
    int count;
    uint64_t bytes;
};

static DIR *open_descriptors(pid_t pid) {
    char path[48];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    return opendir(path);
}

/* How many descriptors a process may have that does not show them, because it has made itself
 * undumpable; none if it has just ended. */
static uint64_t hidden_descriptors(const struct run *run, pid_t pid) {
    const uint64_t limit = run->request->open_files;
    if (read_process(pid).address_space == 0) return 0;
    return limit < MOST_OBJECTS ? limit : MOST_OBJECTS;
}

static uint64_t count_descriptors(const struct run *run, pid_t pid) {
    DIR *folder = open_descriptors(pid);
    if (!folder) return hidden_descriptors(run, pid);
    uint64_t entries = 0;
    while (readdir(folder)) entries++;
    closedir(folder);
    const uint64_t dots = 2;
    return entries > dots ? entries - dots : 0;
}

static int is_known(const struct objects *objects, unsigned long long inode) {
    for (int i = 0; i < objects->count; i++)
        if (objects->inodes[i] == inode) return 1;
    return 0;
}

static void add_object(struct objects *objects, const char *target) {
    unsigned long long inode;
    const int of_proc = strncmp(target, "/proc/", strlen("/proc/")) == 0;
    if (target[0] == '/' && !of_proc) return; /* a file: its memory belongs to its file system */
    uint64_t bytes = OTHER_BYTES;
    int named = 1;
    if (sscanf(target, "socket:[%llu]", &inode) == 1)
        bytes = SOCKET_BYTES;
    else if (sscanf(target, "pipe:[%llu]", &inode) == 1)
        bytes = PIPE_BYTES;
    else
        named = 0; /* the others share one inode */
    if (named) {
        if (is_known(objects, inode)) return;
        if (objects->count < MOST_OBJECTS) objects->inodes[objects->count++] = inode;
    }
    objects->bytes += bytes;
}

static void add_objects(const struct run *run, struct objects *objects, pid_t pid) {
    char target[64];
    DIR *folder = open_descriptors(pid);
    if (!folder) {
        objects->bytes += hidden_descriptors(run, pid) * SOCKET_BYTES;
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        ssize_t got = readlinkat(dirfd(folder), entry->d_name, target, sizeof target - 1);
        if (got <= 0) continue;
        target[got] = 0;
        add_object(objects, target);
    }
    closedir(folder);
}

static uint64_t behind_descriptors(const struct run *run, const struct process *processes,
                                   int count) {
    uint64_t descriptors = 0;
    for (int i = 0; i < count; i++) {
        if (processes[i].address_space == 0) continue; /* it has ended */
        uint64_t open = count_descriptors(run, processes[i].thread);
        descriptors += open > STANDARD_STREAMS ? open - STANDARD_STREAMS : 0;
    }
    const uint64_t most = descriptors * SOCKET_BYTES;
    if (most <= UNSEEN_FREE || descriptors > MOST_OBJECTS) return most;
    static struct objects objects;
    objects.count = 0;
    objects.bytes = 0;
    for (int i = 0; i < count; i++)
        if (processes[i].address_space > 0) add_objects(run, &objects, processes[i].thread);
    return objects.bytes;
}

/* ---- the description of address spaces ------------------------------------------------------- */

static uint64_t page_tables(const struct process *process) {
    char path[48], text[4096], *line;
    unsigned long long kib;
    const uint64_t most = process->address_space / MAPPED_BY_A_PAGE_TABLE;
    const uint64_t little = 1 << 20;
    if (most < little) return most;
    snprintf(path, sizeof path, "/proc/%d/status", (int)process->thread);
    if (read_text(path, text, sizeof text) > 0 && (line = strstr(text, "\nVmPTE:")) &&
        sscanf(line, "\nVmPTE: %llu", &kib) == 1)
        return kib * 1024;
    return 0;
}

static uint64_t most_mappings(const struct process *process) {
    const uint64_t pages = process->address_space / (uint64_t)sysconf(_SC_PAGESIZE);
    return pages < MOST_MAPPINGS ? pages : MOST_MAPPINGS;
}

static uint64_t count_mappings(const struct process *process) {
    char path[48], text[65536];
    uint64_t lines = 0;
    ssize_t got;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)process->thread);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) /* the process is undumpable, or has just ended */
        return read_process(process->thread).address_space == 0 ? 0 : most_mappings(process);
    while ((got = read(fd, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < got; i++) lines += text[i] == '\n';
    close(fd);
    return lines;
}

static uint64_t mappings(const struct process *processes, int count, uint64_t limit) {
    uint64_t most = 0, total = 0;
    for (int i = 0; i < count; i++) most += most_mappings(&processes[i]) * MAPPING_BYTES;
    if (most <= UNSEEN_FREE || most <= limit) return 0;
    /* A list of mappings takes milliseconds to read: one proof is enough. */
    for (int i = 0; i < count && total <= limit + UNSEEN_FREE; i++)
        total += count_mappings(&processes[i]) * MAPPING_BYTES;
    return total;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* In namespaces the box is a file system in memory. */
static uint64_t files_in_box(const struct run *run) {
    struct statvfs status;
    if (!run->isolated || statvfs(run->box, &status)) return 0;
    return (uint64_t)(status.f_blocks - status.f_bfree) * status.f_frsize;
}

uint64_t unseen_memory(const struct run *run, const struct process *processes, int count,
                       uint64_t limit) {
    uint64_t total = files_in_box(run) + behind_descriptors(run, processes, count) +
                     mappings(processes, count, limit);
    for (int i = 0; i < count; i++) total += page_tables(&processes[i]);
    return total;
}
