#include <stdio.h>
#include <unistd.h>
int main(void) {
    char task[16];
    scanf("%15s", task);
    if (task[0] == 'e') return puts("ab"), 0;
    for (;;) pause();
}
