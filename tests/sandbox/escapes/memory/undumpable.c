/* Hides its descriptors, with what is in them, by making itself undumpable: once by asking, once by
 * running a copy of itself that nobody may read.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 */
#include "escape.h"

static char block[32 * 1024];

static int copy_to(const char *path) {
    int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    int to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
    ssize_t got;
    while ((got = read(from, block, sizeof block)) > 0)
        if (write(to, block, (size_t)got) != got) return -1;
    return got || fchmod(to, 0111) || close(to) || close(from);
}

int main(int argc, char **argv) {
    if (argc == 1) {
        prctl(PR_SET_DUMPABLE, 0);
        char *again[] = {argv[0], "again", NULL};
        if (copy_to("unreadable") || execv("./unreadable", again)) return 1;
    }
    for (int i = 0; i < 300; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1;
        for (int side = 0; side < 2; side++)
            while (send(pair[side], block, sizeof block, MSG_DONTWAIT) > 0) {}
    }
    nap(0.1);
    escaped("300 pairs of sockets of a process that cannot be looked into");
}
