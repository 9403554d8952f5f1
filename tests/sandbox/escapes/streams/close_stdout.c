/* Answers, closes its output and goes on: the end of output is not the end of the run.
 *
 * promise: wall-limit honest-verdict
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    puts("held");
    fflush(stdout);
    close(1);
    close(2);
    burn(1.5);
    _exit(0);
}
