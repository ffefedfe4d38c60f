// SPDX-License-Identifier: Apache-2.0
#include "base/process_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/vec.h"

extern char **environ;

// A socket pair rather than two pipes: send() can be told not to raise SIGPIPE, write() to a pipe cannot.
struct process_pipe {
    pid_t pid;
    int socket;
    int errors; // the child's standard error: a file in memory, or -1
};

// ---- The watcher ----
// A program that is killed cannot end its children, and one that sits in a long computation does not see that
// nobody listens any more. So a process of its own, forked once, waits until the program is gone (its end of
// a socket is closed then) and ends the groups that are left. (Linux' PR_SET_PDEATHSIG would not do: it is
// about the thread that made the child, must be asked for by the child, and leaves grandchildren alone.)
static int watched = -1; // where the watcher is told of a group: that it is there, then that it is gone
static pthread_once_t watching = PTHREAD_ONCE_INIT;

static void watch(int told) {
    static pid_t groups[1024]; // of more than that at a time the first are looked after
    size_t n = 0;
    pid_t group;
    for (ssize_t got; (got = read(told, &group, sizeof group)) != 0;) {
        if (got < 0 && errno == EINTR) continue;
        if (got != sizeof group) break;
        size_t i = 0;
        while (i < n && groups[i] != group) i++;
        if (i < n)
            groups[i] = groups[--n];
        else if (n < sizeof groups / sizeof *groups)
            groups[n++] = group;
    }
    for (size_t i = 0; i < n; i++) kill(-groups[i], SIGKILL);
}

// Without the memory or the processes for it, children are not watched: all else goes on.
static void start_watcher(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    pid_t pid = fork();
    if (pid == 0) { // only calls that are allowed here: another thread may have held any lock
        setsid();   // interrupts from the terminal are for the program
        int told = dup2(ends[0], 3);
        close_range(4, ~0U, 0); // nobody is to wait for the watcher's copies of pipes
        for (int fd = 0; fd < 3; fd++) close(fd);
        watch(told);
        _exit(0);
    }
    close(ends[0]);
    if (pid > 0)
        watched = ends[1];
    else
        close(ends[1]);
}

static void tell_watcher(pid_t group) {
    while (watched >= 0 && send(watched, &group, sizeof group, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

// ---- Starting ----
static bool has_name(const char *entry, const char *name) {
    size_t n = strlen(name);
    return strncmp(entry, name, n) == 0 && entry[n] == '=';
}

static bool is_replaced(const char *entry, const struct process_pipe_options *o) {
    for (const char *const *u = o->unset; u && *u; u++)
        if (has_name(entry, *u)) return true;
    for (const char *const *s = o->set; s && *s; s++)
        if (strncmp(entry, *s, strcspn(*s, "=") + 1) == 0) return true;
    return false;
}

typedef VEC(char *) string_vec;

static void make_environment(string_vec *out, const struct process_pipe_options *o) {
    for (char **e = environ; *e; e++)
        if (!is_replaced(*e, o)) vec_push(out, *e);
    for (const char *const *s = o->set; s && *s; s++) vec_push(out, (char *)*s);
    vec_push(out, NULL);
}

static void set_descriptors(posix_spawn_file_actions_t *actions, const struct process_pipe_options *o,
                            int socket, int errors) {
    for (int fd = 0; fd < 2; fd++)
        if (fd != o->read_fd && fd != o->write_fd)
            posix_spawn_file_actions_addopen(actions, fd, "/dev/null", fd ? O_WRONLY : O_RDONLY, 0);
    if (errors >= 0)
        posix_spawn_file_actions_adddup2(actions, errors, 2);
    else
        posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(actions, socket, o->read_fd);
    posix_spawn_file_actions_adddup2(actions, socket, o->write_fd);
}

// Moves a descriptor out of the way of those the child is to have, so that setting one never closes another.
static int move_up(int fd) {
    int up = fcntl(fd, F_DUPFD_CLOEXEC, 16);
    close(fd);
    return up;
}

static int spawn(const struct process_pipe_options *o, int socket, int errors, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    set_descriptors(&actions, o, socket, errors);
    sigset_t none, all;
    sigemptyset(&none);
    sigemptyset(&all);
    sigaddset(&all, SIGPIPE);
    sigaddset(&all, SIGINT);
    sigaddset(&all, SIGTERM);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    string_vec environment = {0};
    make_environment(&environment, o);
    int why = posix_spawnp(pid, o->argv[0], &actions, &attributes, (char *const *)o->argv, environment.at);
    vec_free(&environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return why;
}

struct process_pipe *process_pipe_start(const struct process_pipe_options *o, int *reason, struct diag *d) {
    pthread_once(&watching, start_watcher);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        *reason = errno;
        diag_set(d, DIAG_ANALYSIS, "cannot start %s: %s", o->argv[0], strerror(*reason));
        return NULL;
    }
    int theirs = move_up(ends[1]), ours = move_up(ends[0]);
    int errors = memfd_create("frisk-errors", MFD_CLOEXEC);
    if (errors >= 0) errors = move_up(errors);
    pid_t pid = 0;
    int why = theirs < 0 || ours < 0 ? EMFILE : spawn(o, theirs, errors, &pid);
    if (theirs >= 0) close(theirs);
    *reason = why;
    if (why != 0) {
        if (ours >= 0) close(ours);
        if (errors >= 0) close(errors);
        diag_set(d, DIAG_ANALYSIS, "cannot start %s: %s", o->argv[0], strerror(why));
        return NULL;
    }
    tell_watcher(pid);
    struct process_pipe *p = mem_zalloc(sizeof *p);
    *p = (struct process_pipe){pid, ours, errors};
    return p;
}

// Waits until the socket can be read or written.
static enum pipe_result await(struct process_pipe *p, short events, double deadline) {
    for (;;) {
        double left = deadline - clock_now();
        if (left <= 0) return PIPE_LATE;
        int ms = left > 1e6 ? 1000000000 : (int)(left * 1000) + 1;
        struct pollfd one = {p->socket, events, 0};
        int got = poll(&one, 1, ms);
        if (got > 0) return PIPE_OK; // also when hung up: the next call says so
        if (got < 0 && errno != EINTR) return PIPE_CLOSED;
    }
}

enum pipe_result process_pipe_await(struct process_pipe *p, double deadline) {
    return await(p, POLLIN, deadline);
}

enum pipe_result process_pipe_write(struct process_pipe *p, const void *bytes, size_t n, double deadline) {
    const char *at = bytes;
    while (n > 0) {
        ssize_t sent = send(p->socket, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            at += sent;
            n -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            enum pipe_result r = await(p, POLLOUT, deadline);
            if (r != PIPE_OK) return r;
        } else if (errno != EINTR) {
            return PIPE_CLOSED;
        }
    }
    return PIPE_OK;
}

enum pipe_result process_pipe_read_some(struct process_pipe *p, void *bytes, size_t n, size_t *got,
                                        double deadline) {
    for (;;) {
        ssize_t received = recv(p->socket, bytes, n, MSG_DONTWAIT);
        if (received > 0) {
            *got = (size_t)received;
            return PIPE_OK;
        }
        if (received == 0) return PIPE_CLOSED;
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            enum pipe_result r = await(p, POLLIN, deadline);
            if (r != PIPE_OK) return r;
        } else if (errno != EINTR) {
            return PIPE_CLOSED;
        }
    }
}

enum pipe_result process_pipe_read(struct process_pipe *p, void *bytes, size_t n, double deadline) {
    char *at = bytes;
    while (n > 0) {
        size_t got = 0;
        enum pipe_result r = process_pipe_read_some(p, at, n, &got, deadline);
        if (r != PIPE_OK) return r;
        at += got;
        n -= got;
    }
    return PIPE_OK;
}

void process_pipe_last_error(struct process_pipe *p, struct str *out) {
    if (p->errors < 0) return;
    char tail[4097];
    off_t size = lseek(p->errors, 0, SEEK_END);
    off_t from = size > 4096 ? size - 4096 : 0;
    ssize_t n = size > 0 ? pread(p->errors, tail, (size_t)(size - from), from) : 0;
    while (n > 0 && (unsigned char)tail[n - 1] <= ' ') n--;
    ssize_t start = n;
    while (start > 0 && tail[start - 1] != '\n') start--;
    if (n > start) str_add_n(out, tail + start, (size_t)(n - start));
}

double process_pipe_cpu(const struct process_pipe *p) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(p->pid, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int process_pipe_end(struct process_pipe *p) {
    if (!p) return 0;
    kill(-p->pid, SIGKILL);
    tell_watcher(p->pid); // before its number may be another's
    close(p->socket);
    int status = 0;
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (p->errors >= 0) close(p->errors);
    mem_free(p);
    return status;
}
