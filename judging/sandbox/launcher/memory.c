/* Samples the memory of a run: how much all its processes hold together, each page once.
 *
 * A single process is read at one moment. Several are read one after the other, and pages that they
 * share move between two readings: of a process that forks a child, which soon ends, half of the pages
 * may be read as the child's, and then all of them as its own. So a reading of several processes is a
 * lower bound, and cannot stop a program that never was over its limit. */
#define _GNU_SOURCE
#include "memory.h"

#include "readings.h"
#include "unseen.h"

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define COUNT_PAUSES 50
#define CHECK_PAUSES 1
/* How long a halt waits, at most, until every thread has a core for a moment and sees the signal.
 * Chosen, not measured: with a dozen others on the core it takes some 40 ms. */
#define MOST_HALT_NS (100 * 1000000ull)
#define HALT_LOOK_NS 100000

static uint64_t beyond_free(uint64_t unseen) {
    return unseen > UNSEEN_FREE ? unseen - UNSEEN_FREE : 0;
}

/* ---- the pages of several processes ---------------------------------------------------------- */

/* Whether a process uses the address space of another one, as the child of vfork and posix_spawn does
 * until it executes a program: each of the two would seem to hold all pages alone. */
static int uses_memory_of(const struct process *process, const struct process *other) {
    const int address_space = 1; /* KCMP_VM, which headers may lack */
    if (process->address_space != other->address_space) return 0; /* spares the call */
    return syscall(SYS_kcmp, process->thread, other->thread, address_space, 0, 0) == 0;
}

static int is_counted(const struct process *processes, int which) {
    for (int i = 0; i < which; i++)
        if (uses_memory_of(&processes[which], &processes[i])) return 1;
    return 0;
}

/* Reads the share of each process, one after the other; 0 for one that has ended. */
static void read_shares(const struct process *processes, int count, struct pages *shares) {
    for (int i = 0; i < count; i++) {
        const struct pages none = {0};
        shares[i] = is_counted(processes, i) ? none : share_of_pages(&processes[i]);
    }
}

static struct pages sum(const struct pages *shares, int count) {
    struct pages total = {0};
    for (int i = 0; i < count; i++) {
        total.all += shares[i].all;
        total.of_files += shares[i].of_files;
    }
    return total;
}

/* Reads all shares twice, and takes the smaller one of each process. A page that passes from one
 * process to another while it is read counts for both in one of the readings, but not in both. */
static struct pages read_twice(const struct process *processes, int count) {
    struct pages first[MAX_MEMBERS], second[MAX_MEMBERS];
    read_shares(processes, count, first);
    read_shares(processes, count, second);
    for (int i = 0; i < count; i++)
        if (second[i].all < first[i].all) first[i] = second[i];
    return sum(first, count);
}

static struct pages read_one(const struct process *process) {
    const uint64_t of_files = read_status(process->thread, "RssShmem");
    return (struct pages){process->resident, of_files == UNSET ? 0 : of_files};
}

/* ---- halting a run --------------------------------------------------------------------------- */

static int is_among(pid_t pid, const pid_t *pids, int count) {
    for (int i = 0; i < count; i++)
        if (pids[i] == pid) return 1;
    return 0;
}

/* Whether processes have started or ended since `pids` were listed. */
static int has_changed(const struct run *run, const pid_t *pids, int count) {
    pid_t now[MAX_MEMBERS];
    const int count_now = live_processes(run, now, MAX_MEMBERS);
    if (count_now != count) return 1;
    for (int i = 0; i < count_now; i++)
        if (!is_among(now[i], pids, count)) return 1;
    return 0;
}

/* Sends a signal to every process but those in `spared`. */
static void signal_all(const struct run *run, int number, const pid_t *spared, int spared_count) {
    pid_t pids[MAX_MEMBERS];
    const int count = live_processes(run, pids, MAX_MEMBERS);
    for (int i = 0; i < count; i++)
        if (!is_among(pids[i], spared, spared_count)) kill(pids[i], number);
}

/* Stops every process; returns how many there are, 0 if they did not stop in time. A process that is
 * being forked meanwhile is found in the next round. */
static int halt(const struct run *run, pid_t *pids) {
    const uint64_t deadline = now_ns() + MOST_HALT_NS;
    const struct timespec look = {0, HALT_LOOK_NS};
    while (now_ns() < deadline) {
        signal_all(run, SIGSTOP, NULL, 0);
        nanosleep(&look, NULL);
        const int count = live_processes(run, pids, MAX_MEMBERS);
        if (count_ready_threads(pids, count, 1) == 0 && !has_changed(run, pids, count)) return count;
    }
    return 0;
}

/* Fills `stopped` with the processes that the program itself has stopped; returns how many. */
static int list_stopped(const pid_t *pids, int count, pid_t *stopped) {
    int found = 0;
    for (int i = 0; i < count; i++)
        if (is_stopped(pids[i])) stopped[found++] = pids[i];
    return found;
}

/* ---- the memory of a run --------------------------------------------------------------------- */

static uint64_t with_unseen(const struct run *run, const struct process *processes, int count,
                            struct pages pages) {
    if (cgroup_count > 0) return pages.all;
    const uint64_t limit = run->request->memory;
    const uint64_t room = limit > pages.all ? limit - pages.all : 0;
    const uint64_t enough = limit == UNSET ? UNSET : room + UNSEEN_FREE;
    return pages.all +
           beyond_free(unseen_memory(run, processes, count, pages.of_files, enough));
}

/* The memory at one moment, at which nothing runs; 0 if the processes could not be stopped. */
static uint64_t halted_memory(const struct run *run, const pid_t *listed, int listed_count) {
    pid_t pids[MAX_MEMBERS], stopped[MAX_MEMBERS];
    struct process processes[MAX_MEMBERS] = {0};
    struct pages shares[MAX_MEMBERS];
    const int stopped_count = list_stopped(listed, listed_count, stopped);
    const int count = halt(run, pids);
    for (int i = 0; i < count; i++) processes[i] = read_process(pids[i]);
    read_shares(processes, count, shares);
    const uint64_t total = with_unseen(run, processes, count, sum(shares, count));
    signal_all(run, SIGCONT, stopped, stopped_count);
    return total;
}

/* Counts the memory. What a lower bound misses of processes that start and end, a control group
 * counts; without one, they are halted where they may be over the limit. */
static uint64_t count_memory(const struct run *run, const pid_t *pids,
                             const struct process *processes, int count, uint64_t most) {
    const uint64_t limit = run->request->memory;
    if (count == 1) return with_unseen(run, processes, 1, read_one(processes));
    const uint64_t total = with_unseen(run, processes, count, read_twice(processes, count));
    if (cgroup_count > 0 || most <= limit || total > limit || !has_changed(run, pids, count))
        return total;
    const uint64_t halted = halted_memory(run, pids, count);
    return halted > total ? halted : total;
}

/* The sum of resident sets, and the most that may be unseen, are exact enough while they are no new
 * peak. Otherwise the memory is counted, which may take a large part of the program's core: no more
 * than one part of COUNT_PAUSES, or of CHECK_PAUSES where it may be over the limit. */
int is_memory_over(struct run *run, const pid_t *pids, int count) {
    struct process processes[MAX_MEMBERS];
    const uint64_t limit = run->request->memory, begun = now_ns();
    uint64_t resident = 0, unseen = 0;
    for (int i = 0; i < count; i++) {
        processes[i] = read_process(pids[i]);
        resident += processes[i].resident;
    }
    if (cgroup_count == 0) unseen = beyond_free(most_unseen_memory(run, processes, count));
    const uint64_t most = resident + unseen;
    if (most <= run->result.memory) return 0;
    uint64_t total = resident;
    if (count > 1 || unseen > 0) {
        if (begun < (most > limit ? run->next_check_ns : run->next_count_ns)) return 0;
        total = count_memory(run, pids, processes, count, most);
        const uint64_t now = now_ns();
        run->next_count_ns = now + COUNT_PAUSES * (now - begun);
        run->next_check_ns = now + CHECK_PAUSES * (now - begun);
    }
    if (total > run->result.memory) run->result.memory = total;
    return limit != UNSET && total > limit;
}
