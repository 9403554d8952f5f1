/* Waits for a signal that does not come.
 *
 * expect: TLE
 * holds: all
 * slow: yes
 */
#include "escape.h"

int main(void) {
    alarm(3);
    pause();
    escaped("paused");
}
