/* Takes the memory as shared mappings in three processes, and drops the entries of the page tables:
 * the pages stay, and are in no resident set.
 *
 * promise: memory-limit hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

static void hold(void) {
    char *block = map_memory(48 * MIB, MAP_SHARED);
    if (!block) exit(1);
    for (size_t at = 0; at < 48 * MIB; at += 2 * MIB) {
        touch(block + at, 2 * MIB);
        madvise(block + at, 2 * MIB, MADV_DONTNEED);
    }
}

int main(void) {
    int ends[2], failed = 0, status;
    char byte;
    if (pipe(ends)) return 1;
    for (int i = 0; i < 3; i++)
        if (child() == 0) {
            close(ends[1]);
            hold();
            _exit(read(ends[0], &byte, 1) != 0);
        }
    nap(0.2);
    close(ends[1]);
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("144 MiB of shared memory without page tables");
}
