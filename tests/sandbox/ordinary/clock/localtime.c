/* Dates: the weekday of a date by mktime, strftime, and a time zone by its rule.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
    char text[64];
    time_t then = 1700000000;
    struct tm date = {.tm_year = 100, .tm_mon = 1, .tm_mday = 29, .tm_hour = 12, .tm_isdst = -1};
    tzset();
    if (!localtime(&then) || strftime(text, sizeof text, "%c %Z", localtime(&then)) == 0) return 1;
    if (mktime(&date) < 0 || date.tm_wday != 2 || date.tm_yday != 59) return 2;
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    struct tm *broken = localtime(&then);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M %Z", broken);
    if (strcmp(text, "2023-11-14 23:13 CET")) return fprintf(stderr, "%s\n", text), 3;
    if (mktime(broken) != then) return 4;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
