/* Only a child goes over the limit and is killed for it; the parent answers as if nothing were.
 *
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
