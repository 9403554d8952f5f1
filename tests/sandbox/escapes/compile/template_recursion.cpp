/* Makes the compiler compute without end.
 *
 * promise: cpu-time bounded-compilers
 * expect: CE
 * holds: all
 */
template <unsigned long n, unsigned long m> struct Tree {
    static const unsigned long value = Tree<n - 1, 2 * m>::value + Tree<n - 1, 2 * m + 1>::value;
};
template <unsigned long m> struct Tree<0, m> {
    static const unsigned long value = m;
};
int main() { return static_cast<int>(Tree<40, 1>::value); }
