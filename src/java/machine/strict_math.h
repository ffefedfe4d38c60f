// SPDX-License-Identifier: Apache-2.0
// java.lang.StrictMath: its results are those of the algorithms of fdlibm (Sun, 1993), bit for bit, on every
// machine. So these are the same formulas in the same order of operations; tests/java/strict_math_test.c
// compares them with the JVM's.
#ifndef FRISK_JAVA_STRICT_MATH_H
#define FRISK_JAVA_STRICT_MATH_H

double strict_sin(double x);
double strict_cos(double x);
double strict_tan(double x);
double strict_asin(double x);
double strict_acos(double x);
double strict_atan(double x);
double strict_atan2(double y, double x);
double strict_exp(double x);
double strict_log(double x);
double strict_log10(double x);
double strict_log1p(double x);
double strict_expm1(double x);
double strict_sinh(double x);
double strict_cosh(double x);
double strict_tanh(double x);

#endif
