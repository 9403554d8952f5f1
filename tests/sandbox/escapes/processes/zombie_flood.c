/* Leaves many zombies: children that have ended and that nobody waits for.
 *
 * promise: nothing-left
 * expect: AC
 * holds: all
 * time: 2
 * memory: 256
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 200; i++) {
        pid_t pid = fork();
        if (pid < 0) break;
        if (pid == 0) _exit(0);
    }
    held();
}
