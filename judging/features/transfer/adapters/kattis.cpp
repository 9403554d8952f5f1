// Lets a program that exits with 42 or 43 take the place of a program for testlib.
//
//   checker      input output answer    42 becomes 0 (right), 43 becomes 1 (wrong), else 3 (failed)
//   interactor   input output answer    the same; no checker judges its output
//   validator    < input                42 becomes 0 (valid), everything else 3
//
// The program's `main` and `exit` are renamed, so that its exit code can be changed.

#include <bits/stdc++.h>

#include <sys/stat.h>

#define FEEDBACK "feedback_of_checker"

[[noreturn]] void adapter_exit(int code) {
#if !defined VALIDATOR
    for (const char *name : {FEEDBACK "/judgemessage.txt", FEEDBACK "/teammessage.txt"}) {
        if (std::ifstream file(name); file.peek() != EOF) std::cerr << file.rdbuf();
        std::remove(name);
    }
    std::remove(FEEDBACK);
    (exit)(code == 42 ? 0 : code == 43 ? 1 : 3);
#else
    (exit)(code == 42 ? 0 : 3);
#endif
}

namespace std {
using ::adapter_exit;
}

#define main program_main
#define exit adapter_exit
#if defined CHECKER
#include CHECKER
#elif defined INTERACTOR
#include INTERACTOR
#else
#include VALIDATOR
#endif
#undef main
#undef exit

template <class Program> int adapter_call(Program program, int argc, char **argv) {
    if constexpr (std::is_invocable_v<Program, int, char **>) return program(argc, argv);
    else return program();
}

int main(int argc, char **argv) {
#if !defined VALIDATOR
    if (argc < 4) return 3;
#if defined CHECKER
    if (!std::freopen(argv[2], "r", stdin)) return 3;
#endif
#if defined _WIN32
    mkdir(FEEDBACK);
#else
    mkdir(FEEDBACK, 0777);
#endif
    std::vector<std::string> words = {argv[0], argv[1], argv[3], FEEDBACK "/", ARGUMENTS};
#else
    std::vector<std::string> words = {argv[0], ARGUMENTS};
    (void)argc;
#endif
    std::vector<char *> given;
    for (std::string &word : words) given.push_back(word.data());
    given.push_back(nullptr);
    adapter_exit(adapter_call(&program_main, int(words.size()), given.data()));
}
