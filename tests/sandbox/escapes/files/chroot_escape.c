/* Breaks out of its root by the usual trick: it makes another root inside, and then goes up from a
 * folder outside that root.
 *
 * promise: listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: secret
 * args: {secret}
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    mkdir("inner", 0755);
    attempt(chroot("inner"), "changed its root");
    attempt(syscall(SYS_pivot_root, "inner", "inner"), "changed its root");
    for (int i = 0; i < 64; i++)
        if (chdir("..")) break;
    must_not_open(argv[1] + 1, O_RDONLY);
    must_not_open("etc/passwd", O_RDONLY);
    held();
}
