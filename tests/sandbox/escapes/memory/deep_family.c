/* Each process of a chain starts the next one and waits for it: those at the end are many generations
 * away, and hold the memory.
 *
 * promise: memory-limit
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

static void hold(void) {
    char *block = map_memory(10 * MIB, MAP_PRIVATE);
    if (!block) _exit(1);
    touch(block, 10 * MIB);
}

int main(void) {
    int status, failed = 0, generation = 0;
    pid_t next = 0;
    while (generation < 30 && (next = child()) == 0) generation++;
    if (generation > 11) hold(); /* after the fork, so that nobody else has these pages */
    if (next == 0) nap(0.2);
    while (next > 0 && wait(&status) > 0) failed |= status;
    if (generation > 0) _exit(failed != 0);
    if (failed) return 1;
    escaped("180 MiB, twelve generations away");
}
