/* Hides the number in the input file. Rejects what is no guess, and an eleventh one. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *feedback;

static int wrong(const char *format, ...) {
    char path[4096];
    snprintf(path, sizeof path, "%sjudgemessage.txt", feedback);
    FILE *file = fopen(path, "a");
    va_list words;
    va_start(words, format);
    if (file) vfprintf(file, format, words), fclose(file);
    exit(43);
}

int main(int argc, char **argv) {
    char line[64], *end;
    int hidden;
    FILE *input = argc > 3 ? fopen(argv[1], "r") : NULL;
    if (!input || fscanf(input, "%d", &hidden) != 1) {
        fputs("the input cannot be read\n", stderr);
        return 1;
    }
    feedback = argv[3];
    for (int guesses = 1;; guesses++) {
        if (!fgets(line, sizeof line, stdin)) wrong("the output ends after %d guesses", guesses - 1);
        long guess = strtol(line, &end, 10);
        if (end == line || strcmp(end, "\n") || guess < 1 || guess > 1000)
            wrong("guess %d is no number from 1 to 1000", guesses);
        if (guesses > 10) wrong("more than ten guesses");
        puts(guess == hidden ? "equal" : hidden < guess ? "lower" : "higher");
        fflush(stdout);
        if (guess == hidden) break;
    }
    if (fgets(line, sizeof line, stdin)) wrong("says more than it was asked");
    return 42;
}
