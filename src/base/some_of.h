// SPDX-License-Identifier: Apache-2.0
// A switch over an enum names all its values (-Wswitch-enum), so that a new value is thought about
// everywhere. Where a few of many are meant, of operators and opcodes above all, `switch (SOME_OF(op))` says
// so, and has a default.
#ifndef FRISK_BASE_SOME_OF_H
#define FRISK_BASE_SOME_OF_H

#define SOME_OF(value) ((int)(value))

#endif
