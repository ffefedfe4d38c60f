// SPDX-License-Identifier: Apache-2.0
// What the printer of tests asks about classes, as a program knows them.
#ifndef FRISK_JAVA_JUNIT_FACTS_H
#define FRISK_JAVA_JUNIT_FACTS_H

#include "java/junit/junit.h"
#include "java/program/program.h"

struct java_facts junit_facts_of(struct java_program *p); // for as long as p lives

#endif
