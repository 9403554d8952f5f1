/* Only a child exceeds the limit and is killed; the parent answers as if nothing had happened.
 *
 * promise: memory-limit honest-verdict
 * expect: MLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    if (child() == 0) {
        for (int i = 0; i < 100; i++) {
            char *block = malloc(MIB);
            if (!block) _exit(1);
            touch(block, MIB);
        }
        _exit(0);
    }
    wait(NULL);
    held();
}
