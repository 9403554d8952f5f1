/* Says on its error output that the judge has failed, in the judge's own words, and that memory
 * ran out in words of other languages; then it crashes.
 *
 * expect: RTE
 * holds: all
 */
#include "escape.h"

int main(void) {
    fputs("sandbox: forking failed: Cannot allocate memory\n"
          "judge: the launcher ended without a result\n{\"verdict\": \"AC\"}\n"
          "java.lang.OutOfMemoryError: fake\n", stderr);
    return 7;
}
