/* Crashes: no file with its memory may be left anywhere.
 *
 * promise: no-core-dump
 * expect: RTE
 * holds: all
 */
#include "escape.h"

int main(void) {
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CORE, &none);
    abort();
}
