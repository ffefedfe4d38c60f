// SPDX-License-Identifier: Apache-2.0
// Files of tests: what the user has changed, or written, stays as it is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "suite/written.h"

static char *directory, *path, *beside;

static int set_up(void **state) {
    (void)state;
    struct diag d = {0};
    directory = file_temp_dir(&d);
    assert_non_null(directory);
    path = file_join(directory, "ATest.java");
    beside = file_join(directory, "ATest.java.new");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    file_remove_tree(directory);
    mem_free(directory);
    mem_free(path);
    mem_free(beside);
    return 0;
}

static void save(const char *text) {
    struct str s = {0};
    struct diag d = {0};
    str_add(&s, text);
    if (!written_save(path, &s, &d)) fail_msg("%s", d.text);
    str_free(&s);
}

static char *content(const char *file) {
    struct str s = {0};
    struct diag d = {0};
    if (!file_read(file, &s, &d)) fail_msg("%s", d.text);
    return str_take(&s);
}

// Has all lines of text, but for the mark in the first.
static void check(const char *file, const char *text) {
    char *has = content(file);
    const size_t line = strcspn(text, "\n");
    assert_memory_equal(has, text, line);
    assert_memory_equal(has + line, " [", 2);
    assert_string_equal(strchr(has, '\n'), text + line);
    mem_free(has);
}

static void own_files(void **state) {
    (void)state;
    struct str told = {0};
    save("// head\nclass ATest {}\n");
    check(path, "// head\nclass ATest {}\n");
    save("// head\nclass ATest { int more; }\n"); // nobody has touched it
    check(path, "// head\nclass ATest { int more; }\n");
    assert_false(file_exists(beside));
    written_tell(&told);
    assert_int_equal(told.n, 0);
    written_remove(path);
    assert_false(file_exists(path));
}

static void changed_files(void **state) {
    (void)state;
    struct str told = {0};
    struct diag d = {0};
    save("// head\nclass ATest {}\n");
    char *text = content(path), *mine = mem_strdup(text);
    memcpy(strstr(mine, "ATest {}"), "ATest{ }", 8);
    assert_true(file_write(path, mine, strlen(mine), &d));
    save("// head\nclass ATest { int more; }\n");
    save("// head\nclass ATest { int evenMore; }\n");
    char *now = content(path);
    assert_string_equal(now, mine);
    check(beside, "// head\nclass ATest { int evenMore; }\n");
    written_remove(path);
    assert_true(file_exists(path));
    written_tell(&told);
    assert_non_null(strstr(str_text(&told), "ATest.java was changed since frisk wrote it, and stays"));
    assert_null(strchr(strchr(told.at, '\n') + 1, '\n')); // once
    str_free(&told);
    mem_free(now);
    mem_free(mine);
    mem_free(text);
}

static void files_of_others(void **state) {
    (void)state;
    struct str told = {0};
    struct diag d = {0};
    const char *const theirs[] = {"", "class ATest {}", "// by hand [0123456789abcdef]\nclass ATest {}\n"};
    for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++) {
        assert_true(file_write(path, theirs[i], strlen(theirs[i]), &d));
        save("// head\nclass ATest { int more; }\n");
        char *now = content(path);
        assert_string_equal(now, theirs[i]);
        mem_free(now);
    }
    written_tell(&told);
    str_free(&told);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(own_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changed_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_of_others, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
