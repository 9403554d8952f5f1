#include <stdio.h>
int main(void) {
    char task[16];
    scanf("%15s", task);
    if (task[0] == 'e') return puts("ab"), 0;
    for (volatile int i = 0;; i++) {}
}
