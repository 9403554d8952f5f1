/* Waits at a page of its own program until the same program wakes it from another run.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 * runs: together
 * time: 2
 */
#include "escape.h"
#include <linux/futex.h>

#define TRIED_S 1.5

/* Without FUTEX_PRIVATE_FLAG a place is known by its file, not by the process. */
static long shared_futex(const uint32_t *place, int operation, uint32_t value) {
    const struct timespec pause = {0, 100000000};
    return syscall(SYS_futex, place, operation, value, &pause, NULL, 0);
}

int main(void) {
    int number;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    const uint32_t *place = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (place == MAP_FAILED || scanf("%d", &number) != 1) return 1;
    const double end = seconds(CLOCK_MONOTONIC) + TRIED_S;
    while (seconds(CLOCK_MONOTONIC) < end) {
        if (number == 1) {
            if (shared_futex(place, FUTEX_WAIT, *place) == 0) escaped("another run woke this one");
        } else {
            if (shared_futex(place, FUTEX_WAKE, 1) > 0) escaped("another run waited");
            nap(0.01);
        }
    }
    held();
}
