/* Landlock: the files that a program can still reach after exec. */
#define _GNU_SOURCE
#include "landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define READ                                                                                      \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE                                                                                     \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                              \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)
#define ON_FILES (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | \
                  LANDLOCK_ACCESS_FS_WRITE_FILE)
#define REFER (1ull << 13)    /* from ABI 2 */
#define TRUNCATE (1ull << 14) /* from ABI 3 */
#define SCOPES 3ull           /* abstract sockets and signals, from ABI 6 */

/* The ruleset attributes of ABI 6; older headers lack the last fields. */
struct ruleset {
    uint64_t files, network, scopes;
};

static int allow(int ruleset, const char *path, uint64_t access) {
    struct landlock_path_beneath_attr rule = {.allowed_access = access};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) return errno == ENOENT ? 0 : -1;
    struct stat status;
    if (!fstat(rule.parent_fd, &status) && !S_ISDIR(status.st_mode))
        rule.allowed_access &= ON_FILES | TRUNCATE;
    int failed = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
    return failed;
}

int confine_files(const struct run *run) {
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (abi < 1) return -1;
    uint64_t write = WRITE | (abi >= 2 ? REFER : 0) | (abi >= 3 ? TRUNCATE : 0);
    struct ruleset attributes = {READ | write, abi >= 4 ? 3 : 0, abi >= 6 ? SCOPES : 0};
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
    if (ruleset < 0) return -1;
    static const char *const devices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
    /* A device node in the box would give access to the device, for example a disk. */
    const uint64_t nodes = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
    int failed = allow(ruleset, run->box, (READ | write) & ~nodes) ||
                 allow(ruleset, "/proc/self", READ) ||
                 /* Open for writing, it would give shared memory that nothing counts. */
                 allow(ruleset, "/dev/zero", READ);
    for (uint32_t i = 0; i < run->request->read_only; i++)
        failed |= allow(ruleset, run->read_only[2 * i], READ);
    for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++)
        failed |= allow(ruleset, devices[i], READ | LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (failed) return -1;
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
