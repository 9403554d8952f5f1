/* Leaves a System V segment behind, and looks for the one of the previous test.
 *
 * promise: no-ipc-left no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * runs: twice
 * args: {key}
 */
#include "escape.h"
#include <sys/shm.h>

int main(int argc, char **argv) {
    key_t key = argc > 1 ? (key_t)atoi(argv[1]) : 4711;
    attempt(shmget(key, 4096, 0600), "found the segment of an earlier run");
    shmget(key, 4096, IPC_CREAT | 0600);
    held();
}
