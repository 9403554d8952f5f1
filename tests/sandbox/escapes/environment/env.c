/* Reads its environment, which may hold only the variables that every program gets.
 *
 * promise: clean-start
 * expect: AC
 * holds: all
 * victim: variable
 */
#include "escape.h"

extern char **environ;

int main(void) {
    const char *const known[] = {"PATH=", "HOME=", "TMPDIR=", "LANG="};
    for (char **entry = environ; *entry; entry++) {
        int found = 0;
        for (int i = 0; i < 4; i++) found |= !strncmp(*entry, known[i], strlen(known[i]));
        if (!found) escaped("has %s", *entry);
    }
    held();
}
