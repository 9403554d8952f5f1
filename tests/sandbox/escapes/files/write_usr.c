/* Writes to the folders that it may only read.
 *
 * promise: read-only
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"

int main(void) {
    const char *const folders[] = {"/usr", "/usr/bin", "/usr/lib", "/usr/local", "/bin", "/etc", "/"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        int folder = open(folders[i], O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0) continue;
        /* A file without a name: where it can be made it is gone again at once. */
        attempt(openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), folders[i]);
        close(folder);
    }
    attempt(open("/usr/bin/env", O_WRONLY | O_CLOEXEC), "opened /usr/bin/env to write");
    held();
}
