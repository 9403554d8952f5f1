/* Namespaces: the keeper, which creates and watches them, and init, which runs the program inside.
 * The first page of main.c says what each of the two does. */
#define _GNU_SOURCE
#include "isolate.h"

#include "copy.h"
#include "privileges.h"
#include "readings.h"
#include "root.h"
#include "streams.h"
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_NS (3 * SECOND) /* how long init may take beyond the wall limit */

/* ---- init ----------------------------------------------------------------------------------- */

/* Builds the root and gives up privileges; the step that failed, with errno, or STEP_NONE. */
static enum step enter_root(struct run *run, int answer) {
    enum step failed = build_root(run);
    if (failed != STEP_NONE) return failed;
    if (give_up_privileges()) return STEP_PRIVILEGES;
    /* These two come last: a change of ids resets them. */
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || prctl(PR_SET_PDEATHSIG, SIGKILL))
        return STEP_PRIVILEGES;
    /* If the keeper died before the death signal was set, nobody reads the answer. */
    struct pollfd reader = {.fd = answer};
    if (poll(&reader, 1, 0) > 0) _exit(1);
    return fill_box(run) ? STEP_BOX : STEP_NONE;
}

static void init_main(struct run *run, int go, int answer) {
    char byte;
    /* Its copy of the socket stays open: the judge reads end of file only when init is gone too. */
    control = -1;
    run->isolated = 1;
    if (read(go, &byte, 1) != 1) _exit(1); /* the keeper is gone, or could not map our ids */
    close(go);
    sethostname("box", 3);
    enum step failed = enter_root(run, answer);
    if (failed != STEP_NONE)
        fail_run(run, failed, errno);
    else
        run_program(run);
    ssize_t put = write(answer, &run->result, sizeof run->result);
    _exit(put == (ssize_t)sizeof run->result ? 0 : 1);
}

/* ---- the keeper ----------------------------------------------------------------------------- */

static int write_file(pid_t pid, const char *name, const char *text) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t put = write(fd, text, strlen(text));
    int error = errno;
    close(fd);
    errno = error;
    return put == (ssize_t)strlen(text) ? 0 : -1;
}

static int map_ids(pid_t init, const struct request *r) {
    char text[64];
    uid_t uid = r->uid ? r->uid : geteuid();
    gid_t gid = r->gid ? r->gid : getegid();
    /* The kernel lets an ordinary user map a group only after denying setgroups. A root launcher
     * has given up its groups at start. */
    if (write_file(init, "setgroups", "deny") && errno != ENOENT) return -1;
    snprintf(text, sizeof text, "%d %u 1\n", INSIDE_ID, (unsigned)uid);
    if (write_file(init, "uid_map", text)) return -1;
    snprintf(text, sizeof text, "%d %u 1\n", INSIDE_ID, (unsigned)gid);
    return write_file(init, "gid_map", text);
}

/* Waits until init answers, the judge cancels the run, or the watchdog's time is over. */
static void await_answer(struct run *run, int answer) {
    uint64_t wall = run->request->wall_ns;
    uint64_t deadline = wall == UNSET ? UNSET : now_ns() + MOST_WALLS * wall + ANSWER_NS;
    struct pollfd fds[2] = {{.fd = answer, .events = POLLIN},
                            {.fd = control, .events = POLLRDHUP}};
    for (;;) {
        uint64_t now = now_ns();
        if (now >= deadline) return fail_run(run, STEP_NO_ANSWER, ETIMEDOUT);
        uint64_t left = deadline == UNSET ? 3600 * SECOND : deadline - now;
        struct timespec pause = {(time_t)(left / SECOND), (long)(left % SECOND)};
        if (ppoll(fds, 2, &pause, NULL) < 0 && errno != EINTR)
            return fail_run(run, STEP_NO_ANSWER, errno);
        if (fds[1].revents) {
            run->result.ending = CANCELLED;
            return;
        }
        if (fds[0].revents) {
            struct result result;
            if (read(answer, &result, sizeof result) == (ssize_t)sizeof result)
                run->result = result;
            else
                fail_run(run, STEP_NO_ANSWER, EPIPE);
            return;
        }
    }
}

static void watch_init(struct run *run, pid_t init, int go, int answer) {
    if (map_ids(init, run->request))
        fail_run(run, STEP_ID_MAP, errno);
    else if (write(go, "", 1) != 1)
        fail_run(run, STEP_NAMESPACES, errno);
    else
        await_answer(run, answer);
    kill(init, SIGKILL);
    struct rusage usage = {0};
    while (wait4(init, NULL, 0, &usage) < 0 && errno == EINTR) {}
    if (run->result.ending != CANCELLED) return;
    /* Init could not report the usage, but it has waited for all other processes. */
    run->result.wall_ns = (run->result.ended_ns = now_ns()) - run->started_ns;
    run->result.cpu_ns = timeval_ns(usage.ru_utime) + timeval_ns(usage.ru_stime);
    run->result.memory = (uint64_t)usage.ru_maxrss * 1024;
}

/* The flag that creates a network namespace, or 0. Making and ending network namespaces is slow, so
 * root makes one for all runs of this launcher, which come one after the other: it is empty, its
 * loopback is down, and what a program has there ends with the program. */
static unsigned long network_flag(void) {
    static int kept;
    if (!kept && geteuid() == 0) kept = unshare(CLONE_NEWNET) == 0;
    return kept ? 0 : CLONE_NEWNET;
}

void run_isolated(struct run *run) {
    int go[2], answer[2];
    const unsigned long all = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC |
                              CLONE_NEWUTS | CLONE_NEWCGROUP | network_flag();
    if (geteuid() == 0 && run->request->uid == 0) return fail_run(run, STEP_ROOT_UID, EPERM);
    if (run->request->uid != 0 && open_pipes_to_all(run)) return fail_run(run, STEP_STREAMS, errno);
    if (pipe2(go, O_CLOEXEC)) return fail_run(run, STEP_PIPE, errno);
    if (pipe2(answer, O_CLOEXEC))
        return fail_run(run, STEP_PIPE, errno), (void)close(go[0]), (void)close(go[1]);
    run->started_ns = now_ns();
    pid_t init = (pid_t)syscall(SYS_clone, all | SIGCHLD, 0, 0, 0, 0);
    if (init == 0) {
        close(go[1]);
        close(answer[0]);
        init_main(run, go[0], answer[1]);
    }
    int error = errno;
    close(go[0]);
    close(answer[1]);
    for (int i = 0; i < 3; i++) close_stream(run, i); /* init has them */
    if (init < 0)
        fail_run(run, STEP_NAMESPACES, error);
    else
        watch_init(run, init, go[1], answer[0]);
    close(go[1]);
    close(answer[0]);
}
