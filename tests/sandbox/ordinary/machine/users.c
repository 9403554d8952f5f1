/* Who and where it is: ids, HOME and the name of the host.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
    struct utsname names;
    char host[256];
    fprintf(stderr, "%d %d\n", (int)getuid(), (int)getgid());
    if (uname(&names) || gethostname(host, sizeof host) || !getenv("HOME")) return 1;
    if (getppid() < 0 || getpid() <= 0) return 2;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
