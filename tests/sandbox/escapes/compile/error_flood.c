/* Makes the compiler print far more errors than the judge keeps.
 *
 * promise: bounded-compilers harmless-text
 * expect: CE
 * holds: all
 */
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(x)))
void f(void) { A(B(undeclared_and_a_rather_long_name_too = this_one_is_missing_as_well;)) }
int main(void) { return 0; }
