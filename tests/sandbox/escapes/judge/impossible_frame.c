/* A launcher whose well-formed frame names an ending and a step that do not exist. */
#include "escape.h"

int main(int argc, char **argv) {
    struct {
        uint32_t magic, version, ending, step;
        int32_t error, exit_code, signal, left_over;
        uint64_t counts[7];
    } frame = {.magic = 0x4a554447u, .version = 2, .ending = 77, .step = 99};
    char message[4096];
    int control = argc > 1 ? atoi(argv[1]) : 3;
    if (recv(control, message, sizeof message, 0) <= 0) return 0;
    send(control, &frame, sizeof frame, MSG_NOSIGNAL);
    nap(1);
    return 0;
}
