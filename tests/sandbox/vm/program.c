/* The one program of all checks: its first word says what it does. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void spin(int ms) {
    struct timespec t;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < ms);
}
static void nap(int ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}
static void fill(int mib) {
    size_t size = (size_t)mib << 20;
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) exit(9);
    for (size_t i = 0; i < size; i += 4096) p[i] = 1;
}
static void put(int fd, int mib) {
    static char block[1 << 20];
    while (mib-- > 0)
        for (size_t done = 0; done < sizeof block;) {
            ssize_t put = write(fd, block + done, sizeof block - done);
            if (put <= 0) exit(errno == ENOSPC ? 8 : 7);
            done += (size_t)put;
        }
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    int a = argc > 2 ? atoi(argv[2]) : 0, b = argc > 3 ? atoi(argv[3]) : 0;
    int c = argc > 4 ? atoi(argv[4]) : 0;
    if (!strcmp(mode, "exit")) return a;
    if (!strcmp(mode, "signal")) raise(a);
    if (!strcmp(mode, "crash")) setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}), abort();
    if (!strcmp(mode, "spin")) spin(a);
    if (!strcmp(mode, "hold")) for (;;) pause();
    if (!strcmp(mode, "fill")) fill(a);
    if (!strcmp(mode, "memfd")) put(memfd_create("m", 0), a);
    if (!strcmp(mode, "file")) put(open("file", O_WRONLY | O_CREAT, 0600), a);
    if (!strcmp(mode, "out")) put(1, a);
    if (!strcmp(mode, "in")) {
        static char block[1 << 16];
        long total = 0;
        for (ssize_t got; (got = read(0, block, sizeof block)) > 0;) total += got;
        printf("%ld\n", total);
    }
    /* a processes that use b ms each; the first one waits for them, or ends after c ms */
    if (!strcmp(mode, "wait") || !strcmp(mode, "nowait")) {
        for (int i = 0; i < a; i++) if (fork() == 0) spin(b), _exit(0);
        if (mode[0] == 'w') while (wait(NULL) > 0) {}
        else nap(c);
    }
    if (!strcmp(mode, "orphan") || !strcmp(mode, "setsid")) {
        for (int i = 0; i < a; i++)
            if (fork() == 0) {
                if (mode[0] == 's') setsid();
                if (fork() == 0) spin(b);
                _exit(0);
            }
        while (wait(NULL) > 0) {}
        nap(c);
    }
    /* the child goes over the limit, the parent does not mind */
    if (!strcmp(mode, "childfill")) {
        if (fork() == 0) fill(a), _exit(0);
        wait(NULL);
        puts("survived");
    }
    /* two children, each below the limit */
    if (!strcmp(mode, "two")) {
        for (int i = 0; i < 2; i++) if (fork() == 0) fill(a), nap(b), _exit(0);
        while (wait(NULL) > 0) {}
        puts("survived");
    }
    if (!strcmp(mode, "bomb")) {
        int count = 0;
        for (; count < a && count < 300; count++) {
            pid_t pid = fork();
            if (pid < 0) break;
            if (pid == 0) for (;;) pause();
        }
        printf("%d\n", count);
    }
    if (!strcmp(mode, "leave")) { /* children stay when it ends */
        for (int i = 0; i < a; i++) if (fork() == 0) { setsid(); nap(60000); _exit(0); }
    }
    return 0;
}
