/* What all files of the launcher share: the frames, the state of one run, and how a run fails. */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <sys/types.h>

#define MAGIC 0x4a554447u /* "JUDG" */
#define VERSION 6u
#define MAX_STRINGS (1u << 18)
#define MAX_WORDS 8192
#define MAX_PATHS 64
#define MAX_CGROUPS 8
#define SECOND 1000000000ull
#define UNSET UINT64_MAX
/* The wall time of a run, at most, in wall limits; launching.py has it too. Only waiting for a core
 * that others have prolongs a run, so a program cannot use this up. With 3, a program that computed
 * lost its run beside some fifteen other busy processes on each core. */
#define MOST_WALLS 10

enum ending {
    EXITED, SIGNALED, CPU_LIMIT, WALL_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, CANCELLED, FAILED
};

enum step {
    STEP_NONE, STEP_REQUEST, STEP_PIPE, STEP_FORK, STEP_SESSION, STEP_SIGNALS, STEP_STREAMS,
    STEP_LIMITS, STEP_CORE, STEP_DIRECTORY, STEP_EXEC, STEP_REAP, STEP_NAMESPACES, STEP_ID_MAP,
    STEP_IDS, STEP_READ_ONLY, STEP_ROOT, STEP_DEVICES, STEP_PROC, STEP_BOX, STEP_PIVOT,
    STEP_PRIVILEGES, STEP_CGROUP, STEP_FILTER, STEP_LANDLOCK, STEP_FOLDERS, STEP_ROOT_UID,
    STEP_NO_ANSWER, STEP_COPY
};

enum flags {
    NAMESPACES = 1, /* all seven namespaces, a root of the run's own, a tmpfs box */
    SECCOMP = 2,    /* refuse the system calls on the deny-list */
    LANDLOCK = 4,   /* without namespaces: restrict files with Landlock */
    NO_SOCKETS = 8, /* without a network namespace: refuse sockets */
    TOOL = 16,      /* a compiler or similar tool, which may use file locks */
    PAIRED = 32,    /* runs beside another program and talks to it */
    MONITORED = 64  /* report whether stdin was at its end when the program ended, and count bytes
                     * written to any descriptor as output, although stdout is a pipe */
};

struct request {
    uint32_t magic, version;
    uint64_t cpu_ns, wall_ns; /* UNSET: no limit, here and below */
    uint64_t memory, stack, file_size;
    uint64_t output, error_output; /* bytes of stdout allowed, bytes of stderr kept */
    uint64_t open_files, processes;
    uint64_t box_bytes, box_inodes, copy_out_bytes;
    int32_t core; /* -1: any */
    uint32_t flags, uid, gid; /* ids outside the namespace; 0: keep the launcher's */
    uint32_t argc, envc, read_only, copy_in, folders, copy_out;
    uint32_t strings; /* bytes of the box and these lists; each string ends with \0, and each
                       * read_only and copy_out is two strings */
    uint32_t spare;   /* no compiler needs to pad */
};
_Static_assert(sizeof(struct request) == 152, "frames.py packs the same");

struct result {
    uint32_t magic, version;
    uint32_t ending, step;
    int32_t error, exit_code, signal, left_over, input_ended, spare;
    uint64_t cpu_ns, wall_ns, memory, output, error_output, ended_ns, waited_ns;
};

struct run {
    const struct request *request;
    char *box;
    char **argv, **envp, **copy_in, **folders, **copy_out;
    char **read_only; /* of each path, where it is outside, and where the program sees it */
    int streams[3]; /* descriptors that came with the request; -1 once closed */
    int copy_in_fds[MAX_PATHS], copy_out_fds[MAX_PATHS];
    int out, err, status; /* our ends of the pipes */
    int io; /* /proc/PID/io of a MONITORED program */
    pid_t pid;
    int pidfd, isolated;
    uint64_t started_ns, reaped_cpu_ns, cgroup_cpu_before_ns;
    uint64_t next_count_ns; /* when memory is counted next that takes long to count, */
    uint64_t next_check_ns; /* also where it may be over the limit */
    uint64_t ready_ns;      /* how long one thread had or wanted a core, as far as was sampled, */
    uint64_t looked_ns;     /* the last time, */
    uint64_t next_look_ns;  /* and not before the next one */
    int reaped; /* whether the program itself has been reaped */
    int wait_status;
    enum ending stopped; /* EXITED until a limit stops the program */
    struct result result;
};

/* Set once, at start: the socket to the judge, descriptors of the cgroup.procs files to join, and a
 * descriptor of the cgroup's CPU time (-1: none). */
extern int control, cgroup_count, cgroup_procs[MAX_CGROUPS], cgroup_cpu;

uint64_t now_ns(void);

/* Makes the result a failure of the sandbox. */
void fail_run(struct run *run, enum step step, int error);

/* Closes one of the descriptors that came with the request. */
void close_stream(struct run *run, int which);
