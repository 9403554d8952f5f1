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

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        struct stat status;
        mode_t mode = stat(argv[i], &status) ? 0644 : status.st_mode & 07777;
        attempt(chmod(argv[i], mode), "changed the mode of a file of the judge");
        attempt(fchmodat(AT_FDCWD, argv[i], mode, 0), "changed the mode of a file of the judge");
        attempt(utimensat(AT_FDCWD, argv[i], NULL, 0), "changed the times of a file of the judge");
        attempt(chown(argv[i], (uid_t)-1, (gid_t)-1), "changed the owner of a file of the judge");
    }
    held();
}
