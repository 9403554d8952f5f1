/* Takes memory from the machine's pool of huge pages, which no memory limit counts.
 *
 * promise: memory-limit hidden-memory
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    void *block = mmap(NULL, 2 * MIB, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    if (block != MAP_FAILED) escaped("has a huge page");
    if (errno != EPERM) escaped("may have huge pages where there are any");
    attempt(memfd_create("huge", MFD_HUGETLB), "has a file of huge pages");
    held();
}
