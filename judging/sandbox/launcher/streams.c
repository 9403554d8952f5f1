/* The standard streams of a program: which of them are pipes, and what is kept of its output. */
#define _GNU_SOURCE
#include "streams.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

int is_pipe(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

int open_pipes_to_all(const struct run *run) {
    for (int i = 0; i < 3; i++)
        if (is_pipe(run->streams[i]) && fchmod(run->streams[i], 0666)) return -1;
    return 0;
}

int writers_are_gone(int fd) {
    struct pollfd pipe = {.fd = fd};
    return poll(&pipe, 1, 0) > 0 && pipe.revents & POLLHUP;
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

/* Reads what a pipe holds and writes the first `keep` bytes of the stream to `to`; `count` counts
 * all. 0 at the end of the pipe, -1 when `to` cannot be written, else 1. */
static int drain(int from, int to, uint64_t keep, uint64_t *count, unsigned rounds) {
    char buffer[1 << 16];
    while (rounds-- > 0) {
        ssize_t got = read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno == EAGAIN;
        if (got == 0) return 0;
        uint64_t room = *count < keep ? keep - *count : 0;
        uint64_t kept = (uint64_t)got < room ? (uint64_t)got : room;
        if (kept > 0 && write_all(to, buffer, (size_t)kept)) return -1;
        *count += (uint64_t)got;
    }
    return 1;
}

int drain_output(struct run *run, int which, unsigned rounds) {
    const struct request *r = run->request;
    struct result *result = &run->result;
    int more = which == 1 ? drain(run->out, run->streams[1], r->output, &result->output, rounds)
                          : drain(run->err, run->streams[2], r->error_output,
                                  &result->error_output, rounds);
    if (more >= 0) return more;
    fail_run(run, STEP_STREAMS, errno);
    run->stopped = FAILED;
    return 0;
}
