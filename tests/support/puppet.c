/* Does what a script says, as the submission or as its output validator. An input has two lines for
 * each pass, the validator's script and the submission's:
 *
 *     judge: r x42
 *     w x0
 *
 * In an interactive problem the validator hands the second on, first of all. The words:
 *
 *     w       says a line                     W300   says 300 KiB
 *     r       reads a line, or the end        q      the same, and fails at the end: exit 7
 *     R       reads to the end                c      closes its output
 *     n200    takes a nap of 200 ms           b      computes for ever
 *     m       takes all the memory there is   h      waits for ever
 *     x43     exits with 43                   a      aborts
 *     e       says on stderr what went wrong  k      adds a line to the judge's message
 *     p       asks for another pass, with the lines that follow in the input
 *     F       says lines without end          o      makes its stdin and stdout non-blocking
 *     z       makes the pipes at its stdin and stdout as small as they can be
 *     i       opens both ends of the pipes at its stdin and stdout, and keeps them
 *     f       leaves a child that keeps its streams open for ever
 *     s       stops itself
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char script[4096], other[4096], following[4096], block[65536];

static void append(const char *folder, const char *name, const char *text) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", folder, name);
    FILE *file = fopen(path, "a");
    if (!file) exit(99);
    fputs(text, file);
    fclose(file);
}

static void say(int kib) {
    while (kib-- > 0)
        if (write(1, block, 1024) < 0) return;
}

int main(int argc, char **argv) {
    char line[4096];
    memset(block, '\n', sizeof block);
    setvbuf(stdin, NULL, _IONBF, 0);
    signal(SIGPIPE, SIG_DFL);
    if (argc > 3) {
        FILE *input = fopen(argv[1], "r");
        if (!input || !fgets(script, sizeof script, input) || !fgets(other, sizeof other, input))
            return 98;
        following[fread(following, 1, sizeof following - 1, input)] = 0;
        if (write(1, other, strlen(other)) < 0) return 97;
    } else {
        do {
            if (!fgets(script, sizeof script, stdin)) return 98;
        } while (!strncmp(script, "judge:", 6));
    }
    for (char *rest = script, *word; (word = strsep(&rest, " \n"));) {
        int number = atoi(word + (*word != 0));
        switch (*word) { 
        case 'w': if (write(1, "word\n", 5) < 0) return 96; break;
        case 'W': say(number); break;
        case 'F': for (;;) say(1);
        case 'r': fgets(line, sizeof line, stdin); break;
        case 'q': if (!fgets(line, sizeof line, stdin)) return 7; break;
        case 'R': while (read(0, block, sizeof block) > 0) {} break;
        case 'c': close(1); break;
        case 'n': usleep((unsigned)number * 1000); break;
        case 'b': for (volatile int i = 0;; i++) {}
        case 'h': for (;;) pause();
        case 'm': for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); else abort(); }
        case 'x': return number;
        case 'a': abort();
        case 'e': fputs("all is well\nthe scripts are torn\n", stderr); break;
        case 'o': for (int fd = 0; fd < 2; fd++) fcntl(fd, F_SETFL, O_NONBLOCK | fcntl(fd, F_GETFL)); break;
        case 'z': for (int fd = 0; fd < 2; fd++) fcntl(fd, F_SETPIPE_SZ, 4096); break;
        case 'i': open("/proc/self/fd/0", O_RDWR | O_NONBLOCK); open("/proc/self/fd/1", O_RDWR | O_NONBLOCK); break;
        case 'f': if (fork() == 0) for (;;) pause(); break;
        case 's': raise(SIGSTOP); break;
        case 'k': append(argv[3], "judgemessage.txt", "one more\n"); break;
        case 'p': append(argv[3], "nextpass.in", following); break;
        }
    }
    return 0;
}
