// SPDX-License-Identifier: Apache-2.0
// Exceptions whose message tells the number: making the text decides its digits one by one, so no search of these
// comes to an end soon.
public class Messages {
    public static int charAt(int i) {
        return "frisk".charAt(i); // error: StringIndexOutOfBoundsException
    }

    public static String substring(int i) {
        return "frisk".substring(i); // error: StringIndexOutOfBoundsException
    }

    public static int list(int i) {
        java.util.List<Integer> l = new java.util.ArrayList<>();
        l.add(1);
        return l.get(i); // error: IndexOutOfBoundsException
    }
}
