/* Leaves a process behind that only its group or namespace can find, and goes on. */
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
