// SPDX-License-Identifier: Apache-2.0
package frisk.replay;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands where a written suite has JUnit's annotation. */
@Retention(RetentionPolicy.RUNTIME)
public @interface FriskTest {
}
