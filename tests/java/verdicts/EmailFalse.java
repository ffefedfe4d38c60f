// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class EmailFalse {
    static class Msg {
        String subject;
        boolean encrypted, signed;
        Client from;
        int to;
        int key;
        Msg copy() {
            Msg m = new Msg();
            m.subject = subject;
            m.encrypted = encrypted;
            m.signed = signed;
            m.from = from;
            m.to = to;
            m.key = key;
            return m;
        }
    }
    static class Client {
        final int id;
        final Map<Integer, Integer> keys = new HashMap<>();
        int privateKey;
        int forward = -1;
        boolean autoRespond;
        final List<Msg> inbox = new ArrayList<>();
        Client(int id) {
            this.id = id;
        }
        void send(Msg m) {
            m = m.copy();
            m.from = this;
            Integer k = keys.get(m.to);
            if (k != null) {
                m.encrypted = true;
                m.key = k;
            }
            network[m.to].receive(m);
        }
        void receive(Msg m) {
            if (m.encrypted && m.key == privateKey) m.encrypted = false;
            inbox.add(m);
            if (forward >= 0 && forward != id) {
                Msg f = m.copy();
                f.to = forward;
                hops++;
                if (hops < 5) {
                    Integer k = keys.get(f.to);
                    if (m.subject == null) throw new AssertionError("clear text forwarded");
                    send(f);
                }
            }
        }
    }
    static int hops;
    static Client[] network = new Client[3];
    static Msg sent;
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) network[i] = new Client(i);
        for (int step = 0; step < 4; step++) {
            int op = Verifier.nondetInt();
            switch (op) {
                case 0: network[0].keys.put(1, 123);
                break;
                case 1: network[1].privateKey = 123;
                break;
                case 2: network[1].forward = 2;
                break;
                case 3: network[1].keys.put(2, 456);
                break;
                case 4: network[2].privateKey = 456;
                break;
                default: break;
            }
        }
        Msg m = new Msg();
        m.subject = "secret";
        m.to = 1;
        network[0].send(m);
        Msg got = network[2].inbox.isEmpty() ? null : network[2].inbox.get(0);
        if (got != null && network[0].keys.containsKey(1) && !got.encrypted && network[2].privateKey == 0) throw new AssertionError("leak " + got.subject);
    }
}
