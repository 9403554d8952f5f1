// Lets programs written for testlib exit with 42 or 43, as problem packages require.
//
//   checker      input output answer     0 right; 1, 2, 4, 8 wrong; 5, 7 points; else failed
//   interactor   input output answer     the same; then the checker judges its output
//   validator    < input                 0 valid; 1, 3 invalid; else failed
//
// The program keeps its own `main`. The code below runs before it, starts the same executable again
// with the arguments and streams that the program expects, and translates its exit code. If there
// is an interactor and a checker, each is in a namespace of its own, and its `main` must exit or
// return, as testlib requires.

#include <bits/stdc++.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace adapter {

const char *const ROLE = "TESTLIB_ADAPTER_ROLE";
const int ACCEPTED = 42, REJECTED = 43, FAILED = 1;

enum Outcome { RIGHT, WRONG, POINTS, BROKEN };

Outcome outcome(int status) {
    if (!WIFEXITED(status)) return BROKEN;
    switch (WEXITSTATUS(status)) {
    case 0: return RIGHT;
    case 1: case 2: case 4: case 8: return WRONG;
    case 5: case 7: return POINTS;
    default: return BROKEN;
    }
}

void redirect(int stream, const std::string &path, int flags) {
    int file = open(path.c_str(), flags, 0666);
    if (file < 0 || dup2(file, stream) < 0) _exit(FAILED);
    close(file);
}

// Starts this executable as the original program. Its stderr is appended to the file `message`.
int run(const char *role, char *self, std::vector<std::string> args, const std::string &message) {
    pid_t child = fork();
    if (child < 0) return FAILED << 8;
    if (child == 0) {
        if (!message.empty()) redirect(STDERR_FILENO, message, O_WRONLY | O_CREAT | O_APPEND);
        setenv(ROLE, role, 1);
        std::vector<char *> words = {self};
        for (std::string &arg : args) words.push_back(arg.data());
        words.push_back(nullptr);
        execv("/proc/self/exe", words.data());
        execv(self, words.data());
        _exit(127);
    }
    // The other side must see the program exit: keep none of its streams open here.
    for (int stream : {STDIN_FILENO, STDOUT_FILENO}) redirect(stream, "/dev/null", O_RDWR);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return FAILED << 8;
    return status;
}

// Returns a path at which the program can open standard input, or a copy of it in `folder`.
std::string input_path(const std::string &folder, bool &copied) {
    copied = false;
    for (const char *path : {"/dev/stdin", "/proc/self/fd/0"}) {
        int file = open(path, O_RDONLY);
        if (file < 0) continue;
        close(file);
        return path;
    }
    copied = true;
    std::string path = folder + "output_of_submission";
    int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) _exit(FAILED);
    char block[65536];
    for (ssize_t size; (size = read(STDIN_FILENO, block, sizeof block)) > 0;)
        if (write(file, block, size) != size) _exit(FAILED);
    close(file);
    return path;
}

// Reads the first number of the judge message, as in `points 0.5 half of it`.
bool points(const std::string &message, double &score) {
    std::ifstream file(message);
    std::string word;
    while (file >> word) {
        char *end = nullptr;
        score = std::strtod(word.c_str(), &end);
        if (end != word.c_str() && *end == '\0') return std::isfinite(score);
    }
    return false;
}

[[noreturn]] void conclude(int status, const std::string &folder) {
    double score = 0;
    switch (outcome(status)) {
    case RIGHT: _exit(ACCEPTED);
    case WRONG: _exit(REJECTED);
    case POINTS:
        if (!points(folder + "judgemessage.txt", score)) _exit(FAILED);
        if (score <= 0) _exit(REJECTED);
        {
            std::ofstream file(folder + "score.txt");
            file << std::setprecision(12) << score << '\n';
        }
        _exit(ACCEPTED);
    case BROKEN: break;
    }
    _exit(FAILED);
}

[[noreturn]] void adapt(int argc, char **argv) {
#if defined VALIDATOR
    int status = run("validator", argv[0], {argv + 1, argv + argc}, "");
    if (!WIFEXITED(status)) _exit(FAILED);
    int code = WEXITSTATUS(status);
    _exit(code == 0 ? ACCEPTED : code == 3 || code == 1 ? REJECTED : FAILED);
#else
    if (argc < 4) {
        std::fputs("usage: input answer feedback_dir\n", stderr);
        _exit(FAILED);
    }
    std::string input = argv[1], answer = argv[2], folder = argv[3];
    if (folder.back() != '/') folder += '/';
    std::string message = folder + "judgemessage.txt";
#if defined INTERACTOR
    std::string log = folder + "output_of_interactor";
    close(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666));
    int status = run("interactor", argv[0], {input, log, answer}, message);
#if defined CHECKER
    if (outcome(status) == RIGHT) status = run("checker", argv[0], {input, log, answer}, message);
#endif
    unlink(log.c_str());
#else
    bool copied = false;
    std::string output = input_path(folder, copied);
    int status = run("checker", argv[0], {input, output, answer}, message);
    if (copied) unlink(output.c_str());
#endif
    conclude(status, folder);
#endif
}

// Runs before the program's own globals are constructed.
__attribute__((constructor(101))) void start(int argc, char **argv, char **) {
    if (!getenv(ROLE)) adapt(argc, argv);
}

}  // namespace adapter

#if defined INTERACTOR && defined CHECKER
#if __has_include("testlib.h")
#include "testlib.h"
#endif
namespace interactor_program {
#include INTERACTOR
}
namespace checker_program {
#include CHECKER
}
namespace adapter {
template <class Program> int call(Program program, int argc, char **argv) {
    if constexpr (std::is_invocable_v<Program, int, char **>) return program(argc, argv);
    else return program();
}
}  // namespace adapter
int main(int argc, char **argv) {
    if (std::string(getenv(adapter::ROLE)) == "interactor")
        return adapter::call(&interactor_program::main, argc, argv);
    return adapter::call(&checker_program::main, argc, argv);
}
#elif defined INTERACTOR
#include INTERACTOR
#elif defined CHECKER
#include CHECKER
#else
#include VALIDATOR
#endif
