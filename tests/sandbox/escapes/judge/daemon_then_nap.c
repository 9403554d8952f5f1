/* Leaves a process behind that nothing but its group or namespace can find, and runs on. */
#include "escape.h"

int main(void) {
    if (child() == 0) {
        go_into_background();
        nap(6);
        _exit(0);
    }
    nap(1.2);
    held();
}
