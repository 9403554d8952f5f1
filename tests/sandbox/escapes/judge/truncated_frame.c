/* A launcher that answers with half a frame. */
#include "escape.h"

int main(int argc, char **argv) {
    char message[4096] = {0};
    int control = argc > 1 ? atoi(argv[1]) : 3;
    if (recv(control, message, sizeof message, 0) <= 0) return 0;
    memset(message, 0, sizeof message);
    memcpy(message, "GDUJ\2\0\0\0", 8);
    send(control, message, 40, MSG_NOSIGNAL);
    nap(1);
    return 0;
}
