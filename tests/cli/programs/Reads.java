// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;

public class Reads { // standard input
    static int raw() throws IOException {
        int a = System.in.read(), b = System.in.read();
        return 1 / (a == 'x' && b == 200 ? 0 : 1);
    }

    static int some() throws IOException {
        byte[] b = new byte[4];
        int n = System.in.read(b);
        return 1 / (n == 3 && b[2] == -5 ? 0 : 1);
    }

    static int available() throws IOException {
        return 1 / (System.in.available() == 6 ? 0 : 1);
    }

    static int line() throws IOException {
        String s = new BufferedReader(new InputStreamReader(System.in)).readLine();
        return 1 / ("no".equals(s) ? 0 : 1);
    }

    static int number(int x) {
        return x / new Scanner(System.in).nextInt();
    }
}
