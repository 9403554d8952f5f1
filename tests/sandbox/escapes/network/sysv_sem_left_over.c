/* Leaves System V semaphores behind, of which the whole machine has few, and looks for those of the
 * previous test.
 *
 * promise: no-ipc-left no-messages others-unharmed
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * runs: twice
 * args: {key}
 */
#include "escape.h"
#include <sys/sem.h>

int main(int argc, char **argv) {
    key_t key = argc > 1 ? (key_t)atoi(argv[1]) : 4711;
    attempt(semget(key, 1, 0600), "found the semaphore of an earlier run");
    semget(key, 1, IPC_CREAT | 0600);
    held();
}
