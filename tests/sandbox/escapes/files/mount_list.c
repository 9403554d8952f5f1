/* Reads the lists of its mounts and groups, which could name folders of the judge and of its user.
 *
 * promise: listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 * victim: secret
 * args: {home} {answer}
 */
#include "escape.h"

static void search(const char *path, int count, char **words) {
    static char text[1 << 18];
    size_t size = 0;
    ssize_t got;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    while ((got = read(fd, text + size, sizeof text - 1 - size)) > 0) size += (size_t)got;
    text[size] = 0;
    close(fd);
    for (int i = 1; i < count; i++)
        if (strstr(text, words[i])) escaped("%s names %s", path, words[i]);
}

int main(int argc, char **argv) {
    if (argc > 2) *strrchr(argv[2], '/') = 0; /* the folder of the answer */
    search("/proc/self/mountinfo", argc, argv);
    search("/proc/self/mounts", argc, argv);
    search("/proc/self/mountstats", argc, argv);
    search("/proc/self/cgroup", argc, argv);
    held();
}
