/* What another worker runs during an attack: it listens on a port and waits a little. */
#include "escape.h"
#include <arpa/inet.h>
#include <netinet/in.h>

int main(int argc, char **argv) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    here.sin_port = htons((uint16_t)(argc > 1 ? atoi(argv[1]) : 0));
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(fd, (struct sockaddr *)&here, sizeof here) == 0) listen(fd, 5);
    }
    nap(argc > 2 ? atof(argv[2]) : 1);
    held();
}
