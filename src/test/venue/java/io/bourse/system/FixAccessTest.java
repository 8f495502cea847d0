// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.VenueClearing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Passwords and news as an operator handles them, on a venue in a process of its own, and a FIX client that meets them.
 */
@Tag("venue")
class FixAccessTest
{
    private static final int TIMEOUT_MS = 30_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS");
    private static final String NEXT = "another-password-of-mine";

    @TempDir
    private Path dir;
    private Path dataDir;
    private VenueProcess venue;
    private InetSocketAddress fix;

    @BeforeEach
    void start() throws IOException
    {
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.fix.sessions.FIXAA02.password-required", true);
        options.put("venue.fix.sessions.FIXAA02.dictionary", "bourse");
        venue = VenueProcess.start(VenueProcess.writeConfig(dir.resolve("venue.conf"), options));
        fix = VenueProcess.address(VenueProcess.descriptor(dataDir).fix());
    }

    @AfterEach
    void stop()
    {
        venue.close();
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldLetAClientInWithThePasswordThatTheOperatorMadeAndItChanged() throws IOException
    {
        try (Client client = new Client("FIXAA02"))
        {
            client.send("A|98=0|108=30");
            // In the words for strangers: they are the same for a session that is unknown.
            assertTrue(client.read("35=5").contains("|58=wrong user name or password|"));
        }
        final String made = run("fix-password", "FIXAA02", "--generate", "--must-change").lines().toList().get(1);
        try (Client client = new Client("FIXAA02"))
        {
            client.send("A|98=0|108=30|553=FIXAA02|554=" + made);
            assertTrue(client.read("35=5").contains("|1409=8|"));
        }
        try (Client client = new Client("FIXAA02"))
        {
            client.send("A|98=0|108=30|553=FIXAA02|554=" + made + "|925=" + NEXT);
            assertTrue(client.read("35=A").contains("|1409=1|"));
        }
        // A session without a password of its own comes in on loopback as before.
        try (Client client = new Client("FIXBB01"))
        {
            client.send("A|98=0|108=30");
            client.read("35=A");
        }
        final VenueProcess.Result end = venue.stop();
        assertFalse(end.toString().contains(made) || end.toString().contains(NEXT), end::toString);
    }

    @Test
    void shouldSendNewsToTheSessionsOfTheFirm() throws IOException
    {
        run("fix-password", "FIXAA02", "--generate");
        try (Client client = new Client("FIXBB01"))
        {
            client.send("A|98=0|108=30");
            client.read("35=A");
            run("news", "Not for you", "--firm", "AA02");
            run("news", "For you", "--text", "first", "--text", "second", "--firm", "BB01");
            final String news = client.read("35=B");
            assertTrue(news.contains("|148=For you|33=2|58=first|58=second|"), news);
            assertFalse(news.contains("Not for you"), news);
        }
    }

    @Test
    void shouldBeginAgainWithNumberOneWhenAnOperatorHasResetTheSession() throws IOException
    {
        final String login = Integer.toString(loginId("FIXBB01"));
        try (Client client = new Client("FIXBB01"))
        {
            client.send("A|98=0|108=30");
            client.read("35=A");
            run("access", "disconnect", login);
            assertTrue(client.read("35=5").contains("|58=the venue has ended this session|"));
        }
        try (Client client = new Client("FIXBB01"))
        {
            client.send("A|98=0|108=30");
            assertTrue(client.read("35=5").contains("MsgSeqNum too low"));
        }
        try (Client client = new Client("FIXBB01"))
        {
            client.next = 5;
            client.send("A|98=0|108=30");
            client.read("35=A");
            run("access", "reset", login);
            assertTrue(client.read("35=5").contains("|58=the venue has ended this session|"));
        }
        assertTrue(begin("FIXBB01"));
        // Also of a client that is not there: the gateway may learn of it after the client has come.
        run("access", "reset", login);
        while (!begin("FIXBB01"))
        {
            Thread.onSpinWait();
        }
    }

    /** Whether both sides begin with 1. */
    private boolean begin(final String name) throws IOException
    {
        try (Client client = new Client(name))
        {
            client.send("A|98=0|108=30");
            final String answer = client.read("49=BOURSE");
            if (answer.contains("|35=A|"))
            {
                assertTrue(answer.contains("|34=1|"), answer);
                client.send("5");
                client.read("35=5");
                return true;
            }
            return false;
        }
    }

    private int loginId(final String name) throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(dataDir))
        {
            return venue.history().settings().loginNames().entrySet().stream()
                .filter(login -> name.equals(login.getValue())).findFirst().orElseThrow().getKey();
        }
    }

    private String run(final String... arguments) throws IOException
    {
        final String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--data";
        all[arguments.length + 1] = dataDir.toString();
        final VenueProcess.Result result = VenueProcess.execute(all);
        assertEquals(0, result.exitCode(), result::toString);
        return result.out();
    }

    /** The bytes of a session. */
    private final class Client implements AutoCloseable
    {
        private static final int CHECK_SUM_LENGTH = "10=000|".length();
        private final Socket socket = new Socket();
        private final String name;
        private int next = 1;

        private Client(final String name) throws IOException
        {
            this.name = name;
            socket.connect(fix, TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
        }

        /** Type and body, fields separated by |. */
        private void send(final String typeAndBody) throws IOException
        {
            final int end = typeAndBody.indexOf('|') < 0 ? typeAndBody.length() : typeAndBody.indexOf('|');
            final String body = ("35=" + typeAndBody.substring(0, end) + "|49=" + name + "|56=BOURSE|34=" + next++ +
                "|52=" + TIME.format(LocalDateTime.now(ZoneOffset.UTC)) +
                typeAndBody.substring(end) + "|").replace('|', '\001');
            final String text = "8=FIX.4.4\0019=" + body.length() + "\001" + body;
            int sum = 0;
            for (final byte b : text.getBytes(StandardCharsets.ISO_8859_1))
            {
                sum += b;
            }
            socket.getOutputStream().write((text + String.format("10=%03d\001", sum & 0xFF))
                .getBytes(StandardCharsets.ISO_8859_1));
        }

        /** Everything up to the end of the first message of a type. */
        private String read(final String type) throws IOException
        {
            final StringBuilder text = new StringBuilder();
            int at = -1;
            for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read())
            {
                text.append(1 == b ? '|' : (char)b);
                at = at < 0 ? text.indexOf("|" + type + "|") : at;
                final int checkSum = at < 0 ? -1 : text.indexOf("|10=", at);
                if (checkSum >= 0 && text.length() == checkSum + 1 + CHECK_SUM_LENGTH)
                {
                    return text.toString();
                }
            }
            throw new AssertionError("the connection ended: type=" + type + " received=" + text);
        }

        @Override
        public void close() throws IOException
        {
            socket.close();
        }
    }
}
