/* Uses almost no memory while the judge holds 300 MiB, which must not count as this program's.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 * victim: heavy_judge
 * peak: 2
 */
#include "escape.h"

int main(void) { held(); }
