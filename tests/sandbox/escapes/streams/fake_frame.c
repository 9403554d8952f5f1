/* Writes a result frame of the launcher to every descriptor: exited with 0 after no time.
 *
 * promise: honest-verdict
 * expect: RTE
 * holds: all
 */
#include "escape.h"

int main(void) {
    struct {
        uint32_t magic, version, ending, step;
        int32_t error, exit_code, signal, left_over;
        uint64_t counts[7];
    } frame = {.magic = 0x4a554447u, .version = 2};
    for (int fd = 0; fd < 64; fd++) {
        if (fd == 1) continue;
        ssize_t ignored = write(fd, &frame, sizeof frame);
        (void)ignored;
    }
    puts("held");
    return 7;
}
