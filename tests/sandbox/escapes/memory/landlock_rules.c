/* Makes rules of Landlock for ports: a descriptor holds 65536.
 *
 * expect: AC MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 24
 * time: 2
 */
#include "escape.h"

enum { CREATE = 444, ADD = 445, NETWORK_PORT = 2 };

int main(void) {
    for (int i = 0; i < 20; i++) {
        struct {
            uint64_t files, network;
        } handled = {0, 1};
        long rules = syscall(CREATE, &handled, sizeof handled, 0);
        if (rules < 0) held();
        for (uint64_t port = 0; port < 65536; port++) {
            struct {
                uint64_t allowed, port;
            } rule = {1, port};
            if (syscall(ADD, rules, NETWORK_PORT, &rule, 0)) held();
        }
    }
    nap(0.05);
    escaped("a million rules");
}
