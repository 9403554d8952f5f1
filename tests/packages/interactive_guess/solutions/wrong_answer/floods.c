/* What follows the first line is read by nobody: it ends by SIGPIPE. */
#include <stdio.h>
int main(void) {
    for (;;) puts("one");
}
