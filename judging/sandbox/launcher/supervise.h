#pragma once

#include "run.h"

/* Runs the program of a request in the current namespaces and ends all processes that it left. */
void run_program(struct run *run);
