// SPDX-License-Identifier: Apache-2.0
// What the suite is to assert of shop/Ledger, a class of fixtures/: for junit_test.
#ifndef FRISK_TESTS_JAVA_ASSERTED_H
#define FRISK_TESTS_JAVA_ASSERTED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/file.h"

static bool has(const char *text, const char *part) {
    if (!strstr(text, part)) print_error("missing: %s\n", part);
    return strstr(text, part) != NULL;
}

// What a call returned, threw or changed, as the suite is to assert it.
static const struct {
    const char *name, *descriptor, *text;
} asserted[] = {
    {"twice", "(I)I", "    assertEquals(14, Ledger.twice(7));\n"},
    {"holds", "(I)Ljava/lang/Boolean;", "    assertEquals(Boolean.TRUE, Ledger.holds(7));\n"},
    {"table", "(I)[[Ljava/lang/String;",
     "    String[][] result = Ledger.table(7);\n\n"
     "    assertArrayEquals(new String[][] {{\"a\", null}, {\"\\\"7\"}}, "
     "result);\n"},
    {"numbers", "(I)Ljava/lang/Object;", "    assertArrayEquals(new int[] {7, -7}, (int[]) result);\n"},
    {"list", "(I)Ljava/util/List;", "    assertEquals(Arrays.asList(7, 'c', null, 2L), result);\n"},
    {"set", "(I)Ljava/util/Set;", "    assertEquals(new HashSet<>(Arrays.asList(\"a\", \"b\")), result);\n"},
    {"map", "(I)Ljava/util/Map;", "    assertEquals(Map.of(\"a\", 0, \"b\", 7), result);\n"},
    {"entry", "(I)Lshop/Ledger$Entry;", "    assertEquals(new Ledger.Entry(\"x\", 7), result);\n"},
    {"total", "(I)Lshop/Ledger$Total;",
     "    Ledger.Total result = Ledger.total(7);\n\n"
     "    assertEquals(7, result.getCents());\n    assertFalse(result.isDebt());\n  }\n"},
    {"nobody", "(I)Ljava/lang/Object;", "    assertNotNull(result);\n  }\n"},
    {"named", "(I)Ljava/lang/String;", "    assertNotNull(Ledger.named(7));\n  }\n"},
    {"tagged", "(I)Ljava/lang/StringBuilder;", "Ledger.tagged(7);\n"},
    {"clock", "(I)J",
     "    Ledger.clock(7);\n"
     "    // What differs between runs or machines is not asserted.\n  }\n"},
};

static void check_asserted(const char *suite) {
    struct str text = {0};
    struct diag d = {0};
    char *file = file_join(suite, "shop/LedgerTest.java");
    bool good = file_read(file, &text, &d);
    mem_free(file);
    assert_true(good);
    for (size_t i = 0; i < sizeof asserted / sizeof *asserted; i++) good &= has(text.at, asserted[i].text);
    good &= has(text.at, "    int[] numbers = {3, 1, 2};\n\n    Ledger.sort(numbers);\n\n"
                         "    assertArrayEquals(new int[] {1, 2, 3}, numbers);\n  }\n");
    good &= has(text.at, "    assertEquals(Integer.valueOf(5), result);\n  }\n");
    good &= has(text.at, "    HashMap m = new HashMap();\n\n"
                         "    Map<?, ?> result = Ledger.fill(m);\n\n    assertNull(result);\n"
                         "    assertEquals(Collections.singletonMap(\"k\", 1), m);\n  }\n");
    good &= has(text.at, "    Ledger result = ledger.add(4);\n\n    assertSame(ledger, result);\n"
                         "    assertEquals(4, ledger.getSum());\n  }\n");
    good &= has(text.at, "    ledger.hide(4);\n\n    assertEquals(0, ledger.getSum());\n  }\n");
    good &= has(text.at, "    IllegalArgumentException thrown =\n        "
                         "assertThrows(IllegalArgumentException.class, () -> ledger.add(0));\n\n"
                         "    assertEquals(\"nothing to add\", thrown.getMessage());\n  }\n");
    good &= !strstr(text.at, "result.length()"); // of a text with the hash of an object in it
    if (!good) fail_msg("%s", text.at);
    str_free(&text);
}

#endif
