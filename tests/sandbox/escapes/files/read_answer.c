/* Reads the answer of the test that it runs on.
 *
 * promise: listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * args: {answer}
 * smoke: yes
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char path[4200];
    must_not_open(argv[1], O_RDONLY);
    const char *const roots[] = {"/proc/self/root", "/proc/1/root", "/proc/self/cwd/../../../../.."};
    for (unsigned i = 0; i < sizeof roots / sizeof *roots; i++) {
        snprintf(path, sizeof path, "%s%s", roots[i], argv[1]);
        must_not_open(path, O_RDONLY);
    }
    snprintf(path, sizeof path, "/proc/%d/root%s", (int)getppid(), argv[1]);
    must_not_open(path, O_RDONLY);
    held();
}
