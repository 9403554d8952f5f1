// popen and system: a program that is linked statically has no shell unless the judge shows the system.
//
// expect: RTE
// differs: rlimits: AC: listed-files
// why: a program that is linked statically sees no shell
#include <cstdio>
#include <cstdlib>

int main() {
    FILE *shell = popen("cat", "r");
    int n, value, sum = 0;
    if (!shell || fscanf(shell, "%d", &n) != 1) return 1;
    while (n-- > 0 && fscanf(shell, "%d", &value) == 1) sum += value;
    if (pclose(shell) || system("true")) return 2;
    printf("%d\n", sum);
}
