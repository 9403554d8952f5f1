/* Reads other processes' command lines, environments and descriptors from /proc.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: process
 * args: {process}
 */
#include "escape.h"
#include <dirent.h>

int main(int argc, char **argv) {
    const char *const files[] = {"cmdline", "environ", "maps", "status", "exe", "root/etc/passwd"};
    char path[128];
    int pids[] = {getppid(), argc > 1 ? atoi(argv[1]) : 1};
    for (int i = 0; i < 2; i++) {
        for (unsigned f = 0; f < sizeof files / sizeof *files; f++) {
            /* Init of its own namespace shows the launcher's name and nothing of the judge. */
            if (pids[i] == 1 && f != 1 && f != 2 && f != 5) continue;
            snprintf(path, sizeof path, "/proc/%d/%s", pids[i], files[f]);
            must_not_open(path, O_RDONLY);
        }
        snprintf(path, sizeof path, "/proc/%d/fd", pids[i]);
        DIR *open_files = opendir(path);
        if (open_files && readdir(open_files)) escaped("listed the descriptors of %d", pids[i]);
    }
    held();
}
