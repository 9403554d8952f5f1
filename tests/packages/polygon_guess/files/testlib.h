// A stand-in for testlib, as much of it as these programs use: the same names and exit codes.
#ifndef TESTLIB_STAND_IN
#define TESTLIB_STAND_IN

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _points = 7 };

inline void quitf(TResult result, const char *format, ...) {
    const char *words[] = {"ok ", "wrong answer ", "wrong output format ", "FAIL "};
    std::fputs(result == _points ? "" : words[result], stderr);
    va_list list;
    va_start(list, format);
    std::vfprintf(stderr, format, list);
    va_end(list);
    std::fputs("\n", stderr);
    std::exit(result);
}

inline void quitp(double points, const char *message) {
    std::fprintf(stderr, "points %g %s\n", points, message);
    std::exit(_points);
}

struct InStream {
    std::istream *from = nullptr;
    std::ifstream file;
    TResult blame = _fail;

    void open(const char *name, TResult whose) {
        file.open(name);
        if (!file) quitf(_fail, "cannot open %s", name);
        from = &file;
        blame = whose;
    }
    int readInt(int least, int most) {
        int value = 0;
        if (!(*from >> value)) quitf(blame, "expected an integer");
        if (value < least || value > most)
            quitf(blame == _pe ? _wa : blame, "%d is not in [%d, %d]", value, least, most);
        return value;
    }
    int readInt() { return readInt(-1000000000, 1000000000); }
    void readEoln() {
        if (from->get() != '\n') quitf(blame, "expected the end of a line");
    }
    void readEof() {
        if (from->get() != EOF) quitf(blame, "expected the end of the file");
    }
    bool seekEof() { return (*from >> std::ws).peek() == EOF; }
};

inline InStream inf, ouf, ans;
inline std::ofstream tout;
inline std::string validated_group;

inline void registerTestlibCmd(int argc, char **argv) {
    if (argc < 4) quitf(_fail, "expected: input output answer");
    inf.open(argv[1], _fail);
    ouf.open(argv[2], _pe);
    ans.open(argv[3], _fail);
}

inline void registerInteraction(int argc, char **argv) {
    if (argc < 3) quitf(_fail, "expected: input output [answer]");
    inf.open(argv[1], _fail);
    tout.open(argv[2]);
    ouf.from = &std::cin;
    ouf.blame = _pe;
}

inline void registerValidation(int argc, char **argv) {
    inf.from = &std::cin;
    for (int i = 1; i + 1 < argc; i++)
        if (std::string(argv[i]) == "--group") validated_group = argv[i + 1];
}

#endif
