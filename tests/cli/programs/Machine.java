// SPDX-License-Identifier: Apache-2.0
import java.util.*;
import java.nio.charset.Charset;
public class Machine {
    static void is(Object got) {
        throw new Error(String.valueOf(got));
    }

    static void locale(int x) { if (x == 7) is(Locale.getDefault()); }
    static void country(int x) { if (x == 7) is(Locale.getDefault().getCountry() + "|" + Locale.getDefault(Locale.Category.FORMAT)); }
    static void zone(int x) { if (x == 7) is(TimeZone.getDefault().getID() + java.time.ZoneId.systemDefault()); }
    static void charset(int x) { if (x == 7) is(Charset.defaultCharset()); }
    static void bytes(int x) { if (x == 7) is(Arrays.toString("\u00e9\u20ac".getBytes())); }
    static void dir(int x) { if (x == 7) is(System.getProperty("user.dir") + new java.io.File("q").getAbsolutePath() + java.nio.file.Path.of("z").toAbsolutePath()); }
    static void cpus(int x) { if (x == 7) is(Runtime.getRuntime().availableProcessors()); }
    static void prop(int x) { if (x == 7) is(System.getProperty("os.name") + System.getProperty("os.version") + System.getProperty("user.name") + System.getProperty("user.home") + System.getProperty("nope") + System.getProperty("java.version") + System.getProperty("java.vm.name") + System.getProperty("java.io.tmpdir")); }
    static void env(int x) { if (x == 7) is(System.getenv("MY_VAR") + System.getenv("NOPE") + System.getenv("PATH") + System.getenv("LC_ALL")); }
    static void line(int x) { if (x == 7) is(System.lineSeparator().length() + String.format("a%nb").length()); }
    static void number(int x) { if (x == 7) is(String.format("%.2f", 1234.5) + "I".toLowerCase() + java.text.NumberFormat.getInstance().format(1234567.891)); }
    static void date(int x) { if (x == 7) is(new java.text.SimpleDateFormat("yyyy-MM-dd HH:mm EEEE").format(new Date(0)) + new GregorianCalendar(2020, 1, 1).getTimeInMillis()); }
    static void version(int x) { if (x == 7) is(Runtime.version()); }
    static void flag(int x) { if (x == 7) is("" + Integer.getInteger("a.b", 3) + Boolean.getBoolean("c.d") + ""); }
    static void props(int x) { if (x == 7) is(System.getProperties().getProperty("os.arch")); }
    static void envs(int x) { if (x == 7) is(System.getenv().get("MY_VAR")); }
    static void print(int x) { System.out.println("x" + x); System.out.printf("%d%n", x); if (x == 7) is(1); }
}
