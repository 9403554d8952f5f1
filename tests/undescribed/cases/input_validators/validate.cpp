#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
using namespace std;
static void fail() { exit(43); }
static long long number(long long low, long long high) {
    string digits;
    while (isdigit(cin.peek())) digits += (char)cin.get();
    if (digits.empty() || digits.size() > 10 || (digits[0] == '0' && digits.size() > 1)) fail();
    long long value = stoll(digits);
    if (value < low || value > high) fail();
    return value;
}
static void letter(char c) { if (cin.get() != c) fail(); }
int main() {
    long long t = number(1, 1000);
    letter('\n');
    long long sum = 0;
    while (t--) {
        long long n = number(1, 200000);
        letter('\n');
        sum += n;
        if (sum > 200000) fail();
        for (int i = 0; i < n; i++) {
            if (i) letter(' ');
            number(0, 1000000000);
        }
        letter('\n');
    }
    if (cin.get() != EOF) fail();
    return 42;
}
