// SPDX-License-Identifier: Apache-2.0
// Indices, sizes and stores of arrays; the first character of none.
public class ArrayKinds {
    public static int index(int i) {
        int[] a = {1, 2, 3};
        return a[i]; // error: ArrayIndexOutOfBoundsException
    }

    public static void store(int i) {
        byte[] a = new byte[4];
        a[i] = 1; // error: ArrayIndexOutOfBoundsException
    }

    public static int offByOne(int n) {
        int[] a = new int[8];
        if (n < 0 || n > a.length)
            return -1;
        return a[n]; // error: ArrayIndexOutOfBoundsException
    }

    public static int nested(int i, int j) {
        int[][] a = {{1}, {2, 3}};
        if (i < 0 || i > 1 || j < 0)
            return 0;
        return a[i][j]; // error: ArrayIndexOutOfBoundsException
    }

    public static int negative(int n) {
        return new int[n - 10 > 50 ? 3 : n < 0 ? n : 2].length; // error: NegativeArraySizeException
    }

    public static int negativeNested(int n) {
        if (n > 3)
            return 0;
        return new int[2][n].length; // error: NegativeArraySizeException
    }

    public static void wrongStore(int n) {
        Object[] a = new String[2];
        a[0] = n > 1000 ? (Object) Integer.valueOf(n) : "text"; // error: ArrayStoreException
    }

    public static char first(String s) {
        return s == null ? 'x' : s.charAt(0); // error: StringIndexOutOfBoundsException
    }

    public static int safeIndex(int i) {
        int[] a = {1, 2, 3};
        return i >= 0 && i < a.length ? a[i] : 0;
    }

    public static int masked(int i) {
        int[] a = new int[8];
        return a[i & 7];
    }

    public static int safeSize(int n) {
        if (n < 0 || n > 20)
            return 0;
        return new int[n].length;
    }

    public static char safeCharAt(int i) {
        String s = "frisk";
        return i >= 0 && i < s.length() ? s.charAt(i) : ' ';
    }
}
