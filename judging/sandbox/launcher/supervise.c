/* Runs the program of a request, holds it to its limits, and ends all that it left behind. */
#define _GNU_SOURCE
#include "run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_NS (10 * 1000000ull)
#define LEAST_WAIT_NS 200000ull
#define REAP_NS (5 * SECOND)
#define MAX_DEPTH 8 /* of the family tree */

/* ---- in the child, between fork and exec ---------------------------------------------------- */

static void fail_child(int status, enum step step) {
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

static int set_limits(const struct request *r) {
    uint64_t cpu_s = r->cpu_ns == UNSET ? UNSET : r->cpu_ns / SECOND + 2;
    return set_limit(RLIMIT_CPU, cpu_s) || set_limit(RLIMIT_STACK, r->stack) ||
           set_limit(RLIMIT_DATA, r->data) || set_limit(RLIMIT_FSIZE, r->file_size) ||
           set_limit(RLIMIT_CORE, 0) || set_limit(RLIMIT_MEMLOCK, 0) ||
           set_limit(RLIMIT_MSGQUEUE, 0) || set_limit(RLIMIT_NOFILE, r->open_files) ||
           set_limit(RLIMIT_NPROC, r->processes) || set_limit(RLIMIT_AS, r->address_space);
}

/* Python hands on ignored SIGPIPE and SIGXFSZ, and a shell may hand on more. */
static int reset_signals(void) {
    /* By the kernel's own call: the C library keeps two signals to itself and refuses them. Zeros
     * are the default action, in whatever order a machine has the fields. */
    static const uint64_t zeros[8];
    for (int number = 1; number < NSIG; number++)
        syscall(SYS_rt_sigaction, number, zeros, NULL, (size_t)8);
    sigset_t none;
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL);
}

/* A "0" means the writer; the kernel asks whether who opened the file may do this. */
static int join_cgroups(void) {
    for (int i = 0; i < cgroup_count; i++)
        if (write(cgroup_procs[i], "0", 1) != 1) return -1;
    return 0;
}

static void become_program(const struct run *run, pid_t parent, int out, int err, int status) {
    const struct request *r = run->request;
    if (setsid() < 0) fail_child(status, STEP_SESSION);
    if (reset_signals()) fail_child(status, STEP_SIGNALS);
    if (join_cgroups()) fail_child(status, STEP_CGROUP);
    /* All sources are above 3: main() saw to it, so no dup2 overwrites one that is still needed. */
    if (dup2(run->given[0], 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0 ||
        dup2(status, 3) < 0 || fcntl(3, F_SETFD, FD_CLOEXEC) ||
        syscall(SYS_close_range, 4u, ~0u, 0u))
        fail_child(status, STEP_STREAMS);
    status = 3;
    if (r->core >= 0 && r->flags & PAIRED) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET((size_t)r->core, &cores);
        if (sched_setaffinity(0, sizeof cores, &cores)) fail_child(status, STEP_CORE);
    }
    umask(022);
    if (chdir(run->box)) fail_child(status, STEP_DIRECTORY);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail_child(status, STEP_PRIVILEGES);
    if (!run->isolated && r->flags & LANDLOCK && confine_files(run))
        fail_child(status, STEP_LANDLOCK);
    /* Root without namespaces keeps its id, since files may be readable for root alone. */
    if (!run->isolated && r->flags & LANDLOCK && geteuid() == 0 && give_up_privileges())
        fail_child(status, STEP_PRIVILEGES);
    if (!run->isolated && r->uid && (setresgid(r->gid, r->gid, r->gid) ||
                                     setresuid(r->uid, r->uid, r->uid)))
        fail_child(status, STEP_IDS);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL)) fail_child(status, STEP_SESSION);
    if (getppid() != parent) _exit(127); /* it died before it could be noticed */
    if (set_limits(r)) fail_child(status, STEP_LIMITS);
    /* As exec makes it anyway: who may read of a process asks for this. */
    if (r->flags & LISTENED && (prctl(PR_SET_DUMPABLE, 1) || raise(SIGSTOP)))
        fail_child(status, STEP_SESSION);
    if (r->flags & SECCOMP && filter_calls(r->flags)) fail_child(status, STEP_FILTER);
    execve(run->argv[0], run->argv, run->envp);
    fail_child(status, STEP_EXEC);
}

/* ---- starting ------------------------------------------------------------------------------- */

/* What the cgroup has counted, in earlier runs too; UNSET where there is none. */
static uint64_t cpu_of_cgroup(void) {
    char text[256];
    ssize_t got = cgroup_cpu < 0 ? -1 : pread(cgroup_cpu, text, sizeof text - 1, 0);
    unsigned long long value;
    if (got <= 0) return UNSET;
    text[got] = 0;
    if (sscanf(text, "usage_usec %llu", &value) == 1) return value * 1000;
    return sscanf(text, "%llu", &value) == 1 ? value : UNSET;
}

static int start(struct run *run) {
    int out[2], err[2], status[2];
    const int direct = is_pipe(run->given[1]);
    if (pipe2(out, O_CLOEXEC)) return fail_run(run, STEP_PIPE, errno), -1;
    run->out = out[0];
    if (pipe2(err, O_CLOEXEC)) return close(out[1]), fail_run(run, STEP_PIPE, errno), -1;
    run->err = err[0];
    if (pipe2(status, O_CLOEXEC))
        return close(out[1]), close(err[1]), fail_run(run, STEP_PIPE, errno), -1;
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    run->cgroup_cpu_before_ns = cpu_of_cgroup();
    run->started_ns = now_ns();
    const pid_t self = getpid();
    run->pid = fork();
    if (run->pid == 0)
        become_program(run, self, direct ? run->given[1] : out[1], err[1], status[1]);
    int fork_error = errno;
    if (!(run->request->flags & LISTENED)) give_away(run, 0);
    if (direct) give_away(run, 1);
    close(out[1]);
    close(err[1]);
    close(status[1]);
    run->status = status[0];
    if (run->pid < 0) return fail_run(run, STEP_FORK, fork_error), -1;
    if (run->request->flags & LISTENED) {
        /* However late we come to it, the program has not ended before its counter is open. */
        siginfo_t info;
        while (waitid(P_PID, (id_t)run->pid, &info, WSTOPPED | WEXITED | WNOWAIT) && errno == EINTR)
            continue;
        run->io = open_writing(run);
        kill(run->pid, SIGCONT);
    }
    int32_t report[2];
    ssize_t got = read(run->status, report, sizeof report);
    if (got == (ssize_t)sizeof report) return fail_run(run, (enum step)report[0], report[1]), -1;
    run->pidfd = (int)syscall(SYS_pidfd_open, run->pid, 0);
    if (run->pidfd < 0) return fail_run(run, STEP_FORK, errno), -1;
    return 0;
}

/* ---- while it runs -------------------------------------------------------------------------- */

static void stop(struct run *run, enum ending why) {
    if (run->stopped == EXITED) run->stopped = why;
    if (run->pid > 0 && !run->reaped) kill(run->pid, SIGKILL);
}

/* Adds the processes below `parent`. Children of threads other than the first are seen once they
 * are orphans. */
static int descendants(pid_t parent, pid_t *pids, int count, int most, int depth) {
    char path[64];
    int pid;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "re");
    if (!file) return count;
    while (count < most && fscanf(file, "%d", &pid) == 1) {
        pids[count++] = (pid_t)pid;
        if (depth > 0) count = descendants((pid_t)pid, pids, count, most, depth - 1);
    }
    fclose(file);
    return count;
}

/* The live processes of the run: all but init in its pid namespace, else all below this process. */
static int members(const struct run *run, pid_t *pids, int most) {
    if (!run->isolated) return descendants(getpid(), pids, 0, most, MAX_DEPTH);
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

enum { MOST_MEMBERS = 256 };

static void sample_memory(struct run *run) {
    pid_t pids[MOST_MEMBERS];
    uint64_t total = 0;
    int count = members(run, pids, MOST_MEMBERS);
    for (int i = 0; i < count; i++) {
        uint64_t size, resident;
        memory_of(pids[i], count > 1, &size, &resident);
        if (size > run->result.address_space_peak) run->result.address_space_peak = size;
        total += resident;
    }
    if (total > run->result.memory) run->result.memory = total;
    if (run->request->memory != UNSET && total > run->request->memory) stop(run, MEMORY_LIMIT);
}

/* CPU time of the whole run so far. */
static uint64_t cpu_so_far(const struct run *run) {
    uint64_t counted = cpu_of_cgroup();
    if (counted != UNSET && run->cgroup_cpu_before_ns != UNSET)
        return counted - run->cgroup_cpu_before_ns;
    pid_t pids[MOST_MEMBERS];
    uint64_t total = run->reaped_cpu_ns;
    int count = members(run, pids, MOST_MEMBERS);
    for (int i = 0; i < count; i++) total += cpu_of(pids[i]);
    return total;
}

/* Takes note of a process that was waited for. */
static void account(struct run *run, pid_t pid, int status, const struct rusage *usage) {
    run->reaped_cpu_ns += of_timeval(usage->ru_utime) + of_timeval(usage->ru_stime);
    uint64_t peak = (uint64_t)usage->ru_maxrss * 1024;
    if (peak > run->result.memory) run->result.memory = peak;
    if (pid == run->pid) run->reaped = 1, run->wait_status = status;
}

/* Reaps orphans that have ended: they would pile up, and their CPU time counts. */
static void reap_orphans(struct run *run) {
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        int status;
        struct rusage usage;
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == 0) return;
        /* The program itself stays a zombie, so that its id stays its own until all is over. */
        if (info.si_pid == run->pid) return;
        if (wait4(info.si_pid, &status, WNOHANG, &usage) == info.si_pid)
            account(run, info.si_pid, status, &usage);
    }
}

/* Applies the limits; returns how long, at most, nothing can go over one. */
static uint64_t watch(struct run *run, uint64_t *next_sample) {
    const struct request *r = run->request;
    uint64_t now = now_ns(), wall = now - run->started_ns, wait = SAMPLE_NS;
    if (now >= *next_sample) {
        reap_orphans(run);
        sample_memory(run);
        note_written(run);
        *next_sample = now + SAMPLE_NS;
    }
    if (*next_sample - now < wait) wait = *next_sample - now;
    if (r->wall_ns != UNSET) {
        if (wall >= r->wall_ns) return stop(run, WALL_LIMIT), 0;
        if (r->wall_ns - wall < wait) wait = r->wall_ns - wall;
    }
    /* CPU time on one core cannot be over its limit before wall time is. */
    if (r->cpu_ns != UNSET && (wall >= r->cpu_ns || r->core < 0)) {
        uint64_t cpu = cpu_so_far(run);
        if (cpu >= r->cpu_ns) return stop(run, CPU_LIMIT), 0;
        if (r->cpu_ns - cpu < wait) wait = r->cpu_ns - cpu;
    } else if (r->cpu_ns != UNSET && r->cpu_ns - wall < wait) {
        wait = r->cpu_ns - wall;
    }
    return wait < LEAST_WAIT_NS ? LEAST_WAIT_NS : wait;
}

static void supervise(struct run *run) {
    const struct request *r = run->request;
    struct pollfd fds[4] = {{.fd = run->pidfd, .events = POLLIN},
                            {.fd = control, .events = POLLRDHUP},
                            {.fd = run->out, .events = POLLIN},
                            {.fd = run->err, .events = POLLIN}};
    uint64_t next_sample = run->started_ns + SAMPLE_NS;
    while (run->stopped == EXITED) {
        uint64_t wait = watch(run, &next_sample);
        if (run->stopped != EXITED) break;
        struct timespec pause = {(time_t)(wait / SECOND), (long)(wait % SECOND)};
        if (ppoll(fds, 4, &pause, NULL) < 0 && errno != EINTR) break;
        if (fds[1].revents) stop(run, CANCELLED);
        if (fds[2].revents && !drain_output(run, 1, 16)) fds[2].fd = -1;
        if (fds[3].revents && !drain_output(run, 2, 16)) fds[3].fd = -1;
        if (run->result.output > r->output) stop(run, OUTPUT_LIMIT);
        if (fds[0].revents) break;
    }
}

/* ---- afterwards ----------------------------------------------------------------------------- */

/* Kills every child of this process: after a run they are all what the program left behind. */
static void kill_children(const struct run *run) {
    if (run->isolated) {
        kill(-1, SIGKILL); /* everything in this pid namespace but ourselves, its init */
        return;
    }
    char text[32];
    FILE *file = fopen("/proc/thread-self/children", "re");
    if (!file) return;
    while (fscanf(file, "%31s", text) == 1) {
        pid_t pid = (pid_t)atoi(text);
        if (pid > 1) kill(pid, SIGKILL);
    }
    fclose(file);
}

static void reap_all(struct run *run) {
    uint64_t deadline = now_ns() + REAP_NS, pause = 50000;
    /* The program is not reaped yet, so its id cannot have been given to another process. */
    if (run->pid > 0) kill(-run->pid, SIGKILL);
    for (;;) {
        int status;
        struct rusage usage;
        pid_t pid = wait4(-1, &status, WNOHANG, &usage);
        if (pid < 0 && errno == EINTR) continue;
        if (pid < 0) return;
        if (pid > 0) {
            account(run, pid, status, &usage);
            continue;
        }
        if (now_ns() > deadline) {
            run->result.left_over = 1;
            return fail_run(run, STEP_REAP, EBUSY);
        }
        if (run->pid > 0 && !run->reaped) kill(run->pid, SIGKILL);
        kill_children(run);
        struct timespec t = {0, (long)pause};
        nanosleep(&t, NULL);
        if (pause < 2000000) pause *= 2;
    }
}

static void conclude(struct run *run) {
    const struct request *r = run->request;
    struct result *result = &run->result;
    result->cpu_ns = run->reaped_cpu_ns;
    if (result->ending == FAILED) return;
    drain_output(run, 1, 64);
    drain_output(run, 2, 64);
    if (result->ending == FAILED) return;
    if (result->output > r->output && run->stopped == EXITED) run->stopped = OUTPUT_LIMIT;
    if (WIFEXITED(run->wait_status)) {
        result->ending = run->stopped == OUTPUT_LIMIT ? OUTPUT_LIMIT : EXITED;
        result->exit_code = WEXITSTATUS(run->wait_status);
    } else if (run->stopped != EXITED) {
        result->ending = run->stopped;
    } else {
        result->ending = SIGNALED;
        result->signal = WTERMSIG(run->wait_status);
    }
}

void perform(struct run *run) {
    run->out = run->err = run->status = run->pidfd = run->io = -1;
    if (!run->isolated && open_folders(run)) return fail_run(run, STEP_FOLDERS, errno);
    if (!run->isolated && fill_box(run)) return fail_run(run, STEP_BOX, errno);
    if (start(run) == 0) supervise(run);
    run->result.wall_ns = (run->result.ended_ns = now_ns()) - run->started_ns;
    run->result.input_ended = has_ended(run->given[0]);
    note_written(run);
    reap_all(run);
    conclude(run);
    if (run->request->collects > 0 && collect(run)) fail_run(run, STEP_COPY, errno);
    int ends[] = {run->out, run->err, run->status, run->pidfd, run->io};
    for (unsigned i = 0; i < 5; i++)
        if (ends[i] >= 0) close(ends[i]);
}
