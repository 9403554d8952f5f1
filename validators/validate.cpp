// Input validator: exits with 42 if standard input is, byte for byte,
//
//     N \n v_1 <space> v_2 <space> ... v_N \n        1 <= N <= 1000, 1 <= v_i <= 10^9
//
// Otherwise it exits with 43 and prints one line: where the defect is, what was expected and what was
// found. Lines and columns count from 1, columns in bytes. An unexpected byte is reported at that
// byte, a number that is too large at its first digit. It reads each byte once and keeps none, so
// inputs may be of any length, and it stops at the first defect.
//
// With --constraints_file FILE it writes the bounds of a valid input to FILE, one per line: location,
// name, lower and upper bound reached (0 or 1), smallest and largest value, lower and upper bound.

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// The bounds of a quantity, and the smallest and largest value seen.
struct Bound {
    const char* name;
    long low, high;
    long least = high, greatest = low;

    void saw(long value) {
        if (value < least) least = value;
        if (value > greatest) greatest = value;
    }
    void write(std::FILE* file) const {
        std::fprintf(file, "validate.cpp:%s %s %d %d %ld %ld %ld %ld\n", name, name, least == low,
                     greatest == high, least, greatest, low, high);
    }
};

Bound count_bound{"N", 1, 1000};
Bound value_bound{"v", 1, 1000000000};

int next;  // the byte at line, column; or EOF
int line = 1;
long column = 0;

void advance() {
    if (next == '\n') {
        ++line;
        column = 0;
    }
    ++column;
    next = std::getchar();
}

// What is read now, for the message: N, or value `index` of `count`.
struct Item {
    long index, count;

    void print() const {
        if (index == 0)
            std::printf("N");
        else
            std::printf("value %ld of %ld", index, count);
    }
};

void print_next() {
    if (next == EOF)
        std::printf("the end of the file");
    else if (next == '\n')
        std::printf("the end of the line (0x0a)");
    else if (' ' <= next && next <= '~')
        std::printf("'%c' (0x%02x)", next, next);
    else
        std::printf("the byte 0x%02x", next);
}

[[noreturn]] void reject_next(const char* expected, Item item) {
    std::printf("line %d, column %ld: expected %s ", line, column, expected);
    item.print();
    std::printf(", found ");
    print_next();
    std::printf("\n");
    std::exit(43);
}

long read_number(Item item, Bound& bound) {
    if (next < '1' || next > '9') reject_next("a digit 1-9 to start", item);
    const long start = column;
    long number = 0;
    for (; '0' <= next && next <= '9'; advance()) {
        number = 10 * number + (next - '0');
        if (number > bound.high) {
            // Do not read the other digits: there may be millions.
            std::printf("line %d, column %ld: expected ", line, start);
            item.print();
            std::printf(" to be at most %ld, found a number that begins with %ld\n", bound.high, number);
            std::exit(43);
        }
    }
    bound.saw(number);
    return number;
}

void expect(int byte, const char* what, Item item) {
    if (next != byte) reject_next(what, item);
    if (byte != EOF) advance();
}

// A file that cannot be written is not a fault of the input, so the exit code is neither 42 nor 43.
void write_constraints(const char* path) {
    std::FILE* file = std::fopen(path, "w");
    if (file) {
        count_bound.write(file);
        value_bound.write(file);
    }
    if (!file || std::fclose(file) != 0) {
        std::fprintf(stderr, "validator: cannot write %s\n", path);
        std::exit(1);
    }
}

}  // namespace

int main(int argc, char** argv) {
    advance();
    const Item n{0, 0};
    const long count = read_number(n, count_bound);
    expect('\n', "the end of the line after", n);
    for (long i = 1; i <= count; ++i) {
        if (i > 1) expect(' ', "one space before", {i, count});
        read_number({i, count}, value_bound);
    }
    expect('\n', "the end of the line after", {count, count});
    expect(EOF, "the end of the file after", {count, count});
    if (argc == 3 && std::strcmp(argv[1], "--constraints_file") == 0) write_constraints(argv[2]);
    return 42;
}
