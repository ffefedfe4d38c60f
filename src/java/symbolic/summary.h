// SPDX-License-Identifier: Apache-2.0
// Summaries of strings, for a proof (main_prove.h) about strings of any length. In a run that summarises, the
// result of a method of strings is not computed. It is a new unknown, of which no more is required than the
// documentation of the method promises: s.trim() is some string no longer than s, s.indexOf(c) some number
// from -1 to below the length.
//
// Such a run can do whatever the real program does, with the right values for the unknowns. So if no run
// fails, the program does not fail. If one fails, nothing follows.
//
// What is required must hold in every run of every real program. Whoever reads a summarised value must take
// the expression that comes with it. The same method of the same strings gives the same unknown.
#ifndef FRISK_JAVA_SUMMARY_H
#define FRISK_JAVA_SUMMARY_H

#include "java/symbolic/input_text.h"
#include "java/symbolic/symbolic.h"

enum summary_op {
    SUMMARY_CHAR,       // of a text at a place
    SUMMARY_LEFT,       // what is left of a place in a piece of a rope
    SUMMARY_RIGHT,      // and what is right of it
    SUMMARY_WIDE,       // whether some of these characters need two bytes
    SUMMARY_WIDE_AT,    // where a text has one
    SUMMARY_NARROW,     // they as Latin-1
    SUMMARY_EQUAL,      // whether two strings are equal
    SUMMARY_EQUAL_CASE, // .. but for case
    SUMMARY_COMPARE,    // compareTo
    SUMMARY_HASH,       // hashCode
    SUMMARY_INDEX,      // indexOf a character
    SUMMARY_LAST,       // lastIndexOf, likewise
    SUMMARY_INDEX_TEXT, // indexOf a string
    SUMMARY_LAST_TEXT,  // lastIndexOf, likewise
    SUMMARY_STARTS,     // startsWith where there is room
    SUMMARY_BLANK,      // isBlank
    SUMMARY_MATCHES,    // matches a regular expression
    SUMMARY_PARSES,     // whether it is an int or a long in a radix
    SUMMARY_PARSED,     // which one
    SUMMARY_STRIPPED,   // trim and strip ..
    SUMMARY_CASE,       // toLowerCase, toUpperCase
    SUMMARY_REPLACED,   // replace
    SUMMARY_REVERSED,   // of a builder
    SUMMARY_NUMBER,     // toString of an int or a long
    SUMMARY_LOOP,       // what a loop changes: cuts.h
};

struct summary_key {
    enum summary_op op;
    uint64_t at[4]; // what it is of: expressions, numbers, identities of strings (rope_identity)
};

struct summaries; // of the runs of one runner
struct summaries *summary_strings_new(struct expr_store *x);
void summary_strings_free(struct summaries *s);
void summary_strings_begin(struct summaries *s, const struct model *model); // of a run on that input

// Whether this run summarises and what it decides is recorded.
bool summary_applies(const struct java_thread *t);
// Whether a condition holds in this run.
bool summary_holds(struct java_thread *t, expr_id condition);
bool summary_decide(struct java_thread *t, expr_id condition); // likewise, as a decision
// What holds of all that the unknowns can stand for. False: not of what they are in this run, which ends
// (t->stop).
bool summary_require(struct java_thread *t, expr_id condition);
// The value of that key, an unknown of the kind (boolean, char, int, long) when it is first asked for.
struct sym summary_value(struct java_thread *t, struct summary_key key, enum java_kind kind);
bool summary_known(const struct java_thread *t, struct summary_key key, struct sym *out);
void summary_set(struct java_thread *t, struct summary_key key, struct sym value);
// What is known of characters begin to end of a string (identities): none left of its first place is that
// character, nor right of its last.
void summary_note_slice(struct java_thread *t, uint64_t of, expr_id begin, expr_id end, bool to_end,
                        uint64_t slice);
// What is known of the place of characters in one string (identities) holds of the other, too.
void summary_note_same(struct java_thread *t, uint64_t of, uint64_t too);
// Requires that characters begin to end of a text, where they are asked for by number, are those that were
// asked for by places unknown. False: t->stop is set.
bool summary_tie(struct java_thread *t, uint32_t text, uint32_t begin, uint32_t end);
// Likewise that a character at an unknown place is another such one where the places are the same.
bool summary_tie_unknown(struct java_thread *t, struct summary_key key, expr_id c);

// ---- natives_summary.c ----
// The character at an unknown index of a string's or builder's bytes, which is decided to be within. False:
// it is not, or the body tells it as well.
bool summary_char_at(struct java_thread *t, const struct object *bytes, bool utf16, struct sym index,
                     struct sym *c);
// Likewise as summary_tie, at a known index of a string's bytes.
bool summary_tie_char(struct java_thread *t, const struct object *bytes, uint32_t i);
// Whether two strings are equal; whether the prefix is in s from `at` on, where there is room: as conditions.
// EXPR_NONE: not known, or t->stop is set.
expr_id summary_equal(struct java_thread *t, const struct object *a, const struct object *b);
expr_id summary_starts(struct java_thread *t, const struct object *s, const struct object *prefix,
                       struct sym at);
// Requires that a string has a character that needs two bytes. False: t->stop is set.
bool summary_is_wide(struct java_thread *t, const struct object *s);
bool summary_hash(struct java_thread *t, const struct object *s,
                  struct sym *hash); // false: its body tells it

// ---- summary.c ----
// Bytes of a text of that family (enum input_family), likewise; it need not hold a character the family is
// for. It may have so many times as many characters as a string of the input (rope_times), and a few more.
// NULL: t->stop is set.
struct object *summary_text(struct java_thread *t, struct summary_key key, uint32_t family, uint32_t times);
void summary_set_text(struct java_thread *t, struct summary_key key, struct object *bytes);

#endif
