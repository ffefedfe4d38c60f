// SPDX-License-Identifier: Apache-2.0
// The command line. One table of options gives the parser, --help, and the check of the manual
// (scripts/shape).
#ifndef FRISK_CLI_OPTIONS_H
#define FRISK_CLI_OPTIONS_H

#include <stdio.h>

#include "base/diag.h"
#include "base/vec.h"
#include "explore/explore.h"
#include "suite/suite.h"

typedef VEC(const char *) text_list; // borrows argv

// X(NAME, short, "long", "ARGUMENT", kind of value, field of struct options, least, most, "what it does")
#define OPTIONS_SEARCH(X)                                                                                    \
    X(DEPTH, 'd', "depth", "N", COUNT, depth, 0, 1000000,                                                    \
      "decisions of a path whose alternatives are tried (25)")                                               \
    X(TIME, 't', "time", "S", SECONDS, seconds, 0, 1e9, "seconds of wall-clock time for a unit (60)")        \
    X(PATIENCE, 0, "patience", "S", SECONDS, patience, 0, 1e9,                                               \
      "end a unit after S seconds without news (several units without -t: 5)")                               \
    X(RUNS, 'n', "runs", "N", COUNT, runs, 1, 1e15, "at most N runs of a unit (no limit)")                   \
    X(JOBS, 'j', "jobs", "N", COUNT, jobs, 1, 1024, "workers (all cores); results repeat exactly with 1")    \
    X(STRATEGY, 's', "strategy", "NAME", STRATEGY, strategy, 0, 0, "order of the search (unvisited):")       \
    X(SEED, 0, "seed", "N", COUNT, seed, 0, 1e18, "seed of random inputs and of the random strategy (0)")    \
    X(STEPS, 0, "steps", "N", COUNT, steps, 1, 1e15, "calls one run may make (1000000)")                     \
    X(MEMORY, 0, "memory", "SIZE", SIZE, memory, 1 << 20, 1e15, "memory of one run, as 500M or 2G (256M)")   \
    X(GOAL, 'g', "goal", "NAME", GOAL, goal, 0, 0, "what to search for: errors or coverage (errors)")        \
    X(REACH, 0, "reach", "PLACE", LIST, reach_places, 0, 0,                                                  \
      "search for CLASS:LINE or CLASS#METHOD; repeatable")                                                   \
    X(PRUNE, 0, "prune", NULL, FLAG, prune, 0, 0, "skip code that cannot fail, for coverage too")            \
    X(NO_RANDOM, 0, "no-random", NULL, FLAG, no_random, 0, 0, "no random inputs")                            \
    X(NO_PRUNE, 0, "no-prune", NULL, FLAG, no_prune, 0, 0, "search all code, also for errors")               \
    X(ENV, 0, "env", "WHAT", ENV, any_machine, 0, 0,                                                         \
      "what the code finds on its machine: this or any (this)")                                              \
    X(NO_REPLAY, 0, "no-replay", NULL, FLAG, no_replay, 0, 0,                                                \
      "do not try errors on the real VM; no suite then")

#define OPTIONS_OUTPUT(X)                                                                                    \
    X(OUT, 'o', "out", "DIR", TEXT, out_dir, 0, 0, "where the test suite goes (frisk-out)")                  \
    X(ON_FINDING, 0, "on-finding", "WHAT", ON_FINDING, findings_fail, 0, 0,                                  \
      "tests of errors: pin (they pass) or fail (until put right) (pin)")                                    \
    X(JSON, 0, "json", "FILE", TEXT, json, 0, 0, "the whole result for machines; '-': stdout, alone")        \
    X(PATHS, 0, "paths", NULL, FLAG, paths_listed, 0, 0,                                                     \
      "list each path: its condition, result, and objects before and after")                                 \
    X(QUIET, 'q', "quiet", NULL, FLAG, quiet, 0, 0, "no progress")                                           \
    X(VERBOSE, 'v', "verbose", NULL, FLAG, verbose, 0, 0, "times, and all tables in full")                   \
    X(COLOR, 0, "color", "WHEN", COLOR, color, 0, 0, "auto, always or never (auto)")                         \
    X(HELP, 'h', "help", NULL, FLAG, help, 0, 0, "this text")                                                \
    X(VERSION, 0, "version", NULL, FLAG, version, 0, 0, "the version")

#define OPTIONS_ERLANG(X)                                                                                    \
    X(PA, 0, "pa", "DIR", LIST, paths, 0, 0, "look for modules in DIR first, compiled or not; also -pa DIR") \
    X(ERL, 0, "erl", "PATH", TEXT, erl, 0, 0, "the erl to use (erl)")                                        \
    X(PREEMPTIONS, 0, "preemptions", "N", COUNT, preemptions, 0, 1000000,                                    \
      "orders of processes with at most N preemptions (all orders)")                                         \
    X(DELIVERY, 0, "delivery", "HOW", DELIVERY, delayed, 0, 0,                                               \
      "of signals between processes: immediate or delayed (immediate)")                                      \
    X(LOSSY, 0, "lossy", "FROM:TO", LIST, lossy, 0, 0,                                                       \
      "messages between these processes may vanish, * is any; repeatable")                                   \
    X(ASSUME, 0, "assume", "FUNCTION", LIST, assume, 0, 0,                                                   \
      "only arguments for which this returns true; repeatable")                                              \
    X(DISCARD, 0, "discard", "TERM", LIST, discard, 0, 0,                                                    \
      "a function that returns this refuses its input; repeatable")                                          \
    X(OPAQUE, 0, "opaque", "M:F/A", LIST, opaque, 0, 0,                                                      \
      "run these functions on concrete values, * is any; repeatable")                                        \
    X(STUB, 0, "stub", "M:F/A=M:F/A", LIST, stub, 0, 0,                                                      \
      "calls of the first run the second instead; repeatable")                                               \
    X(UPDATE, 0, "update", "WHAT", UPDATE, update, 0, 0, "keep tests that hold; show or drop the others")    \
    X(COMMON_TEST, 0, "common-test", NULL, FLAG, common_test, 0, 0,                                          \
      "suites for Common Test rather than EUnit")                                                            \
    X(CHECK_RETURN, 0, "check-return", NULL, FLAG, check_return, 0, 0,                                       \
      "a value that the spec does not allow is an error, too")                                               \
    X(ANY_TERM, 0, "any-term", "WHEN", NULLS, any_term, 0, 0,                                                \
      "kinds that a function without spec never takes: as --null (apart)")                                   \
    X(CHANGED, 0, "changed", "REV", REVISION, changed, 0, 0,                                                 \
      "only functions touched since a git revision (HEAD)")                                                  \
    X(NO_CACHE, 0, "no-cache", NULL, FLAG, no_cache, 0, 0, "compile again, do not keep the result")          \
    X(EXPLAIN_SAFETY, 0, "explain-safety", NULL, FLAG, explain_safety, 0, 0,                                 \
      "say what cannot fail and why; no search")                                                             \
    X(SHARE, 0, "share", "DIR", TEXT, share_dir, 0, 0, "frisk's own files ($FRISK_SHARE, ../share/frisk)")

#define OPTIONS_JAVA(X)                                                                                      \
    X(CLASS_PATH, 0, "cp", "PATH", TEXT, class_path, 0, 0, "class path, as java's; also -cp PATH")           \
    X(JAVA_HOME, 0, "java-home", "DIR", TEXT, java_home, 0, 0, "the JDK to use ($JAVA_HOME, java's own)")    \
    X(JUNIT4, 0, "junit4", NULL, FLAG, junit4, 0, 0, "suites for JUnit 4 rather than 5")                     \
    X(TESTNG, 0, "testng", NULL, FLAG, testng, 0, 0, "suites for TestNG rather than JUnit 5")                \
    X(OVERFLOW, 0, "overflow", NULL, FLAG, overflow, 0, 0, "report where arithmetic of int and long wraps")  \
    X(NO_OVERFLOW, 0, "no-overflow", NULL, FLAG, no_overflow, 0, 0, "only inputs on which none of it wraps") \
    X(STATE, 0, "state", NULL, FLAG, state, 0, 0, "try also objects in states that no known call builds")    \
    X(HEAP, 0, "heap", "HOW", HEAP, heap, 0, 0, "objects of the input: built by calls or lazy (built)")      \
    X(ASSUME_HEAP, 0, "assume-heap", "DECL", LIST, heap_rules, 0, 0,                                         \
      "with --heap lazy: what holds of its objects; repeatable")                                             \
    X(SAME_PACKAGE, 0, "same-package", NULL, FLAG, same_package, 0, 0,                                       \
      "call also what code of the same package can call")                                                    \
    X(CALL_DEPTH, 0, "call-depth", "N", COUNT, call_depth, 0, 1000000,                                       \
      "levels of calls followed; deeper results are unknown (all)")                                          \
    X(BRANCH_BOUND, 0, "branch-bound", "N", COUNT, branch_bound, 1, 1000000,                                 \
      "decisions of one path at one place (no bound)")                                                       \
    X(LOOP, 0, "loop", "K", COUNT, loop_bound, 0, 1000000,                                                   \
      "iterations of a loop, and calls of a method within itself (no bound)")                                \
    X(BLOCK, 0, "block", "K", COUNT, block_bound, 1, 1000000,                                                \
      "visits of a basic block by one call (no bound)")                                                      \
    X(NULL_ARGUMENTS, 0, "null", "WHEN", NULLS, nulls, 0, 0,                                                 \
      "null from callers: apart (in one line), errors or never (apart)")                                     \
    X(REFUSAL, 0, "refusal", "CLASS", LIST, refusals, 0, 0,                                                  \
      "such exceptions refuse the input and are no errors; repeatable")                                      \
    X(NO_REFUSAL, 0, "no-refusal", "CLASS", LIST, no_refusals, 0, 0,                                         \
      "such exceptions are errors all the same; repeatable")                                                 \
    X(PRIVATE, 0, "private", NULL, FLAG, private_methods, 0, 0, "test private methods, too")                 \
    X(ERROR, 0, "error", "CLASS", LIST, errors, 0, 0, "only such exceptions are errors; repeatable")         \
    X(MAIN, 0, "main", NULL, FLAG, main, 0, 0, "run the class's main; end with the first error")             \
    X(ALL, 0, "all", NULL, FLAG, all, 0, 0, "with --main: go on after the first error")                      \
    X(ARG, 0, "arg", "TEXT", LIST, arguments, 0, 0, "with --main: the next argument of main; repeatable")    \
    X(ANY_ARGS, 0, "any-args", "N", COUNT, any_arguments, 0, 60,                                             \
      "with --main: up to N unknown arguments after these")                                                  \
    X(INPUT_CLASS, 0, "input-class", "CLASS", TEXT, input_class, 0, 0,                                       \
      "with --main: its static methods are the input")

#define OPTIONS_SOLVER(X)                                                                                    \
    X(QUERY_TIME, 0, "query-time", "S", SECONDS, query_seconds, 0, 1e9, "seconds for one query")             \
    X(LOG_QUERIES, 0, "log-queries", "DIR", TEXT, log_dir, 0, 0, "write each Z3 query as SMT-LIB 2")         \
    X(CHECK_SOLVER, 0, "check-solver", "CMD", TEXT, checker, 0, 0, "ask CMD each Z3 query again")            \
    X(NO_LINK, 0, "no-link", "NAME", LINK, links_off, 0, 0, "switch off a link of solving; repeatable:")

#define OPTIONS(X) OPTIONS_SEARCH(X) OPTIONS_OUTPUT(X) OPTIONS_ERLANG(X) OPTIONS_JAVA(X) OPTIONS_SOLVER(X)

enum goal { GOAL_ERRORS, GOAL_COVERAGE };
enum null_mode { NULL_APART, NULL_ERRORS, NULL_NEVER }; // in the order of java/java.h
enum heap_mode { HEAP_BUILT, HEAP_LAZY };
enum color_mode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

#define NO_BOUND UINT64_MAX

struct options {
    const char *command; // "erl" or "java"; NULL with --help or --version
    text_list operands;  // targets, files and arguments, in order
    uint64_t depth, runs, jobs, seed, steps, memory, branch_bound, loop_bound, block_bound, call_depth,
        any_arguments;
    uint64_t preemptions;                    // NO_BOUND: no bound
    double seconds, patience, query_seconds; // the first two: negative while parsing, if not given
    double patience_of_many;                 // the patience with several units
    bool shares_time; // likewise: nobody said how patient the search is, so what is fruitful gets more time
    uint64_t reach;   // more than depth: decisions on one path that leads to an unvisited place
    enum strategy strategy;
    enum color_mode color;
    enum null_mode nulls, any_term;
    enum goal goal;
    enum heap_mode heap;
    uint32_t links_off; // bits of enum solve_link
    const char *out_dir, *json, *erl, *share_dir, *log_dir, *checker, *class_path, *java_home, *input_class,
        *changed;
    text_list lossy, paths, assume, discard, opaque, stub, refusals, no_refusals, errors, arguments;
    bool delayed, no_replay, quiet, verbose, help, version, no_cache, junit4, testng, common_test, overflow,
        no_overflow, state, private_methods, same_package, main, all, any_machine;
    text_list reach_places, heap_rules;
    bool paths_listed;
    enum suite_update update;
    bool findings_fail, no_random, prune, no_prune, explain_safety, check_return;
};

bool options_parse(struct options *o, int argc, char **argv, struct diag *d); // false: d says what is wrong
void options_free(struct options *o);
void options_help(FILE *out);

#endif
