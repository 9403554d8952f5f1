/* Waits for nothing at all.
 *
 * promise: wall-limit
 * expect: TLE
 * holds: all
 */
#include "escape.h"
#include <sys/select.h>

int main(void) {
    struct timeval late = {3, 0};
    select(0, NULL, NULL, NULL, &late);
    escaped("selected for 3 s");
}
