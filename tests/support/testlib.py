"""A stand-in for testlib.h: what the programs of tests call, with the same exit codes."""

HEADER = """\
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
enum Outcome { _ok = 0, _wa = 1, _fail = 3 };
std::ifstream ouf, ans;
inline void registerValidation(int, char **) {}
inline void registerTestlibCmd(int argc, char **argv) {
    if (argc != 4) std::exit(_fail);
    ouf.open(argv[2]);
    ans.open(argv[3]);
}
inline void quitf(Outcome outcome, const char *message) {
    std::fprintf(stderr, "%s", message);
    std::exit(outcome);
}
"""
