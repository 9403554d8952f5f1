/* The seccomp filter: system calls that a program gives up before exec. */
#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#define LAST_REVIEWED 469 /* file_setattr, of Linux 6.17 */
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#define LAST_REVIEWED 469
#else
#error "add this architecture's AUDIT_ARCH here, and the last system call that was reviewed for it"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOW(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#define LOAD_ARG(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW(n))
#define LOAD_HIGH(n) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW(n) + 4)
#define REFUSE(code) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((code) & SECCOMP_RET_DATA))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define SKIP_IF(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (count), 0)

/* Refused with any arguments: these calls reach kernel state that namespaces do not separate
 * (keyrings, io_uring, BPF, performance counters, the page cache, slots for asynchronous I/O, file
 * locks and watches on shared files), create namespaces, touch other processes, or write to a pipe
 * without being counted (splice and its kin). Bare numbers are calls that the headers may lack;
 * they are the same on every architecture: quotactl_fd, cachestat, statmount, listmount, the three
 * calls for security modules, open_tree_attr, file_getattr, file_setattr. */
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
    SYS_memfd_secret, SYS_mq_open, SYS_mq_unlink, SYS_sync, SYS_syncfs, SYS_vmsplice, SYS_splice,
    SYS_tee, SYS_fadvise64, SYS_mincore, SYS_io_setup, 443, 451, 457, 458, 459, 460, 461, 467, 468,
    469,
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

/* Landlock does not restrict these calls, which neither read, write nor execute a file. For a tool
 * they succeed without effect: a linker makes its output executable. The bare numbers are fchmodat2, setxattrat and removexattrat: the same on every architecture, and newer
 * than the headers. */
static const int UNCONFINED[] = {
    SYS_fchmod, SYS_fchmodat, 452, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, 463, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, 466,
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

/* Refused without an ipc namespace, where System V objects belong to the whole machine and outlive
 * the program, and without a cgroup, where nothing counts their memory. */
static const int SYSTEM_V[] = {
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl,
    SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
};

/* Commands of fcntl: a lock, lease or notice on a shared file is a message to another program, and
 * so is a hint (the last two) that its inode keeps. */
static const unsigned MESSAGES[] = {F_GETLK,      F_SETLK,    F_SETLKW,   F_OFD_GETLK,
                                    F_OFD_SETLK,  F_OFD_SETLKW, F_SETLEASE, F_GETLEASE,
                                    F_NOTIFY,     1036,       1038};

/* The families of ioctl commands that read and change attributes of a file's inode ('f', 'X', 'v')
 * or share its blocks (0x94): bits 8 to 15 of the command. */
static const unsigned ATTRIBUTES[] = {'f' << 8, 'X' << 8, 'v' << 8, 0x94 << 8};

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

/* Refuses call `number` when argument `which` has one of `bits`. */
static void refuse_bits(struct program *p, int number, int which, unsigned bits) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 4));
    add(p, (struct sock_filter)LOAD_ARG(which));
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    add(p, (struct sock_filter)REFUSE(EPERM));
    add(p, (struct sock_filter)ALLOW);
}

/* Refuses call `number` when argument 1, reduced to the bits of `mask`, is one of `values`. */
static void refuse_commands(struct program *p, int number, unsigned mask, const unsigned *values,
                            unsigned count) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, (unsigned char)(count + 4)));
    add(p, (struct sock_filter)LOAD_ARG(1));
    add(p, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    for (unsigned i = 0; i < count; i++)
        add(p, (struct sock_filter)SKIP_IF(values[i], (unsigned char)(count - i)));
    add(p, (struct sock_filter)ALLOW);
    add(p, (struct sock_filter)REFUSE(EPERM));
}

/* Call `number` succeeds without effect when argument `which` is `value` and the next one, a pointer
 * to what to set, is not null: a runtime may set what it sees, and fail if it cannot. */
static void ignore_setting(struct program *p, int number, int which, unsigned value) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 8));
    add(p, (struct sock_filter)LOAD_ARG(which));
    add(p, (struct sock_filter)SKIP_UNLESS(value, 5));
    add(p, (struct sock_filter)LOAD_ARG(which + 1));
    add(p, (struct sock_filter)SKIP_UNLESS(0, 2));
    add(p, (struct sock_filter)LOAD_HIGH(which + 1));
    add(p, (struct sock_filter)SKIP_IF(0, 1));
    add(p, (struct sock_filter)REFUSE(0));
    add(p, (struct sock_filter)LOAD(nr));
}

/* Refuses call `number` unless argument `which` is 0, which stands for the caller itself. */
static void refuse_others(struct program *p, int number, int which) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 4));
    add(p, (struct sock_filter)LOAD_ARG(which));
    add(p, (struct sock_filter)SKIP_IF(0, 1));
    add(p, (struct sock_filter)REFUSE(EPERM));
    add(p, (struct sock_filter)ALLOW);
}

/* Refuses to change another process's priority. Argument 1 is 0 for the caller's own process or
 * process group, but with PRIO_USER 0 stands for every process of the user. */
static void refuse_priorities(struct program *p) {
    add(p, (struct sock_filter)SKIP_UNLESS(SYS_setpriority, 4));
    add(p, (struct sock_filter)LOAD_ARG(0));
    add(p, (struct sock_filter)SKIP_UNLESS(PRIO_USER, 1));
    add(p, (struct sock_filter)REFUSE(EPERM));
    add(p, (struct sock_filter)LOAD(nr));
    refuse_others(p, SYS_setpriority, 1);
}

/* Refuses all scheduling but the usual one, which succeeds without effect: a runtime may ask for it
 * on behalf of its threads, which have it already. */
static void refuse_schedulers(struct program *p) {
    add(p, (struct sock_filter)SKIP_UNLESS(SYS_sched_setscheduler, 4));
    add(p, (struct sock_filter)LOAD_ARG(1));
    add(p, (struct sock_filter)SKIP_UNLESS(SCHED_OTHER, 1));
    add(p, (struct sock_filter)REFUSE(0));
    add(p, (struct sock_filter)REFUSE(EPERM));
}

static void refuse_sockets(struct program *p, uint32_t flags) {
    /* A datagram socket of a pair can still send to any socket in the file system. */
    static const unsigned datagrams[] = {SOCK_DGRAM, SOCK_RAW};
    if (flags & NO_SOCKETS) refuse_commands(p, SYS_socketpair, 0xf, datagrams, 2);
    for (int i = 0; i < 2; i++) {
        int number = i ? SYS_socketpair : SYS_socket;
        if (!i && flags & NO_SOCKETS) {
            refuse(p, number, EPERM);
            continue;
        }
        /* No network namespace contains netlink, vsock, packet and similar sockets. The one that
         * the runs of a worker share has no interface, but internet sockets change its counters
         * and flow labels, which the next run could read. */
        add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 3));
        add(p, (struct sock_filter)LOAD_ARG(0));
        add(p, (struct sock_filter)SKIP_IF(AF_UNIX, 1));
        add(p, (struct sock_filter)REFUSE(EAFNOSUPPORT));
        add(p, (struct sock_filter)LOAD(nr));
    }
}

int filter_calls(uint32_t flags) {
    static struct program p;
    const unsigned new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | 0x80u;
    p.length = 0;
    /* Calls of another architecture have other numbers, so they would pass this list. */
    add(&p, (struct sock_filter)LOAD(arch));
    add(&p, (struct sock_filter)SKIP_IF(ARCH, 1));
    add(&p, (struct sock_filter)KILL);
    add(&p, (struct sock_filter)LOAD(nr));
#if defined(__x86_64__)
    add(&p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1)); /* x32 */
    add(&p, (struct sock_filter)KILL);
#endif
    /* A later kernel has later calls: as on an older one, they do not exist. */
    add(&p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_REVIEWED, 0, 1));
    add(&p, (struct sock_filter)REFUSE(ENOSYS));
    for (unsigned i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        if (REFUSED[i] == SYS_flock && flags & TOOL) continue;
        refuse(&p, REFUSED[i], EPERM);
    }
    for (unsigned i = 0; i < sizeof UNCONFINED / sizeof *UNCONFINED; i++)
        if (flags & LANDLOCK) refuse(&p, UNCONFINED[i], flags & TOOL ? 0 : EPERM);
    for (unsigned i = 0; i < sizeof SYSTEM_V / sizeof *SYSTEM_V; i++)
        if (flags & LANDLOCK || cgroup_count == 0) refuse(&p, SYSTEM_V[i], EPERM);
    if (!(flags & TOOL)) {
        if (cgroup_count == 0) refuse(&p, SYS_memfd_create, ENOSYS);
        /* Where SIGCHLD is ignored, the kernel reaps children itself, and their CPU time is in
         * nobody's usage. */
        if (cgroup_cpu < 0) ignore_setting(&p, SYS_rt_sigaction, 0, SIGCHLD);
        refuse_commands(&p, SYS_fcntl, ~0u, MESSAGES, sizeof MESSAGES / sizeof *MESSAGES);
    }
    refuse_commands(&p, SYS_ioctl, 0xff00, ATTRIBUTES, sizeof ATTRIBUTES / sizeof *ATTRIBUTES);
    refuse_bits(&p, SYS_preadv2, 5, RWF_NOWAIT);
    /* A filter cannot read the flags of clone3, which lie in memory; the C library falls back to
     * clone. */
    refuse(&p, SYS_clone3, ENOSYS);
    refuse_bits(&p, SYS_clone, 0, new_namespaces);
    /* Huge pages come from a pool that no memory limit counts. */
    refuse_bits(&p, SYS_mmap, 3, MAP_HUGETLB);
    refuse_bits(&p, SYS_memfd_create, 1, MFD_HUGETLB);
    /* main.c says what the limit is for. */
    ignore_setting(&p, SYS_prlimit64, 1, RLIMIT_CORE);
    ignore_setting(&p, SYS_setrlimit, 0, RLIMIT_CORE);
    refuse_others(&p, SYS_prlimit64, 0);
    refuse_priorities(&p);
    refuse_schedulers(&p);
    refuse_sockets(&p, flags);
    add(&p, (struct sock_filter)ALLOW);
    struct sock_fprog program = {p.length, p.code};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
