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
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Calls that the C library's headers may lack. From 424 on, calls have the same number on every
 * architecture. */
enum {
    CALL_QUOTACTL_FD = 443,
    CALL_CACHESTAT = 451,
    CALL_FCHMODAT2 = 452,
    CALL_STATMOUNT = 457,
    CALL_LISTMOUNT = 458,
    CALL_LSM_GET_SELF_ATTR = 459,
    CALL_LSM_SET_SELF_ATTR = 460,
    CALL_LSM_LIST_MODULES = 461,
    CALL_SETXATTRAT = 463,
    CALL_REMOVEXATTRAT = 466,
    CALL_OPEN_TREE_ATTR = 467,
    CALL_FILE_GETATTR = 468,
    CALL_FILE_SETATTR = 469,
};

/* Refused with any arguments. Each row stands under the reason why namespaces, limits and a missing
 * capability are not enough; programs of tests/sandbox/escapes try them. */
static const int REFUSED[] = {
    /* Code in the kernel, and interfaces in which most holes of the last years were found. */
    SYS_bpf,
    SYS_userfaultfd,     /* lets a program halt the kernel in the middle of a copy */
    SYS_perf_event_open, /* counters of the processor, which neighbours share */
    /* A ring runs reads, writes and sends in the kernel: no rule of this filter sees them. */
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    /* No namespace separates keyrings: a key is a message to the next run of the same user. */
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    /* Other processes: in the tier `landlock` those of the judge's own user are within reach. */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_pidfd_getfd,
    SYS_process_madvise,
    /* New namespaces: inside one, a program would have capabilities again. The flags of clone are
     * refused below. */
    SYS_unshare,
    SYS_setns,
    /* The file system's layout: what is read-only or hidden must stay so. */
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    CALL_OPEN_TREE_ATTR,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    CALL_STATMOUNT, /* these two tell the judge's paths */
    CALL_LISTMOUNT,
    /* The machine itself. They need capabilities, which a program lacks; the filter is the second
     * lock on the door, and answers before the kernel's code for them is reached. */
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_acct,
    SYS_quotactl,
    CALL_QUOTACTL_FD,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_syslog,
    SYS_vhangup,
    SYS_lookup_dcookie,
    SYS_personality, /* also turns off the randomized layout of memory */
    CALL_LSM_GET_SELF_ATTR,
    CALL_LSM_SET_SELF_ATTR,
    CALL_LSM_LIST_MODULES,
    /* Messages between two runs that read the same file: who watches it, who holds a lock, what its
     * inode keeps. */
    SYS_fanotify_init,
    SYS_inotify_init1,
    SYS_inotify_add_watch,
    SYS_flock, /* a tool may: linkers and package managers lock their own files */
    CALL_FILE_GETATTR,
    CALL_FILE_SETATTR,
    /* A handle opens a file without its path, so past the root that the program sees. */
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    /* The placement of memory and processors: they undo the pinning to a core or the equal share of
     * time, and with them the measured times. */
    SYS_mbind,
    SYS_set_mempolicy,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_sched_setaffinity,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_ioprio_set,
    /* Locked memory takes from a count that belongs to the user, and cannot be reclaimed; secret
     * memory is in no page table that the sampling reads. */
    SYS_mlock,
    SYS_mlock2,
    SYS_mlockall,
    SYS_memfd_secret,
    /* Message queues hold memory that no limit counts, and outlive the program. */
    SYS_mq_open,
    SYS_mq_unlink,
    /* They make the whole machine write its disks, at the cost of every other run. */
    SYS_sync,
    SYS_syncfs,
    /* Data that move between pipes in the kernel pass no count of the output. */
    SYS_vmsplice,
    SYS_splice,
    SYS_tee,
    /* Orders to the page cache, and questions about it: which pages of a shared file are in memory
     * tells what an earlier run has read. */
    SYS_fadvise64,
    SYS_readahead,
    SYS_mincore,
    CALL_CACHESTAT,
    /* The slots for asynchronous I/O are a count of the whole machine. */
    SYS_io_setup,
#ifdef SYS_inotify_init
    SYS_inotify_init, /* as inotify_init1; newer architectures lack it */
#endif
#ifdef SYS_ioperm
    /* Ports and segments of x86 processors: the first two reach devices past the kernel. */
    SYS_ioperm,
    SYS_iopl,
    SYS_modify_ldt,
#endif
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load, /* as kexec_load */
#endif
};

/* Landlock does not restrict these calls, which neither read, write nor execute a file, but change
 * what belongs to it: its mode, owner and times. With namespaces every file outside of
 * the box is on a read-only mount. For a tool they succeed without effect: a linker makes its output
 * executable. A program is told the truth: one that makes a file that only it may write, and means to
 * change that at the end, would read nothing from it. */
static const int UNCONFINED[] = {
    SYS_fchmod,
    SYS_fchmodat,
    CALL_FCHMODAT2,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
#ifdef SYS_chmod
    /* The forms without a folder's descriptor, which newer architectures lack. */
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
};

/* Attributes and access lists of files in the box are memory that no count shows: of a list of 64 KiB
 * for each file not even a control group knows. Programs meet file systems without attributes
 * elsewhere. */
static const int FILE_ATTRIBUTES[] = {
    SYS_setxattr,    SYS_lsetxattr,    SYS_fsetxattr,    CALL_SETXATTRAT,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, CALL_REMOVEXATTRAT,
};

/* Refused without an ipc namespace, where System V objects belong to the whole machine and outlive
 * the program, and without a cgroup, where nothing counts their memory. */
static const int SYSTEM_V[] = {
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl,
    SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
};

/* Advice to madvise that the headers may lack: MADV_PAGEOUT. */
enum { PAGE_OUT = 21 };

/* A flag of preadv2 and an option of prctl that the headers may lack: RWF_DONTCACHE, PR_SCHED_CORE. */
enum { UNCACHED_READ = 0x80, CORE_SCHEDULING = 62 };

/* Two commands of fcntl that the headers may lack: F_SET_RW_HINT and F_SET_FILE_RW_HINT. */
enum { SET_RW_HINT = 1036, SET_FILE_RW_HINT = 1038 };

/* A larger pipe takes more memory of the kernel than the sampling counts for it. */
enum { SET_PIPE_SIZE = 1031 }; /* F_SETPIPE_SZ */

/* Commands of fcntl: a lock, lease or notice on a shared file is a message to another program, and
 * so is a hint that its inode keeps. */
static const unsigned MESSAGES[] = {
    F_GETLK,    F_SETLK,    F_SETLKW,   F_OFD_GETLK, F_OFD_SETLK,      F_OFD_SETLKW,
    F_SETLEASE, F_GETLEASE, F_NOTIFY,   SET_RW_HINT, SET_FILE_RW_HINT,
    SET_PIPE_SIZE, /* the last: only where memory is sampled */
};

/* The families of ioctl commands that read and change attributes of a file's inode ('f', 'X', 'v')
 * or share its blocks (0x94): bits 8 to 15 of the command. */
static const unsigned ATTRIBUTES[] = {'f' << 8, 'X' << 8, 'v' << 8, 0x94 << 8};

/* More than the longest filter needs; filter_calls fails if it is not. */
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

/* No network namespace contains netlink, vsock, packet and similar sockets. The namespace that the
 * runs of a worker share has no interface, but internet sockets change its counters and flow labels,
 * which the next run could read. So only Unix sockets are left, and none with NO_SOCKETS. */
static void refuse_other_families(struct program *p, int number) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 3));
    add(p, (struct sock_filter)LOAD_ARG(0));
    add(p, (struct sock_filter)SKIP_IF(AF_UNIX, 1));
    add(p, (struct sock_filter)REFUSE(EAFNOSUPPORT));
    add(p, (struct sock_filter)LOAD(nr));
}

/* Whether the program's memory is only sampled (unseen.c): then it gives up what would leave no trace
 * there. Tools are exempt, whose memory decides no verdict. */
static int is_sampled(uint32_t flags) { return cgroup_count == 0 && !(flags & TOOL); }

static void refuse_sockets(struct program *p, uint32_t flags) {
    /* A datagram socket of a pair can still send to any socket in the file system. */
    static const unsigned datagrams[] = {SOCK_DGRAM, SOCK_RAW};
    const unsigned type_of_socket = 0xf; /* SOCK_TYPE_MASK of the kernel; flags lie above */
    /* A socket that listens keeps what others have sent and left, and so does one for datagrams. */
    if (flags & NO_SOCKETS || is_sampled(flags)) {
        refuse_commands(p, SYS_socketpair, type_of_socket, datagrams, COUNT(datagrams));
        refuse(p, SYS_socket, EPERM);
    } else {
        refuse_other_families(p, SYS_socket);
    }
    refuse_other_families(p, SYS_socketpair);
}

/* Kills on calls of another architecture: they have other numbers, so they would pass every rule. */
static void kill_foreign_calls(struct program *p) {
    add(p, (struct sock_filter)LOAD(arch));
    add(p, (struct sock_filter)SKIP_IF(ARCH, 1));
    add(p, (struct sock_filter)KILL);
    add(p, (struct sock_filter)LOAD(nr));
#if defined(__x86_64__)
    const unsigned x32 = 0x40000000u; /* the bit of calls with pointers of 32 bits */
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32, 0, 1));
    add(p, (struct sock_filter)KILL);
#endif
}

/* A later kernel has later calls: as on an older one, they do not exist. */
static void hide_unreviewed_calls(struct program *p) {
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_REVIEWED, 0, 1));
    add(p, (struct sock_filter)REFUSE(ENOSYS));
}

/* The rules of whole calls, which look at no argument. They come before the rules for arguments,
 * which end with ALLOW for the arguments that they do not refuse. */
static void refuse_whole_calls(struct program *p, uint32_t flags) {
    for (unsigned i = 0; i < COUNT(REFUSED); i++) {
        if (REFUSED[i] == SYS_flock && flags & TOOL) continue;
        refuse(p, REFUSED[i], EPERM);
    }
    if (flags & LANDLOCK) {
        const int code = flags & TOOL ? 0 : EPERM;
        for (unsigned i = 0; i < COUNT(UNCONFINED); i++) refuse(p, UNCONFINED[i], code);
    }
    for (unsigned i = 0; i < COUNT(FILE_ATTRIBUTES); i++) refuse(p, FILE_ATTRIBUTES[i], EOPNOTSUPP);
    if (flags & LANDLOCK || cgroup_count == 0)
        for (unsigned i = 0; i < COUNT(SYSTEM_V); i++) refuse(p, SYSTEM_V[i], EPERM);
    if (is_sampled(flags)) {
        refuse(p, SYS_memfd_create, ENOSYS); /* an anonymous file */
        /* A ruleset is one descriptor, and holds as many rules as there are ports and files. */
        refuse(p, SYS_landlock_create_ruleset, ENOSYS);
        /* A socket counts the bytes that it takes from a file, and keeps whole pages. */
        refuse(p, SYS_sendfile, EINVAL);
        /* A descriptor in a message belongs to no process until it is received. */
        refuse(p, SYS_sendmsg, EPERM);
        refuse(p, SYS_sendmmsg, EPERM);
    }
    /* A filter cannot read the flags of clone3, which lie in memory; the C library falls back to
     * clone. */
    refuse(p, SYS_clone3, ENOSYS);
}

/* Call `number` answers `code` when argument `which`, reduced to the bits of `mask`, is `value`. */
static void answer_if(struct program *p, int number, int which, unsigned mask, unsigned value,
                      unsigned code) {
    add(p, (struct sock_filter)SKIP_UNLESS((unsigned)number, 5));
    add(p, (struct sock_filter)LOAD_ARG(which));
    add(p, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    add(p, (struct sock_filter)SKIP_UNLESS(value, 1));
    add(p, (struct sock_filter)REFUSE(code));
    add(p, (struct sock_filter)LOAD(nr));
}

/* Memory that is in no process's resident set, and descriptors that are in no process's table. */
static void refuse_unseen_memory(struct program *p) {
    const unsigned shared = MAP_SHARED | MAP_ANONYMOUS, threads = CLONE_THREAD | CLONE_FILES;
    const unsigned futex_hash = 78; /* PR_FUTEX_HASH, likewise */
    const unsigned own_table = 2; /* CLOSE_RANGE_UNSHARE, which headers may lack */
    /* Its pages stay when the entries of the page tables go. */
    answer_if(p, SYS_mmap, 3, MAP_TYPE | MAP_ANONYMOUS, shared, ENOMEM);
    answer_if(p, SYS_clone, 0, threads, CLONE_THREAD, EINVAL);
    answer_if(p, SYS_close_range, 2, own_table, own_table, EINVAL);
    /* An undumpable process hides its descriptors. */
    answer_if(p, SYS_prctl, 0, ~0u, PR_SET_DUMPABLE, 0);
    /* A thread may have filters of 32,768 instructions, and no process shows what they take. */
    answer_if(p, SYS_seccomp, 0, ~0u, SECCOMP_SET_MODE_FILTER, EINVAL);
    answer_if(p, SYS_prctl, 0, ~0u, PR_SET_SECCOMP, EINVAL);
    /* A table for futexes of any size, in the kernel. */
    answer_if(p, SYS_prctl, 0, ~0u, futex_hash, EINVAL);
    /* Larger buffers than the sampling counts: the setting succeeds without effect. */
    answer_if(p, SYS_setsockopt, 2, ~0u, SO_SNDBUF, 0);
    answer_if(p, SYS_setsockopt, 2, ~0u, SO_RCVBUF, 0);
}

/* The rules that depend on an argument. */
static void refuse_arguments(struct program *p, uint32_t flags) {
    const unsigned new_time_namespace = 0x80u; /* CLONE_NEWTIME, which headers may lack */
    const unsigned new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                    new_time_namespace;
    const unsigned family_of_command = 0xff00;
    if (!(flags & TOOL)) {
        /* A filter is translated to code in the kernel, which not even a control group counts. */
        answer_if(p, SYS_setsockopt, 2, ~0u, SO_ATTACH_FILTER, EPERM);
        answer_if(p, SYS_setsockopt, 2, ~0u, SO_ATTACH_REUSEPORT_CBPF, EPERM);
        /* Where SIGCHLD is ignored, the kernel reaps children itself, and their CPU time is in
         * nobody's usage. */
        if (cgroup_cpu < 0) ignore_setting(p, SYS_rt_sigaction, 0, SIGCHLD);
        refuse_commands(p, SYS_fcntl, ~0u, MESSAGES, COUNT(MESSAGES) - (is_sampled(flags) ? 0 : 1));
    }
    if (is_sampled(flags)) refuse_unseen_memory(p);
    /* In the swap, memory is in no resident set either. */
    answer_if(p, SYS_madvise, 2, ~0u, PAGE_OUT, EINVAL);
    refuse_commands(p, SYS_ioctl, family_of_command, ATTRIBUTES, COUNT(ATTRIBUTES));
    /* Reading only what is cached tells which pages an earlier run has read, and a read may drop the
     * pages that it needed. */
    refuse_bits(p, SYS_preadv2, 5, RWF_NOWAIT | UNCACHED_READ);
    /* No other program may use the second half of the core meanwhile. */
    answer_if(p, SYS_prctl, 0, ~0u, CORE_SCHEDULING, EPERM);
    refuse_bits(p, SYS_clone, 0, new_namespaces);
    /* Huge pages come from a pool that no memory limit counts. */
    refuse_bits(p, SYS_mmap, 3, MAP_HUGETLB);
    refuse_bits(p, SYS_memfd_create, 1, MFD_HUGETLB);
    /* main.c says what the limit is for. */
    ignore_setting(p, SYS_prlimit64, 1, RLIMIT_CORE);
    ignore_setting(p, SYS_setrlimit, 0, RLIMIT_CORE);
    refuse_others(p, SYS_prlimit64, 0);
    refuse_priorities(p);
    refuse_schedulers(p);
    refuse_sockets(p, flags);
}

int filter_calls(uint32_t flags) {
    static struct program p;
    p.length = 0;
    kill_foreign_calls(&p);
    hide_unreviewed_calls(&p);
    refuse_whole_calls(&p, flags);
    refuse_arguments(&p, flags);
    add(&p, (struct sock_filter)ALLOW);
    if (p.length == MOST) { /* a rule may have been dropped */
        errno = E2BIG;
        return -1;
    }
    struct sock_fprog program = {p.length, p.code};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
