/* Renames the machine, to its current name.
 *
 * promise: own-namespaces no-privileges
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"

int main(void) {
    char name[256];
    if (gethostname(name, sizeof name)) return 1;
    attempt(sethostname(name, strlen(name)), "renamed the machine");
    attempt(setdomainname("", 0), "renamed the domain");
    held();
}
