/* The root that a program sees inside its mount namespace: the read-only paths of the request, a
 * few devices, /proc and the box. */
#define _GNU_SOURCE
#include "root.h"

#include "copy.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <linux/securebits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const DEVICES[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom"};
enum { DEVICE_COUNT = sizeof DEVICES / sizeof *DEVICES };

/* The names by which programs open their own streams: each process reaches its own descriptors. */
static const char *const STREAMS[][2] = {{"/proc/self/fd", "dev/fd"},
                                         {"/proc/self/fd/0", "dev/stdin"},
                                         {"/proc/self/fd/1", "dev/stdout"},
                                         {"/proc/self/fd/2", "dev/stderr"}};
enum { STREAM_COUNT = sizeof STREAMS / sizeof *STREAMS };

enum { LINK = -2 }; /* instead of a tree, for a path that is itself a symbolic link, such as /lib */

/* What is attached to the new root. It is opened as the judge, before the ids change. */
struct parts {
    int trees[MAX_PATHS], devices[DEVICE_COUNT];
    char links[MAX_PATHS][256];
};

/* Read-only device nodes can be written to, but their times and modes cannot change. */
static int clone_tree(const char *path, uint64_t attributes) {
    int tree = (int)syscall(SYS_open_tree, AT_FDCWD, path,
                            OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (tree < 0) return -1;
    struct mount_attr change = {.attr_set = attributes};
    const unsigned flags = AT_EMPTY_PATH | AT_RECURSIVE;
    if (syscall(SYS_mount_setattr, tree, "", flags, &change, sizeof change)) {
        close(tree);
        return -1;
    }
    return tree;
}

static int open_read_only(const char *path) {
    struct stat status;
    if (lstat(path, &status)) return -1;
    if (S_ISLNK(status.st_mode)) return LINK;
    return clone_tree(path, MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV);
}

/* What stands for a device inside. /dev/full reads like /dev/zero, but cannot be mapped: a shared
 * mapping of /dev/zero is memory that only a control group counts. */
static const char *substitute(const char *device) {
    const int zero = strcmp(device, "/dev/zero") == 0;
    return zero && cgroup_count == 0 ? "/dev/full" : device;
}

static enum step open_parts(const struct run *run, struct parts *parts) {
    for (uint32_t i = 0; i < run->request->read_only; i++) {
        const char *path = run->read_only[2 * i];
        parts->trees[i] = open_read_only(path);
        if (parts->trees[i] == -1) return STEP_READ_ONLY;
        if (parts->trees[i] == LINK &&
            readlink(path, parts->links[i], sizeof parts->links[i] - 1) < 0)
            return STEP_READ_ONLY;
    }
    for (int i = 0; i < DEVICE_COUNT; i++) {
        parts->devices[i] = clone_tree(
            substitute(DEVICES[i]), MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC | MOUNT_ATTR_RDONLY);
        if (parts->devices[i] < 0) return STEP_DEVICES;
    }
    return STEP_NONE;
}

static int make_folder(const char *path) { return mkdir(path, 0755) && errno != EEXIST ? -1 : 0; }

/* Makes the folders above `path`, which is relative. */
static int make_parents(char *path) {
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        int failed = mkdir(path, 0755) && errno != EEXIST;
        *slash = '/';
        if (failed) return -1;
    }
    return 0;
}

/* Attaches a detached tree at the absolute `path`, below the current folder. */
static int attach(int tree, const char *path) {
    char place[4096];
    struct stat status;
    if (snprintf(place, sizeof place, "%s", path + 1) >= (int)sizeof place) return -1;
    if (fstat(tree, &status) || make_parents(place)) return -1;
    if (S_ISDIR(status.st_mode)) {
        if (mkdir(place, 0755) && errno != EEXIST) return -1;
    } else if (faccessat(AT_FDCWD, place, F_OK, AT_SYMLINK_NOFOLLOW)) {
        /* A file exists already when its folder is attached as well, read-only. */
        int file = open(place, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        if (file < 0) return -1;
        close(file);
    }
    int failed = (int)syscall(SYS_move_mount, tree, "", AT_FDCWD, place, MOVE_MOUNT_F_EMPTY_PATH);
    close(tree);
    return failed;
}

/* Makes the symbolic link that `path` is outside. */
static int copy_link(const char *path, const char *target) {
    char place[4096];
    if (snprintf(place, sizeof place, "%s", path + 1) >= (int)sizeof place) return -1;
    return make_parents(place) || (symlink(target, place) && errno != EEXIST) ? -1 : 0;
}

static enum step attach_parts(const struct run *run, const struct parts *parts) {
    for (uint32_t i = 0; i < run->request->read_only; i++) {
        const char *path = run->read_only[2 * i + 1];
        if (parts->trees[i] == LINK ? copy_link(path, parts->links[i])
                                    : attach(parts->trees[i], path))
            return STEP_READ_ONLY;
    }
    for (int i = 0; i < DEVICE_COUNT; i++)
        if (attach(parts->devices[i], DEVICES[i])) return STEP_DEVICES;
    for (int i = 0; i < STREAM_COUNT; i++)
        if (symlink(STREAMS[i][0], STREAMS[i][1])) return STEP_DEVICES;
    return symlink(run->box, "dev/shm") ? STEP_DEVICES : STEP_NONE;
}

/* Changes to the mapped user id and keeps every capability: only a mapped id can create files.
 * Everything that needs the judge's id has been opened before. */
static int change_ids(void) {
    if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP | SECBIT_KEEP_CAPS)) return -1;
    if (setresgid(INSIDE_ID, INSIDE_ID, INSIDE_ID) || setresuid(INSIDE_ID, INSIDE_ID, INSIDE_ID))
        return -1;
    return 0;
}

/* Whether a path of the request lies below /tmp, as all do where the judge's cache is there. */
static int lists_tmp(const struct run *run) {
    for (uint32_t i = 0; i < run->request->read_only; i++)
        if (!strncmp(run->read_only[2 * i + 1], "/tmp/", 5)) return 1;
    return 0;
}

static int bind_folder(const char *from, const char *to) {
    return (mkdir(from, 0700) && errno != EEXIST) || make_folder(to) ||
           mount(from, to, NULL, MS_BIND, NULL);
}

/* Mounts the box. /tmp is the box too; but where paths of the request are below /tmp, it is a folder
 * beside the box in the same file system, so that one limit holds for both. It comes before these
 * paths, which are mounted in it. */
static int mount_box(const struct run *run) {
    char options[160];
    char place[4096];
    snprintf(place, sizeof place, "%s", run->box + 1);
    snprintf(options, sizeof options, "size=%llu,nr_inodes=%llu,mode=0700",
             (unsigned long long)run->request->box_bytes,
             (unsigned long long)run->request->box_inodes);
    if (make_parents(place)) return -1;
    if (!lists_tmp(run)) {
        return make_folder(place) || mount("box", place, "tmpfs", MS_NOSUID | MS_NODEV, options) ||
               symlink(run->box, "tmp");
    }
    /* The whole file system stays below /tmp, out of reach once the second folder is mounted there. */
    return make_folder("tmp") || mount("box", "tmp", "tmpfs", MS_NOSUID | MS_NODEV, options) ||
           bind_folder("tmp/box", place) || bind_folder("tmp/tmp", "tmp");
}

enum step build_root(struct run *run) {
    static struct parts parts; /* zeroed: readlink adds no \0 */
    enum step failed;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL)) return STEP_ROOT;
    if ((failed = open_parts(run, &parts))) return failed;
    if (open_copy_folders(run)) return STEP_FOLDERS;
    if (change_ids()) return STEP_IDS;
    if (mount("root", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,nr_inodes=2048,mode=0755") ||
        chdir("/tmp"))
        return STEP_ROOT;
    if (mount_box(run)) return STEP_BOX;
    if ((failed = attach_parts(run, &parts))) return failed;
    /* Read-only: a write to clear_refs would erase the peak of the memory. */
    if (mkdir("proc", 0755) ||
        mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, "subset=pid"))
        return STEP_PROC;
    if (syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH) || chdir("/"))
        return STEP_PIVOT;
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL))
        return STEP_PIVOT;
    return STEP_NONE;
}
