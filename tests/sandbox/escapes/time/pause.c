/* Waits for a signal that does not come.
 *
 * promise: wall-limit
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    alarm(3);
    pause();
    escaped("paused");
}
