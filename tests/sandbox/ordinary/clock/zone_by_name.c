/* A time zone by its name, whose file is in /usr/share/zoneinfo.
 *
 * expect: RTE
 * differs: rlimits: AC: listed-files
 * why: a program that is linked statically sees no zone files: the zone is UTC, with no error
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t then = 1700000000;
    setenv("TZ", "Europe/Berlin", 1);
    tzset();
    if (localtime(&then)->tm_hour != 23) return 1;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
