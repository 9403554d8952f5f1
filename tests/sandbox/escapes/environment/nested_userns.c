/* Creates a user namespace, in which it is root and can reach much of the kernel.
 *
 * promise: own-namespaces no-privileges refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    const int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWIPC,
                         CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        /* Without a stack of its own the child goes on from here, as after fork. */
        long pid = syscall(SYS_clone, kinds[i] | SIGCHLD, 0, 0, 0, 0);
        if (pid == 0) _exit(0);
        attempt(pid, "cloned into a namespace of its own");
        struct {
            uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
        } words = {.flags = (uint64_t)kinds[i], .exit_signal = SIGCHLD};
        pid = syscall(SYS_clone3, &words, sizeof words);
        if (pid == 0) _exit(0);
        attempt(pid, "cloned into a namespace of its own");
        attempt(unshare(kinds[i]), "made a namespace of its own");
    }
    held();
}
