/* Opens files, 5000 at most.
 *
 * promise: others-unharmed
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 5000; i++)
        if (dup(0) < 0) held();
    escaped("5000 open files");
}
