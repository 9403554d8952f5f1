#pragma once

/* Gives up every capability of this process for good; 0, or -1 with errno. */
int give_up_privileges(void);
