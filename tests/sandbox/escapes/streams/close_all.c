/* Closes every descriptor, then ends without an answer.
 *
 * promise: honest-verdict
 * expect: WA
 * holds: all
 */
#include "escape.h"

int main(void) {
    syscall(SYS_close_range, 0u, ~0u, 0u);
    _exit(0);
}
