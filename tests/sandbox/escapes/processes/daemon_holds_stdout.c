/* Leaves a process behind that keeps the output open: the run must end with the program, not with
 * the end of its output.
 *
 * promise: nothing-left
 * expect: AC
 * holds: all
 * within: 2.5
 */
#include "escape.h"

int main(void) {
    if (child() == 0) {
        go_into_background();
        nap(3);
        _exit(0);
    }
    nap(0.05);
    held();
}
