/* Writes to stderr that the judge has failed, in the judge's own words, and that memory ran out, in
 * the words of another language; then it crashes.
 *
 * promise: honest-verdict
 * expect: RTE
 * holds: all
 */
#include "escape.h"

int main(void) {
    fputs("sandbox: cannot fork: Cannot allocate memory\n"
          "judge: the launcher ended without a result\n{\"verdict\": \"AC\"}\n"
          "java.lang.OutOfMemoryError: fake\n", stderr);
    return 7;
}
