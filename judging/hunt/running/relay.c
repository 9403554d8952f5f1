/* relay PROGRAM...: runs programs on one input after another in one box.
 *
 * A PROGRAM is KIND MILLISECONDS VARIABLES WORDS, three numbers, then that many NAME=VALUE and that
 * many words of a command line. KIND `?` is a validator: if it does not exit with code 42, the
 * programs after it do not run on this input.
 *
 * Standard input: for each input a `struct request` and its bytes. Standard output: for each run a
 * `struct result` and the bytes that the program wrote. Numbers are in this machine's byte order.
 * A run that takes longer than MILLISECONDS of wall time is killed, and is the last one.
 * The results are hints: a run that is not as expected is repeated in a box of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
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

struct result {
    uint32_t input, program, ending, exit_code;
    uint64_t cpu_ns, memory_bytes, output_bytes;
};

struct program {
    int is_validator;
    long milliseconds;
    char **argv, **env;
};

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

static int unnamed_file(void) {
    char name[] = "stream-XXXXXX";
    int fd = mkostemp(name, O_CLOEXEC);
    if (fd < 0 || unlink(name)) fail("a temporary file");
    return fd;
}

static pid_t start(struct program program, int in, int out) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t pid;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    errno = posix_spawn(&pid, program.argv[0], &actions, &attributes, program.argv, program.env);
    if (errno != 0) fail(program.argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

static struct result finish(pid_t pid, long milliseconds) {
    struct result result = {.ending = EXITED};
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    struct rusage used;
    sigset_t child;
    int status;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    if (sigtimedwait(&child, NULL, &limit) < 0) result.ending = TOO_LATE;
    kill(-pid, SIGKILL); /* the processes that it left behind, and itself if it is too late */
    if (wait4(pid, &status, 0, &used) != pid) fail("wait4");
    if (result.ending != TOO_LATE && !WIFEXITED(status)) result.ending = SIGNALED;
    result.exit_code = WIFEXITED(status) ? (uint32_t)WEXITSTATUS(status) : 0;
    result.cpu_ns = 1000000000ull * (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                    1000ull * (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    result.memory_bytes = 1024ull * (uint64_t)used.ru_maxrss;
    return result;
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
    for (int i = 1; i + 4 < argc && count < MOST_PROGRAMS; count++) {
        int variables = atoi(argv[i + 2]), words = atoi(argv[i + 3]);
        if (variables < 0 || words < 1 || variables + words > argc - i - 4) return 0;
        programs[count].is_validator = argv[i][0] == '?';
        programs[count].milliseconds = atol(argv[i + 1]);
        programs[count].env = copy_words(argv + i + 4, variables);
        programs[count].argv = copy_words(argv + i + 4 + variables, words);
        i += 4 + variables + words;
    }
    return count;
}

/* Runs program number `which` on input number `number`, and writes the result. Its input and output
 * are files: nothing has to feed it or drain a pipe while it runs, and it cannot block on either. */
static struct result run(struct program program, uint32_t which, const char *input, size_t size,
                         uint32_t number) {
    static size_t capacity = 0;
    static char *buffer = NULL;
    int in = unnamed_file(), out = unnamed_file();
    struct stat written;
    write_all(in, input, size);
    lseek(in, 0, SEEK_SET);
    struct result result = finish(start(program, in, out), program.milliseconds);
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
    sigset_t child;
    uint32_t count = (uint32_t)read_programs(argc, argv, programs);
    if (count == 0) return 2;
    /* Blocked, so that a program which ends at once is still waited for by sigtimedwait. */
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    for (uint32_t n = 0; read_up_to(0, (char *)&request, sizeof request) == sizeof request; n++) {
        input = grow(input, &capacity, request.size);
        if (read_up_to(0, input, request.size) != request.size) return 2;
        for (uint32_t i = 0; i < count; i++) {
            if (!(request.programs >> i & 1)) continue;
            struct result result = run(programs[i], i, input, request.size, n);
            int accepted = result.ending == EXITED && result.exit_code == ACCEPTED;
            if (result.ending == TOO_LATE) return 0;
            if (programs[i].is_validator && !accepted) break;
        }
    }
    return 0;
}
