/* Runs the program of a request, applies its limits, and ends all processes that it left. */
#define _GNU_SOURCE
#include "supervise.h"

#include "copy.h"
#include "memory.h"
#include "program.h"
#include "readings.h"
#include "streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_NS (10 * 1000000ull)
#define MIN_WAIT_NS 200000ull
#define LOOK_PAUSES 50
#define MOST_LOOKED_AT 4
#define REAP_NS (5 * SECOND)

/* ---- starting ------------------------------------------------------------------------------- */

/* The program's ends of the pipes. */
struct ends {
    int out, err, status;
};

static int open_pipe(int *ours, int *theirs) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return -1;
    *ours = ends[0];
    *theirs = ends[1];
    return 0;
}

static void close_ends(const struct ends *ends) {
    if (ends->out >= 0) close(ends->out);
    if (ends->err >= 0) close(ends->err);
    if (ends->status >= 0) close(ends->status);
}

/* Opens the counters of a MONITORED program, which has stopped itself before exec so that it cannot
 * end first, and lets it continue. */
static void open_counters_and_continue(struct run *run) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)run->pid, &info, WSTOPPED | WEXITED | WNOWAIT) && errno == EINTR)
        continue;
    run->io = open_io_counters(run);
    kill(run->pid, SIGCONT);
}

static int start(struct run *run) {
    const int monitored = run->request->flags & MONITORED, direct = is_pipe(run->streams[1]);
    struct ends ends = {-1, -1, -1};
    if (open_pipe(&run->out, &ends.out) || open_pipe(&run->err, &ends.err) ||
        open_pipe(&run->status, &ends.status))
        return fail_run(run, STEP_PIPE, errno), close_ends(&ends), -1;
    fcntl(run->out, F_SETFL, O_NONBLOCK);
    fcntl(run->err, F_SETFL, O_NONBLOCK);
    run->cgroup_cpu_before_ns = cgroup_cpu_ns();
    run->started_ns = now_ns();
    const pid_t self = getpid();
    run->pid = fork();
    if (run->pid == 0)
        become_program(run, self, direct ? run->streams[1] : ends.out, ends.err, ends.status);
    const int fork_error = errno;
    /* Only the program may hold its pipes: a reader waits until the last writer closes a pipe, and
     * a writer learns when the last reader has closed it. */
    if (!monitored) close_stream(run, 0);
    if (direct) close_stream(run, 1);
    close_ends(&ends);
    if (run->pid < 0) return fail_run(run, STEP_FORK, fork_error), -1;
    if (monitored) open_counters_and_continue(run);
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

static uint64_t own_cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

/* Samples whether the program has or wants a core, and takes the answer for the time since the last
 * sample. Only one thread may be ready, of a few processes: of a crowd that wakes now and then, some
 * always wait for each other, and a program that sleeps beside it would seem to lack a core. A program of many threads
 * that sleep costs no more than one part of LOOK_PAUSES. */
static void sample_readiness(struct run *run, const pid_t *pids, int count) {
    const uint64_t now = now_ns(), begun = own_cpu_ns();
    if (now < run->next_look_ns) return;
    const int few = count <= MOST_LOOKED_AT;
    if (few && count_ready_threads(pids, count, 2) == 1) run->ready_ns += now - run->looked_ns;
    run->looked_ns = now;
    run->next_look_ns = now + LOOK_PAUSES * (own_cpu_ns() - begun);
}

static void sample_processes(struct run *run) {
    pid_t pids[MAX_MEMBERS];
    const int count = live_processes(run, pids, MAX_MEMBERS);
    if (is_memory_over(run, pids, count)) stop(run, MEMORY_LIMIT);
    sample_readiness(run, pids, count);
}

/* Adds what a reaped process used. */
static void add_usage(struct run *run, pid_t pid, int status, const struct rusage *usage) {
    run->reaped_cpu_ns += timeval_ns(usage->ru_utime) + timeval_ns(usage->ru_stime);
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
        /* The program itself stays a zombie until the run is over, so that its id is not reused. */
        if (info.si_pid == run->pid) return;
        if (wait4(info.si_pid, &status, WNOHANG, &usage) == info.si_pid)
            add_usage(run, info.si_pid, status, &usage);
    }
}

/* What is known of the wait for a core is a lower bound: the greatest counts. */
static void record_wait(struct run *run, uint64_t waited) {
    if (waited > run->result.waited_ns) run->result.waited_ns = waited;
}

/* Whether the wall time of the run is over. The time for which other programs of a busy machine had
 * its core does not count: that is the machine's fault. */
static int is_wall_over(struct run *run, uint64_t wall) {
    const uint64_t limit = run->request->wall_ns;
    if (wall < limit) return 0;
    /* Reported too: once the run is over, only its first thread can be asked. */
    record_wait(run, waited_for_core_ns(run));
    return wall >= MOST_WALLS * limit || wall - limit >= run->result.waited_ns;
}

/* Applies the limits; returns how long, at most, the program cannot exceed one, in nanoseconds. */
static uint64_t apply_limits(struct run *run, uint64_t *next_sample) {
    const struct request *r = run->request;
    uint64_t now = now_ns(), wall = now - run->started_ns, wait = SAMPLE_NS;
    if (now >= *next_sample) {
        reap_orphans(run);
        sample_processes(run);
        record_written(run);
        *next_sample = now + SAMPLE_NS;
    }
    if (*next_sample - now < wait) wait = *next_sample - now;
    if (r->wall_ns != UNSET) {
        if (is_wall_over(run, wall)) return stop(run, WALL_LIMIT), 0;
        if (wall < r->wall_ns && r->wall_ns - wall < wait) wait = r->wall_ns - wall;
    }
    /* On one core, CPU time cannot reach its limit before wall time does. */
    if (r->cpu_ns != UNSET && (wall >= r->cpu_ns || r->core < 0)) {
        uint64_t cpu = cpu_so_far_ns(run);
        if (cpu >= r->cpu_ns) return stop(run, CPU_LIMIT), 0;
        if (r->cpu_ns - cpu < wait) wait = r->cpu_ns - cpu;
    } else if (r->cpu_ns != UNSET && r->cpu_ns - wall < wait) {
        wait = r->cpu_ns - wall;
    }
    return wait < MIN_WAIT_NS ? MIN_WAIT_NS : wait;
}

static void supervise(struct run *run) {
    const struct request *r = run->request;
    struct pollfd fds[4] = {{.fd = run->pidfd, .events = POLLIN},
                            {.fd = control, .events = POLLRDHUP},
                            {.fd = run->out, .events = POLLIN},
                            {.fd = run->err, .events = POLLIN}};
    uint64_t next_sample = run->started_ns + SAMPLE_NS;
    run->looked_ns = run->started_ns;
    while (run->stopped == EXITED) {
        uint64_t wait = apply_limits(run, &next_sample);
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

/* Kills every child of this process: after a run, all of them are leftovers of the program. */
static void kill_children(const struct run *run) {
    if (run->isolated) {
        kill(-1, SIGKILL); /* every process in this pid namespace except its init, which we are */
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
    /* The program has not been reaped, so no other process has its id. */
    if (run->pid > 0) kill(-run->pid, SIGKILL);
    for (;;) {
        int status;
        struct rusage usage;
        pid_t pid = wait4(-1, &status, WNOHANG, &usage);
        if (pid < 0 && errno == EINTR) continue;
        if (pid < 0) return;
        if (pid > 0) {
            add_usage(run, pid, status, &usage);
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

void run_program(struct run *run) {
    run->out = run->err = run->status = run->pidfd = run->io = -1;
    if (!run->isolated && open_copy_folders(run)) return fail_run(run, STEP_FOLDERS, errno);
    if (!run->isolated && fill_box(run)) return fail_run(run, STEP_BOX, errno);
    if (start(run) == 0) supervise(run);
    run->result.wall_ns = (run->result.ended_ns = now_ns()) - run->started_ns;
    run->result.input_ended = writers_are_gone(run->streams[0]);
    record_wait(run, thread_waited_ns(run->pid, run->pid));
    record_written(run);
    reap_all(run);
    conclude(run);
    record_wait(run, sampled_wait_ns(run, run->result.cpu_ns));
    if (run->request->copy_out > 0 && copy_out(run)) fail_run(run, STEP_COPY, errno);
    int ends[] = {run->out, run->err, run->status, run->pidfd, run->io};
    for (unsigned i = 0; i < 5; i++)
        if (ends[i] >= 0) close(ends[i]);
}
