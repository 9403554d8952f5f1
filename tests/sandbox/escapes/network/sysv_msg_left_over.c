/* Leaves a System V message queue behind, and looks for the one of the previous test.
 *
 * promise: no-ipc-left no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * runs: twice
 * args: {key}
 */
#include "escape.h"
#include <sys/msg.h>

int main(int argc, char **argv) {
    key_t key = argc > 1 ? (key_t)atoi(argv[1]) : 4711;
    struct {
        long kind;
        char text[8];
    } note = {1, "note"};
    attempt(msgget(key, 0600), "found the queue of an earlier run");
    int id = msgget(key, IPC_CREAT | 0600);
    if (id >= 0) msgsnd(id, &note, sizeof note.text, IPC_NOWAIT);
    held();
}
