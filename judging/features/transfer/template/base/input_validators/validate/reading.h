// Reads an input strictly; validate.cpp says what it must be. Nothing in this file needs an edit.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

class Input {
  public:
    Input(int argc, char** argv)
        : text(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()) {
        for (int i = 1; i + 1 < argc; i++)
            if (argv[i] == std::string("--constraints_file")) constraints_file = argv[i + 1];
    }

    // Reject the input with exit code 43 and a reason, unless the condition holds.
    void require(bool condition, const std::string& reason) const {
        if (condition) return;
        std::cerr << "line " << line << ": " << reason << '\n';
        std::exit(43);
    }

    // Read an integer from low to high, and note it as a value of the quantity `name`.
    long long integer(const std::string& name, long long low, long long high) {
        size_t start = place, digits = start + (start < text.size() && text[start] == '-');
        for (place = digits; place < text.size() && '0' <= text[place] && text[place] <= '9';) place++;
        std::string word = text.substr(start, place - start);
        bool zeros = place > digits && text[digits] == '0' && word != "0";
        require(place > digits && !zeros && place - digits < 19,
                name + ": expected an integer of at most 18 digits, without leading zeros");
        long long value = std::stoll(word);
        require(low <= value && value <= high, name + " is " + word + ", expected a number from " +
                                                   std::to_string(low) + " to " + std::to_string(high));
        auto& range = seen.try_emplace(name, Range{value, value, low, high}).first->second;
        range.least = std::min(range.least, value);
        range.greatest = std::max(range.greatest, value);
        return value;
    }

    void space() { literal(' ', "one space"); }

    void line_end() {
        literal('\n', "the end of the line");
        line++;
    }

    // Read a line with `count` integers.
    std::vector<long long> row(long long count, const std::string& name, long long low, long long high) {
        std::vector<long long> values;
        for (long long i = 0; i < count; i++) {
            if (i) space();
            values.push_back(integer(name, low, high));
        }
        line_end();
        return values;
    }

    // Accept the input with exit code 42 if nothing is left. With --constraints_file FILE, write a line
    // for each quantity, for `judge strength` and `judge validate --junk`: location, name, whether each
    // bound is reached, least and greatest value, bounds.
    [[noreturn]] void end() const {
        require(place == text.size(), "expected the end of the input");
        if (!constraints_file.empty()) {
            std::ofstream file(constraints_file);
            for (auto& [name, r] : seen)
                file << "validate.cpp:" << name << ' ' << name << ' ' << (r.least == r.low) << ' '
                     << (r.greatest == r.high) << ' ' << r.least << ' ' << r.greatest << ' ' << r.low
                     << ' ' << r.high << '\n';
        }
        std::exit(42);
    }

  private:
    struct Range {
        long long least, greatest, low, high;
    };

    void literal(char c, const std::string& what) {
        require(place < text.size() && text[place] == c, "expected " + what);
        place++;
    }

    std::string text, constraints_file;
    size_t place = 0;
    int line = 1;
    std::map<std::string, Range> seen;
};
