/* Leaves nested folders, 3000 deep, that no path can name: they must be removed nevertheless.
 *
 * promise: own-box
 * expect: AC
 * holds: all
 * time: 2
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 3000; i++)
        if (mkdir("deeper", 0700) || chdir("deeper")) break;
    chmod(".", 0);
    held();
}
