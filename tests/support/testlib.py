"""Stand-ins for testlib.h: what the programs of tests call, with the same exit codes."""

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

# For a validator that is called with --testOverviewLogFileName: the log is as testlib's.
LOGGING_HEADER = """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <string>
struct Ends {
    std::string low, high;
    bool low_hit = false, high_hit = false;
};
static std::map<std::string, Ends> seen;
static const char *log_file = nullptr;
inline void registerValidation(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i++)
        if (!std::strcmp("--testOverviewLogFileName", argv[i])) log_file = argv[i + 1];
}
inline void bound(std::string &known, bool first, const std::string &now) {
    if (first) known = now;
    if (known != now) known = "?";
}
struct InStream {
    int readInt(int low, int high, const std::string &name) {
        int value;
        if (std::isspace(std::cin.peek()) || !(std::cin >> value)) std::exit(3);
        if (value < low || value > high) std::exit(3);
        bool first = !seen.count(name);
        Ends &ends = seen[name];
        bound(ends.low, first, std::to_string(low));
        bound(ends.high, first, std::to_string(high));
        ends.low_hit |= value == low;
        ends.high_hit |= value == high;
        return value;
    }
    void readChar(char wanted) { if (std::cin.get() != wanted) std::exit(3); }
    void readSpace() { readChar(' '); }
    void readEoln() { readChar('\\n'); }
    void readEof() {
        if (std::cin.get() != EOF) std::exit(3);
        if (!log_file) return;
        FILE *file = std::fopen(log_file, "w");
        for (auto &[name, ends] : seen)
            std::fprintf(file, "\\"%s\\":%s%s\\n", name.c_str(),
                         ends.low_hit ? " min-value-hit" : "", ends.high_hit ? " max-value-hit" : "");
        std::fprintf(file, "feature \\"large\\":\\n");
        for (auto &[name, ends] : seen)
            std::fprintf(file, "constant-bounds \\"%s\\": %s %s\\n", name.c_str(),
                         ends.low.c_str(), ends.high.c_str());
        for (auto &entry : seen) std::fprintf(file, "variable \\"%s\\"\\n", entry.first.c_str());
        std::fclose(file);
    }
} inf;
"""
