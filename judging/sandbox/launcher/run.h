/* What the parts of the launcher share: the frames, and the state of one run. */
#ifndef LAUNCHER_RUN_H
#define LAUNCHER_RUN_H

#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/types.h>

#define MAGIC 0x4a554447u /* "JUDG" */
#define VERSION 3u
#define MAX_STRINGS (1u << 18)
#define MAX_WORDS 8192
#define MAX_READS 64
#define MAX_CGROUPS 8
#define SECOND 1000000000ull
#define UNSET UINT64_MAX

enum ending { EXITED, SIGNALED, CPU_LIMIT, WALL_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, CANCELLED, FAILED };

enum step {
    STEP_NONE, STEP_REQUEST, STEP_PIPE, STEP_FORK, STEP_SESSION, STEP_SIGNALS, STEP_STREAMS,
    STEP_LIMITS, STEP_CORE, STEP_DIRECTORY, STEP_EXEC, STEP_REAP, STEP_NAMESPACES, STEP_ID_MAP,
    STEP_IDS, STEP_READS, STEP_ROOT, STEP_DEVICES, STEP_PROC, STEP_BOX, STEP_PIVOT,
    STEP_PRIVILEGES, STEP_CGROUP, STEP_FILTER, STEP_LANDLOCK, STEP_FOLDERS, STEP_ROOT_UID,
    STEP_NO_ANSWER, STEP_COPY
};

enum flags {
    NAMESPACES = 1, /* all seven, a root of its own, a tmpfs box */
    SECCOMP = 2,    /* the deny-list */
    LANDLOCK = 4,   /* without namespaces: files by Landlock */
    NO_SOCKETS = 8, /* without a network namespace: no sockets at all */
    TOOL = 16,      /* a compiler and the like: file locks are allowed */
    PAIRED = 32,    /* runs beside another program that it talks to */
    LISTENED = 64   /* whether stdin had ended when the program did is told, and all that it wrote is
                     * its output, although stdout is a pipe of its own */
};

struct request {
    uint32_t magic, version;
    uint64_t cpu_ns, wall_ns; /* UNSET: no limit, here and below */
    uint64_t memory, address_space, data, stack, file_size;
    uint64_t output, error_output; /* bytes of stdout that are allowed, of stderr kept */
    uint64_t open_files, processes;
    uint64_t box_bytes, box_inodes, collect_bytes;
    int32_t core; /* -1: any */
    uint32_t flags, uid, gid; /* ids outside; 0: stay who we are */
    uint32_t argc, envc, reads, gives, folders, collects;
    uint32_t strings; /* bytes of the box and these lists, each string with a \0; a collect is two */
    uint32_t spare;   /* so that no compiler pads */
};
_Static_assert(sizeof(struct request) == 168, "launcher.py packs the same");

struct result {
    uint32_t magic, version;
    uint32_t ending, step;
    int32_t error, exit_code, signal, left_over, input_ended, spare;
    uint64_t cpu_ns, wall_ns, memory, address_space_peak, output, error_output, ended_ns;
};

struct run {
    const struct request *request;
    char *box;
    char **argv, **envp, **reads, **gives, **folders, **collects;
    int given[3]; /* descriptors that came with the request */
    int give_from[MAX_READS], collect_to[MAX_READS];
    int out, err, status; /* our ends of the pipes */
    int io; /* what it has written so far, where that is asked for */
    pid_t pid;
    int pidfd, isolated;
    uint64_t started_ns, reaped_cpu_ns, cgroup_cpu_before_ns;
    int reaped; /* whether the program itself was waited for */
    int wait_status;
    enum ending stopped; /* EXITED while nothing has stopped it */
    struct result result;
};

/* Set once, at start: the socket to the judge, descriptors of cgroup.procs files to join, and one
 * of the cgroup's CPU time (-1: none). */
extern int control, cgroup_count, cgroup_procs[MAX_CGROUPS], cgroup_cpu;

uint64_t now_ns(void);
void fail_run(struct run *run, enum step step, int error);

/* streams.c: whether stdout is a pipe to another program; whether nobody writes to a pipe any more;
 * letting go of a stream that was given;
 * keeping what there is of stdout (1) or stderr (2), 0 where no more will come. */
int is_pipe(int fd);
int has_ended(int fd);
void give_away(struct run *run, int which);
int drain_output(struct run *run, int which, unsigned rounds);

/* readings.c: CPU time of a process; its address space and resident set, where with `shared` pages
 * that several hold count once. A pipe tells nobody how much went through it: where the request asks
 * for that, what the program and the children that it waited for wrote, to pipes, files and all, is
 * noted as output. It is opened while the program lives, since a zombie's is not ours to open. */
uint64_t of_timeval(struct timeval t);
uint64_t cpu_of(pid_t pid);
void memory_of(pid_t pid, int shared, uint64_t *size, uint64_t *resident);
int open_writing(const struct run *run);
void note_written(struct run *run);

/* supervise.c: runs the program of a request in this process's namespaces, and ends all it left. */
void perform(struct run *run);

/* isolate.c: the same inside namespaces of its own; and giving up every capability, for good. */
void perform_isolated(struct run *run);
int give_up_privileges(void);

/* filter.c: give things up, in the program, before exec. Both return 0, or -1 with errno. */
int filter_calls(uint32_t flags);
int confine_files(const struct run *run);

/* copy.c: fills the box before the program starts, and copies regular files out of it when all is
 * over. The folders outside are opened first, by who the judge is. */
int open_folders(struct run *run);
int fill_box(struct run *run);
int collect(struct run *run);

#endif
