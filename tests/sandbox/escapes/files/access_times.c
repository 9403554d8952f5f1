/* Reads files that every run sees. Their access times would tell the next run that somebody did.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 */
#include "escape.h"
#include <dirent.h>

static void read_and_compare(const char *path) {
    struct stat before, after;
    char byte;
    if (stat(path, &before) || !S_ISREG(before.st_mode)) return;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    const int is_read = read(fd, &byte, 1) >= 0 && fstat(fd, &after) == 0;
    close(fd);
    if (!is_read) return;
    if (before.st_atim.tv_sec != after.st_atim.tv_sec ||
        before.st_atim.tv_nsec != after.st_atim.tv_nsec)
        escaped("read %s, and its access time tells so", path);
}

int main(void) {
    const char *folders[] = {"/usr/bin", "/usr/include", "/usr/lib", "/usr/share"};
    char path[512];
    read_and_compare("/proc/self/exe");
    for (int i = 0; i < 4; i++) {
        DIR *folder = opendir(folders[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            snprintf(path, sizeof path, "%s/%s", folders[i], entry->d_name);
            read_and_compare(path);
        }
    }
    held();
}
