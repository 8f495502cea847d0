// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.engine.telemetry.SecurityLog;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Access to a whole venue, as an operator changes it while members are connected, and what the security log says of it.
 */
@Tag("venue")
class AccessTest
{
    private static final int KEEPALIVE_MS = 60_000;
    private static final int CHECK_FAILED = 4;
    private static final String SECRET = "kk7-Rx0+ab";

    @TempDir
    private Path dir;
    private Path dataDir;
    private Venue venue;

    @BeforeEach
    void start() throws IOException
    {
        dataDir = dir.resolve("data");
        venue = Venue.start(TestVenue.config(dataDir));
    }

    @AfterEach
    void stop()
    {
        venue.close();
        VenueProcess.clean(dataDir);
    }

    /** What a client of TWIME sees. */
    private final class Member implements TwimeListener, AutoCloseable
    {
        private final List<String> seen = new ArrayList<>();
        private final TwimeClient client;

        private Member(final String credentials) throws IOException
        {
            client = TwimeClient.connect(venue.twime().localAddress(), credentials, KEEPALIVE_MS);
            final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
            while (TwimeClient.State.ESTABLISHING == client.state())
            {
                idle.idle(poll());
            }
        }

        private int poll()
        {
            return TwimeClient.State.CLOSED == client.state() ? 0 : client.poll(this);
        }

        private boolean isEstablished()
        {
            return TwimeClient.State.ESTABLISHED == client.state();
        }

        @Override
        public void onEstablishmentReject(final EstablishmentRejectDecoder message)
        {
            seen.add("refused " + message.establishmentRejectCode());
        }

        @Override
        public void onTerminate(final TerminateDecoder message)
        {
            seen.add("terminated " + message.terminationCode());
        }

        @Override
        public void close()
        {
            client.close();
        }
    }

    private void writeAccess(final String text) throws IOException
    {
        ownerOnly(dataDir.resolve("access.conf"), text);
    }

    private static void ownerOnly(final Path file, final String text) throws IOException
    {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private VenueProcess.Result reload(final IntSupplier sessions)
    {
        return VenueProcess.execute(sessions, List.of("access", "reload", "--data", dataDir.toString()));
    }

    @Test
    void shouldChangeAccessUnderLiveSessionsAndLogIt() throws IOException
    {
        try (Member member = new Member("TWAA01"); Member other = new Member("TWBB01"))
        {
            final IntSupplier sessions = () -> member.poll() + other.poll();
            try (Member attacker = new Member("TWAA01"))
            {
                assertEquals(List.of("refused AlreadyEstablished"), attacker.seen);
            }
            assertTrue(member.isEstablished() && other.isEstablished());

            writeAccess("venue.twime.access.logins.TWAA01.blocked = perhaps");
            final VenueProcess.Result invalid = reload(sessions);
            assertEquals(CHECK_FAILED, invalid.exitCode(), invalid::toString);
            assertTrue(invalid.out().contains("key=venue.twime.access.logins.TWAA01.blocked"), invalid::toString);
            writeAccess("venue.twime.access.logins.NONE.blocked = true");
            assertEquals(CHECK_FAILED, reload(sessions).exitCode());
            writeAccess("venue.twime.port = 9");
            assertEquals(CHECK_FAILED, reload(sessions).exitCode());
            assertTrue(member.isEstablished() && other.isEstablished());

            final Path secret = dir.resolve("secret");
            ownerOnly(secret, SECRET + "\n");
            writeAccess("venue.twime.access.logins { TWAA01.blocked = true, TWBB01.secret-file = \"" + secret +
                "\" }\nvenue.fix.sessions.FIXAA02.blocked = true\n");
            final VenueProcess.Result valid = reload(sessions);
            assertEquals(0, valid.exitCode(), valid::toString);
            end(member, sessions);
            assertEquals(List.of("terminated UnspecifiedError"), member.seen);
            assertTrue(other.isEstablished());
            try (Member blocked = new Member("TWAA01"); Member unproven = new Member("TWBB01");
                Member proven = new Member("TWBB01:" + SECRET))
            {
                assertEquals(List.of("refused SessionBlocked"), blocked.seen);
                assertEquals(List.of("refused Credentials"), unproven.seen);
                assertEquals(List.of("refused AlreadyEstablished"), proven.seen);
            }
            final VenueProcess.Result shown = VenueProcess.execute("access", "show", "--data", dataDir.toString());
            assertTrue(shown.out().contains("  twime TWBB01  blocked=false sources=any certificate=none secret=set"),
                shown::toString);
            assertTrue(shown.out().contains("  fix FIXAA02  blocked=true"), shown::toString);
        }
        venue.close();
        final String date = SecurityLog.date(Instant.now());
        final String log = VenueProcess.execute(
            "security", "show", "--last", "0", "--date", date, "--data", dataDir.toString()).out();
        final List<String> lines = log.lines()
            .map((line) -> line.replaceFirst("^\\{\"time\":\"[^\"]+\",", "{")).toList();
        final String user = "{\"component\":\"operator\",\"event\":\"privilege-used\",\"name\":\"" +
            System.getProperty("user.name") + "\",\"reason\":\"access reload\"}";
        final String from = "\"source\":\"127.0.0.1\"";
        for (final String expected : List.of(
            "{\"component\":\"twime\",\"event\":\"logon\",\"name\":\"TWAA01\"," + from + "}",
            "{\"component\":\"twime\",\"event\":\"logon-refused\",\"name\":\"TWAA01\"," + from +
                ",\"reason\":\"second connection, the session goes on\"}",
            user,
            "{\"component\":\"twime\",\"event\":\"access-changed\",\"name\":\"TWAA01\"," +
                "\"reason\":\"blocked=true sources=any certificate=none secret=none\"}",
            "{\"component\":\"twime\",\"event\":\"access-changed\",\"name\":\"TWBB01\",\"reason\":\"another secret\"}",
            "{\"component\":\"twime\",\"event\":\"session-ended\",\"name\":\"TWAA01\"," + from +
                ",\"reason\":\"blocked\"}",
            "{\"component\":\"twime\",\"event\":\"logon-refused\",\"name\":\"TWAA01\"," + from +
                ",\"reason\":\"sessionblocked\"}",
            "{\"component\":\"twime\",\"event\":\"password-failed\",\"name\":\"TWBB01\"," + from +
                ",\"reason\":\"wrong secret\"}"))
        {
            assertTrue(lines.contains(expected), () -> expected + "\n" + log);
        }
        assertEquals(3, lines.stream().filter((line) -> line.contains("\"access-invalid\"")).count(), log);
        assertEquals(4, lines.stream().filter(user::equals).count(), log);
        assertTrue(!log.contains(SECRET), log);
    }

    /** By name and key of an operator; what others have written into the file stays. */
    @Test
    void shouldEndAndBlockASessionAsAnOperator() throws IOException
    {
        writeAccess("# ours\nvenue.twime.access.logins.TWBB01.blocked = true\n");
        try (Member member = new Member("TWAA01"))
        {
            execute(member, "disconnect", "1", "--as", "anna");
            end(member, member::poll);
            assertEquals(List.of("terminated UnspecifiedError"), member.seen);
        }
        try (Member member = again())
        {
            assertTrue(member.isEstablished(), member.seen::toString);
            execute(member, "block", "1");
            end(member, member::poll);
        }
        try (Member blocked = again())
        {
            assertEquals(List.of("refused SessionBlocked"), blocked.seen);
            execute(blocked, "block", "1");
        }
        assertEquals("# ours\nvenue.twime.access.logins.TWBB01.blocked = true\n" +
            "venue.twime.access.logins.TWAA01.blocked = true\n", Files.readString(dataDir.resolve("access.conf")));
        final VenueProcess.Result twime = VenueProcess.execute("access", "reset", "1", "--data", dataDir.toString());
        assertTrue(3 == twime.exitCode() && twime.err().contains("there is no such FIX login"), twime::toString);
        final VenueProcess.Result role =
            VenueProcess.execute("access", "unblock", "1", "--as", "clara", "--data", dataDir.toString());
        assertTrue(0 != role.exitCode() && role.err().contains("NO_RIGHT"), role::toString);
        try (Member blocked = again())
        {
            assertEquals(List.of("refused SessionBlocked"), blocked.seen);
            execute(blocked, "unblock", "1");
        }
        try (Member member = again())
        {
            assertTrue(member.isEstablished(), member.seen::toString);
        }
        final String log = VenueProcess.execute("security", "show", "--last", "0", "--date",
            SecurityLog.date(Instant.now()), "--data", dataDir.toString()).out();
        assertTrue(log.contains("\"name\":\"anna\",\"reason\":\"bourse access block\"") &&
            log.contains("\"an operator has ended the session\""), log);
    }

    /** A login may not come back within a second. */
    private Member again() throws IOException
    {
        Member member = new Member("TWAA01");
        while (member.seen.contains("refused TooFastReconnect"))
        {
            member.close();
            member = new Member("TWAA01");
        }
        return member;
    }

    private void execute(final Member member, final String... access)
    {
        final List<String> arguments = new ArrayList<>(List.of("access"));
        arguments.addAll(List.of(access));
        arguments.addAll(List.of("--data", dataDir.toString()));
        final VenueProcess.Result result = VenueProcess.execute(member::poll, arguments);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private static void end(final Member member, final IntSupplier sessions)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (member.isEstablished())
        {
            idle.idle(sessions.getAsInt());
        }
    }

    @Test
    void shouldNotStartBeyondThisMachineWhenAnyoneCanBeALogin() throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dir.resolve("open"));
        options.put("venue.twime.bind", "0.0.0.0");
        final VenueConfig config = VenueConfigLoader.load(null, options);
        final String message = assertThrows(ConfigurationException.class, () -> Venue.start(config)).getMessage();
        assertTrue(message.contains("key=venue.twime.access.logins value=TWAA01,"), message);
    }

    @Test
    void shouldSeeChangesOfTheFilesByItself() throws IOException
    {
        try (Member member = new Member("TWAA01"))
        {
            writeAccess("venue.twime.access.logins.TWAA01.sources = [\"10.0.0.0/8\"]");
            end(member, member::poll);
            assertEquals(List.of("terminated UnspecifiedError"), member.seen);
        }
    }
}
