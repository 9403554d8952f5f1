/* Executes itself many times: a new program image must not start a new clock.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 * args: 60
 */
#include "escape.h"

int main(int argc, char **argv) {
    int left = argc > 1 ? atoi(argv[1]) : 0;
    if (left <= 0) escaped("0.9 s of CPU time in pieces");
    burn(0.015);
    char next[16];
    snprintf(next, sizeof next, "%d", left - 1);
    execl(argv[0], argv[0], next, (char *)NULL);
    return 1;
}
