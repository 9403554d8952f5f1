/* /dev/null takes all and has nothing, /dev/zero has zeros, and /dev/full is full.
 *
 * expect: AC
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char bytes[16] = "something";
    int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDONLY);
    if (null < 0 || zero < 0) return perror("/dev"), 1;
    if (write(null, bytes, 9) != 9 || read(null, bytes, 9) != 0) return 2;
    if (read(zero, bytes, 16) != 16 || memchr(bytes, 's', 16)) return 3;
    int full = open("/dev/full", O_WRONLY);
    if (full < 0) return perror("/dev/full"), 4;
    if (write(full, bytes, 1) != -1 || errno != ENOSPC) return perror("write"), 5;
    if (!freopen("/dev/null", "w", stderr)) return 6;
    fprintf(stderr, "nobody reads this\n");
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
