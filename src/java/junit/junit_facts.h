// SPDX-License-Identifier: Apache-2.0
// What the printer of tests asks about classes (junit.h), answered from a class path. Class files are parsed
// when first asked for and kept. Not thread safe.
#ifndef FRISK_JAVA_JUNIT_FACTS_H
#define FRISK_JAVA_JUNIT_FACTS_H

#include "java/classpath/classpath.h"
#include "java/junit/junit.h"

struct junit_facts;

struct junit_facts *junit_facts_open(struct java_classpath *cp); // borrows cp
const struct java_facts *junit_facts_of(struct junit_facts *f);  // lives as long as f
void junit_facts_close(struct junit_facts *f);

#endif
