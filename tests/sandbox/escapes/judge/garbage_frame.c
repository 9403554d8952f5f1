/* A launcher that answers with random bytes of the right length. */
#include "escape.h"

int main(int argc, char **argv) {
    char message[4096];
    int control = argc > 1 ? atoi(argv[1]) : 3;
    if (recv(control, message, sizeof message, 0) <= 0) return 0;
    memset(message, 0xa5, sizeof message);
    send(control, message, 88, MSG_NOSIGNAL);
    nap(1);
    return 0;
}
