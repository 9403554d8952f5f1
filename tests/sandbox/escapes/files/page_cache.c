/* Drops pages of a file from memory and asks which are there: a message to the next run.
 *
 * promise: no-messages refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <sys/uio.h>

int main(void) {
    static char page[4096];
    unsigned char there;
    struct iovec into = {page, sizeof page};
    uint64_t range[2] = {0, 4096}, counts[5];
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 1;
    attempt(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) ? -1 : 0, "dropped the pages");
    attempt(readahead(fd, 0, 4096) ? -1 : 0, "had pages read ahead");
    attempt(preadv2(fd, &into, 1, 0, RWF_NOWAIT), "read without waiting");
    attempt(preadv2(fd, &into, 1, 0, 0x80), "read without leaving pages"); /* RWF_DONTCACHE */
    attempt(syscall(451, fd, range, counts, 0), "counted the pages");
    void *mapped = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (mapped != MAP_FAILED) attempt(mincore(mapped, 4096, &there), "asked for the pages");
    held();
}
