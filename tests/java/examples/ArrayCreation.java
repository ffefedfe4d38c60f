public class ArrayCreation { // SPDX-License-Identifier: Apache-2.0
    public static int[] newArray(int n) {
        return new int[n]; // error: NegativeArraySizeException
    }
}
