/* The launcher runs one command at a time under limits, isolates it as its request says, and
 * measures it.
 *
 * THEORY OF OPERATION
 *
 * The judge starts `launcher FD [CGROUP_FDS [CPU_FD]]` once per worker. FD is one end of a
 * SOCK_SEQPACKET socket pair, and each message on it is one request: a `struct request`, the
 * strings that it counts, and three file descriptors (stdin, and the targets of the captured stdout
 * and stderr). The launcher answers each request with one `struct result`. It exits when the socket
 * reaches end of file, so a judge that closes its end after one answer has used it for one run. End
 * of file during a run means that the judge is gone or has cancelled the run: the launcher kills
 * everything that runs and exits.
 *
 * Without namespaces:
 *
 *     judge --request, 3 fds--> launcher --fork, exec--> program --fork--> its children
 *           <----- result -----           <-- pipes ---
 *
 * With namespaces (user, mount, pid, network, ipc, uts, cgroup) there is one process more:
 *
 *     judge --request--> keeper --clone--> init --fork, exec--> program --fork--> ...
 *           <-result----        <-result--      <--- pipes ---
 *
 * The keeper stays outside the namespaces. It writes the id maps. As a watchdog, it kills init, and
 * with init the whole pid namespace, when init has not answered some time after the wall limit.
 * Init is pid 1 of the pid namespace. It builds a root that holds only the paths that the request
 * lists, read-only, a tmpfs box, a few devices and its own /proc. It gives up every capability,
 * forks the program, supervises it, kills and reaps everything, copies out the folders that the
 * request names, and reports.
 *
 * Init has the program's user id, because an ordinary user has only one id to map. Init is not
 * dumpable, so the program can neither trace it nor write its memory; signals from inside the
 * namespace do not reach it; and the seccomp filter refuses the calls that change another process's
 * limits, priority or scheduling. Where there is a cgroup, the judge checks init's measurements of
 * time and memory against it from outside.
 *
 * Why a small static C program stands between the judge and the submission:
 *   - ru_maxrss of a process includes the resident set that its parent had at the fork. A program
 *     forked by a 60 MB Python would seem to use 60 MB; forked by the launcher, the floor is about
 *     0.5 MB.
 *   - No Python code runs between fork and exec, so threads in the judge are safe.
 *   - stdout and stderr are pipes that the launcher reads and cuts at their limits: nothing is
 *     written to disk, and a descendant that keeps a pipe open cannot prolong the run.
 *
 * A run ends when the program itself ends or when a limit stops it, whichever comes first. The
 * program is killed first and init last: killing pid 1 first would lose the resource usage of all
 * other processes. Without a pid namespace the launcher finds every descendant because it is their
 * subreaper: orphans become its children. CPU time is the sum over all reaped processes.
 *
 * Time: during the run, CPU time is the sum over the live processes and the reaped ones, or the
 * cgroup's own count where CPU_FD is given. The launcher reads it when it could first have reached
 * its limit. RLIMIT_CPU, in whole seconds, is a backstop. Memory: the launcher samples the resident
 * set every SAMPLE_NS and stops the program when it is over its limit; the peak comes from wait4.
 * Without a cgroup, what it finds of other memory counts too.
 * The cgroup, set up by the judge, enforces the limit between two samples. Addresses have no limit: a
 * program may reserve more than it uses, as the stacks of threads do, and what it uses is sampled.
 *
 * The launcher fails closed: when a step of the set-up fails, the result names the step (`step`,
 * `error`), the program is not started, and the run has no verdict.
 *
 * THE FILES, from the top. A file includes headers of lower lines only, and so calls only those:
 *
 *     main         reads requests, dispatches them, sends the results
 *     isolate      creates the namespaces: the keeper and init
 *     supervise    runs one program and applies its limits
 *     memory       samples memory
 *     root         builds the root that init and the program see
 *     program      becomes the program, between fork and exec
 *     copy         copies folders into the box and out of it
 *     filter       refuses system calls
 *     landlock     restricts files
 *     privileges   gives up capabilities
 *     unseen       counts memory that no resident set shows
 *     readings     reads CPU time, memory and bytes written
 *     streams      keeps the program's output
 *     run          holds the state of a run, and how it fails
 *
 * frames.py mirrors the frames in run.h: change both together, and VERSION with them.
 */
#define _GNU_SOURCE
#include "isolate.h"
#include "run.h"
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static char **next_list(char ***place, uint32_t count) {
    char **first = *place;
    *place += count + 1; /* a null ends each list */
    return first;
}

/* Splits the strings of a request into its lists; -1 when the request is malformed. */
static int parse(struct run *run, char *strings, char **words) {
    const struct request *r = run->request;
    enum { LISTS = 6 };
    const uint32_t counts[LISTS] = {r->argc,    r->envc,    2 * r->read_only,
                                    r->copy_in, r->folders, 2 * r->copy_out};
    uint64_t total = 0;
    for (int i = 0; i < LISTS; i++) total += (uint64_t)counts[i] + 1;
    if (r->magic != MAGIC || r->version != VERSION || r->argc == 0 || r->read_only > MAX_PATHS ||
        r->copy_out > MAX_PATHS || r->copy_in > MAX_PATHS || r->envc > MAX_WORDS ||
        r->folders > MAX_WORDS || total > MAX_WORDS || r->strings == 0 ||
        strings[r->strings - 1] != 0)
        return -1;
    char *end = strings + r->strings, *next = strings;
    run->box = next;
    next += strlen(next) + 1;
    char **place = words;
    run->argv = next_list(&place, r->argc);
    run->envp = next_list(&place, r->envc);
    run->read_only = next_list(&place, 2 * r->read_only);
    run->copy_in = next_list(&place, r->copy_in);
    run->folders = next_list(&place, r->folders);
    run->copy_out = next_list(&place, 2 * r->copy_out);
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
    for (uint32_t i = 0; i < 2 * r->read_only; i++)
        if (run->read_only[i][0] != '/') return -1;
    return 0;
}

static int receive(char *buffer, size_t size, size_t *length, int streams[3]) {
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
    memcpy(streams, CMSG_DATA(header), 3 * sizeof(int));
    return 0;
}

/* `FD [FD,FD,... [FD]]`: the socket, the cgroup.procs files to join, the cgroup's CPU time. */
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

/* Moves this process to the program's core, so that the forked program starts where it will stay.
 * For a pair (core -1) the launcher stays free: on the core that the two programs share, it could
 * not tell which of them ended first. */
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

/* Prepares what holds for all runs; -1 when the launcher cannot work. */
static int set_up(int argc, char **argv) {
    if (read_arguments(argc, argv) || prctl(PR_SET_CHILD_SUBREAPER, 1)) return -1;
    /* Descriptors 0 to 3 stay taken, so that no received descriptor is one of them. */
    int spare;
    do spare = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (spare >= 0 && spare <= 3);
    close(spare);
    if (geteuid() == 0 && setgroups(0, NULL)) return -1;
    /* Only at 1 does the kernel leave out a core dump altogether. At 0 it writes no file, but starts
     * the helper that core_pattern names, as root and outside of the sandbox, for every crash. */
    const struct rlimit core = {1, 1};
    if (setrlimit(RLIMIT_CORE, &core) && errno != EPERM) return -1; /* it is 0 for good */
    /* Ctrl-C, or closing the terminal, signals the whole foreground group. The judge decides what
     * to do then, and each program is ended by the process that started it. */
    const int ignored[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
    return 0;
}

int main(int argc, char **argv) {
    static char buffer[sizeof(struct request) + MAX_STRINGS];
    static char *words[MAX_WORDS];
    if (set_up(argc, argv)) return 2;
    for (;;) {
        struct run run = {.request = (const struct request *)buffer, .streams = {-1, -1, -1}};
        size_t length;
        if (receive(buffer, sizeof buffer, &length, run.streams)) return 0;
        run.result.magic = MAGIC;
        run.result.version = VERSION;
        if (length < sizeof(struct request) ||
            length != sizeof(struct request) + run.request->strings ||
            parse(&run, buffer + sizeof(struct request), words))
            fail_run(&run, STEP_REQUEST, EINVAL);
        else if (move_to(run.request->flags & PAIRED ? -1 : run.request->core))
            fail_run(&run, STEP_CORE, errno);
        else if (run.request->flags & NAMESPACES)
            run_isolated(&run);
        else
            run_program(&run);
        for (int i = 0; i < 3; i++) close_stream(&run, i);
        if (send(control, &run.result, sizeof run.result, MSG_NOSIGNAL) < 0) return 0;
    }
}
