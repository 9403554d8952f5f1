/* Seeds from /dev/urandom, /dev/random, getrandom and getentropy.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

int main(void) {
    unsigned seed;
    for (int i = 0; i < 2; i++) {
        int file = open(i ? "/dev/random" : "/dev/urandom", O_RDONLY);
        if (file < 0 || read(file, &seed, sizeof seed) != sizeof seed) return perror("/dev"), 1;
        close(file);
    }
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != sizeof seed) return perror("getrandom"), 2;
    if (getentropy(&seed, sizeof seed)) return perror("getentropy"), 3;
    FILE *file = fopen("/dev/urandom", "rb");
    if (!file || fread(&seed, sizeof seed, 1, file) != 1) return perror("fread"), 4;
    srand(seed);
    int n, value, sum = rand() & 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
