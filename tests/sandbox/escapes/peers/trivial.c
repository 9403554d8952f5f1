/* Answers at once: what is run after each attack to see that the judge is well. */
#include "escape.h"

int main(void) { held(); }
