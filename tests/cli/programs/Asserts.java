// SPDX-License-Identifier: Apache-2.0
public class Asserts { // its assertion fails, and no RuntimeException leaves it
    public static void main(String[] args) {
        int x = In.nondetInt();
        assert x != 6 : "six";
    }
}
