/* Pins memory, so that the machine cannot take it back.
 *
 * promise: no-privileges
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"

int main(void) {
    char *block = map_memory(8 * MIB, MAP_PRIVATE);
    if (!block) return 1;
    attempt(mlock(block, 8 * MIB), "pinned 8 MiB");
    attempt(mlockall(MCL_FUTURE), "pins everything");
    held();
}
