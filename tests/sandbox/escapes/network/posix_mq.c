/* Leaves a named message queue behind, and looks for the one of the previous test.
 *
 * promise: no-ipc-left no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * runs: twice
 * args: {token}
 */
#include "escape.h"

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "left";
    if (syscall(SYS_mq_open, name, O_RDWR, 0600, NULL) >= 0) {
        syscall(SYS_mq_unlink, name);
        escaped("found the queue of an earlier run");
    }
    syscall(SYS_mq_open, name, O_RDWR | O_CREAT, 0600, NULL);
    held();
}
