// SPDX-License-Identifier: Apache-2.0
// A child process that one talks to over two of its file descriptors. Every wait has a deadline. A child that
// has died is an error, never a signal (no SIGPIPE). The child has a process group of its own: an interrupt
// at the terminal does not reach it. When it is ended, or this program ends, even by SIGKILL, all processes
// in the group end. One thread at a time per child.
#ifndef FRISK_BASE_PROCESS_PIPE_H
#define FRISK_BASE_PROCESS_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/str.h"

struct process_pipe;

struct process_pipe_options {
    const char *const *argv;  // ends with NULL; argv[0] is looked for in PATH
    const char *const *unset; // environment variables the child does not get, ends with NULL; may be NULL
    const char *const *set;   // "NAME=value".., ends with NULL; may be NULL
    int read_fd,
        write_fd; // the child's descriptors for reading and for writing: 0 and 1, or others. Its other
                  // standard descriptors are /dev/null, except for errors, see below
};

// NULL if the program cannot be started; the diag then says why ("no such program" is errno ENOENT in
// *reason).
struct process_pipe *process_pipe_start(const struct process_pipe_options *o, int *reason, struct diag *d);

enum pipe_result {
    PIPE_OK,
    PIPE_LATE /* deadline passed */,
    PIPE_CLOSED /* the child is gone or closed its end */
};

// Waits until there is something to read, or the stream has ended (PIPE_OK as well; reading tells which).
enum pipe_result process_pipe_await(struct process_pipe *p, double deadline);
// All n bytes. After PIPE_LATE the stream is out of step: end the child.
enum pipe_result process_pipe_write(struct process_pipe *p, const void *bytes, size_t n, double deadline);
enum pipe_result process_pipe_read(struct process_pipe *p, void *bytes, size_t n, double deadline);
// What comes next: at least one byte, at most n.
enum pipe_result process_pipe_read_some(struct process_pipe *p, void *bytes, size_t n, size_t *got,
                                        double deadline);

// The last line, not empty, that the child wrote to its standard error; "": none. Bytes as they came, UTF-8
// or not.
void process_pipe_last_error(struct process_pipe *p, struct str *out);

// Seconds of processor time that the child has used so far, over all its threads; 0: not known.
double process_pipe_cpu(const struct process_pipe *p);

// Kills the child and everything in its process group, and frees p. Returns the exit status as
// wait gives it. NULL is allowed.
int process_pipe_end(struct process_pipe *p);

#endif
