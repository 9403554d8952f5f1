/* Recurses without end. The stack may grow to the memory limit: either of the two stops it.
 *
 * promise: memory-limit honest-verdict
 * expect: MLE RTE
 * holds: all
 */
#include "escape.h"

static int deeper(int level) {
    volatile char frame[4096];
    frame[0] = (char)level;
    return level == 0 ? frame[0] : deeper(level - 1) + frame[0];
}

int main(void) {
    int sum = deeper(50000);
    escaped("200 MiB of stack (%d)", sum);
}
