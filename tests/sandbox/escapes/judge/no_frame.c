/* A launcher that ends instead of answering. */
#include "escape.h"

int main(int argc, char **argv) {
    char message[4096];
    return recv(argc > 1 ? atoi(argv[1]) : 3, message, sizeof message, 0) <= 0;
}
