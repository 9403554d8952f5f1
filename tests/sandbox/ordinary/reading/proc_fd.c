/* Reads its input through /proc, and says through /proc what it read.
 *
 * expect: AC
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char text[4096] = "", line[32];
    int in = open("/proc/self/fd/0", O_RDONLY), out = open("/proc/self/fd/1", O_WRONLY);
    int debug = open("/proc/self/fd/2", O_WRONLY);
    if (in < 0 || out < 0 || debug < 0) return perror("/proc/self/fd"), 1;
    if (read(in, text, sizeof text - 1) < 0) return perror("read"), 1;
    char *next = text;
    int n = (int)strtol(next, &next, 10), sum = 0;
    while (n-- > 0) sum += (int)strtol(next, &next, 10);
    dprintf(debug, "the sum is %d\n", sum);
    int length = snprintf(line, sizeof line, "%d\n", sum);
    return write(out, line, (size_t)length) != length;
}
