/* Answers at once: it runs after each attack to check that the judge still works. */
#include "escape.h"

int main(void) { held(); }
