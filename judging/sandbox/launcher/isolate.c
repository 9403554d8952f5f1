/* Namespaces, a root of its own, and giving up every privilege. The first page of launcher.c says
 * who does what. */
#define _GNU_SOURCE
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <linux/securebits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define INSIDE 1000 /* the program's user and group id inside its namespace */
#define ANSWER_NS (3 * SECOND) /* how long init may take beyond the wall limit */

static const char *const DEVICES[] = {"null", "zero", "random", "urandom"};
enum { DEVICE_COUNT = sizeof DEVICES / sizeof *DEVICES };

/* ---- init: the root ------------------------------------------------------------------------- */

static int tree_of(const char *path, uint64_t attributes) {
    int tree = (int)syscall(SYS_open_tree, AT_FDCWD, path,
                            OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (tree < 0) return -1;
    struct mount_attr change = {.attr_set = attributes};
    if (syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &change, sizeof change)) {
        close(tree);
        return -1;
    }
    return tree;
}

/* Makes the folders above `path`, a relative one. */
static int make_parents(char *path) {
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        int failed = mkdir(path, 0755) && errno != EEXIST;
        *slash = '/';
        if (failed) return -1;
    }
    return 0;
}

/* What may be read: a tree; or, where the path is itself a link such as /lib, LINK: the same link. */
enum { LINK = -2 };

static int open_read(const char *path) {
    struct stat status;
    if (lstat(path, &status)) return -1;
    if (S_ISLNK(status.st_mode)) return LINK;
    return tree_of(path, MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV);
}

/* Puts a detached tree at the absolute `path` below the folder we are in. */
static int attach(int tree, const char *path) {
    char place[4096];
    struct stat status;
    if (snprintf(place, sizeof place, "%s", path + 1) >= (int)sizeof place) return -1;
    if (fstat(tree, &status) || make_parents(place)) return -1;
    if (S_ISDIR(status.st_mode)) {
        if (mkdir(place, 0755) && errno != EEXIST) return -1;
    } else if (faccessat(AT_FDCWD, place, F_OK, AT_SYMLINK_NOFOLLOW)) {
        /* Where it lies in a folder that is shown too, it is there, and that is read-only. */
        int file = open(place, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
        if (file < 0) return -1;
        close(file);
    }
    int failed = (int)syscall(SYS_move_mount, tree, "", AT_FDCWD, place, MOVE_MOUNT_F_EMPTY_PATH);
    close(tree);
    return failed;
}

/* Makes the link that `path` is outside. */
static int copy_link(const char *path, const char *target) {
    char place[4096];
    if (snprintf(place, sizeof place, "%s", path + 1) >= (int)sizeof place) return -1;
    return make_parents(place) || (symlink(target, place) && errno != EEXIST) ? -1 : 0;
}

/* Keeps every capability while the user id changes to the one that is mapped: files can only be
 * made by a mapped id. What has to be opened as the judge was opened before. */
static int change_ids(void) {
    if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP | SECBIT_KEEP_CAPS)) return -1;
    if (setresgid(INSIDE, INSIDE, INSIDE) || setresuid(INSIDE, INSIDE, INSIDE)) return -1;
    return 0;
}

static int mount_box(const struct run *run) {
    char options[160];
    char place[4096];
    snprintf(place, sizeof place, "%s", run->box + 1);
    snprintf(options, sizeof options, "size=%llu,nr_inodes=%llu,mode=0700",
             (unsigned long long)run->request->box_bytes,
             (unsigned long long)run->request->box_inodes);
    if (make_parents(place) || (mkdir(place, 0755) && errno != EEXIST)) return -1;
    return mount("box", place, "tmpfs", MS_NOSUID | MS_NODEV, options);
}

static enum step build_root(struct run *run) {
    static char links[MAX_READS][256];
    int trees[MAX_READS], devices[DEVICE_COUNT];
    char path[64];
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL)) return STEP_ROOT;
    for (uint32_t i = 0; i < run->request->reads; i++) {
        trees[i] = open_read(run->reads[i]);
        if (trees[i] == -1) return STEP_READS;
        if (trees[i] == LINK && readlink(run->reads[i], links[i], sizeof links[i] - 1) < 0)
            return STEP_READS;
    }
    for (int i = 0; i < DEVICE_COUNT; i++) {
        snprintf(path, sizeof path, "/dev/%s", DEVICES[i]);
        if ((devices[i] = tree_of(path, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC)) < 0)
            return STEP_DEVICES;
    }
    if (open_folders(run)) return STEP_FOLDERS;
    if (change_ids()) return STEP_IDS;
    if (mount("root", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,nr_inodes=2048,mode=0755") ||
        chdir("/tmp"))
        return STEP_ROOT;
    for (uint32_t i = 0; i < run->request->reads; i++)
        if (trees[i] == LINK ? copy_link(run->reads[i], links[i]) : attach(trees[i], run->reads[i]))
            return STEP_READS;
    for (int i = 0; i < DEVICE_COUNT; i++) {
        snprintf(path, sizeof path, "/dev/%s", DEVICES[i]);
        if (attach(devices[i], path)) return STEP_DEVICES;
    }
    if (symlink("/proc/self/fd", "dev/fd") || symlink(run->box, "dev/shm")) return STEP_DEVICES;
    if (mkdir("proc", 0755) || mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC,
                                     "subset=pid"))
        return STEP_PROC;
    if (mount_box(run)) return STEP_BOX;
    if (symlink(run->box, "tmp") && errno != EEXIST) return STEP_ROOT;
    if (syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH) || chdir("/"))
        return STEP_PIVOT;
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL))
        return STEP_PIVOT;
    return STEP_NONE;
}

int give_up_privileges(void) {
    for (int capability = 0; capability <= 63; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) && errno != EINVAL) return -1;
    if (prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                                     SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED))
        return -1;
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)) return -1;
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    if (syscall(SYS_capset, &header, none)) return -1;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* ---- init ----------------------------------------------------------------------------------- */

static void init_main(struct run *run, int go, int answer) {
    char byte;
    enum step failed = STEP_NONE;
    close(control);
    control = -1;
    run->isolated = 1;
    if (read(go, &byte, 1) != 1) _exit(1); /* the keeper is gone, or could not map our ids */
    close(go);
    sethostname("box", 3);
    if ((failed = build_root(run)) == STEP_NONE) {
        if (give_up_privileges()) failed = STEP_PRIVILEGES;
        /* Set last: a change of ids clears it. */
        else if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || prctl(PR_SET_PDEATHSIG, SIGKILL))
            failed = STEP_PRIVILEGES;
        /* The keeper may have died before that was set: then nobody reads the answer. */
        struct pollfd reader = {.fd = answer};
        if (poll(&reader, 1, 0) > 0) _exit(1);
    }
    if (failed == STEP_NONE && fill_box(run)) failed = STEP_BOX;
    if (failed != STEP_NONE)
        fail_run(run, failed, errno);
    else
        perform(run);
    ssize_t put = write(answer, &run->result, sizeof run->result);
    _exit(put == (ssize_t)sizeof run->result ? 0 : 1);
}

/* ---- the keeper ----------------------------------------------------------------------------- */

static int write_file(pid_t pid, const char *name, const char *text) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t put = write(fd, text, strlen(text));
    int error = errno;
    close(fd);
    errno = error;
    return put == (ssize_t)strlen(text) ? 0 : -1;
}

static int map_ids(pid_t init, const struct request *r) {
    char text[64];
    uid_t uid = r->uid ? r->uid : geteuid();
    gid_t gid = r->gid ? r->gid : getegid();
    /* Root keeps its groups out of the namespace by the child's empty list; others must deny. */
    if (write_file(init, "setgroups", "deny") && errno != ENOENT) return -1;
    snprintf(text, sizeof text, "%d %u 1\n", INSIDE, (unsigned)uid);
    if (write_file(init, "uid_map", text)) return -1;
    snprintf(text, sizeof text, "%d %u 1\n", INSIDE, (unsigned)gid);
    return write_file(init, "gid_map", text);
}

/* Waits for init's answer, a word from the judge that it is over, or the watchdog. */
static void await_answer(struct run *run, int answer) {
    uint64_t wall = run->request->wall_ns;
    uint64_t deadline = wall == UNSET ? UNSET : now_ns() + wall + ANSWER_NS;
    struct pollfd fds[2] = {{.fd = answer, .events = POLLIN},
                            {.fd = control, .events = POLLRDHUP}};
    for (;;) {
        uint64_t now = now_ns();
        if (now >= deadline) return fail_run(run, STEP_NO_ANSWER, ETIMEDOUT);
        uint64_t left = deadline == UNSET ? 3600 * SECOND : deadline - now;
        struct timespec pause = {(time_t)(left / SECOND), (long)(left % SECOND)};
        if (ppoll(fds, 2, &pause, NULL) < 0 && errno != EINTR)
            return fail_run(run, STEP_NO_ANSWER, errno);
        if (fds[1].revents) {
            run->result.ending = CANCELLED;
            return;
        }
        if (fds[0].revents) {
            struct result result;
            if (read(answer, &result, sizeof result) == (ssize_t)sizeof result)
                run->result = result;
            else
                fail_run(run, STEP_NO_ANSWER, EPIPE);
            return;
        }
    }
}

static void keep(struct run *run, pid_t init, int go, int answer) {
    if (map_ids(init, run->request))
        fail_run(run, STEP_ID_MAP, errno);
    else if (write(go, "", 1) != 1)
        fail_run(run, STEP_NAMESPACES, errno);
    else
        await_answer(run, answer);
    kill(init, SIGKILL);
    struct rusage usage = {0};
    while (wait4(init, NULL, 0, &usage) < 0 && errno == EINTR) {}
    if (run->result.ending != CANCELLED) return;
    /* Init could not say what was used; it waited for all the others on its way out. */
    run->result.wall_ns = (run->result.ended_ns = now_ns()) - run->started_ns;
    run->result.cpu_ns = of_timeval(usage.ru_utime) + of_timeval(usage.ru_stime);
    run->result.memory = (uint64_t)usage.ru_maxrss * 1024;
}

/* Network namespaces are dear to make and to end. Root has one for all runs of this launcher, which
 * come one after the other: it is empty, its loopback is down, and what a program has there ends
 * with the program. */
static unsigned long network(void) {
    static int kept;
    if (!kept && geteuid() == 0) kept = unshare(CLONE_NEWNET) == 0;
    return kept ? 0 : CLONE_NEWNET;
}

void perform_isolated(struct run *run) {
    int go[2], answer[2];
    const unsigned long all = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC |
                              CLONE_NEWUTS | CLONE_NEWCGROUP | network();
    if (geteuid() == 0 && run->request->uid == 0) return fail_run(run, STEP_ROOT_UID, EPERM);
    if (pipe2(go, O_CLOEXEC)) return fail_run(run, STEP_PIPE, errno);
    if (pipe2(answer, O_CLOEXEC)) return close(go[0]), close(go[1]), fail_run(run, STEP_PIPE, errno);
    run->started_ns = now_ns();
    pid_t init = (pid_t)syscall(SYS_clone, all | SIGCHLD, 0, 0, 0, 0);
    if (init == 0) {
        close(go[1]);
        close(answer[0]);
        init_main(run, go[0], answer[1]);
    }
    int error = errno;
    close(go[0]);
    close(answer[1]);
    for (int i = 0; i < 3; i++) close(run->given[i]), run->given[i] = -1; /* init has them */
    if (init < 0)
        fail_run(run, STEP_NAMESPACES, error);
    else
        keep(run, init, go[1], answer[0]);
    close(go[1]);
    close(answer[0]);
}
