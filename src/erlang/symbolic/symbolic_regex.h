// SPDX-License-Identifier: Apache-2.0
// Regular expressions on subjects with symbolic bytes: whether a byte is one that an atom takes is a
// decision, so that where groups match follows from the path. For re:run/3 (bif_re.c).
#ifndef FRISK_ERLANG_SYMBOLIC_REGEX_H
#define FRISK_ERLANG_SYMBOLIC_REGEX_H

#include "erlang/bif/regex_program.h"
#include "erlang/machine/decide.h"

// One choice: is the symbolic subject of one of the shapes that match as a whole? So texts that do are one
// query away however long they are. Decides nothing of other subjects.
void symbolic_regex_shapes(struct interp *ip, const struct regex *r, term subject);

// The bytes of an iolist, each a term.
enum regex_bytes {
    REGEX_BYTES,
    REGEX_NO_BYTES, // it is certainly no iolist
    REGEX_DEEP,     // which bytes it has was not decided
};
enum regex_bytes symbolic_regex_bytes(struct interp *ip, term subject, struct term_vec *bytes);

// Where groups match in the bytes from offset on, as pcre_exec has it: 2 * groups places, -1 for a group that
// did not take part. Result: groups up to the last that did; 0: no match; REGEX_LOST: that was too much work.
enum { REGEX_LOST = -1 };
int symbolic_regex_run(struct interp *ip, const struct regex_program *p, const struct term_vec *bytes,
                       uint32_t offset, bool anchored, int *ends);

#endif
