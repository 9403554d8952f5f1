/* relay LEG...: runs programs on one input after another in one box.
 *
 * A LEG is KIND MILLISECONDS VARIABLES WORDS, three numbers, then so many NAME=VALUE and so many
 * words of a command line. KIND `?` is a gate: where it does not exit with 42, the legs behind it
 * are left out.
 * Standard input: for each input which legs to run (a bit for each), its length, both 4 bytes in
 * this machine's order, and its bytes. Standard output: for each run a `struct head` and what the
 * program wrote. A run that takes longer than MILLISECONDS of wall time is killed, and is the last.
 * What is found here is a hint: whatever is not as it should be is run again, alone, in a box of
 * its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXITED, FAILED, LATE, LEGS = 32, PASSED = 42 };

struct head {
    uint32_t input, leg, how, code;
    uint64_t cpu_ns, memory_bytes, output_bytes;
};

struct order {
    uint32_t legs, size;
};

struct leg {
    int gate;
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

static char *at_least(char *buffer, size_t *room, size_t size) {
    if (size <= *room) return buffer;
    *room = 2 * size;
    buffer = realloc(buffer, *room);
    if (buffer == NULL) fail("realloc");
    return buffer;
}

static int memory_file(void) {
    int fd = memfd_create("stream", MFD_CLOEXEC);
    if (fd < 0) fail("memfd_create");
    return fd;
}

static pid_t start(struct leg leg, int in, int out) {
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
    errno = posix_spawn(&pid, leg.argv[0], &actions, &attributes, leg.argv, leg.env);
    if (errno != 0) fail(leg.argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

static struct head finish(pid_t pid, long milliseconds) {
    struct head head = {.how = EXITED};
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    struct rusage used;
    sigset_t child;
    int status;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    if (sigtimedwait(&child, NULL, &limit) < 0) head.how = LATE;
    kill(-pid, SIGKILL);  /* what it left behind, or itself when it is late */
    if (wait4(pid, &status, 0, &used) != pid) fail("wait4");
    if (head.how != LATE && !WIFEXITED(status)) head.how = FAILED;
    head.code = WIFEXITED(status) ? (uint32_t)WEXITSTATUS(status) : 0;
    head.cpu_ns = 1000000000ull * (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                  1000ull * (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    head.memory_bytes = 1024ull * (uint64_t)used.ru_maxrss;
    return head;
}

/* The words from `at` on, NULL behind them. */
static char **words(char **at, int count) {
    char **copy = calloc((size_t)count + 1, sizeof *copy);
    if (copy == NULL) fail("calloc");
    memcpy(copy, at, (size_t)count * sizeof *copy);
    return copy;
}

static int read_legs(int argc, char **argv, struct leg *legs) {
    int count = 0;
    for (int i = 1; i + 4 < argc && count < LEGS; count++) {
        int variables = atoi(argv[i + 2]), size = atoi(argv[i + 3]);
        if (variables < 0 || size < 1 || variables + size > argc - i - 4) return 0;
        legs[count].gate = argv[i][0] == '?';
        legs[count].milliseconds = atol(argv[i + 1]);
        legs[count].env = words(argv + i + 4, variables);
        legs[count].argv = words(argv + i + 4 + variables, size);
        i += 4 + variables + size;
    }
    return count;
}

/* One leg on one input, reported. */
static struct head run(struct leg leg, const char *input, size_t size, uint32_t number, uint32_t place) {
    static size_t room = 0;
    static char *buffer = NULL;
    int in = memory_file(), out = memory_file();
    struct stat written;
    write_all(in, input, size);
    lseek(in, 0, SEEK_SET);
    struct head head = finish(start(leg, in, out), leg.milliseconds);
    if (fstat(out, &written) < 0) fail("fstat");
    head.input = number;
    head.leg = place;
    head.output_bytes = head.how == LATE ? 0 : (uint64_t)written.st_size;
    buffer = at_least(buffer, &room, head.output_bytes);
    lseek(out, 0, SEEK_SET);
    if (read_up_to(out, buffer, head.output_bytes) != head.output_bytes) fail("read");
    write_all(1, (const char *)&head, sizeof head);
    write_all(1, buffer, head.output_bytes);
    close(in);
    close(out);
    return head;
}

int main(int argc, char **argv) {
    struct leg legs[LEGS];
    struct order order;
    size_t room = 0;
    char *buffer = NULL;
    sigset_t child;
    int count = read_legs(argc, argv, legs);
    if (count == 0) return 2;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    for (uint32_t n = 0; read_up_to(0, (char *)&order, sizeof order) == sizeof order; n++) {
        buffer = at_least(buffer, &room, order.size);
        if (read_up_to(0, buffer, order.size) != order.size) return 2;
        for (uint32_t i = 0; i < (uint32_t)count; i++) {
            if (!(order.legs >> i & 1)) continue;
            struct head head = run(legs[i], buffer, order.size, n, i);
            if (head.how == LATE) return 0;
            if (legs[i].gate && (head.how != EXITED || head.code != PASSED)) break;
        }
    }
    return 0;
}
