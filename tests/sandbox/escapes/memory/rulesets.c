/* Fills Landlock rulesets with rules for ports: kernel memory behind a descriptor, of which no count of
 * descriptors tells how much.
 *
 * promise: hidden-memory
 * expect: AC MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 * time: 3
 */
#include "escape.h"

enum { CREATE_RULESET = 444, ADD_RULE = 445, PORT = 2, SETS = 16 };

struct attributes {
    uint64_t files, network;
};

struct rule {
    uint64_t allowed, port;
};

int main(void) {
    const struct attributes ports = {0, 3};
    long rules = 0;
    for (int k = 0; k < SETS; k++) {
        int set = (int)syscall(CREATE_RULESET, &ports, sizeof ports, 0);
        if (set < 0) held();
        for (uint64_t port = 0; port < 65536; port++) {
            const struct rule rule = {1, port};
            if (syscall(ADD_RULE, set, PORT, &rule, 0)) held();
            rules++;
        }
    }
    nap(0.1);
    escaped("%ld rules of 64 bytes", rules);
}
