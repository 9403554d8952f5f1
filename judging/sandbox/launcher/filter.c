/* What a program gives up before exec: system calls by seccomp, files by Landlock. */
#define _GNU_SOURCE
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#else
#error "add this architecture's AUDIT_ARCH here"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOW(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#define LOAD_ARG(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW(n))
#define REFUSE(code) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((code) & SECCOMP_RET_DATA))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define SKIP_IF(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (count), 0)

/* Refused whatever their arguments: they reach kernel state that namespaces do not hold (keyrings,
 * io_uring, BPF, counters, file locks and watches on shared files), make new namespaces, or touch
 * other processes. 0 stands for a call that this architecture lacks. */
static const int REFUSED[] = {
    SYS_bpf, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_keyctl, SYS_add_key,
    SYS_request_key, SYS_perf_event_open, SYS_userfaultfd, SYS_ptrace, SYS_process_vm_readv,
    SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_getfd, SYS_process_madvise, SYS_unshare, SYS_setns,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_open_tree, SYS_move_mount, SYS_fsopen,
    SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_swapon, SYS_swapoff, SYS_reboot,
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_acct, SYS_quotactl,
    SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_syslog,
    SYS_fanotify_init, SYS_inotify_init1, SYS_inotify_add_watch, SYS_flock, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_lookup_dcookie, SYS_vhangup, SYS_personality, SYS_mbind,
    SYS_set_mempolicy, SYS_migrate_pages, SYS_move_pages, SYS_sched_setaffinity,
    SYS_sched_setparam, SYS_sched_setattr, SYS_ioprio_set, SYS_mlock, SYS_mlock2, SYS_mlockall,
    SYS_memfd_secret, SYS_mq_open, SYS_mq_unlink, SYS_sync, SYS_syncfs,
#ifdef SYS_inotify_init
    SYS_inotify_init,
#endif
#ifdef SYS_ioperm
    SYS_ioperm, SYS_iopl, SYS_modify_ldt,
#endif
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
};

/* Landlock does not cover what is not reading, writing or executing. The bare numbers are those of
 * fchmodat2, setxattrat and removexattrat, the same on every architecture and newer than headers. */
static const int UNCONFINED[] = {
    SYS_fchmod, SYS_fchmodat, 452, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, 463, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 466,
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

/* Nor System V objects: without an ipc namespace they are the whole machine's, and they stay. With
 * one, but without a cgroup, they are memory that nobody counts. */
static const int SYSTEM_V[] = {
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl,
    SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
};

/* Commands of fcntl: locks, leases and notices on files that others see are words to them. */
static const unsigned LOCKS[] = {F_GETLK,      F_SETLK,    F_SETLKW,   F_OFD_GETLK, F_OFD_SETLK,
                                 F_OFD_SETLKW, F_SETLEASE, F_GETLEASE, F_NOTIFY};

enum { MOST = 512 };

struct program {
    struct sock_filter code[MOST];
    unsigned short length;
};

static void add(struct program *p, struct sock_filter instruction) {
    if (p->length < MOST) p->code[p->length++] = instruction;
}

/* Refuses call `number` with `code`. */
static void refuse(struct program *p, int number, int code) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 1));
    add(p, (struct sock_filter)REFUSE((unsigned)code));
}

/* Refuses it where argument `which` has one of these bits. */
static void refuse_bits(struct program *p, int number, int which, unsigned bits) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 4));
    add(p, (struct sock_filter)LOAD_ARG(which));
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    add(p, (struct sock_filter)REFUSE(EPERM));
    add(p, (struct sock_filter)ALLOW);
}

static void locks(struct program *p) {
    enum { COUNT = sizeof LOCKS / sizeof *LOCKS };
    add(p, (struct sock_filter)SKIP_UNLESS(SYS_fcntl, COUNT + 3));
    add(p, (struct sock_filter)LOAD_ARG(1));
    for (unsigned i = 0; i < COUNT; i++)
        add(p, (struct sock_filter)SKIP_IF(LOCKS[i], (unsigned char)(COUNT - i)));
    add(p, (struct sock_filter)ALLOW);
    add(p, (struct sock_filter)REFUSE(EPERM));
}

/* Refuses it unless argument `which` is 0, which means: the caller itself. */
static void own_only(struct program *p, int number, int which) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 4));
    add(p, (struct sock_filter)LOAD_ARG(which));
    add(p, (struct sock_filter)SKIP_IF(0, 1));
    add(p, (struct sock_filter)REFUSE(EPERM));
    add(p, (struct sock_filter)ALLOW);
}

static void sockets(struct program *p, uint32_t flags) {
    for (int i = 0; i < 2; i++) {
        int number = i ? SYS_socketpair : SYS_socket;
        if (!i && flags & NO_SOCKETS) {
            refuse(p, number, EPERM);
            continue;
        }
        /* Netlink, vsock, packet and the like are not held by a network namespace alone. */
        add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 6));
        add(p, (struct sock_filter)LOAD_ARG(0));
        add(p, (struct sock_filter)SKIP_IF(AF_UNIX, 3));
        add(p, (struct sock_filter)SKIP_IF(AF_INET, 2));
        add(p, (struct sock_filter)SKIP_IF(AF_INET6, 1));
        add(p, (struct sock_filter)REFUSE(EAFNOSUPPORT));
        add(p, (struct sock_filter)ALLOW);
    }
}

int filter_calls(uint32_t flags) {
    static struct program p;
    const unsigned new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | 0x80u;
    p.length = 0;
    /* Calls of another architecture would pass by numbers that mean something else here. */
    add(&p, (struct sock_filter)LOAD(arch));
    add(&p, (struct sock_filter)SKIP_IF(ARCH, 1));
    add(&p, (struct sock_filter)KILL);
    add(&p, (struct sock_filter)LOAD(nr));
#if defined(__x86_64__)
    add(&p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1)); /* x32 */
    add(&p, (struct sock_filter)KILL);
#endif
    for (unsigned i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        if (REFUSED[i] == SYS_flock && flags & TOOL) continue;
        refuse(&p, REFUSED[i], EPERM);
    }
    for (unsigned i = 0; i < sizeof UNCONFINED / sizeof *UNCONFINED; i++)
        if (flags & LANDLOCK && !(flags & TOOL)) refuse(&p, UNCONFINED[i], EPERM);
    for (unsigned i = 0; i < sizeof SYSTEM_V / sizeof *SYSTEM_V; i++)
        if (flags & LANDLOCK || cgroup_count == 0) refuse(&p, SYSTEM_V[i], EPERM);
    if (!(flags & TOOL)) locks(&p);
    /* Its flags lie in memory, where a filter cannot look: the C library falls back to clone. */
    refuse(&p, SYS_clone3, ENOSYS);
    refuse_bits(&p, SYS_clone, 0, new_namespaces);
    /* Huge pages come from a pool that no limit on memory counts. */
    refuse_bits(&p, SYS_mmap, 3, MAP_HUGETLB);
    refuse_bits(&p, SYS_memfd_create, 1, MFD_HUGETLB);
    own_only(&p, SYS_prlimit64, 0);
    /* Of a process or of a group the caller's own is 0; of a user, 0 is all that the user runs. */
    add(&p, (struct sock_filter)SKIP_UNLESS(SYS_setpriority, 4));
    add(&p, (struct sock_filter)LOAD_ARG(0));
    add(&p, (struct sock_filter)SKIP_UNLESS(PRIO_USER, 1));
    add(&p, (struct sock_filter)REFUSE(EPERM));
    add(&p, (struct sock_filter)LOAD(nr));
    own_only(&p, SYS_setpriority, 1);
    /* A runtime that asks for the usual scheduling of its threads hears yes: they have it. */
    add(&p, (struct sock_filter)SKIP_UNLESS(SYS_sched_setscheduler, 4));
    add(&p, (struct sock_filter)LOAD_ARG(1));
    add(&p, (struct sock_filter)SKIP_UNLESS(SCHED_OTHER, 1));
    add(&p, (struct sock_filter)REFUSE(0));
    add(&p, (struct sock_filter)REFUSE(EPERM));
    sockets(&p, flags);
    add(&p, (struct sock_filter)ALLOW);
    struct sock_fprog program = {p.length, p.code};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/* ---- Landlock ------------------------------------------------------------------------------- */

#define READ (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
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

/* The attribute as of ABI 6; older headers lack its last fields. */
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
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                          "/dev/urandom"};
    /* A node for a disk, in the box, would be the disk. */
    const uint64_t nodes = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
    int failed = allow(ruleset, run->box, (READ | write) & ~nodes) || allow(ruleset, "/proc/self", READ);
    for (uint32_t i = 0; i < run->request->reads; i++) failed |= allow(ruleset, run->reads[i], READ);
    for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++)
        failed |= allow(ruleset, devices[i], READ | LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (failed) return -1;
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
