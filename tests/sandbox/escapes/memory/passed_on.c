/* Four families hold 30 MiB each, 120 in all. In each the memory passes from parent to child every
 * millisecond, and grows on the way, so that hardly a process lives long enough to be read twice.
 *
 * promise: hidden-memory
 * expect: MLE
 * holds: all
 * time: 3
 */
#include "escape.h"

enum { GENERATIONS = 600, GROWING = 300, FAMILIES = 4 };

static void pass_on(char *block, int *arrived) {
    const size_t part = 30 * MIB / GROWING;
    for (int i = 0; i < GENERATIONS; i++) {
        if (i < GROWING) touch(block + (size_t)i * part, part);
        if (child() == 0) continue;
        usleep(1000);
        _exit(0);
    }
    __sync_fetch_and_add(arrived, 1);
    _exit(0);
}

int main(void) {
    int *arrived = shared_page();
    if (!arrived) return 1;
    for (int family = 0; family < FAMILIES; family++) {
        char *block = map_memory(30 * MIB, MAP_PRIVATE);
        if (!block) return 1;
        if (child() == 0) pass_on(block, arrived);
    }
    for (int i = 0; i < 100 && *(volatile int *)arrived < FAMILIES; i++) nap(0.05);
    if (*arrived == FAMILIES) escaped("120 MiB in four families");
    held();
}
