// SPDX-License-Identifier: Apache-2.0
public class NullMessages {
    NullMessages next;
    int[] ints;
    long wide;
    String text;
    static NullMessages shared;
    static Object[][] grid = {null, {null}};

    interface Step {
        void run();
    }

    NullMessages find(int a, String b) {
        return null;
    }

    static String name(Object o, int[] p, long q) {
        return null;
    }

    static int parameters(String a, long b, NullMessages c) {
        int r = 0;
        if (b == 1) r = a.length();
        if (b == 2) r = c.next.next.ints[3];
        if (b == 3) {
            a = null;
            r = a.length();
        }
        return r;
    }

    static void step(int k) throws Exception {
        NullMessages n = new NullMessages(), none = null;
        int[] array = null;
        long[] longs = null;
        Object o = null;
        int i = 1;
        switch (k) {
            case 0: none.text = "x"; break;
            case 1: System.out.println(none.wide); break;
            case 2: none.wide = 5; break;
            case 3: n.next.next.next.text.length(); break;
            case 4: array[i] = 3; break;
            case 5: System.out.println(array[0] + array.length); break;
            case 6: System.out.println(array.length); break;
            case 7: longs[2] = 1L; break;
            case 8: grid[0][i] = "s"; break;
            case 9: grid[1][0].hashCode(); break;
            case 10: n.find(1, "a").find(2, null); break;
            case 11: name(null, null, 1).trim(); break;
            case 12: shared.find(0, "").ints[0]++; break;
            case 13: throw (RuntimeException) o; 
            case 14: synchronized (o) { System.out.println("in"); } break;
            case 15: Integer boxed = (Integer) o; i += boxed; break;
            case 16: n.ints[n.ints[2]]++; break;
            case 17: for (Object x : grid[0]) System.out.println(x); break;
            case 18: ((String) o).length(); break;
            case 19: (i == 1 ? none : n).next = n; break;
            case 20: switch ((String) o) { case "a": break; default: break; } break;
            case 21: ((Step) o).run(); break;
            case 22: new NullMessages().text.charAt(i + 2); break;
            case 23: parameters(null, 1, null); break;
            case 24: parameters(null, 2, new NullMessages()); break;
            case 25: parameters("x", 3, null); break;
            case 26: throw new NullPointerException();
            case 27: throw new NullPointerException("mine");
            case 28: java.util.Objects.requireNonNull(o); break;
            case 29: grid[i * 2 - 2][0].toString(); break;
            case 30: int[][][] deep = new int[2][2][]; deep[1][i][0] = 4; break;
            case 31: array.clone(); break;
            case 32: System.arraycopy(o, 0, array, 0, 1); break;
            case 33: o.getClass(); break;
            case 34: ((int[][]) o)[100][300] = 1; break;
            case 35: Class.forName(null); break;
            case 36: "x".compareTo(null); break;
            case 37: new StringBuilder((String) null); break;
            case 38: ((Object[]) o)[7] = o; break;
            case 39: Runnable r = none::step2; r.run(); break;
            case 40: char[] c = null; c['a']++; break;
            case 41: "abc".contains(null); break;
            case 42: String.valueOf((char[]) null); break;
            case 43: none.step2(); break;
        }
    }

    void step2() {
    }

    public static void main(String[] args) throws Exception {
        for (int k = 0; k < 44; k++)
            try {
                step(k);
            } catch (NullPointerException e) {
                System.out.println(k + " " + e.getMessage() + " " + e.getStackTrace()[0]);
            } catch (Exception e) {
                System.out.println(e);
            }
    }
}
