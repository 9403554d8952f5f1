/* Asks for the locale of the environment, prints wide characters, and sorts with strcoll.
 *
 * expect: AC
 */
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    int n, value, sum = 0;
    if (!setlocale(LC_ALL, "")) return fprintf(stderr, "no locale\n"), 1;
    if (strcmp(nl_langinfo(CODESET), "UTF-8")) return fprintf(stderr, "%s\n", nl_langinfo(CODESET)), 2;
    if (strcoll("a", "b") >= 0 || wcslen(L"\u00fc") != 1) return 3;
    wscanf(L"%d", &n);
    while (n-- > 0 && wscanf(L"%d", &value) == 1) sum += value;
    fwprintf(stderr, L"\u03a3 = %d\n", sum);
    wprintf(L"%d\n", sum);
}
