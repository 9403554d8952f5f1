// Asks first whether there is a shell.
//
// expect: AC
#include <cstdio>
#include <cstdlib>

int main() {
    if (system(nullptr)) fprintf(stderr, "a shell\n");
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
