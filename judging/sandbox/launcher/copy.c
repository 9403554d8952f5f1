/* Copies folders into the box before the program starts, and out of it once every process of the
 * run is gone.
 *
 * The launcher does not trust what a program left in the box. It opens nothing through a symbolic
 * link or across a mount, and copies only regular files with a single name. Depth, count and size
 * are bounded; what exceeds a bound is silently left behind. When the target itself cannot be
 * written, for example on a full disk, the run fails. The folders to copy to belong to the judge
 * and are opened before the root changes.
 */
#define _GNU_SOURCE
#include "copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_DEPTH 16
#define MAX_FILES_IN 65536
#define MAX_FILES_OUT 4096

struct budget {
    uint64_t bytes;
    unsigned files;
    int executable; /* whether every copy is executable, whatever its original is */
    int error; /* the first error of the target */
};

static int open_below(int folder, const char *name, uint64_t flags) {
    struct open_how how = {.flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW,
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV |
                                      RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

/* Copies the whole file or nothing. Its size is final: every process of the run is gone. */
static void copy_file(int from, int folder, const char *name, const struct stat *status,
                      struct budget *budget) {
    if ((uint64_t)status->st_size > budget->bytes) return;
    mode_t mode = budget->executable || status->st_mode & 0111 ? 0755 : 0644;
    int to = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    if (to < 0) {
        budget->error = budget->error ? budget->error : errno;
        return;
    }
    char buffer[1 << 16];
    uint64_t done = 0;
    for (ssize_t got; (got = read(from, buffer, sizeof buffer)) > 0; done += (uint64_t)got)
        if ((uint64_t)got > budget->bytes - done || write(to, buffer, (size_t)got) != got) break;
    if (close(to) || done != (uint64_t)status->st_size)
        unlinkat(folder, name, 0);
    else
        budget->bytes -= done;
}

static void copy_folder(int from, int to, int depth, struct budget *budget) {
    DIR *entries = fdopendir(from);
    if (!entries) {
        close(from);
        return;
    }
    for (struct dirent *entry; (entry = readdir(entries)) && budget->files > 0;) {
        const char *name = entry->d_name;
        if (!strcmp(name, ".") || !strcmp(name, "..")) continue;
        int fd = open_below(dirfd(entries), name, O_RDONLY);
        if (fd < 0) continue;
        struct stat status;
        if (fstat(fd, &status)) {
            close(fd);
            continue;
        }
        budget->files--;
        if (S_ISDIR(status.st_mode) && depth < MAX_DEPTH && !mkdirat(to, name, 0755)) {
            int below = openat(to, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
            if (below >= 0) {
                copy_folder(fd, below, depth + 1, budget); /* closes fd */
                close(below);
                continue;
            }
        } else if (S_ISREG(status.st_mode) && status.st_nlink == 1) {
            copy_file(fd, to, name, &status, budget);
        }
        close(fd);
    }
    closedir(entries);
}

int open_copy_folders(struct run *run) {
    const struct request *r = run->request;
    const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
    for (uint32_t i = 0; i < r->copy_in; i++)
        if ((run->copy_in_fds[i] = open(run->copy_in[i], flags)) < 0) return -1;
    for (uint32_t i = 0; i < r->copy_out; i++)
        if ((run->copy_out_fds[i] = open(run->copy_out[2 * i + 1], flags)) < 0) return -1;
    return 0;
}

int fill_box(struct run *run) {
    struct budget budget = {run->request->box_bytes, MAX_FILES_IN, 0, 0};
    int box = open(run->box, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (box < 0) return -1;
    for (uint32_t i = 0; i < run->request->copy_in; i++)
        copy_folder(run->copy_in_fds[i], box, 0, &budget); /* closes the descriptor */
    if (budget.files == 0) budget.error = EMFILE;
    for (uint32_t i = 0; i < run->request->folders; i++)
        if (mkdirat(box, run->folders[i], 0755) && errno != EEXIST) return close(box), -1;
    close(box);
    errno = budget.error;
    return budget.error ? -1 : 0;
}

int copy_out(struct run *run) {
    /* Under Landlock a tool cannot make its files executable, although chmod succeeds. */
    const int every = run->request->flags & LANDLOCK && run->request->flags & TOOL;
    struct budget budget = {run->request->copy_out_bytes, MAX_FILES_OUT, every, 0};
    int box = open(run->box, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    umask(0);
    for (uint32_t i = 0; box >= 0 && i < run->request->copy_out; i++) {
        int from = open_below(box, run->copy_out[2 * i], O_RDONLY | O_DIRECTORY);
        if (from >= 0) copy_folder(from, run->copy_out_fds[i], 0, &budget);
    }
    for (uint32_t i = 0; i < run->request->copy_out; i++) close(run->copy_out_fds[i]);
    if (box >= 0) close(box);
    errno = budget.error;
    return budget.error ? -1 : 0;
}
