// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/session.h"

int main(int argc, char **argv) {
    struct options o;
    struct diag d = {0};
    int status = EXIT_NO_ERROR;
    if (!options_parse(&o, argc, argv, &d))
        status = session_fail(&d);
    else if (o.help)
        options_help(stdout);
    else if (o.version)
        printf("frisk %s\n", FRISK_VERSION);
    else
        status = strcmp(o.command, "java") == 0 ? session_java(&o) : session_erlang(&o);
    if (status == EXIT_NO_ERROR && (fflush(stdout) || ferror(stdout))) { // --help > /dev/full
        diag_set(&d, DIAG_ANALYSIS, "cannot write to standard output");
        status = session_fail(&d);
    }
    options_free(&o);
    return status;
}
