public class ArrayAccess { // SPDX-License-Identifier: Apache-2.0
    public static int get(int[] a, int i) {
        return a[i]; // error: NullPointerException, ArrayIndexOutOfBoundsException
    }
}
