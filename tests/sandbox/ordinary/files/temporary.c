/* tmpfile, mkstemp and mkdtemp in /tmp, a file in /dev/shm, and O_TMPFILE.
 *
 * expect: AC
 * differs: landlock: RTE: own-box
 * why: /tmp is not the box (EACCES), and tmpfile() does not look at TMPDIR
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int n, value, sum = 0;
    FILE *first = tmpfile();
    if (!first) return perror("tmpfile"), 1;
    char name[] = "/tmp/numbers-XXXXXX", folder[] = "/tmp/folder-XXXXXX";
    int second = mkstemp(name);
    if (second < 0 || !mkdtemp(folder)) return perror("/tmp"), 2;
    int third = open(".", O_TMPFILE | O_RDWR, 0600);
    if (third < 0) return perror("O_TMPFILE"), 3;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) fprintf(first, "%d\n", value);
    rewind(first);
    while (fscanf(first, "%d", &value) == 1) sum += value;
    dprintf(second, "%d\n", sum);
    dprintf(third, "%d\n", sum);
    FILE *again = fopen(name, "r");
    if (!again || fscanf(again, "%d", &value) != 1) return perror(name), 4;
    if (unlink(name) || rmdir(folder)) return perror("unlink"), 5;
    printf("%d\n", value);
}
