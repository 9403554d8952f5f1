/* Leaves a folder in a folder in a folder, 3000 deep, that no path can name: it must go all the same.
 *
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
