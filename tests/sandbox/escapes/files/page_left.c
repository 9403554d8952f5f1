/* Reads one page of its program, which is not in memory, and sees in the next run which one it was.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 * runs: twice
 * cold: yes
 */
#include "escape.h"

#define PAGE 4096

/* Nothing reads the table, so only its pages that a run asks for come into memory. The kernel may read
 * some MiB after the code and before the data, which lie around it. */
static const char table[16 * MIB] __attribute__((used)) = {1};

/* Reads a page of the program; whether that took a read of the disk. */
static int was_cold(int fd, off_t place) {
    struct rusage before, after;
    const volatile char *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, place);
    if (page == MAP_FAILED || madvise((void *)page, PAGE, MADV_RANDOM)) exit(1);
    getrusage(RUSAGE_SELF, &before);
    (void)*page;
    getrusage(RUSAGE_SELF, &after);
    return after.ru_majflt > before.ru_majflt;
}

int main(void) {
    int number;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0 || scanf("%d", &number) != 1) return 1;
    const int chosen = was_cold(fd, 8 * MIB);
    if (number == 2 && !chosen && was_cold(fd, 10 * MIB)) escaped("the last run read the first page");
    held();
}
