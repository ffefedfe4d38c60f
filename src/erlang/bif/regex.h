// SPDX-License-Identifier: Apache-2.0
// Compiled regular expressions: PCRE 8, which is what the VM has up to OTP 27, with the VM's character tables
// (Latin-1). Expressions are compiled once for all runs and workers. The binary that stands for one in Erlang
// (the last element of {re_pattern, ..}) is PCRE's code byte by byte, as in the VM; it is only ever looked up
// here, never run. Thread safe.
#ifndef FRISK_ERLANG_REGEX_H
#define FRISK_ERLANG_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct regex {
    void *code;           // pcre *
    const uint8_t *bytes; // the same as Erlang sees it: without the address of the tables
    size_t size;
    int captures;
    bool crlf;           // a newline may be CR LF
    bool kept;           // by the table of all; else by whoever compiled it
    const char *pattern; // if kept
    int options;         // it was compiled with
    bool translated;     // for regex_program.c alone
    const struct regex_program *program;
};

struct regex_error {
    const char *text;
    int offset;
};

// options: PCRE's. NULL: *error says why. To be given back with regex_release.
const struct regex *regex_compile(const char *pattern, int options, struct regex_error *error);
// The one whose binary this is; NULL: it was not compiled here.
const struct regex *regex_of_bytes(const void *bytes, size_t n);
void regex_release(const struct regex *r);

#endif
