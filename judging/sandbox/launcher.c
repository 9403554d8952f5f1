/* The launcher: runs one command at a time under limits, isolated as far as it is told to, and
 * measures it.
 *
 * THEORY OF OPERATION
 *
 * The judge starts `launcher FD [CGROUP_FDS [CPU_FD]]` once per worker; FD is one end of a
 * SOCK_SEQPACKET socket pair. Each message on it is one request: a `struct request`, the strings it
 * counts, and three file descriptors (stdin, and where captured stdout and stderr go). The answer
 * to each is one fixed `struct result`. `launcher FD` that finds the socket closed after its first
 * answer ends: so one-shot use is the same code. End of file on the socket, at any moment, means
 * that the judge is gone or has cancelled: everything that runs is killed and the launcher exits.
 *
 * Without namespaces:
 *
 *     judge --request, 3 fds--> launcher --fork, exec--> program --fork--> whatever it starts
 *           <----- result -----           <-- pipes ---
 *
 * With namespaces (user, mount, pid, network, ipc, uts, cgroup), one process more:
 *
 *     judge --request--> keeper --clone--> init --fork, exec--> program --fork--> ...
 *           <-result----        <-result--      <--- pipes ---
 *
 * The keeper stays outside. It writes the id maps and is a watchdog that kills init, and with it
 * the whole pid namespace, when init has not answered some time after the wall limit. Init is pid 1
 * of the namespace. It builds a root that holds only what the request lists, read-only, a tmpfs
 * box, a few devices and its own /proc; gives up every capability; forks the program; supervises
 * it; kills and reaps all; copies out what the request asks for; reports.
 *
 * Init has the same user id as the program, since an ordinary user has only one to give. It is not
 * dumpable, so it cannot be traced or its memory be written; signals from inside its namespace do
 * not reach it; and the seccomp filter refuses the calls that change another process's limits,
 * priority or scheduling. What it says of times and memory is checked from outside by the cgroup
 * where there is one.
 *
 * Why a small static C program between the judge and the submission:
 *   - ru_maxrss of a process keeps the resident set of the process that forked it, from before
 *     exec. Forked by a 60 MB Python every program would seem to use 60 MB; forked by this one the
 *     floor is about 0.5 MB.
 *   - no Python code runs between fork and exec, so threads in the judge are safe.
 *   - stdout and stderr are pipes read here, cut at their limit: nothing is written to disk, and a
 *     descendant that keeps a pipe open cannot keep the run open.
 *
 * A run ends when the program itself ends or a limit stops it, whichever is first. The program is
 * killed first and init last: killing pid 1 first would lose the resource usage of all others.
 * Without a pid namespace every descendant is found because this process is their subreaper, so
 * that orphans become its own children. CPU time is the sum over all that were reaped.
 *
 * Time: while it runs, CPU time is that of all live processes of the run plus what was reaped, or
 * the cgroup's own count where CPU_FD is given. It is read when it could first have reached its
 * limit. RLIMIT_CPU, in whole seconds, is a backstop. Memory: the resident set is sampled every
 * SAMPLE_NS and the program is stopped when it is over its limit; the peak comes from wait4.
 * RLIMIT_AS or RLIMIT_DATA is a backstop; the cgroup, set up by the judge, is the limit proper.
 *
 * It fails closed: a step of the set-up that fails is named in the result (`step`, `error`), the
 * program is not started, and the run says nothing about it.
 *
 * The frames are mirrored in launcher.py; change both together, and VERSION with them.
 */
#define _GNU_SOURCE
#include "launcher/run.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int control, cgroup_count, cgroup_procs[MAX_CGROUPS], cgroup_cpu = -1;

uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

void fail_run(struct run *run, enum step step, int error) {
    run->result.ending = FAILED;
    run->result.step = step;
    run->result.error = error;
}

static char **take(char ***next, uint32_t count) {
    char **first = *next;
    *next += count + 1; /* a null ends each list */
    return first;
}

/* Cuts the strings of a request into its lists. */
static int parse(struct run *run, char *strings, char **words) {
    const struct request *r = run->request;
    enum { LISTS = 6 };
    const uint32_t counts[LISTS] = {r->argc, r->envc, r->reads, r->gives, r->folders, 2 * r->collects};
    uint64_t total = 0;
    for (int i = 0; i < LISTS; i++) total += (uint64_t)counts[i] + 1;
    if (r->magic != MAGIC || r->version != VERSION || r->argc == 0 || r->reads > MAX_READS ||
        r->collects > MAX_READS || r->gives > MAX_READS || r->envc > MAX_WORDS || r->folders > MAX_WORDS ||
        total > MAX_WORDS || r->strings == 0 || strings[r->strings - 1] != 0)
        return -1;
    char *end = strings + r->strings, *next = strings;
    run->box = next;
    next += strlen(next) + 1;
    char **place = words;
    run->argv = take(&place, r->argc);
    run->envp = take(&place, r->envc);
    run->reads = take(&place, r->reads);
    run->gives = take(&place, r->gives);
    run->folders = take(&place, r->folders);
    run->collects = take(&place, 2 * r->collects);
    place = words;
    for (int list = 0; list < LISTS; list++) {
        for (uint32_t i = 0; i < counts[list]; i++) {
            if (next >= end) return -1;
            *place++ = next;
            next += strlen(next) + 1;
        }
        *place++ = NULL;
    }
    if (run->box[0] != '/') return -1;
    for (uint32_t i = 0; i < r->reads; i++)
        if (run->reads[i][0] != '/') return -1;
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

/* `FD [FD,FD,... [FD]]`: the socket, the cgroup.procs files to join, the CPU time of the cgroup. */
static int read_arguments(int argc, char **argv) {
    if (argc < 2 || argc > 4) return -1;
    control = atoi(argv[1]);
    for (char *text = argc > 2 ? argv[2] : ""; *text && cgroup_count < MAX_CGROUPS;) {
        cgroup_procs[cgroup_count++] = (int)strtol(text, &text, 10);
        if (*text == ',') text++;
    }
    if (argc > 3) cgroup_cpu = atoi(argv[3]);
    for (int i = 0; i < cgroup_count; i++)
        if (fcntl(cgroup_procs[i], F_SETFD, FD_CLOEXEC)) return -1;
    if (cgroup_cpu >= 0 && fcntl(cgroup_cpu, F_SETFD, FD_CLOEXEC)) return -1;
    return fcntl(control, F_SETFD, FD_CLOEXEC);
}

/* The program's core is this process's too: what is forked here is at once where it will stay. Not
 * so for a pair, since who shares a core with both could not tell which of them ended first. */
static int move_to(int core) {
    static cpu_set_t all;
    static int now = -1, known;
    cpu_set_t one;
    if (!known && sched_getaffinity(0, sizeof all, &all)) return -1;
    known = 1;
    if (core == now) return 0;
    CPU_ZERO(&one);
    if (core >= 0) CPU_SET((size_t)core, &one);
    now = core;
    return sched_setaffinity(0, sizeof all, core < 0 ? &all : &one);
}

int main(int argc, char **argv) {
    static char buffer[sizeof(struct request) + MAX_STRINGS];
    static char *words[MAX_WORDS];
    if (read_arguments(argc, argv) || prctl(PR_SET_CHILD_SUBREAPER, 1)) return 2;
    /* Descriptors 0 to 3 stay taken, so that none of those that arrive is one of them. */
    int spare;
    do spare = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (spare >= 0 && spare <= 3);
    close(spare);
    if (geteuid() == 0 && setgroups(0, NULL)) return 2;
    /* Ctrl-C, or a terminal that is closed, reaches the whole foreground group: what it means is
     * for the judge to decide, and what runs is ended by whoever started it. */
    const int ignored[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
    for (;;) {
        struct run run = {.request = (const struct request *)buffer, .given = {-1, -1, -1}};
        size_t length;
        if (receive(buffer, sizeof buffer, &length, run.given)) return 0;
        run.result.magic = MAGIC;
        run.result.version = VERSION;
        if (length < sizeof(struct request) ||
            length != sizeof(struct request) + run.request->strings ||
            parse(&run, buffer + sizeof(struct request), words))
            fail_run(&run, STEP_REQUEST, EINVAL);
        else if (move_to(run.request->flags & PAIRED ? -1 : run.request->core))
            fail_run(&run, STEP_CORE, errno);
        else if (run.request->flags & NAMESPACES)
            perform_isolated(&run);
        else
            perform(&run);
        for (int i = 0; i < 3; i++)
            if (run.given[i] >= 0) close(run.given[i]);
        if (send(control, &run.result, sizeof run.result, MSG_NOSIGNAL) < 0) return 0;
    }
}
