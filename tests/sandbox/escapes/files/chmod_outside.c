/* Changes mode and times of the judge's files, which does not require opening them: with mode 0 the
 * next run could not be judged.
 *
 * promise: read-only others-unharmed
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: secret
 * args: {secret} {answer}
 */
#include "escape.h"

static int is_same_time(struct timespec one, struct timespec other) {
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

/* A call may succeed without effect: each that has one changes the last time. */
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        struct stat before, after;
        const int seen = stat(argv[i], &before) == 0;
        const mode_t mode = seen ? before.st_mode & 07777 : 0644;
        int done = chmod(argv[i], mode) == 0;
        done += fchmodat(AT_FDCWD, argv[i], mode, 0) == 0;
        done += utimensat(AT_FDCWD, argv[i], NULL, 0) == 0;
        done += chown(argv[i], (uid_t)-1, (gid_t)-1) == 0;
        if (seen && stat(argv[i], &after)) escaped("lost a file of the judge");
        if (seen && !is_same_time(before.st_ctim, after.st_ctim))
            escaped("changed a file of the judge by %d of 4 calls", done);
    }
    held();
}
