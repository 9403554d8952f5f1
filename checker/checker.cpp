// Output validator: checker INPUT ANSWER FEEDBACK_DIR [ARGS...] < OUTPUT
//
// Accepts (exit 42) an output whose only token is the answer: decimal digits without sign and without
// leading zeros, with any white space around. Rejects everything else (exit 43); then
// FEEDBACK_DIR/judgemessage.txt says why. If the answer file is not such a number or the feedback
// directory is not writable, it exits with 3 and a message on stderr: that is not the fault of the
// submission.
//
// It compares the tokens as text, so a number of any length is simply wrong, and it stops reading at
// the first byte that decides the verdict. It uses C streams only, which start faster.

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int accepted = 42, wrong = 43, judge_error = 3;

constexpr int max_digits = 18;  // the largest answer, 500000000000, has 12

bool is_space(int c) { return c == ' ' || ('\t' <= c && c <= '\r'); }
bool is_digit(int c) { return '0' <= c && c <= '9'; }

// The content of a file: if `defect` is null, `text` is its number. `byte` is the byte at fault, or -1
// if the defect is not a single byte.
struct Reading {
    char text[max_digits + 1] = "";
    const char* defect = nullptr;
    int byte = -1;
};

Reading read_only_number(FILE* file) {
    Reading reading;
    const auto defect = [&reading](const char* what, int byte = -1) {
        reading.defect = what;
        reading.byte = byte;
        return reading;
    };
    int c = std::getc(file);
    while (is_space(c)) c = std::getc(file);
    if (c == EOF) return defect("nothing");

    int digits = 0;
    for (; is_digit(c); c = std::getc(file)) {
        if (digits == max_digits) return defect("a number of more than 18 digits");
        reading.text[digits++] = static_cast<char>(c);
    }
    if (c != EOF && !is_space(c)) return defect("something that is not a digit", c);
    if (digits > 1 && reading.text[0] == '0') return defect("a leading zero");

    while (is_space(c)) c = std::getc(file);
    if (c != EOF) return defect("more than one token");
    return reading;
}

[[noreturn]] void fail(const char* what, const char* path) {
    std::fprintf(stderr, "checker: %s: %s\n", what, path);
    std::exit(judge_error);
}

[[noreturn]] void reject(const char* directory, const char* format, ...) {
    char path[4096];
    const int length = std::snprintf(path, sizeof path, "%s/judgemessage.txt", directory);
    if (length < 0 || length >= static_cast<int>(sizeof path)) fail("path too long", directory);
    FILE* message = std::fopen(path, "w");
    if (!message) fail("cannot write", path);
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(message, format, arguments);
    va_end(arguments);
    if (std::fclose(message) != 0) fail("cannot write", path);
    std::exit(wrong);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) fail("usage", "checker INPUT ANSWER FEEDBACK_DIR [ARGS...] < OUTPUT");
    const char* answer_path = argv[2];
    const char* feedback = argv[3];

    FILE* answer_file = std::fopen(answer_path, "r");
    if (!answer_file) fail("cannot read the answer", answer_path);
    const Reading answer = read_only_number(answer_file);
    std::fclose(answer_file);
    if (answer.defect) fail("the answer is not one number", answer_path);

    const Reading output = read_only_number(stdin);
    if (output.byte >= 0)
        reject(feedback, "expected %s, read %s (byte 0x%02x)\n", answer.text, output.defect, output.byte);
    if (output.defect) reject(feedback, "expected %s, read %s\n", answer.text, output.defect);
    if (std::strcmp(output.text, answer.text) != 0)
        reject(feedback, "expected %s, read %s\n", answer.text, output.text);
    return accepted;
}
