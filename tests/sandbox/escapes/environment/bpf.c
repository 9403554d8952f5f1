/* Loads programs and tables into the kernel.
 *
 * promise: no-privileges refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <linux/bpf.h>

int main(void) {
    union bpf_attr table = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8,
                            .max_entries = 1};
    attempt(syscall(SYS_bpf, BPF_MAP_CREATE, &table, sizeof table), "made a table in the kernel");
    if (errno == E2BIG || errno == EINVAL) escaped("bpf looks at what it is given");
    held();
}
