#include "limits.h.inc"
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    inf.readInt(LEAST, MOST);
    inf.readEoln();
    inf.readEof();
}
