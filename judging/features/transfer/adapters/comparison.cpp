// The default comparison of problem packages as a checker with the exit codes of testlib:
//
//   checker input output answer    0 equal, 1 different, 3 failed
//
// Words are compared without regard to case. If a tolerance is given, words of the answer that are
// numbers are compared as numbers; it is enough to meet one of the two tolerances.

#include <bits/stdc++.h>

struct Rules {
    bool case_sensitive = false, space_change_sensitive = false;
    double relative = -1, absolute = -1;
};

static std::string content(const char *name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) {
        std::cerr << "cannot read " << name << '\n';
        std::exit(3);
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

static bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Splits a text into runs of white space and of other characters, in turn, white space first.
static std::vector<std::string> pieces(const std::string &text) {
    std::vector<std::string> found;
    for (size_t i = 0, wanted = 1; i < text.size(); wanted ^= 1) {
        size_t start = i;
        while (i < text.size() && blank(text[i]) == bool(wanted)) i++;
        found.push_back(text.substr(start, i - start));
    }
    return found;
}

static bool number(const std::string &word, double &value) {
    if (word.find_first_not_of("0123456789+-.eE") != std::string::npos) return false;
    char *end = nullptr;
    value = std::strtod(word.c_str(), &end);
    return end != word.c_str() && *end == '\0';
}

static bool equal(const std::string &given, const std::string &wanted, const Rules &rules) {
    double a, b;
    bool floats = rules.relative >= 0 || rules.absolute >= 0;
    if (floats && number(wanted, b)) {
        if (!number(given, a)) return false;
        double off = std::fabs(a - b);
        return (rules.absolute >= 0 && off <= rules.absolute) ||
               (rules.relative >= 0 && off <= rules.relative * std::fabs(b));
    }
    if (rules.case_sensitive) return given == wanted;
    auto same = [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); };
    return std::equal(given.begin(), given.end(), wanted.begin(), wanted.end(), same);
}

int main(int argc, char **argv) {
    if (argc < 4) return 3;
    Rules rules;
    const std::vector<std::string> words = {ARGUMENTS};
    for (size_t i = 0; i < words.size(); i++) {
        bool both = words[i] == "float_tolerance";
        if (words[i] == "case_sensitive") rules.case_sensitive = true;
        else if (words[i] == "space_change_sensitive") rules.space_change_sensitive = true;
        else if (i + 1 == words.size()) return 3;
        else {
            double value = std::stod(words[i + 1]);
            if (both || words[i] == "float_relative_tolerance") rules.relative = value;
            if (both || words[i] == "float_absolute_tolerance") rules.absolute = value;
            i++;
        }
    }
    std::vector<std::string> given = pieces(content(argv[2])), wanted = pieces(content(argv[3]));
    for (size_t i = 0; i < std::max(given.size(), wanted.size()); i++) {
        std::string a = i < given.size() ? given[i] : "", b = i < wanted.size() ? wanted[i] : "";
        bool space = i % 2 == 0;
        if (space ? !rules.space_change_sensitive || a == b : equal(a, b, rules)) continue;
        std::cerr << "word " << i / 2 + 1 << ": expected '" << b.substr(0, 40) << "', found '"
                  << a.substr(0, 40) << "'\n";
        return 1;
    }
    return 0;
}
