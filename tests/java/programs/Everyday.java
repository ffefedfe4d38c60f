// SPDX-License-Identifier: Apache-2.0
// Classes of the JDK that everyday code uses and that lean on natives, resources or services.
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.URL;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Collator;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

public class Everyday {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN),
            LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN),
            DOUBLES = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN),
            CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.BIG_ENDIAN),
            SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN),
            FLOATS = MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

    public interface Service {
    }

    public interface Provided {
    }

    public static class First implements Provided {
    }

    public static class Second implements Provided {
    }

    public static class Words extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"yes", "ja"}, {"no", "nein"}};
        }
    }

    static void show(String what, Callable<?> c) {
        try {
            System.out.println(what + ": " + c.call());
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    static String digest(String algorithm, String text) throws Exception {
        StringBuilder b = new StringBuilder();
        for (byte x : MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)))
            b.append(String.format("%02x", x));
        return b.toString();
    }

    static void digests() {
        String abc = "abc".repeat(50);
        for (String algorithm : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"}) {
            show(algorithm, () -> digest(algorithm, ""));
            show(algorithm, () -> digest(algorithm, abc));
        }
        show("uuid", () -> UUID.nameUUIDFromBytes("x".getBytes()));
        show("random uuids", () -> UUID.randomUUID().equals(UUID.randomUUID()));
        show("random version", () -> UUID.randomUUID().version());
        show("secure", () -> new SecureRandom().nextInt(10) / 10);
        byte[] bytes = abc.getBytes();
        CRC32 crc = new CRC32();
        crc.update(bytes, 3, 100);
        crc.update(255);
        show("crc32", crc::getValue);
        show("bounds", () -> {
            crc.update(bytes, 100, 100);
            return 0;
        });
        Adler32 adler = new Adler32();
        adler.update(bytes);
        adler.update(-1);
        show("adler32", adler::getValue);
        CRC32C c = new CRC32C();
        c.update(bytes);
        show("crc32c", c::getValue);
    }

    static void views() {
        byte[] b = new byte[20], none = null;
        INTS.set(b, 3, 0x01020304);
        LONGS.set(b, 8, 0x8182030405060708L);
        FLOATS.set(b, 16, 1.5f);
        SHORTS.set(b, 0, (short) 0xFFEE);
        show("bytes", () -> Arrays.toString(b));
        show("int", () -> (int) INTS.get(b, 3));
        show("int", () -> (int) INTS.get(b, 4));
        show("long", () -> (long) LONGS.get(b, 7));
        show("double", () -> (double) DOUBLES.get(b, 8));
        show("char", () -> (int) (char) CHARS.get(b, 2));
        show("short", () -> (short) SHORTS.get(b, 8));
        show("float", () -> (float) FLOATS.get(b, 16));
        show("widened", () -> (long) INTS.get(b, 3));
        show("narrow index", () -> (long) LONGS.get(b, (short) 2));
        show("volatile", () -> (int) INTS.getVolatile(b, 4));
        show("added", () -> (int) INTS.getAndAdd(b, 4, 7) + (int) INTS.get(b, 4));
        show("past", () -> (int) INTS.get(b, 17));
        show("before", () -> (int) INTS.get(b, -1));
        show("short array", () -> (int) INTS.get(new byte[2], 0));
        show("null", () -> (int) INTS.get(none, 1));
        show("no addition", () -> (float) FLOATS.getAndAdd(b, 4, 1f));
        show("type", LONGS::varType);
        show("of bytes", () -> MethodHandles.byteArrayViewVarHandle(byte[].class, ByteOrder.BIG_ENDIAN));
        show("of objects", () -> MethodHandles.byteArrayViewVarHandle(Object[].class, ByteOrder.BIG_ENDIAN));
    }

    static void texts() {
        show("normalized", () -> Normalizer.normalize("\u00e4\u00e9\u1e9b\u0323", Normalizer.Form.NFD).length());
        show("composed", () -> Normalizer.normalize("a\u0308", Normalizer.Form.NFC).length());
        show("collated", () -> Collator.getInstance(Locale.US).compare("b", "\u00e4"));
        show("file name", () -> Paths.get("a/b", "c.txt").getFileName());
        show("normal path", () -> Paths.get("a/./b/../c").normalize().resolve("d"));
        show("relative", () -> Path.of("/a/b").relativize(Path.of("/a/c/d")));
        show("root", () -> Paths.get("/").getFileName());
        show("starts", () -> Paths.get("/a/b").startsWith("/a"));
        show("bad path", () -> {
            try {
                return Paths.get("a\0b");
            } catch (InvalidPathException e) {
                return e.getReason() + e.getIndex();
            }
        });
        show("host", () -> new URL("http://example.org:80/a?b#c").getHost());
        show("no protocol", () -> new URL("example"));
    }

    static void resources() {
        show("properties", () -> {
            Properties p = new Properties();
            try (InputStream in = Everyday.class.getResourceAsStream("/everyday.properties")) {
                p.load(in);
            }
            return p.getProperty("greeting") + p.getProperty("empty").length() + p.size();
        });
        show("closed", () -> {
            InputStream in = Everyday.class.getClassLoader().getResourceAsStream("everyday.properties");
            int first = in.read();
            in.close();
            return first + in.read();
        });
        show("opened", () -> Everyday.class.getResource("everyday.properties").openStream().read());
        show("class files", () -> Collections.list(Everyday.class.getClassLoader().getResources("Everyday.class")).size());
        ResourceBundle english = ResourceBundle.getBundle("everyday", Locale.US);
        show("own", () -> english.getString("greeting") + english.getLocale());
        show("parent", () -> english.getString("empty").length() + english.keySet().size());
        show("no stream", () -> Everyday.class.getResourceAsStream("Nothing.properties"));
        show("no url", () -> Everyday.class.getResource("/Nothing.properties"));
        show("no urls", () -> {
            Enumeration<URL> urls = Everyday.class.getClassLoader().getResources("no/thing");
            return urls.hasMoreElements();
        });
        show("bundle", () -> ResourceBundle.getBundle("Everyday$Words", Locale.US).getString("yes"));
        show("keys", () -> {
            java.util.List<String> keys = Collections.list(ResourceBundle.getBundle("Everyday$Words", Locale.US).getKeys());
            Collections.sort(keys);
            return keys;
        });
        show("no key", () -> ResourceBundle.getBundle("Everyday$Words", Locale.US).getString("x"));
        show("no bundle", () -> {
            try {
                return ResourceBundle.getBundle("Nowhere", Locale.US);
            } catch (MissingResourceException e) {
                return e.getMessage() + " " + e.getClassName() + " " + e.getKey();
            }
        });
        show("services", () -> ServiceLoader.load(Service.class).iterator().hasNext());
        show("providers", () -> {
            StringBuilder b = new StringBuilder();
            for (Provided p : ServiceLoader.load(Provided.class)) b.append(p.getClass().getName()).append(' ');
            return b.append(ServiceLoader.load(Provided.class, Everyday.class.getClassLoader()).findFirst().isPresent());
        });
        show("streamed", () -> ServiceLoader.load(Service.class).stream().count());
        show("loader", () -> ServiceLoader.load(Service.class));
    }

    static void logs() {
        Logger log = Logger.getLogger("everyday");
        log.setUseParentHandlers(false);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord r) {
                System.out.println(r.getLevel().getLocalizedName() + " " + r.getSourceClassName() + "." + r.getSourceMethodName() + " "
                        + getFormatter().formatMessage(r));
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        };
        handler.setFormatter(new Formatter() {
            @Override
            public String format(LogRecord r) {
                return r.getMessage();
            }
        });
        log.addHandler(handler);
        log.info("hello");
        log.fine("not shown");
        log.log(Level.WARNING, "{0} of {1}", new Object[] {1, "two"});
        show("level", () -> log.isLoggable(Level.FINE));
        show("name", () -> Level.parse("SEVERE").getLocalizedName());
    }

    public static void main(String[] args) {
        digests();
        views();
        texts();
        resources();
        logs();
    }
}
