// Raises the limit on its own stack to what it may have, and starts itself anew, as some do for a
// deep recursion. It only sets what it finds: a program may not raise its limit.
//
// expect: AC
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <unistd.h>

int main(int, char **argv) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit)) return perror("getrlimit"), 1;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_STACK, &limit)) return perror("setrlimit"), 2;
    if (!getenv("AGAIN")) {
        setenv("AGAIN", "1", 1);
        execv("/proc/self/exe", argv);
        return perror("execv"), 3;
    }
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
