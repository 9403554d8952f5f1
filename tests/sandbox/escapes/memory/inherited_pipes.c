/* Opens 60 pipes and starts 40 processes, each of which has all of them: the pipes count once.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    int ends[2];
    for (int i = 0; i < 60; i++)
        if (pipe(ends)) return 1;
    for (int i = 0; i < 40; i++)
        if (child() == 0) {
            nap(0.15);
            _exit(0);
        }
    while (wait(NULL) > 0) {}
    held();
}
