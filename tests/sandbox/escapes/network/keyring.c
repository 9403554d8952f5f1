/* Leaves a note in the keyring of its user, which outlives the program.
 *
 * promise: no-messages refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * args: {token}
 */
#include "escape.h"

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "left";
    const int user_keyring = -4, invalidate = 21, get_id = 0;
    long key = syscall(SYS_add_key, "user", name, "note", 4, user_keyring);
    if (key >= 0) {
        syscall(SYS_keyctl, invalidate, key);
        escaped("left a key");
    }
    attempt(syscall(SYS_keyctl, get_id, user_keyring, 1), "has the keyring of its user");
    attempt(syscall(SYS_request_key, "user", name, NULL, user_keyring), "asked for a key");
    held();
}
