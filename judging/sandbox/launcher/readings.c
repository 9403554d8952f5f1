/* What the kernel tells about the processes of a run: CPU time, memory, bytes written. */
#define _GNU_SOURCE
#include "readings.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MOST_WAIT_PER_CPU 4

uint64_t timeval_ns(struct timeval t) {
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_usec * 1000;
}

uint64_t cgroup_cpu_ns(void) {
    char text[256];
    ssize_t got = cgroup_cpu < 0 ? -1 : pread(cgroup_cpu, text, sizeof text - 1, 0);
    unsigned long long value;
    if (got <= 0) return UNSET;
    text[got] = 0;
    if (sscanf(text, "usage_usec %llu", &value) == 1) return value * 1000;
    return sscanf(text, "%llu", &value) == 1 ? value : UNSET;
}

ssize_t read_text(const char *path, char *text, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t got = read(fd, text, size - 1);
    close(fd);
    if (got >= 0) text[got] = 0;
    return got;
}

uint64_t count_threads(void) {
    char path[32];
    struct stat status;
    uint64_t total = 0;
    DIR *proc = opendir("/proc");
    if (!proc) return 0;
    for (struct dirent *entry; (entry = readdir(proc));) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        snprintf(path, sizeof path, "%.10s/task", entry->d_name);
        if (fstatat(dirfd(proc), path, &status, 0) == 0 && status.st_uid == geteuid())
            total += status.st_nlink - 2; /* a folder for each thread */
    }
    closedir(proc);
    return total;
}

static uint64_t process_cpu_ns(pid_t pid) {
    struct timespec t;
    clockid_t clock = (clockid_t)((~(unsigned)pid << 3) | 2); /* the CPU clock of a process */
    if (clock_gettime(clock, &t)) return 0;
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

uint64_t cpu_so_far_ns(const struct run *run) {
    uint64_t counted = cgroup_cpu_ns();
    if (counted != UNSET && run->cgroup_cpu_before_ns != UNSET)
        return counted - run->cgroup_cpu_before_ns;
    pid_t pids[MAX_MEMBERS];
    uint64_t total = run->reaped_cpu_ns;
    int count = live_processes(run, pids, MAX_MEMBERS);
    for (int i = 0; i < count; i++) total += process_cpu_ns(pids[i]);
    return total;
}

static int descendants(pid_t parent, pid_t *pids, int count, int most);

static int children_of_thread(pid_t parent, pid_t thread, pid_t *pids, int count, int most) {
    char path[64];
    int pid;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)thread);
    FILE *file = fopen(path, "re");
    if (!file) return count;
    while (count < most && fscanf(file, "%d", &pid) == 1) {
        pids[count++] = (pid_t)pid;
        count = descendants((pid_t)pid, pids, count, most);
    }
    fclose(file);
    return count;
}

/* Adds the processes below `parent`, whichever thread has started them. `most` bounds the depth. */
static int descendants(pid_t parent, pid_t *pids, int count, int most) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
    DIR *threads = opendir(path);
    if (!threads) return count;
    for (struct dirent *entry; count < most && (entry = readdir(threads));) {
        pid_t thread = (pid_t)atoi(entry->d_name);
        if (thread > 0) count = children_of_thread(parent, thread, pids, count, most);
    }
    closedir(threads);
    return count;
}

/* In a pid namespace these are all processes but init, else all descendants of this process. */
int live_processes(const struct run *run, pid_t *pids, int most) {
    if (!run->isolated) return descendants(getpid(), pids, 0, most);
    int count = 0;
    DIR *proc = opendir("/proc");
    if (!proc) return 0;
    for (struct dirent *entry; count < most && (entry = readdir(proc));) {
        pid_t pid = (pid_t)atoi(entry->d_name);
        if (pid > 1) pids[count++] = pid;
    }
    closedir(proc);
    return count;
}

uint64_t thread_waited_ns(pid_t pid, pid_t thread) {
    char path[64], text[128];
    unsigned long long waited;
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)thread);
    if (read_text(path, text, sizeof text) <= 0) return 0;
    return sscanf(text, "%*u %llu", &waited) == 1 ? waited : 0;
}

/* The longest time that a thread of a process was ready to run and did not. */
static uint64_t process_waited_ns(pid_t pid) {
    char path[64];
    uint64_t most = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    if (!threads) return 0;
    for (struct dirent *entry; (entry = readdir(threads));) {
        uint64_t waited = thread_waited_ns(pid, (pid_t)atoi(entry->d_name));
        if (waited > most) most = waited;
    }
    closedir(threads);
    return most;
}

/* The fields of /proc/PID/stat or /proc/PID/task/TID/stat after the name, which may hold spaces and
 * brackets of its own: the first is the state. */
static const char *read_state(const char *path, char *text, size_t size) {
    if (read_text(path, text, size) <= 0) return "";
    const char *name_end = strrchr(text, ')');
    return name_end && name_end[1] == ' ' ? name_end + 2 : "";
}

static int count_ready_threads_of(pid_t pid, int most) {
    char path[64], text[512];
    int ready = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    if (!threads) return 0;
    for (struct dirent *entry; ready < most && (entry = readdir(threads));) {
        const int thread = atoi(entry->d_name);
        if (thread <= 0) continue;
        snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)pid, thread);
        if (*read_state(path, text, sizeof text) == 'R') ready++;
    }
    closedir(threads);
    return ready;
}

int count_ready_threads(const pid_t *pids, int count, int most) {
    int ready = 0;
    for (int i = 0; i < count && ready < most; i++)
        ready += count_ready_threads_of(pids[i], most - ready);
    return ready;
}

int is_stopped(pid_t pid) {
    char path[48], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    return *read_state(path, text, sizeof text) == 'T';
}

/* The CPU time of the children that a process has waited for, and of theirs: its own clock does not
 * have it. */
static uint64_t ended_children_cpu_ns(pid_t pid) {
    char path[48], text[512];
    unsigned long long user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    const char *state = read_state(path, text, sizeof text);
    if (sscanf(state, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %llu %llu", &user,
               &system) != 2)
        return 0;
    return (user + system) * (SECOND / (uint64_t)sysconf(_SC_CLK_TCK));
}

uint64_t sampled_wait_ns(const struct run *run, uint64_t cpu) {
    const uint64_t idle = run->ready_ns > cpu ? run->ready_ns - cpu : 0;
    const uint64_t most = MOST_WAIT_PER_CPU * cpu;
    return idle < most ? idle : most;
}

uint64_t waited_for_core_ns(const struct run *run) {
    pid_t pids[MAX_MEMBERS];
    uint64_t most = 0, cpu = cpu_so_far_ns(run);
    int count = live_processes(run, pids, MAX_MEMBERS);
    for (int i = 0; i < count; i++) {
        uint64_t waited = process_waited_ns(pids[i]);
        if (waited > most) most = waited;
        if (cgroup_cpu < 0) cpu += ended_children_cpu_ns(pids[i]);
    }
    const uint64_t sampled = sampled_wait_ns(run, cpu);
    return sampled > most ? sampled : most;
}

static struct process read_thread(pid_t thread) {
    char path[48], text[512];
    unsigned long long pages, held;
    struct process process = {.thread = thread};
    snprintf(path, sizeof path, "/proc/%d/statm", (int)thread);
    if (read_text(path, text, sizeof text) > 0 &&
        sscanf(text, "%llu %llu", &pages, &held) == 2) {
        const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
        process.address_space = pages * page;
        process.resident = held * page;
    }
    return process;
}

struct process read_process(pid_t pid) {
    char path[48];
    struct process process = read_thread(pid);
    if (process.address_space > 0) return process;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    if (!threads) return process;
    for (struct dirent *entry; process.address_space == 0 && (entry = readdir(threads));) {
        pid_t thread = (pid_t)atoi(entry->d_name);
        if (thread > 0 && thread != pid) process = read_thread(thread);
    }
    closedir(threads);
    return process;
}

/* The value of a line "\nNAME: 123 kB" in bytes; UNSET if there is none. */
static uint64_t value_of(const char *text, const char *name) {
    char start[32];
    unsigned long long kib;
    snprintf(start, sizeof start, "\n%s:", name);
    const char *line = strstr(text, start);
    if (!line || sscanf(line + strlen(start), "%llu", &kib) != 1) return UNSET;
    return kib * 1024;
}

uint64_t read_status(pid_t pid, const char *name) {
    char path[48], text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    return read_text(path, text, sizeof text) > 0 ? value_of(text, name) : UNSET;
}

struct pages share_of_pages(const struct process *process) {
    char path[48], text[1024];
    struct pages pages = {.all = process->resident};
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)process->thread);
    if (read_text(path, text, sizeof text) <= 0) {
        if (read_process(process->thread).address_space == 0) pages.all = 0; /* it has ended */
        return pages;
    }
    const uint64_t all = value_of(text, "Pss"), of_files = value_of(text, "Pss_Shmem");
    if (all != UNSET) pages.all = all;
    if (of_files != UNSET) pages.of_files = of_files;
    return pages;
}

int open_io_counters(const struct run *run) {
    char path[48];
    snprintf(path, sizeof path, "/proc/%d/io", (int)run->pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

void record_written(struct run *run) {
    char text[512], *line;
    unsigned long long bytes;
    ssize_t got = run->io < 0 ? -1 : pread(run->io, text, sizeof text - 1, 0);
    if (got <= 0) return;
    text[got] = 0;
    if ((line = strstr(text, "wchar:")) && sscanf(line, "wchar: %llu", &bytes) == 1)
        run->result.output = bytes;
}
