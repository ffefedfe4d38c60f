// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

public class Outside {
    static int absent(int x) {
        try (FileInputStream s = new FileInputStream("no/such/file")) {
            return s.read();
        } catch (FileNotFoundException e) {
            return 1 / (x == 5 && e.getMessage().equals("no/such/file (No such file or directory)") ? 0 : 1);
        } catch (IOException e) {
            return 0;
        }
    }

    static int directory(int x) {
        try (FileInputStream s = new FileInputStream("/")) {
            return s.read();
        } catch (IOException e) {
            return 1 / (x == 5 && e.getMessage().equals("/ (Is a directory)") ? 0 : 1);
        }
    }

    static int exists(int x) {
        return 1 / (x == 5 && !new File("no/such").exists() && new File("/").isDirectory() ? 0 : 1);
    }

    static int there(int x) throws IOException {
        try (FileInputStream s = new FileInputStream("/etc/passwd")) {
            return s.read();
        }
    }

    static int literal(int x) throws IOException {
        byte[] a = InetAddress.getByName("10.1.2.3").getAddress();
        return 1 / (x == 5 && a[3] == 3 && InetAddress.getByName("::1").isLoopbackAddress() ? 0 : 1);
    }

    static int lookup(int x) throws IOException {
        return InetAddress.getByName("host.example").getAddress().length;
    }

    static int socket(int x) throws IOException {
        try (Socket s = new Socket("127.0.0.1", 9)) {
            return s.getPort();
        }
    }
}
