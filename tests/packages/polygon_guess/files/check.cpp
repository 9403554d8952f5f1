#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt(), x = ouf.readInt(), asked = ouf.readInt();
    if (x != n) quitf(_wa, "%d is not %d", x, n);
    quitf(_ok, "%d questions", asked);
}
