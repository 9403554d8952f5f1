/* Sees that another run of the same program has mapped a page of it.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 * runs: together
 * time: 2
 */
#include "escape.h"

#define PAGE 4096
#define TRIED_S 1.5
#define PRESENT (1ull << 63)
#define MAPPED_ONCE (1ull << 56)

static uint64_t state_of(const volatile char *page) {
    uint64_t state = 0;
    int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    const off_t entry = (off_t)((uintptr_t)page / PAGE * sizeof state);
    if (fd < 0 || pread(fd, &state, sizeof state, entry) != (ssize_t)sizeof state) exit(1);
    close(fd);
    return state;
}

int main(void) {
    struct stat file;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &file)) return 1;
    /* The file ends with symbols, which nothing else maps. */
    const volatile char *last = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd,
                                     (file.st_size - 1) / PAGE * PAGE);
    if (last == MAP_FAILED) return 1;
    (void)*last;
    const double end = seconds(CLOCK_MONOTONIC) + TRIED_S;
    while (seconds(CLOCK_MONOTONIC) < end) {
        const uint64_t state = state_of(last);
        if (state & PRESENT && !(state & MAPPED_ONCE)) escaped("another run maps the page");
        nap(0.01);
    }
    held();
}
