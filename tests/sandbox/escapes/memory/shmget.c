/* Fills System V segments one after the other and detaches each, so that they belong to no process.
 * A tier that cannot count them must refuse them.
 *
 * promise: hidden-memory no-ipc-left
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * args: {key}
 */
#include "escape.h"
#include <sys/shm.h>

int main(int argc, char **argv) {
    key_t key = argc > 1 ? (key_t)atoi(argv[1]) : 4711;
    for (int i = 0; i < 10; i++) {
        int id = shmget(key + i, 15 * MIB, IPC_CREAT | 0600);
        if (id < 0) return 1;
        char *block = shmat(id, NULL, 0);
        if (block == (char *)-1) return 1;
        touch(block, 15 * MIB);
        shmdt(block);
    }
    escaped("150 MiB in System V segments");
}
