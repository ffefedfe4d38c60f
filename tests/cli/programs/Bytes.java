// SPDX-License-Identifier: Apache-2.0
public class Bytes { // right, whatever standard input holds
    public static void main(String[] args) throws java.io.IOException {
        int c = System.in.read(), d = System.in.read();
        assert c >= -1 && c < 256;
        if (c < 0) assert d < 0;
    }
}
