/* The child between fork and exec: what a program gets and gives up before it starts. */
#define _GNU_SOURCE
#include "program.h"

#include "filter.h"
#include "landlock.h"
#include "privileges.h"
#include "readings.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_SIGNALS 4096

static void fail_start(int status, enum step step) {
    int32_t report[2] = {(int32_t)step, errno};
    ssize_t ignored = write(status, report, sizeof report);
    (void)ignored;
    _exit(127);
}

static int set_limit(int which, uint64_t value) {
    if (value == UNSET) return 0;
    struct rlimit limit = {value, value};
    return setrlimit((__rlimit_resource_t)which, &limit);
}

/* A backstop, far above the limit that the launcher enforces: on a busy virtual machine the kernel
 * counts ticks for this limit that the program did not get, 62 s were 57 s of CPU time. It would end
 * the program with SIGKILL, which looks like a fault of the program's own. */
static uint64_t cpu_backstop_s(uint64_t cpu_ns) {
    return cpu_ns == UNSET ? UNSET : 2 * (cpu_ns / SECOND) + 2;
}

/* Each timer and each queued signal is a little memory of the kernel, which belongs to the user. */
static int limit_signals(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_SIGPENDING, &limit)) return -1;
    return limit.rlim_max <= MOST_SIGNALS ? 0 : set_limit(RLIMIT_SIGPENDING, MOST_SIGNALS);
}

static int set_limits(const struct request *r, uint64_t others) {
    uint64_t cpu_s = cpu_backstop_s(r->cpu_ns);
    return set_limit(RLIMIT_CPU, cpu_s) || set_limit(RLIMIT_STACK, r->stack) ||
           set_limit(RLIMIT_FSIZE, r->file_size) ||
           set_limit(RLIMIT_MEMLOCK, 0) || set_limit(RLIMIT_MSGQUEUE, 0) ||
           set_limit(RLIMIT_NOFILE, r->open_files) ||
           set_limit(RLIMIT_NPROC, r->processes == UNSET ? UNSET : r->processes + others) ||
           limit_signals();
}

/* Python passes on SIGPIPE and SIGXFSZ as ignored, and a shell may ignore more. */
static int reset_signals(void) {
    /* The raw system call, because the C library reserves two signals and refuses to change them.
     * Zeros are the default action, whatever the order of the fields on a machine. */
    static const uint64_t zeros[8];
    for (int number = 1; number < NSIG; number++)
        syscall(SYS_rt_sigaction, number, zeros, NULL, (size_t)8);
    sigset_t none;
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL);
}

/* "0" stands for the writer. The kernel checks the rights of the process that opened the file. */
static int join_cgroups(void) {
    for (int i = 0; i < cgroup_count; i++)
        if (write(cgroup_procs[i], "0", 1) != 1) return -1;
    return 0;
}

/* Puts the streams at 0 to 2 and the status pipe at 3, and closes all other descriptors. Every
 * source is above 3, as set_up() in main.c ensures: no dup2 overwrites one that is still in use. */
static int connect_streams(const struct run *run, int out, int err, int status) {
    return dup2(run->streams[0], 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0 ||
           dup2(status, 3) < 0 || fcntl(3, F_SETFD, FD_CLOEXEC) ||
           syscall(SYS_close_range, 4u, ~0u, 0u);
}

static int pin_to_core(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET((size_t)core, &cores);
    return sched_setaffinity(0, sizeof cores, &cores);
}

/* Gives up privileges, files and ids. In namespaces init has done all but the first step. */
static enum step confine(const struct run *run) {
    const struct request *r = run->request;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return STEP_PRIVILEGES;
    if (run->isolated) return STEP_NONE;
    if (r->flags & LANDLOCK && confine_files(run)) return STEP_LANDLOCK;
    /* Without namespaces root keeps its user id, since some files may be readable for root only. */
    if (r->flags & LANDLOCK && geteuid() == 0 && give_up_privileges()) return STEP_PRIVILEGES;
    if (r->uid && (setresgid(r->gid, r->gid, r->gid) || setresuid(r->uid, r->uid, r->uid)))
        return STEP_IDS;
    return STEP_NONE;
}

void become_program(const struct run *run, pid_t parent, int out, int err, int status) {
    const struct request *r = run->request;
    if (setsid() < 0) fail_start(status, STEP_SESSION);
    if (reset_signals()) fail_start(status, STEP_SIGNALS);
    if (join_cgroups()) fail_start(status, STEP_CGROUP);
    if (connect_streams(run, out, err, status)) fail_start(status, STEP_STREAMS);
    status = 3;
    if (r->core >= 0 && r->flags & PAIRED && pin_to_core(r->core)) fail_start(status, STEP_CORE);
    /* Outside of a user namespace, all processes of the user count towards the limit; for root
     * there is none. */
    const uint64_t others = run->isolated || geteuid() == 0 ? 0 : count_threads();
    umask(022);
    if (chdir(run->box)) fail_start(status, STEP_DIRECTORY);
    enum step failed = confine(run);
    if (failed != STEP_NONE) fail_start(status, failed);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL)) fail_start(status, STEP_SESSION);
    if (getppid() != parent) _exit(127); /* the parent died before the death signal was set */
    if (set_limits(r, others)) fail_start(status, STEP_LIMITS);
    /* Reading /proc/PID/io needs a dumpable process. exec would make this one dumpable anyway. */
    if (r->flags & MONITORED && (prctl(PR_SET_DUMPABLE, 1) || raise(SIGSTOP)))
        fail_start(status, STEP_SESSION);
    if (r->flags & SECCOMP && filter_calls(r->flags)) fail_start(status, STEP_FILTER);
    execve(run->argv[0], run->argv, run->envp);
    fail_start(status, STEP_EXEC);
}
