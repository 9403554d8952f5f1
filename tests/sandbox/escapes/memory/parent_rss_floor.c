/* Uses next to nothing while the judge itself holds 300 MiB: none of that may be counted as this
 * program's.
 *
 * expect: AC
 * holds: all
 * victim: heavy_judge
 * peak: 2
 */
#include "escape.h"

int main(void) { held(); }
