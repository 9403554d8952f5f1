#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt();
    int a = ouf.readInt(1, 100), b = ouf.readInt(1, 100);
    if (!ouf.seekEof()) quitf(_pe, "more than two numbers");
    if (a + b != n) quitf(_wa, "%d + %d is not %d", a, b, n);
    quitf(_ok, "%d + %d", a, b);
}
