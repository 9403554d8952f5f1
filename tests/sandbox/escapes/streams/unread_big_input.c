/* Does not read its large input: the judge must not wait for it to be read.
 *
 * promise: honest-verdict
 * expect: AC
 * holds: all
 * stdin: 30 MiB
 * within: 5
 */
#include "escape.h"

int main(void) { held(); }
