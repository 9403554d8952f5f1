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
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* What one object behind a descriptor may hold. A socket holds what was sent to it, as much as
 * net.core.wmem_default allows (212,992 bytes), and one message more. A pipe has 16 pages. An epoll has
 * two descriptions for each watch. Usually it has at most one watch for each descriptor of the process,
 * but a file may have one for each number that it ever had. A file of /proc keeps its text from the
 * first read on; the longest is the list of what an epoll watches, with some 90 bytes for each. */
#define SOCKET_BYTES (256ull << 10)
#define PIPE_BYTES (64ull << 10)
#define WATCH_BYTES 200ull
#define OTHER_BYTES (160ull << 10)

/* A table of 4 KiB maps 2 MiB. */
#define MAPPED_BY_A_PAGE_TABLE 512

/* What the kernel needs to describe a mapping, and how many a process may have: the default of
 * vm.max_map_count. */
#define MAPPING_BYTES 232ull
#define MOST_MAPPINGS 65530ull

/* What tmpfs takes for an inode (BOGO_INODE_SIZE). */
#define INODE_BYTES 1024ull

#define STANDARD_STREAMS 3
#define MOST_OBJECTS 4096 /* more are not told apart */
#define PLACES (2 * MOST_OBJECTS)

/* The number of lines of a file of /proc; UNSET if it cannot be opened. */
static uint64_t count_lines(const char *path) {
    char text[65536];
    uint64_t lines = 0;
    ssize_t got;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return UNSET;
    while ((got = read(fd, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < got; i++) lines += text[i] == '\n';
    close(fd);
    return lines;
}

/* ---- descriptors ---------------------------------------------------------------------------- */

/* A pipe or socket has as many descriptors as processes share it, and counts once. It stands at the
 * place that its inode's number names, or the next free one. */
struct objects {
    uint64_t inodes[PLACES]; /* 0: free */
    int count, epolls;
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

static uint64_t most_behind_descriptors(const struct run *run, const struct process *processes,
                                        int count) {
    uint64_t descriptors = 0;
    for (int i = 0; i < count; i++) {
        if (processes[i].address_space == 0) continue; /* it has ended */
        uint64_t open = count_descriptors(run, processes[i].thread);
        descriptors += open > STANDARD_STREAMS ? open - STANDARD_STREAMS : 0;
    }
    const uint64_t numbers = run->request->open_files;
    const uint64_t watches_of_a_file = numbers < MOST_OBJECTS ? numbers : MOST_OBJECTS;
    /* The most watches there are if half of the descriptors are epolls that watch the others. */
    const uint64_t watches = descriptors * descriptors / 4 * watches_of_a_file;
    return descriptors * SOCKET_BYTES + watches * WATCH_BYTES;
}

/* Whether the object was not known yet; it is from now on. */
static int is_new(struct objects *objects, uint64_t inode) {
    uint64_t place = inode % PLACES;
    while (objects->inodes[place] != 0 && objects->inodes[place] != inode)
        place = (place + 1) % PLACES;
    if (objects->inodes[place] == inode) return 0;
    if (objects->count < MOST_OBJECTS) {
        objects->inodes[place] = inode;
        objects->count++;
    }
    return 1;
}

/* /proc has a line for each watch of an epoll. */
static uint64_t count_watches(pid_t pid, const char *descriptor) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fdinfo/%.16s", (int)pid, descriptor);
    const uint64_t lines = count_lines(path);
    return lines == UNSET ? 0 : lines;
}

/* A pipe may have a name in the box. The memory of other files belongs to their file system. */
static void add_named(struct objects *objects, int folder, const char *descriptor) {
    struct stat status;
    if (fstatat(folder, descriptor, &status, 0) || !S_ISFIFO(status.st_mode)) return;
    const uint64_t apart = 1ull << 63; /* from the numbers of pipes without a name */
    if (is_new(objects, status.st_ino | apart)) objects->bytes += PIPE_BYTES;
}

static int is_of_proc(const char *target) { return strncmp(target, "/proc/", strlen("/proc/")) == 0; }

static int is_epoll(const char *target) { return strcmp(target, "anon_inode:[eventpoll]") == 0; }

/* Reads what a descriptor leads to; -1 if it has been closed. */
static int read_target(int folder, const char *descriptor, char *target, size_t size) {
    ssize_t got = readlinkat(folder, descriptor, target, size - 1);
    if (got <= 0) return -1;
    target[got] = 0;
    return 0;
}

static void add_object(struct objects *objects, int folder, const char *descriptor) {
    char target[64];
    unsigned long long inode;
    if (read_target(folder, descriptor, target, sizeof target)) return;
    if (is_of_proc(target)) {
        objects->bytes += OTHER_BYTES;
    } else if (target[0] == '/') {
        add_named(objects, folder, descriptor);
    } else if (sscanf(target, "socket:[%llu]", &inode) == 1) {
        objects->bytes += is_new(objects, inode) ? SOCKET_BYTES : 0;
    } else if (sscanf(target, "pipe:[%llu]", &inode) == 1) {
        objects->bytes += is_new(objects, inode) ? PIPE_BYTES : 0;
    } else {
        objects->bytes += OTHER_BYTES; /* these share one inode */
        objects->epolls += is_epoll(target);
    }
}

static void add_objects(const struct run *run, struct objects *objects, pid_t pid) {
    DIR *folder = open_descriptors(pid);
    if (!folder) {
        objects->bytes += hidden_descriptors(run, pid) * SOCKET_BYTES;
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.') add_object(objects, dirfd(folder), entry->d_name);
    closedir(folder);
}

/* Adds what the watches of epolls take beyond the usual. A list of them takes long to read, so that
 * this stops when there are `enough` bytes. */
static void add_watches(struct objects *objects, pid_t pid, uint64_t enough) {
    char target[64];
    DIR *folder = open_descriptors(pid);
    if (!folder) return;
    for (struct dirent *entry; objects->bytes <= enough && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        if (read_target(dirfd(folder), entry->d_name, target, sizeof target)) continue;
        if (!is_epoll(target)) continue;
        const uint64_t bytes = count_watches(pid, entry->d_name) * WATCH_BYTES;
        objects->bytes += bytes > OTHER_BYTES ? bytes - OTHER_BYTES : 0;
    }
    closedir(folder);
}

static uint64_t behind_descriptors(const struct run *run, const struct process *processes,
                                   int count, uint64_t enough) {
    static struct objects objects;
    memset(&objects, 0, sizeof objects);
    for (int i = 0; i < count; i++)
        if (processes[i].address_space > 0) add_objects(run, &objects, processes[i].thread);
    for (int i = 0; i < count && objects.epolls > 0; i++)
        if (processes[i].address_space > 0) add_watches(&objects, processes[i].thread, enough);
    return objects.bytes;
}

/* ---- the description of address spaces ------------------------------------------------------- */

static uint64_t most_page_tables(const struct process *process) {
    return process->address_space / MAPPED_BY_A_PAGE_TABLE;
}

static uint64_t page_tables(const struct process *process) {
    const uint64_t bytes = read_status(process->thread, "VmPTE");
    return bytes == UNSET ? 0 : bytes;
}

static uint64_t most_mappings(const struct process *process) {
    const uint64_t pages = process->address_space / (uint64_t)sysconf(_SC_PAGESIZE);
    return pages < MOST_MAPPINGS ? pages : MOST_MAPPINGS;
}

static uint64_t count_mappings(const struct process *process) {
    char path[48];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)process->thread);
    const uint64_t lines = count_lines(path);
    if (lines == UNSET) /* the process is undumpable, or has just ended */
        return read_process(process->thread).address_space == 0 ? 0 : most_mappings(process);
    return lines;
}

/* Only counted where there may be more than `enough` bytes: a list of mappings takes milliseconds to
 * read. */
static uint64_t mappings(const struct process *processes, int count, uint64_t enough) {
    uint64_t most = 0, total = 0;
    for (int i = 0; i < count; i++) most += most_mappings(&processes[i]) * MAPPING_BYTES;
    if (most <= enough) return 0;
    for (int i = 0; i < count && total <= enough; i++)
        total += count_mappings(&processes[i]) * MAPPING_BYTES;
    return total;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* In namespaces the box is a file system in memory. The kernel needs about as much for the inode and
 * the name of each file as the file system counts for it. */
static uint64_t files_in_box(const struct run *run) {
    struct statvfs status;
    if (!run->isolated || statvfs(run->box, &status)) return 0;
    return (uint64_t)(status.f_blocks - status.f_bfree) * status.f_frsize +
           (uint64_t)(status.f_files - status.f_ffree) * INODE_BYTES;
}

uint64_t most_unseen_memory(const struct run *run, const struct process *processes, int count) {
    uint64_t total = files_in_box(run) + most_behind_descriptors(run, processes, count);
    for (int i = 0; i < count; i++) {
        total += most_page_tables(&processes[i]);
        total += most_mappings(&processes[i]) * MAPPING_BYTES;
    }
    return total;
}

uint64_t unseen_memory(const struct run *run, const struct process *processes, int count,
                       uint64_t mapped_files, uint64_t enough) {
    const uint64_t files = files_in_box(run);
    uint64_t total = files > mapped_files ? files - mapped_files : 0;
    for (int i = 0; i < count; i++) total += page_tables(&processes[i]);
    if (total <= enough) total += behind_descriptors(run, processes, count, enough - total);
    if (total <= enough) total += mappings(processes, count, enough - total);
    return total;
}
