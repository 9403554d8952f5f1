/* Changes its own executable: another test or another judge would run the changed one.
 *
 * promise: read-only others-unharmed
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 1) return 1;
    attempt(open("/proc/self/exe", O_WRONLY | O_CLOEXEC), "opened itself to write");
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", argv[0]);
    *strrchr(folder, '/') = 0;
    attempt(open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), "made a file beside itself");
    struct stat before, after;
    if (stat(argv[0], &before)) return 1;
    chmod(argv[0], before.st_mode ^ S_IXOTH);
    if (stat(argv[0], &after) || after.st_mode == before.st_mode) held();
    chmod(argv[0], before.st_mode);
    escaped("changed its own mode");
}
