// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.text.ChoiceFormat;
import java.text.DateFormatSymbols;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.WeekFields;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Scanner;
import java.util.TimeZone;

// What needs the JDK's locale data, its time zones, and files of its own.
public class Locales {
    public static void main(String[] args) throws ParseException, IOException {
        files();
        numbers();
        dates();
        times();
        scanners();
    }

    private static void files() throws IOException {
        File home = new File(System.getProperty("java.home")), zones = new File(home, "lib/tzdb.dat"), none = new File(home, "lib/none");
        System.out.println(home.isDirectory() + " " + zones.isFile() + " " + zones.isDirectory() + " " + zones.canRead() + " " + none.exists() + " " + none.canRead()
                + " " + new File("/dev/random").exists() + " " + new File("/dev/random").isFile() + " " + zones.getCanonicalPath());
        try (FileInputStream in = new FileInputStream(zones)) {
            byte[] start = new byte[8];
            System.out.println(in.read() + " " + in.available() + " " + in.read(start, 2, 5) + " " + Arrays.toString(start) + " " + in.skip(3) + " " + in.readAllBytes().length
                    + " " + in.read() + " " + in.read(start) + " " + in.available());
        }
        try {
            new FileInputStream(none);
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().endsWith("lib/none (No such file or directory)"));
        }
    }

    private static void numbers() throws ParseException {
        for (Locale l : new Locale[] {Locale.US, Locale.GERMANY, Locale.FRANCE, new Locale("hi", "IN")}) {
            System.out.println(l + " " + NumberFormat.getInstance(l).format(-1234567.891) + " " + NumberFormat.getPercentInstance(l).format(0.256)
                    + " " + NumberFormat.getCurrencyInstance(l).format(9.5) + " " + NumberFormat.getCompactNumberInstance(l, NumberFormat.Style.SHORT).format(12345)
                    + " " + l.getDisplayCountry(Locale.ENGLISH) + " " + String.format(l, "%,.2f", 1234.5));
        }
        DecimalFormat d = new DecimalFormat("#,##0.00;(#,##0.00)");
        System.out.println(d.format(0) + " " + d.format(-1234.565) + " " + d.format(1e9) + " " + d.parse("(1,234.50)") + " " + d.toPattern());
        System.out.println(new DecimalFormat("0.###E0").format(12345) + " " + new DecimalFormat("00.0%").format(0.0345)
                + " " + new DecimalFormat("'#'#", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(7));
        try {
            NumberFormat.getInstance(Locale.US).parse("x1");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        System.out.println(MessageFormat.format("{0} has {1,number,integer} of {2,number,#.#} {3}", "a", 1234, 2.55, null));
        System.out.println(new ChoiceFormat("0#none|1#one|1<many {0}").format(5) + " " + MessageFormat.format("{0,choice,0#none|1#one|1<many {0}}", 3));
        System.out.println(Currency.getInstance("EUR").getDefaultFractionDigits() + " " + Currency.getInstance(Locale.JAPAN) + " " + Currency.getInstance("USD").getSymbol(Locale.US));
    }

    private static void dates() throws ParseException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        SimpleDateFormat f = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS EEE D", Locale.US);
        System.out.println(f.format(new Date(1234567890123L)));
        System.out.println(new SimpleDateFormat("dd.MM.yyyy", Locale.US).parse("29.02.2020").getTime());
        try {
            new SimpleDateFormat("dd.MM.yyyy", Locale.US).parse("29-02-2020");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        Calendar c = new GregorianCalendar(2021, Calendar.FEBRUARY, 29, 13, 5);
        c.add(Calendar.MONTH, -13);
        System.out.println(c.get(Calendar.YEAR) + " " + c.get(Calendar.MONTH) + " " + c.get(Calendar.DAY_OF_MONTH) + " " + c.get(Calendar.WEEK_OF_YEAR)
                + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + c.getTimeInMillis());
        System.out.println(String.join(",", DateFormatSymbols.getInstance(Locale.FRANCE).getShortMonths()));
        System.out.println(String.format(Locale.US, "%tF %<tT %<tA %<tB", new Date(86400000L * 365)));
    }

    private static void times() {
        LocalDateTime t = LocalDateTime.of(2020, 3, 29, 2, 30);
        for (String zone : new String[] {"Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"}) {
            ZonedDateTime z = t.atZone(ZoneId.of(zone));
            System.out.println(z + " " + z.toInstant() + " " + z.plusMonths(7).getOffset());
        }
        System.out.println(DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu h:mm a", Locale.US).format(t) + " | "
                + DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).withLocale(Locale.GERMANY).format(t) + " | "
                + DateTimeFormatter.ofLocalizedDate(FormatStyle.SHORT).withLocale(Locale.US).format(t));
        System.out.println(LocalDate.parse("17 Feb 2019", DateTimeFormatter.ofPattern("d MMM yyyy", Locale.US)) + " "
                + Month.MAY.getDisplayName(TextStyle.FULL, Locale.FRANCE) + " " + DayOfWeek.MONDAY.getDisplayName(TextStyle.SHORT, Locale.US) + " "
                + WeekFields.of(Locale.US).getFirstDayOfWeek() + " " + WeekFields.of(Locale.GERMANY).getFirstDayOfWeek());
        System.out.println(Duration.between(Instant.EPOCH, Instant.ofEpochSecond(98765)) + " " + ChronoUnit.DAYS.between(LocalDate.of(2020, 2, 1), LocalDate.of(2021, 2, 1)));
        try {
            ZoneId.of("Mars/Base");
        } catch (java.time.DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalDate.parse("2020-02-30");
        } catch (java.time.DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void scanners() {
        Scanner s = new Scanner("12 0x1F abc 3.5 1,234 true\nline two\n-7 end").useLocale(Locale.US);
        System.out.println(s.nextInt() + " " + s.next() + " " + s.next() + " " + s.nextDouble() + " " + s.nextInt() + " " + s.nextBoolean() + "[" + s.nextLine() + "][" + s.nextLine() + "]");
        System.out.println(s.hasNextInt() + " " + s.nextLong() + " " + s.hasNextInt() + " " + s.next() + " " + s.hasNext());
        try {
            new Scanner("x").nextInt();
        } catch (java.util.InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        Scanner csv = new Scanner("a;b;;c").useDelimiter(";");
        while (csv.hasNext()) System.out.print("<" + csv.next() + ">");
        System.out.println();
    }
}
