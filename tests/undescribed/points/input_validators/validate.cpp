#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
using namespace std;
static void require(bool good) { if (!good) exit(43); }
static long long parse(const string& word) {
    require(!word.empty() && word.size() < 10);
    long long value = stoll(word);
    require(to_string(value) == word);
    return value;
}
int main() {
    string line;
    require((bool)getline(cin, line));
    for (char c : line) require(c >= '0' && c <= '9');
    long long n = parse(line);
    require(2 <= n && n <= 2000);
    set<pair<long long, long long>> seen;
    for (int i = 0; i < n; i++) {
        require((bool)getline(cin, line));
        size_t gap = line.find(' ');
        require(gap != string::npos);
        for (char c : line) require(c == '-' || c == ' ' || (c >= '0' && c <= '9'));
        long long x = parse(line.substr(0, gap)), y = parse(line.substr(gap + 1));
        require(-1000000 <= x && x <= 1000000);
        require(-1000000 <= y && y <= 1000000);
        require(seen.insert({x, y}).second);
    }
    require(!getline(cin, line));
    return 42;
}
