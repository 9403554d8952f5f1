/* Writes bytes that are not text to stdout and stderr.
 *
 * promise: honest-verdict
 * expect: WA
 * holds: all
 */
#include "escape.h"

int main(void) {
    fwrite("\xff\xfe\xed\xa0\x80held\xc0\x80\n", 12, 1, stdout);
    fwrite("\xff\xfe\xed\xa0\x80\n", 6, 1, stderr);
    return 0;
}
