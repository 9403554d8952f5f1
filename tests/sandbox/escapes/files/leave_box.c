/* Goes up from its box: to other programs' boxes, and to what the judge keeps beside them.
 *
 * promise: listed-files own-box
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: secret
 * args: {secret}
 */
#include "escape.h"
#include <dirent.h>

int main(int argc, char **argv) {
    char here[4096], path[8400];
    if (argc < 2 || !getcwd(here, sizeof here)) return 1;
    snprintf(path, sizeof path, "../../../../../../../../../../../..%s", argv[1]);
    must_not_open(path, O_RDONLY);
    if (symlink(argv[1], "link") == 0) must_not_open("link", O_RDONLY);
    if (link(argv[1], "hard") == 0) escaped("made a second name for a file of the judge");
    if (rename(argv[1], "moved") == 0) escaped("moved a file of the judge");
    attempt(open("..", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600), "made a file above its box");
    /* A namespace of its own has a root with nothing but what it was shown. */
    DIR *above = opendir("..");
    struct dirent *entry;
    while (above && (entry = readdir(above)))
        if (!strncmp(entry->d_name, "judge-", 6)) escaped("listed %s", entry->d_name);
    held();
}
