/* Counts the basic blocks that a program executes.
 *
 * GCC and Clang call __sanitizer_cov_trace_pc at each basic block of what they compile with
 * -fsanitize-coverage=trace-pc. This file is compiled without it, as C or as C++.
 *
 * The count stands in a file in the program's own folder, which the program maps: so it is there
 * after whatever ends the program, also a signal or a limit. If there can be no file, the program
 * runs all the same, and nothing is counted. A program may change the file, which gains it
 * nothing: no verdict depends on a count.
 */
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks that are executed before the file is there, and all without a file. */
static uint64_t early;
/* Not atomic, which would make each block several times as slow: counts of programs with several
 * threads are about right. */
static uint64_t *blocks = &early;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) { ++*blocks; }

/* Before the constructors of the program, which have later priorities. */
__attribute__((constructor(101))) static void share(void) {
    int file = open("judge-blocks", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (ftruncate(file, sizeof early) == 0) {
        void *page = mmap(0, sizeof early, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (page != MAP_FAILED) {
            *(uint64_t *)page = early;
            blocks = (uint64_t *)page;
        }
    }
    close(file);
}

#ifdef __cplusplus
}
#endif
