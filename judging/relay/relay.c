/* relay PROGRAM...: runs programs on one input after another in one box.
 *
 * A PROGRAM is KIND MILLISECONDS VARIABLES WORDS RUNNER, four numbers, then that many NAME=VALUE,
 * that many words of a command line, and that many of its runner's. KIND `?` is a validator: if it
 * does not exit with code 42, the programs after it do not run on this input. A program with a
 * runner (RUNNER is not 0) is started once, by forking_runner.py, and forks for each input. If that
 * fails in any way, it is started for each input as the others are.
 *
 * Standard input: for each input a `struct request` and its bytes. Standard output: for each run a
 * `struct result` and the bytes that the program wrote. Numbers are in this machine's byte order.
 * A run that takes longer than MILLISECONDS of wall time is killed, and is the last one.
 * The results are hints: a run that is not as expected is repeated in a box of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXITED, SIGNALED, TOO_LATE, MOST_PROGRAMS = 32, ACCEPTED = 42 };

/* `programs`: bit n is set if program n is to run. */
struct request {
    uint32_t programs, size;
};

/* `box`: 1 if the files in the box were those at the start when the run began, 2 if they were not, 0
 * if that is not known. */
struct result {
    uint32_t input, program, ending, exit_code;
    uint64_t cpu_ns, memory_bytes, output_bytes, box;
};

/* The runner of a program. `pid`: 0 if there is none, or it has failed. */
struct runner {
    pid_t pid;
    int requests, answers;
};

/* `runner_argv`: NULL if it has no runner. */
struct program {
    int is_validator;
    long milliseconds;
    char **argv, **env, **runner_argv;
    struct runner runner;
};

/* How a process ended, as forking_runner.py writes it. */
struct forked {
    uint64_t status, cpu_ns, memory_bytes, box;
};

/* The descriptors that a runner has besides the standard streams. */
enum { RUNNER_REQUESTS = 3, RUNNER_ANSWERS = 4, FIRST_FREE = 16 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void write_all(int fd, const char *data, size_t size) {
    while (size > 0) {
        ssize_t done = write(fd, data, size);
        if (done < 0 && errno != EINTR) fail("write");
        if (done > 0) data += done, size -= (size_t)done;
    }
}

static size_t read_up_to(int fd, char *data, size_t size) {
    size_t have = 0;
    while (have < size) {
        ssize_t got = read(fd, data + have, size - have);
        if (got < 0 && errno != EINTR) fail("read");
        if (got == 0) break;
        if (got > 0) have += (size_t)got;
    }
    return have;
}

static char *grow(char *buffer, size_t *capacity, size_t size) {
    if (size <= *capacity) return buffer;
    *capacity = 2 * size;
    buffer = realloc(buffer, *capacity);
    if (buffer == NULL) fail("realloc");
    return buffer;
}

enum { NAME_BYTES = 32 };

/* Makes an empty file, and fills in its name. */
static int named_file(char name[NAME_BYTES]) {
    strcpy(name, "stream-XXXXXX");
    int fd = mkostemp(name, O_CLOEXEC);
    if (fd < 0) fail("a temporary file");
    return fd;
}

static int unnamed_file(void) {
    char name[NAME_BYTES];
    int fd = named_file(name);
    if (unlink(name)) fail("a temporary file");
    return fd;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1000 * (int64_t)now.tv_sec + now.tv_nsec / 1000000;
}

/* Starts a program with the descriptors `fds` as 0, 1, ... */
static pid_t start(char **argv, char **env, const int *fds, int count) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t pid;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < count; i++)
        if (fds[i] >= 0) posix_spawn_file_actions_adddup2(&actions, fds[i], i);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    errno = posix_spawn(&pid, argv[0], &actions, &attributes, argv, env);
    if (errno != 0) fail(argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

/* Waits until process `pid` has ended, and leaves it to be waited for; false if it is too late. A
 * runner may end at any time, so SIGCHLD alone does not say which process has ended. */
static int ends_in_time(pid_t pid, long milliseconds) {
    const int64_t end_ms = now_ms() + milliseconds;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;;) {
        siginfo_t ended = {.si_pid = 0};
        if (waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT)) fail("waitid");
        if (ended.si_pid == pid) return 1;
        const int64_t left_ms = end_ms - now_ms();
        if (left_ms <= 0) return 0;
        struct timespec left = {left_ms / 1000, left_ms % 1000 * 1000000};
        sigtimedwait(&child, NULL, &left);
    }
}

/* Returns how a process ended, by its wait status. */
static struct result ending_of(int status, uint64_t cpu_ns, uint64_t memory_bytes) {
    return (struct result){
        .ending = WIFEXITED(status) ? EXITED : SIGNALED,
        .exit_code = WIFEXITED(status) ? (uint32_t)WEXITSTATUS(status) : 0,
        .cpu_ns = cpu_ns,
        .memory_bytes = memory_bytes,
    };
}

static struct result finish(pid_t pid, long milliseconds) {
    struct rusage used;
    int status;
    const int in_time = ends_in_time(pid, milliseconds);
    kill(-pid, SIGKILL); /* the processes that it left behind, and itself if it is too late */
    if (wait4(pid, &status, 0, &used) != pid) fail("wait4");
    uint64_t cpu_ns = 1000000000ull * (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                      1000ull * (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    struct result result = ending_of(status, cpu_ns, 1024ull * (uint64_t)used.ru_maxrss);
    if (!in_time) result.ending = TOO_LATE;
    return result;
}

static void pipe_above_standard(int ends[2]) {
    int low[2];
    if (pipe2(low, O_CLOEXEC)) fail("pipe2");
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, FIRST_FREE);
        if (ends[i] < 0) fail("fcntl");
        close(low[i]);
    }
}

static void end_runner(struct runner *runner) {
    if (runner->pid == 0) return;
    kill(-runner->pid, SIGKILL);
    if (waitpid(runner->pid, NULL, 0) != runner->pid) fail("waitpid");
    close(runner->requests);
    close(runner->answers);
    runner->pid = 0;
}

/* Reads `size` bytes of a runner's answers. False if it does not write them in time. */
static int read_answer(int fd, void *data, size_t size, int64_t end_ms) {
    size_t have = 0;
    while (have < size) {
        const int64_t left_ms = end_ms - now_ms();
        struct pollfd answer = {.fd = fd, .events = POLLIN};
        const int ready = poll(&answer, 1, left_ms > 0 ? (int)left_ms : 0);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return 0;
        const ssize_t got = read(fd, (char *)data + have, size - have);
        if (got <= 0) return 0;
        have += (size_t)got;
    }
    return 1;
}

/* Starts the runner of a program, if it has one, and waits until it is ready. */
static void start_runner(struct program *program) {
    if (program->runner_argv == NULL) return;
    int requests[2], answers[2];
    pipe_above_standard(requests);
    pipe_above_standard(answers);
    /* Regular files, as each run has them: Python looks at them when it starts. */
    const int fds[] = {unnamed_file(), unnamed_file(), -1, requests[0], answers[1]};
    program->runner.pid = start(program->runner_argv, program->env, fds, 5);
    program->runner.requests = requests[1];
    program->runner.answers = answers[0];
    close(fds[0]);
    close(fds[1]);
    close(requests[0]);
    close(answers[1]);
    uint64_t ready;
    const int64_t end_ms = now_ms() + program->milliseconds;
    if (!read_answer(answers[0], &ready, sizeof ready, end_ms)) end_runner(&program->runner);
}

/* Lets the runner of a program run it; false if that fails, or takes too long: the runner is gone
 * then. */
static int run_forked(struct program *program, const char *in, const char *out,
                      struct result *result) {
    struct runner *runner = &program->runner;
    const int64_t end_ms = now_ms() + program->milliseconds;
    char names[2 * NAME_BYTES];
    struct forked forked;
    uint64_t child = 0;
    if (runner->pid == 0) return 0;
    const int length = snprintf(names, sizeof names, "%s %s", in, out);
    if (write(runner->requests, names, (size_t)length) == length &&
        read_answer(runner->answers, &child, sizeof child, end_ms) &&
        read_answer(runner->answers, &forked, sizeof forked, end_ms)) {
        *result = ending_of((int)forked.status, forked.cpu_ns, forked.memory_bytes);
        result->box = forked.box;
        return 1;
    }
    if (child > 0) {
        kill(-(pid_t)child, SIGKILL);
        kill((pid_t)child, SIGKILL);
    }
    end_runner(runner);
    return 0;
}

/* Copies `count` words and ends them with NULL. */
static char **copy_words(char **from, int count) {
    char **copy = calloc((size_t)count + 1, sizeof *copy);
    if (copy == NULL) fail("calloc");
    memcpy(copy, from, (size_t)count * sizeof *copy);
    return copy;
}

/* Reads the command line; returns the number of programs, 0 if it is malformed. */
static int read_programs(int argc, char **argv, struct program *programs) {
    int count = 0;
    for (int i = 1; i + 5 < argc && count < MOST_PROGRAMS; count++) {
        struct program *program = &programs[count];
        const int variables = atoi(argv[i + 2]), words = atoi(argv[i + 3]);
        const int of_runner = atoi(argv[i + 4]);
        if (variables < 0 || words < 1 || of_runner < 0) return 0;
        if (variables + words + of_runner > argc - i - 5) return 0;
        *program = (struct program){.is_validator = argv[i][0] == '?'};
        program->milliseconds = atol(argv[i + 1]);
        i += 5;
        program->env = copy_words(argv + i, variables);
        i += variables;
        program->argv = copy_words(argv + i, words);
        i += words;
        if (of_runner > 0) program->runner_argv = copy_words(argv + i, of_runner);
        i += of_runner;
    }
    return count;
}

/* Runs program number `which` on input number `number`, and writes the result. Its input and output
 * are files: nothing has to feed it or drain a pipe while it runs, and it cannot block on either. */
static struct result run(struct program *program, uint32_t which, const char *input, size_t size,
                         uint32_t number) {
    static size_t capacity = 0;
    static char *buffer = NULL;
    char in_name[NAME_BYTES], out_name[NAME_BYTES];
    const int in = named_file(in_name), out = named_file(out_name);
    struct stat written;
    struct result result;
    write_all(in, input, size);
    const int is_done = run_forked(program, in_name, out_name, &result);
    /* No program finds them. The runner removes them too, before it forks. */
    unlink(in_name);
    unlink(out_name);
    if (!is_done) {
        const int fds[] = {in, out};
        lseek(in, 0, SEEK_SET);
        if (ftruncate(out, 0)) fail("ftruncate");
        result = finish(start(program->argv, program->env, fds, 2), program->milliseconds);
    }
    if (fstat(out, &written) < 0) fail("fstat");
    result.input = number;
    result.program = which;
    result.output_bytes = result.ending == TOO_LATE ? 0 : (uint64_t)written.st_size;
    buffer = grow(buffer, &capacity, result.output_bytes);
    lseek(out, 0, SEEK_SET);
    if (read_up_to(out, buffer, result.output_bytes) != result.output_bytes) fail("read");
    write_all(1, (const char *)&result, sizeof result);
    write_all(1, buffer, result.output_bytes);
    close(in);
    close(out);
    return result;
}

int main(int argc, char **argv) {
    struct program programs[MOST_PROGRAMS];
    struct request request;
    size_t capacity = 0;
    char *input = NULL;
    sigset_t blocked;
    uint32_t count = (uint32_t)read_programs(argc, argv, programs);
    if (count == 0) return 2;
    /* Blocked, so that a program which ends at once is still waited for by sigtimedwait, and so that
     * writing to a runner that has ended only fails. Programs start with no signal blocked. */
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigaddset(&blocked, SIGPIPE);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    /* All of them before any program runs: they note which files are in the box. */
    for (uint32_t i = 0; i < count; i++) start_runner(&programs[i]);
    for (uint32_t n = 0; read_up_to(0, (char *)&request, sizeof request) == sizeof request; n++) {
        input = grow(input, &capacity, request.size);
        if (read_up_to(0, input, request.size) != request.size) return 2;
        for (uint32_t i = 0; i < count; i++) {
            if (!(request.programs >> i & 1)) continue;
            struct result result = run(&programs[i], i, input, request.size, n);
            int accepted = result.ending == EXITED && result.exit_code == ACCEPTED;
            if (result.ending == TOO_LATE) return 0;
            if (programs[i].is_validator && !accepted) break;
        }
    }
    for (uint32_t i = 0; i < count; i++) end_runner(&programs[i].runner);
    return 0;
}
