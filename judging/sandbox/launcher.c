/* The launcher: runs one command at a time under limits, and measures it.
 *
 * THEORY OF OPERATION
 *
 * The judge starts `launcher FD` once per worker; FD is one end of a SOCK_SEQPACKET socket pair.
 * Each message on it is one request: a `struct request`, the strings it counts, and three file
 * descriptors (stdin, and where captured stdout and stderr go). The answer to each is one fixed
 * `struct result`. End of file on the socket, at any moment, means that the judge is gone or has
 * cancelled: everything that runs is killed and the launcher exits.
 *
 *     judge --request, 3 fds--> launcher --fork, exec--> program --fork--> whatever it starts
 *           <----- result -----           <-- pipes ---
 *
 * Why a small static C program between the judge and the submission:
 *   - ru_maxrss of a process keeps the resident set of the process that forked it, from before
 *     exec. Forked by a 60 MB Python every program would seem to use 60 MB; forked by this one the
 *     floor is about 0.5 MB.
 *   - no Python code runs between fork and exec, so threads in the judge are safe.
 *   - stdout and stderr are pipes read here, cut at their limit: nothing is written to disk, and a
 *     descendant that keeps a pipe open cannot keep the run open.
 *
 * A run ends when the program itself ends or a limit stops it, whichever is first. Then every
 * descendant is killed and reaped: the program is a session leader and its group is killed; what
 * left the group is found because this process is their subreaper, so that orphans become its own
 * children. CPU time is the sum over all that were reaped.
 *
 * Time: the CPU clock of the program is read when it could first have reached its limit, since CPU
 * time on one core never grows faster than wall time. RLIMIT_CPU, in whole seconds, is a backstop.
 * Memory: the resident set is sampled every SAMPLE_NS and the program is stopped when it is over
 * its limit; the peak comes from wait4. RLIMIT_AS or RLIMIT_DATA is a backstop.
 *
 * A step of the set-up that fails is named in the result (`step`, `error`): the run then says
 * nothing about the program.
 *
 * The frames are mirrored in launcher.py; change both together, and VERSION with them.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAGIC 0x4a554447u /* "JUDG" */
#define VERSION 1u
#define MAX_STRINGS (1u << 18)
#define MAX_ARGS 4096
#define SECOND 1000000000ull
#define SAMPLE_NS (10 * 1000000ull)
#define REAP_NS (5 * SECOND)
#define MAX_SAMPLED 256
#define MAX_DEPTH 8
#define UNSET UINT64_MAX

enum ending { EXITED, SIGNALED, CPU_LIMIT, WALL_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, CANCELLED, FAILED };

enum step {
    STEP_NONE, STEP_REQUEST, STEP_PIPE, STEP_FORK, STEP_SESSION, STEP_SIGNALS, STEP_STREAMS,
    STEP_LIMITS, STEP_CORE, STEP_DIRECTORY, STEP_EXEC, STEP_REAP
};

struct request {
    uint32_t magic, version;
    uint64_t cpu_ns, wall_ns;                /* UNSET: no limit, here and below */
    uint64_t memory, address_space, data, stack, file_size;
    uint64_t output, error_output;           /* bytes of stdout that are allowed, of stderr kept */
    uint64_t open_files, processes;
    int32_t core;                            /* -1: any */
    uint32_t argc, envc, strings;            /* strings: bytes of cwd\0 argv\0... env\0... */
};

struct result {
    uint32_t magic, version;
    uint32_t ending, step;
    int32_t error, exit_code, signal, left_over;
    uint64_t cpu_ns, wall_ns, memory, address_space_peak, output, error_output, ended_ns;
};

struct run {
    const struct request *request;
    char *cwd;
    char **argv, **envp;
    int given[3];                            /* descriptors that came with the request */
    int out, err, status;                    /* our ends of the pipes */
    pid_t pid;
    int pidfd;
    uint64_t started_ns;
    int reaped;                              /* whether the program itself was waited for */
    int wait_status;
    enum ending stopped;                     /* EXITED while nothing has stopped it */
    unsigned sampled;                        /* processes seen by the last sample, */
    uint64_t cpu_ns;                         /* and the CPU time of those that are alive */
    struct result result;
};

static int control; /* the socket to the judge */

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static uint64_t of_timeval(struct timeval t) {
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_usec * 1000;
}

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
    return setrlimit(which, &limit);
}

static int set_limits(const struct request *r) {
    uint64_t cpu_s = r->cpu_ns == UNSET ? UNSET : r->cpu_ns / SECOND + 2;
    return set_limit(RLIMIT_CPU, cpu_s) || set_limit(RLIMIT_STACK, r->stack) ||
           set_limit(RLIMIT_DATA, r->data) || set_limit(RLIMIT_FSIZE, r->file_size) ||
           set_limit(RLIMIT_CORE, 0) || set_limit(RLIMIT_NOFILE, r->open_files) ||
           set_limit(RLIMIT_NPROC, r->processes) || set_limit(RLIMIT_AS, r->address_space);
}

/* Python hands on ignored SIGPIPE and SIGXFSZ, and a shell may hand on more. */
static int reset_signals(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become_program(const struct run *run, pid_t parent, int out, int err, int status) {
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
        fail_child(status, STEP_SESSION);
    if (reset_signals()) fail_child(status, STEP_SIGNALS);
    /* All sources are above 2: main() saw to it, so no dup2 overwrites one that is still needed. */
    if (dup2(run->given[0], 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0 ||
        dup2(status, 3) < 0 || fcntl(3, F_SETFD, FD_CLOEXEC) ||
        syscall(SYS_close_range, 4u, ~0u, 0u))
        fail_child(status, STEP_STREAMS);
    status = 3;
    if (run->request->core >= 0) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET((size_t)run->request->core, &cores);
        if (sched_setaffinity(0, sizeof cores, &cores)) fail_child(status, STEP_CORE);
    }
    umask(022);
    if (chdir(run->cwd)) fail_child(status, STEP_DIRECTORY);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (set_limits(run->request)) fail_child(status, STEP_LIMITS);
    execve(run->argv[0], run->argv, run->envp);
    fail_child(status, STEP_EXEC);
}

/* ---- starting ------------------------------------------------------------------------------- */

static void fail_run(struct run *run, enum step step, int error) {
    run->result.ending = FAILED;
    run->result.step = step;
    run->result.error = error;
}

static int start(struct run *run) {
    int out[2], err[2], status[2];
    if (pipe2(out, O_CLOEXEC)) return fail_run(run, STEP_PIPE, errno), -1;
    run->out = out[0];
    if (pipe2(err, O_CLOEXEC)) return close(out[1]), fail_run(run, STEP_PIPE, errno), -1;
    run->err = err[0];
    if (pipe2(status, O_CLOEXEC))
        return close(out[1]), close(err[1]), fail_run(run, STEP_PIPE, errno), -1;
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    pid_t self = getpid();
    run->started_ns = now_ns();
    run->pid = fork();
    if (run->pid == 0) become_program(run, self, out[1], err[1], status[1]);
    int fork_error = errno;
    close(out[1]);
    close(err[1]);
    close(status[1]);
    run->status = status[0];
    if (run->pid < 0) return fail_run(run, STEP_FORK, fork_error), -1;
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

static int write_all(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t put = write(fd, data, size);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return -1;
        data += put;
        size -= (size_t)put;
    }
    return 0;
}

/* Moves what is there from a pipe to `to`, which keeps the first `keep` bytes. False at the end. */
static int drain(int from, int to, uint64_t keep, uint64_t *count, unsigned rounds) {
    char buffer[1 << 16];
    while (rounds-- > 0) {
        ssize_t got = read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno == EAGAIN;
        if (got == 0) return 0;
        uint64_t room = *count < keep ? keep - *count : 0;
        uint64_t kept = (uint64_t)got < room ? (uint64_t)got : room;
        if (kept > 0 && write_all(to, buffer, (size_t)kept)) return 0;
        *count += (uint64_t)got;
    }
    return 1;
}

static uint64_t cpu_of(pid_t pid) {
    struct timespec t;
    clockid_t clock = (clockid_t)((~(unsigned)pid << 3) | 2); /* the CPU clock of a process */
    if (clock_gettime(clock, &t)) return 0;
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static void sample_memory_of(struct run *run, pid_t pid) {
    char path[48], text[256];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    if (got <= 0) return;
    text[got] = 0;
    unsigned long long size, resident;
    if (sscanf(text, "%llu %llu", &size, &resident) != 2) return;
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    if (size * page > run->result.address_space_peak) run->result.address_space_peak = size * page;
    if (resident * page > run->result.memory) run->result.memory = resident * page;
    if (run->request->memory != UNSET && resident * page > run->request->memory)
        stop(run, MEMORY_LIMIT);
}

/* Samples every process below `parent`, this one's children first: among them are the program and
 * what it orphaned. Each is held against the limits by itself: pages that a fork shares would count
 * twice in a sum. Children of threads other than the first are seen once they are orphans. */
static void sample(struct run *run, pid_t parent, unsigned depth) {
    char path[64];
    int pid;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "re");
    if (!file) return;
    while (run->sampled < MAX_SAMPLED && fscanf(file, "%d", &pid) == 1) {
        run->sampled++;
        sample_memory_of(run, (pid_t)pid);
        run->cpu_ns += cpu_of((pid_t)pid);
        if (depth > 0) sample(run, (pid_t)pid, depth - 1);
    }
    fclose(file);
}

static void sample_all(struct run *run) {
    run->sampled = 0;
    run->cpu_ns = 0;
    sample(run, getpid(), MAX_DEPTH);
    if (run->request->cpu_ns != UNSET && run->cpu_ns >= run->request->cpu_ns) stop(run, CPU_LIMIT);
}

/* Applies the limits; returns how long, at most, nothing can go over one. */
static uint64_t watch(struct run *run, uint64_t *next_sample) {
    const struct request *r = run->request;
    uint64_t now = now_ns(), wall = now - run->started_ns, wait = SAMPLE_NS;
    if (now >= *next_sample) {
        sample_all(run);
        *next_sample = now + SAMPLE_NS;
    }
    if (*next_sample - now < wait) wait = *next_sample - now;
    if (r->wall_ns != UNSET) {
        if (wall >= r->wall_ns) return stop(run, WALL_LIMIT), 0;
        if (r->wall_ns - wall < wait) wait = r->wall_ns - wall;
    }
    if (r->cpu_ns != UNSET) {
        uint64_t cpu = cpu_of(run->pid);
        if (cpu >= r->cpu_ns) return stop(run, CPU_LIMIT), 0;
        if (r->cpu_ns - cpu < wait) wait = r->cpu_ns - cpu;
    }
    return wait < 200000 ? 200000 : wait;
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
        if (fds[2].revents && !drain(run->out, run->given[1], r->output, &run->result.output, 16))
            fds[2].fd = -1;
        if (fds[3].revents &&
            !drain(run->err, run->given[2], r->error_output, &run->result.error_output, 16))
            fds[3].fd = -1;
        if (run->result.output > r->output) stop(run, OUTPUT_LIMIT);
        if (fds[0].revents) break;
    }
}

/* ---- afterwards ----------------------------------------------------------------------------- */

/* Kills every child of this process: after a run they are all what the program left behind. */
static void kill_children(void) {
    char text[4096];
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
            run->result.cpu_ns += of_timeval(usage.ru_utime) + of_timeval(usage.ru_stime);
            uint64_t peak = (uint64_t)usage.ru_maxrss * 1024;
            if (peak > run->result.memory) run->result.memory = peak;
            if (pid == run->pid) run->reaped = 1, run->wait_status = status;
            continue;
        }
        if (now_ns() > deadline) {
            run->result.left_over = 1;
            return fail_run(run, STEP_REAP, EBUSY);
        }
        if (run->pid > 0 && !run->reaped) kill(run->pid, SIGKILL);
        kill_children();
        struct timespec t = {0, (long)pause};
        nanosleep(&t, NULL);
        if (pause < 2000000) pause *= 2;
    }
}

static void conclude(struct run *run) {
    const struct request *r = run->request;
    struct result *result = &run->result;
    if (result->ending == FAILED) return;
    drain(run->out, run->given[1], r->output, &result->output, 64);
    drain(run->err, run->given[2], r->error_output, &result->error_output, 64);
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

static void perform(struct run *run) {
    run->out = run->err = run->status = run->pidfd = -1;
    run->result.magic = MAGIC;
    run->result.version = VERSION;
    if (start(run) == 0) supervise(run);
    run->result.ended_ns = now_ns();
    run->result.wall_ns = run->result.ended_ns - run->started_ns;
    reap_all(run);
    conclude(run);
    int ends[] = {run->out, run->err, run->status, run->pidfd};
    for (unsigned i = 0; i < 4; i++)
        if (ends[i] >= 0) close(ends[i]);
}

/* ---- requests ------------------------------------------------------------------------------- */

static int parse(struct run *run, char *strings, char **vector) {
    const struct request *r = run->request;
    if (r->magic != MAGIC || r->version != VERSION || r->argc == 0 || r->argc > MAX_ARGS ||
        r->envc > MAX_ARGS || r->strings == 0 || strings[r->strings - 1] != 0)
        return -1;
    char *end = strings + r->strings, *next = strings;
    run->cwd = next;
    next += strlen(next) + 1;
    run->argv = vector;
    run->envp = vector + r->argc + 1;
    for (uint32_t i = 0; i < r->argc + r->envc; i++) {
        if (next >= end) return -1;
        vector[i < r->argc ? i : i + 1] = next; /* a null ends each of the two lists */
        next += strlen(next) + 1;
    }
    run->argv[r->argc] = NULL;
    run->envp[r->envc] = NULL;
    return 0;
}

static int receive(char *buffer, size_t size, size_t *length, int given[3]) {
    union {
        char space[CMSG_SPACE(3 * sizeof(int))];
        struct cmsghdr align;
    } ancillary;
    struct iovec part = {buffer, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = ancillary.space,
                             .msg_controllen = sizeof ancillary.space};
    ssize_t got;
    do got = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return -1;
    *length = (size_t)got;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(3 * sizeof(int)))
        return -1;
    memcpy(given, CMSG_DATA(header), 3 * sizeof(int));
    return 0;
}

int main(int argc, char **argv) {
    static char buffer[sizeof(struct request) + MAX_STRINGS];
    static char *vector[2 * MAX_ARGS + 2];
    if (argc != 2) return 2;
    control = atoi(argv[1]);
    /* Descriptors 0 to 2 stay taken, so that none of those that arrive is one of them. */
    int spare;
    do spare = open("/dev/null", O_RDWR);
    while (spare >= 0 && spare <= 2);
    close(spare);
    if (fcntl(control, F_SETFD, FD_CLOEXEC) || prctl(PR_SET_CHILD_SUBREAPER, 1)) return 2;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    /* Ctrl-C reaches the whole foreground group: the judge decides what it means. */
    signal(SIGINT, SIG_IGN);
    for (;;) {
        struct run run = {.request = (const struct request *)buffer, .given = {-1, -1, -1}};
        size_t length;
        if (receive(buffer, sizeof buffer, &length, run.given)) return 0;
        if (length < sizeof(struct request) ||
            length != sizeof(struct request) + run.request->strings ||
            parse(&run, buffer + sizeof(struct request), vector)) {
            run.result.magic = MAGIC;
            run.result.version = VERSION;
            fail_run(&run, STEP_REQUEST, EINVAL);
        } else {
            perform(&run);
        }
        for (int i = 0; i < 3; i++) close(run.given[i]);
        if (send(control, &run.result, sizeof run.result, MSG_NOSIGNAL) < 0) return 0;
    }
}
