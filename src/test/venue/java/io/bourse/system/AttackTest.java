// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.cluster.client.AeronCluster;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityLog;
import io.bourse.engine.testing.IngressSenders;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.sbe.GatewayCounter;
import io.bourse.gateway.sbe.twime.EstablishEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.SequenceEncoder;
import io.bourse.marketdata.pitch.RecoveryWriter;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue on either host and all that a stranger and a member try at its ports, each from an address of its own: it is
 * refused, counted and logged, a member that trades meanwhile is served after each of them, and the books are as they
 * were.
 */
@Tag("venue")
class AttackTest
{
    private static final int TIMEOUT_MS = 30_000;
    private static final String SECRET = "right-one-7";
    private static final int GUESSES = 8;
    private static final int CONNECTIONS = 100;
    private static final int PLACES_OF_ADDRESS = 64;
    private static final int FLOOD = 600;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS");
    private static final Pattern DROPPED = Pattern.compile("\"commands=([0-9]+) ofAll=([0-9]+)\"");

    private final OrderAction action = new OrderAction();
    private final TwimeTrader member = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private final List<Socket> sockets = new ArrayList<>();
    @TempDir
    private Path dir;
    private Path dataDir;
    private Venue venue;
    private long lastKey;

    @FunctionalInterface
    private interface Attack
    {
        void run() throws IOException;
    }

    @AfterEach
    void stop()
    {
        CloseHelper.quietCloseAll(sockets);
        member.close();
        CloseHelper.quietClose(venue);
        VenueProcess.clean(dataDir);
    }

    @ParameterizedTest
    @ValueSource(strings = {"solo", "cluster"})
    void shouldRefuseCountAndLogWhatIsTriedAtItsPorts(final String host) throws IOException
    {
        start(host);
        final StateReport before = state();
        attackTwime();
        attackFix();
        attackServices();
        attackIngress(host);
        trade();
        assertEquals(before.positions(), state().positions());
        assertFalse(venue.failure().isDone());
        member.close();
        venue.close();
        final String date = SecurityLog.date(Instant.now());
        final List<String> lines = Files.readAllLines(SecurityLog.file(dataDir, date));
        assertAll(
            () -> assertTwimeLogged(lines),
            () -> assertFixLogged(lines),
            () -> assertServicesLogged(lines),
            () -> assertEquals(1, dropped(lines, "commands-unauthenticated"), lines::toString),
            () -> assertEquals(FLOOD, dropped(lines, "commands-forbidden"), lines::toString),
            () -> assertTrue(lines.stream().noneMatch((line) -> line.contains(SECRET) || line.contains("guess"))));
    }

    private void start(final String host) throws IOException
    {
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.host", host);
        options.put("venue.twime.access.logins.TWBB01.secret-file", ownerOnly("secret", SECRET).toString());
        options.put("venue.fix.sessions.FIXAA02.password-required", true);
        options.put("venue.marketdata.obligations.enabled", true);
        options.put("venue.marketdata.pitch.enabled", true);
        options.put("venue.marketdata.pitch.logins", List.of(
            Map.of("session", "0001", "user", "AA01", "password-file", ownerOnly("pitch", "right-1-2").toString())));
        venue = Venue.start(VenueConfigLoader.load(null, options));
        member.connect(venue.twime().localAddress());
        await("the member is there", () -> member.poll() >= 0 && member.isRecovered());
        trade();
    }

    private Path ownerOnly(final String name, final String text) throws IOException
    {
        final Path file = dir.resolve(name);
        Files.writeString(file, text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    // ------------------------------------------------- TWIME -------------------------------------------------

    private void attackTwime() throws IOException
    {
        final CounterSet<GatewayCounter> counters = venue.twime().counters();
        final InetSocketAddress address = venue.twime().localAddress();
        counted(counters, GatewayCounter.SECOND_CONNECTIONS, 1, () -> send(11, address, establish("TWAA01")));
        counted(counters, GatewayCounter.CREDENTIALS_REFUSED, 1, () -> send(12, address, establish("NONE:guess")));
        final long locked = counters.get(GatewayCounter.LOCKED_OUT);
        for (int i = 1; i <= GUESSES; i++)
        {
            send(13, address, establish("TWBB01:guess-" + i));
        }
        assertTrue(counters.get(GatewayCounter.LOCKED_OUT) > locked, counters::toString);
        counted(counters, GatewayCounter.MALFORMED_FRAMES, 1, () -> send(14, address, "GET / HTTP/1.1\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII)));
        counted(counters, GatewayCounter.TOO_FAST_CLIENTS, 1, () -> send(15, address,
            concat(establish("TWBB01:" + SECRET), Collections.nCopies(FLOOD, heartbeat()))));
        counted(counters, GatewayCounter.OUTSTANDING_REPLACED, CONNECTIONS - PLACES_OF_ADDRESS,
            () -> connectMany(16, address));
    }

    private static void assertTwimeLogged(final List<String> lines)
    {
        assertEquals(List.of("twime logon-refused TWAA01 second connection, the session goes on"), of(lines, 11));
        assertEquals(List.of("twime password-failed NONE unknown login"), of(lines, 12));
        assertGuesses(of(lines, 13), "twime password-failed TWBB01 wrong secret",
            "twime locked-out TWBB01 too many wrong secrets");
        assertEquals(List.of("twime malformed  not a TWIME frame, or not in its place"), of(lines, 14));
        assertEquals(List.of("twime logon TWBB01 ", "twime flooded TWBB01 too fast"), of(lines, 15));
        assertReplaced(of(lines, 16), "twime connection-refused  without a session when another one needed its place");
    }

    static byte[] establish(final String credentials)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        new EstablishEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .timestamp(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()))
            .keepaliveInterval(TIMEOUT_MS)
            .credentials(credentials);
        return bytes(buffer, MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.BLOCK_LENGTH);
    }

    static byte[] heartbeat()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        new SequenceEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .nextSeqNo(SequenceEncoder.nextSeqNoNullValue());
        return bytes(buffer, MessageHeaderEncoder.ENCODED_LENGTH + SequenceEncoder.BLOCK_LENGTH);
    }

    private static byte[] bytes(final UnsafeBuffer buffer, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    // -------------------------------------------------- FIX --------------------------------------------------

    private void attackFix() throws IOException
    {
        final CounterSet<FixCounter> counters = venue.fix().counters();
        final InetSocketAddress address = venue.fix().localAddress();
        counted(counters, FixCounter.REFUSED_LOGONS, 1,
            () -> send(21, address, fix("FIXZZ99", 1, "A|98=0|108=30|553=FIXZZ99|554=guess")));
        for (int i = 1; i <= GUESSES; i++)
        {
            send(22, address, fix("FIXAA02", 1, "A|98=0|108=30|553=FIXAA02|554=guess-" + i));
        }
        trade();
        final Socket session = open(23, address);
        session.getOutputStream().write(fix("FIXBB01", 1, "A|98=0|108=30|141=Y"));
        assertTrue(session.getInputStream().read() >= 0);
        counted(counters, FixCounter.LOGONS_OF_SESSIONS_IN_USE, 1,
            () -> send(24, address, fix("FIXBB01", 1, "A|98=0|108=30")));
        counted(counters, FixCounter.CUT_OFF_SESSIONS, 1, () ->
        {
            final List<byte[]> heartbeats = new ArrayList<>();
            for (int i = 0; i < FLOOD; i++)
            {
                heartbeats.add(fix("FIXBB01", 2 + i, "0"));
            }
            write(session, concat(new byte[0], heartbeats));
            drain(session);
        });
        counted(counters, FixCounter.GARBAGE, 1, () -> send(25, address, "GET / HTTP/1.1\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII)));
        counted(counters, FixCounter.REPLACED_CONNECTIONS, CONNECTIONS - PLACES_OF_ADDRESS,
            () -> connectMany(26, address));
    }

    private static void assertFixLogged(final List<String> lines)
    {
        assertEquals(
            List.of("fix logon-refused FIXZZ99 unknown session", "fix logon-refused FIXZZ99 unknown login"),
            of(lines, 21));
        assertGuesses(of(lines, 22), "fix password-failed FIXAA02 wrong credentials", "fix locked-out FIXAA02 locked");
        assertEquals(List.of("fix logon FIXBB01 accepted without password",
            "fix flooded FIXBB01 more than 400 session messages in 5 seconds, the session may send 100"),
            of(lines, 23));
        // Nothing is wrong with its credentials, they are looked at first.
        assertEquals(List.of("fix logon FIXBB01 accepted without password", "fix logon-refused FIXBB01 session in use"),
            of(lines, 24));
        assertEquals(List.of("fix malformed  not FIX"), of(lines, 25));
        assertReplaced(of(lines, 26), "fix connection-refused  without a logon when another one needed its place");
    }

    static byte[] fix(final String name, final int number, final String typeAndBody)
    {
        final int end = (typeAndBody + '|').indexOf('|');
        final String body = ("35=" + typeAndBody.substring(0, end) + "|49=" + name + "|56=BOURSE|34=" + number +
            "|52=" + TIME.format(LocalDateTime.now(ZoneOffset.UTC)) +
            typeAndBody.substring(end) + "|").replace('|', '\001');
        final String text = "8=FIX.4.4\0019=" + body.length() + "\001" + body;
        int sum = 0;
        for (final byte b : text.getBytes(StandardCharsets.ISO_8859_1))
        {
            sum += b;
        }
        return (text + String.format("10=%03d\001", sum & 0xFF)).getBytes(StandardCharsets.ISO_8859_1);
    }

    // ---------------------------------------- services and the ingress ----------------------------------------

    private void attackServices() throws IOException
    {
        final Map<String, String> services = venue.descriptor().services();
        final UnsafeBuffer login = new UnsafeBuffer(new byte[64]);
        final int length = RecoveryWriter.login(login, 0, "0001", "AA01", "guess-1");
        send(31, VenueProcess.address(services.get("pitch.gap-request")), bytes(login, length));
        send(32, VenueProcess.address(services.get("pitch.spin")), bytes(login, length));
        send(33, VenueProcess.address(services.get("simba.replay")), new byte[64]);
        send(34, VenueProcess.address(services.get("obligations")),
            "GET /statistics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        trade();
    }

    private static void assertServicesLogged(final List<String> lines)
    {
        assertEquals(List.of("pitch-gap-1 password-failed AA01 wrong password"), of(lines, 31));
        assertEquals(List.of("pitch-spin-1 password-failed AA01 wrong password"), of(lines, 32));
        assertEquals(List.of("simba-replay malformed  not the protocol"), of(lines, 33));
        assertEquals(List.of("obligations connection-refused  the Host is not of this machine"), of(lines, 34));
    }

    /** One command that nothing proves, and many that their sender may not send. */
    private void attackIngress(final String host) throws IOException
    {
        final VenueDescriptor descriptor = venue.descriptor();
        final CredentialStore store = CredentialStore.at(Path.of(descriptor.credentialsDir()));
        final UnsafeBuffer command = new UnsafeBuffer(new byte[256]);
        final SuspendTradingEncoder suspend = new SuspendTradingEncoder()
            .wrapAndApplyHeader(command, 0, new io.bourse.engine.protocol.MessageHeaderEncoder());
        suspend.header().gatewayId(0).sessionId(1);
        final int length = io.bourse.engine.protocol.MessageHeaderEncoder.ENCODED_LENGTH + suspend.encodedLength();
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(descriptor.aeronDirectory())))
        {
            if ("solo".equals(host))
            {
                try (ExclusivePublication publication =
                    aeron.addExclusivePublication(EngineStreams.CHANNEL, EngineStreams.COMMANDS_STREAM_ID))
                {
                    await("offered", () -> publication.offer(command, 0, length) > 0);
                    IngressSenders.identify(aeron, publication, store, Principal.gateway(1));
                    for (int i = 0; i < FLOOD; i++)
                    {
                        await("offered", () -> publication.offer(command, 0, length) > 0);
                    }
                }
                awaitDropped();
                return;
            }
            final ChallengedCredentials credentials = ChallengedCredentials.toCluster(store, Principal.gateway(1));
            try (AeronCluster session = AeronCluster.connect(new AeronCluster.Context()
                .aeron(aeron)
                .ownsAeronClient(false)
                .credentialsSupplier(credentials)
                .ingressEndpoints(descriptor.ingressEndpoints())
                .ingressChannel("aeron:udp?term-length=64k")
                .egressChannel("aeron:udp?endpoint=127.0.0.1:0|term-length=64k")))
            {
                await("offered", () -> session.offer(command, 0, length) > 0);
                credentials.sealKey().write(command, 0, length);
                for (int i = 0; i < FLOOD; i++)
                {
                    await("offered", () -> session.offer(command, 0, length) > 0);
                }
                awaitDropped();
            }
        }
    }

    /** The watch looks once in a second. */
    private void awaitDropped() throws IOException
    {
        final Path file = SecurityLog.file(dataDir, SecurityLog.date(Instant.now()));
        final IdleStrategy idle = new SleepingMillisIdleStrategy(20);
        final long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
        while (dropped(Files.readAllLines(file), "commands-forbidden") < FLOOD)
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, "the commands that were dropped are not logged");
            idle.idle(member.poll());
        }
    }

    /** How many commands all lines of a kind tell of; the last one has the counter. */
    private static long dropped(final List<String> lines, final String event)
    {
        long count = 0;
        for (final String line : lines)
        {
            if (line.contains("\"component\":\"engine\",\"event\":\"" + event + '"'))
            {
                final Matcher matcher = DROPPED.matcher(line);
                assertTrue(matcher.find(), line);
                count += Long.parseLong(matcher.group(1));
                assertEquals(count, Long.parseLong(matcher.group(2)), line);
            }
        }
        return count;
    }

    // ------------------------------------------------- support -------------------------------------------------

    private <C extends Enum<C>> void counted(
        final CounterSet<C> counters, final C counter, final long count, final Attack attack) throws IOException
    {
        final long expected = counters.get(counter) + count;
        attack.run();
        await(counter + " comes to " + expected, () -> member.poll() >= 0 && expected == counters.get(counter));
        trade();
    }

    /** The member buys and sells with itself, and is answered. */
    private void trade()
    {
        action.instrumentId = 1001;
        action.newOrder(++lastKey, 0 == (lastKey & 1), 92_345L * 100_000, 1, false);
        assertTrue(member.send(action));
        await("the member is served", () -> member.poll() >= 0 && 0 == member.outstanding());
        assertTrue(member.isEstablished());
    }

    private StateReport state()
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS)))
        {
            return operator.reportState();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private Socket open(final int source, final InetSocketAddress address) throws IOException
    {
        final Socket socket = new Socket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress("127.0.0." + source, 0));
        socket.setSoTimeout(TIMEOUT_MS);
        socket.connect(address, TIMEOUT_MS);
        return socket;
    }

    /** Sends, and waits until the venue has closed the connection. */
    private void send(final int source, final InetSocketAddress address, final byte[] bytes) throws IOException
    {
        try (Socket socket = open(source, address))
        {
            write(socket, bytes);
            drain(socket);
        }
    }

    private void connectMany(final int source, final InetSocketAddress address) throws IOException
    {
        for (int i = 0; i < CONNECTIONS; i++)
        {
            open(source, address);
            member.poll();
        }
    }

    private static void write(final Socket socket, final byte[] bytes) throws IOException
    {
        try
        {
            socket.getOutputStream().write(bytes);
        }
        catch (final SocketException ex)
        {
            // The venue has closed while this side was sending.
            assertTrue(bytes.length > FLOOD, ex::toString);
        }
    }

    private static void drain(final Socket socket) throws IOException
    {
        try
        {
            int count = 0;
            while (count >= 0)
            {
                count = socket.getInputStream().read(new byte[8192]);
            }
        }
        catch (final SocketException ex)
        {
            assertTrue(ex.getMessage().contains("reset"), ex::toString);
        }
    }

    static byte[] concat(final byte[] first, final List<byte[]> others)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(first);
        others.forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    private static void await(final String condition, final BooleanSupplier isMet)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
        while (!isMet.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, condition);
            idle.idle();
        }
    }

    /** Component, event, name and reason of all lines about a source. */
    private static List<String> of(final List<String> lines, final int source)
    {
        return lines.stream().filter((line) -> line.contains("\"source\":\"127.0.0." + source + '"'))
            .map((line) -> field(line, "component") + ' ' + field(line, "event") + ' ' + field(line, "name") + ' ' +
                field(line, "reason") + (line.contains("\"count\":") ? line.replaceFirst(".*\"count\":", " ") : ""))
            .toList();
    }

    private static String field(final String line, final String name)
    {
        final Matcher matcher = Pattern.compile('"' + name + "\":\"([^\"]*)\"").matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** From the fourth wrong one on the next is not looked at for a time, however fast the machine is. */
    private static void assertGuesses(final List<String> lines, final String wrong, final String locked)
    {
        assertEquals(GUESSES, lines.size(), lines::toString);
        assertEquals(Collections.nCopies(4, wrong), lines.subList(0, 4));
        assertTrue(lines.contains(locked), lines::toString);
        assertTrue(lines.stream().allMatch((line) -> wrong.equals(line) || locked.equals(line)), lines::toString);
    }

    /** Each one has a line, or is counted by one of those that follow the lines of ten seconds. */
    private static void assertReplaced(final List<String> lines, final String line)
    {
        final String leftOut = line.substring(0, line.indexOf(' ')) + " left-out  connection-refused ";
        int count = 0;
        for (final String one : lines)
        {
            assertTrue(line.equals(one) || one.startsWith(leftOut), lines::toString);
            count += line.equals(one) ? 1 : Integer.parseInt(one.substring(leftOut.length(), one.indexOf('}')));
        }
        assertEquals(CONNECTIONS - PLACES_OF_ADDRESS, count, lines::toString);
        assertTrue(lines.size() < count, lines::toString);
    }
}
