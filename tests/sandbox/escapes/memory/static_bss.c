/* Declares the memory statically. Without a control group the program may not fit into its address
 * space and then does not start: that is the program's failure, not the judge's.
 *
 * promise: memory-limit
 * expect: MLE
 * groupless: RTE
 * holds: all
 */
#include "escape.h"

static char memory[200 * MIB];

int main(void) {
    touch(memory, sizeof memory);
    escaped("200 MiB of static memory");
}
