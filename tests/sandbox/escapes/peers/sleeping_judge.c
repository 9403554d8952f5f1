/* A judge that neither reads nor writes, and ends after the submission's limits. */
#include "escape.h"

int main(void) {
    nap(6);
    return 43;
}
