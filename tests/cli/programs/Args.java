// SPDX-License-Identifier: Apache-2.0
public class Args {
    public static void main(String[] args) {
        if (args.length > 1 && args[0].equals("-n") && Integer.parseInt(args[1]) == 77)
            throw new IllegalStateException("77");
        if (args.length > 1 && args[0].startsWith("x") && args[1].isEmpty()) throw new RuntimeException(args[0]);
    }
}
