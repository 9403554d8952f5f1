/* Watches files that every box sees, to learn who opens them and when.
 *
 * promise: no-messages refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <sys/fanotify.h>
#include <sys/inotify.h>

int main(void) {
    attempt(inotify_init1(IN_CLOEXEC), "watches files");
    attempt(inotify_init(), "watches files");
    attempt(fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_FID | FAN_CLOEXEC, O_RDONLY), "watches all");
    held();
}
