/* Reads of itself in /proc: its peak of memory, its maps, its own file, its arguments.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int has(const char *name, const char *part) {
    char line[4096];
    FILE *file = fopen(name, "r");
    if (!file) return perror(name), 0;
    while (fgets(line, sizeof line, file))
        if (strstr(line, part)) return fclose(file), 1;
    return fprintf(stderr, "%s: no %s\n", name, part), fclose(file), 0;
}

int main(void) {
    char path[PATH_MAX] = "";
    if (!has("/proc/self/status", "VmHWM") || !has("/proc/self/maps", "[stack]")) return 1;
    if (!has("/proc/self/stat", "(") || !has("/proc/self/statm", " ")) return 2;
    if (!has("/proc/self/limits", "Max stack size") || !has("/proc/self/cmdline", "")) return 3;
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) return perror("exe"), 4;
    FILE *own = fopen("/proc/self/exe", "rb");
    if (!own || fgetc(own) != 0x7f) return perror("exe"), 5;
    if (!realpath("/proc/self/cwd", path) || !getcwd(path, sizeof path)) return perror("cwd"), 6;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
