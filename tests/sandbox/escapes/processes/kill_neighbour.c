/* Signals a program that another worker of the same judge runs.
 *
 * promise: no-other-processes others-unharmed
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: neighbour
 * args: {neighbour}
 */
#include "escape.h"

int main(int argc, char **argv) {
    pid_t other = argc > 1 ? (pid_t)atoi(argv[1]) : 0;
    if (other <= 1) return 1;
    attempt(kill(other, SIGCONT), "signalled a program of another worker");
    held();
}
