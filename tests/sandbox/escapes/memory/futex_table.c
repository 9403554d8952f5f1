/* Asks for a table for its futexes that is larger than its memory limit.
 *
 * promise: hidden-memory
 * expect: AC MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    const int futex_hash = 78, set_slots = 1;
    const unsigned long slots = 1ul << 21; /* of 64 bytes */
    if (prctl(futex_hash, set_slots, slots, 0, 0)) held();
    nap(0.05);
    escaped("128 MiB for futexes");
}
