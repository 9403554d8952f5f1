/* A few lines that the preprocessor expands to 10 to the power of 9.
 *
 * promise: bounded-compilers
 * expect: CE
 * holds: all
 */
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(x)))
int sum = C(1 +) 0;
int main(void) { return 0; }
