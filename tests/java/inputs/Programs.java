// SPDX-License-Identifier: Apache-2.0
package told;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Whole programs: what each is told is as small and as readable as it can be. */
class Arguments {
    public static void main(String[] args) {
        if (args.length > 1 && args[0].length() > 2) {
            int n = Integer.parseInt(args[1]);
            if (n > 41) throw new IllegalStateException("too large " + args[0]);
        }
    }
}

class Braces {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int open = 0;
        for (String s; (s = in.readLine()) != null;)
            for (int i = 0; i < s.length(); i++) {
                if (s.charAt(i) == '{') open++;
                if (s.charAt(i) == '}' && --open < 0) throw new AssertionError("line " + s);
            }
    }
}
