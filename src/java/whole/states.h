// SPDX-License-Identifier: Apache-2.0
// State matching, in whole programs: a path that comes to a state in which an earlier path was need not be
// followed further.
//
// When a loop of the user's code begins anew, the state is written down: the stack (live registers only),
// which classes are initialised and their statics, every reachable object, and what was written to objects of
// the JDK. If nothing in it depends on the input, equal states go on to equal paths, whatever led there: the
// first path goes on, all others end. If something does, the conditions of the path count as well: the state
// must be one that the same path was in before, since its conditions can only have grown.
//
// Either way, a failure behind the second visit lies behind the first one as well, and nearer. So nothing is
// lost (by induction on the number of loops between the state and the failure), and loops without a bound on
// their rounds come to an end.
//
// Whether a path ends here depends on other paths, but not for the path that came first, so every run can be
// repeated. States are compared by 128 bits of hash.
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
