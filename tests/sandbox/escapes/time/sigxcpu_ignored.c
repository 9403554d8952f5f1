/* Ignores SIGXCPU and raises RLIMIT_CPU.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    signal(SIGXCPU, SIG_IGN);
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &none);
    burn(2);
    escaped("2 s of CPU time");
}
