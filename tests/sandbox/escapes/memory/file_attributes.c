/* Writes attributes and access lists to 300 files of its box, 60,000 bytes each: 16 MiB and more that
 * no file shows.
 *
 * promise: hidden-memory
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

#include <sys/xattr.h>

/* An access list in the form of the system call: a version, and entries of a tag, rights and an id. */
struct entry {
    uint16_t tag, rights;
    uint32_t id;
};
enum { MOST = 7500 };
struct list {
    uint32_t version;
    struct entry entries[MOST];
};

static void fill(struct list *list) {
    const struct entry owner = {1, 6, ~0u}, user = {2, 6, getuid()}, group = {4, 4, ~0u},
                       mask = {16, 6, ~0u}, others = {32, 4, ~0u};
    list->version = 2;
    for (int i = 0; i < MOST; i++) list->entries[i] = user;
    list->entries[0] = owner;
    list->entries[MOST - 3] = group;
    list->entries[MOST - 2] = mask;
    list->entries[MOST - 1] = others;
}

int main(void) {
    static char value[60000];
    static struct list list;
    fill(&list);
    int set = 0, listed = 0;
    for (int i = 0; i < 300; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%d", i);
        close(creat(name, 0600));
        set += setxattr(name, "user.a", value, sizeof value, 0) == 0;
        listed += setxattr(name, "system.posix_acl_access", &list, sizeof list, 0) == 0;
    }
    if (set > 0 || listed > 0) escaped("%d attributes and %d access lists", set, listed);
    held();
}
