// SPDX-License-Identifier: Apache-2.0
public final class In { // --input-class
    public static int nondetInt() {
        return 0;
    }
}
