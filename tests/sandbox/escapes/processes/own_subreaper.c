/* Makes itself the subreaper of its orphans, and ends before they do.
 *
 * promise: nothing-left
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int i = 0; i < 5; i++) {
        if (child() == 0) {
            prctl(PR_SET_CHILD_SUBREAPER, 1);
            if (child() == 0) go_into_background();
            nap(3);
            _exit(0);
        }
    }
    nap(0.05);
    held();
}
