// SPDX-License-Identifier: Apache-2.0
// Whole programs: a path that comes to where another one was need not be followed further. When a loop of the
// user's code begins anew, all that decides how the program goes on is written down: the stack (of registers
// those that may still be read), what classes have been initialised and their statics, every object that can
// be reached, and what of the JDK's own was written to. Where nothing in it depends on the input, the same
// state goes on to the same paths, whatever path led there; the first path to come is followed, all others
// end. Where some of it does, the conditions of the path count as well: only a state that the very same path
// has been in before is one, since its conditions can only have grown. Either way a failure behind the second
// visit lies behind the first one as well, and nearer: so nothing is lost (a proof by the number of loops
// between the state and the failure). This ends the search in loops whose number of rounds has no bound.
//
// Whether a path ends here depends on other paths, but never for the path that was first: so whatever has
// been run once comes by again. States are compared by 128 bits of hash.
#ifndef FRISK_JAVA_STATES_H
#define FRISK_JAVA_STATES_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

struct known_states; // of the search of a unit: shared by its workers
struct known_states *known_states_new(void);
void known_states_free(struct known_states *k); // may be NULL

struct java_states *java_states_new(struct known_states *k); // of a worker
void java_states_free(struct java_states *s);                // may be NULL
void java_states_begin_run(struct java_states *s);

// A hash of the state as it is written down, but for these registers of the topmost frame: where it is the
// same later in the same run nothing has changed, not even which objects there are. False: it cannot be
// written down.
struct state_hash {
    uint64_t key, more;
};
bool java_states_exact(struct java_thread *t, uint64_t but, struct state_hash *out);

// The topmost frame is about to go on at `at`, to which the instruction `from` jumps backwards. True: the run
// is to end here, t->stop is set.
bool java_states_look(struct java_thread *t, const struct insn *from);

#endif
