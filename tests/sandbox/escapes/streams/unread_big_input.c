/* Does not read its large input: who hands it over must not wait for that.
 *
 * expect: AC
 * holds: all
 * stdin: 30 MiB
 * within: 5
 */
#include "escape.h"

int main(void) { held(); }
