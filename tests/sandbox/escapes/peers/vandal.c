/* What a submission can do to the rest of the machine, all in one: it runs beside another judge, whose
 * results must not change. FOLDER is where both judges keep their files, or "" if it may not touch
 * them; PORT is a port of this machine on which somebody listens. */
#include "escape.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <sys/file.h>

#ifndef FOLDER
#define FOLDER ""
#define PORT 0
#endif

static void spoil(const char *name, int depth) {
    DIR *folder = opendir(name);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[4096], moved[4200];
        if (*entry->d_name == '.') continue;
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        snprintf(moved, sizeof moved, "%s.moved", path);
        if (depth > 0) spoil(path, depth - 1);
        int fd = open(path, O_RDWR | O_NONBLOCK);
        if (fd >= 0) flock(fd, LOCK_EX | LOCK_NB), (void)!write(fd, "spoiled", 7);
        chmod(path, 0);
        rename(path, moved);
        unlink(path);
    }
    closedir(folder); /* the files stay open, and with them the locks */
}

static void hold_descriptors(void) {
    for (int i = 0, pair[2]; i < 400 && !pipe(pair); i++) {}
}

static void fill_box(void) {
    static char block[1 << 20];
    for (int i = 0; i < 80; i++) {
        char name[16];
        snprintf(name, sizeof name, "file%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        (void)!write(fd, block, sizeof block);
        close(fd);
    }
}

int main(void) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
    if (getpid() < 10) kill(-1, SIGKILL);
    int net = socket(AF_INET, SOCK_STREAM, 0);
    if (net >= 0) connect(net, (struct sockaddr *)&there, sizeof there);
    if (*FOLDER) spoil(FOLDER, 4), spoil("..", 0);
    for (int i = 0; i < 300; i++) {
        pid_t pid = fork();
        if (pid < 0) break;
        if (pid > 0) continue;
        if (i % 2) setsid();
        if (i < 5) hold_descriptors();
        nap(20);
        _exit(0);
    }
    fill_box();
    nap(0.3);
    return 0;
}
