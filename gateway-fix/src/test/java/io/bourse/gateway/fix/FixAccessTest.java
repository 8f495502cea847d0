// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.LockoutRules;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.admission.SessionSchedule;
import io.bourse.gateway.fix.password.LogonOutcome;
import io.bourse.gateway.fix.password.PasswordEntry;
import io.bourse.gateway.fix.password.PasswordFile;
import io.bourse.gateway.fix.password.PasswordHash;
import io.bourse.gateway.fix.password.PasswordLogonCheck;
import io.bourse.gateway.fix.password.PasswordOptions;
import io.bourse.gateway.fix.password.PasswordPolicy;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptionsBuilder;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static io.bourse.gateway.fix.session.FixCounter.CONNECTIONS;
import static io.bourse.gateway.fix.session.FixCounter.LOGONS;
import static io.bourse.gateway.fix.session.FixCounter.LOGOUTS;
import static io.bourse.gateway.fix.session.FixCounter.THROTTLED_MESSAGES;
import static io.bourse.gateway.fix.session.FixCounter.UNKNOWN_SOURCES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Who may log on, when, from where and how: real sessions over sockets. */
@Tag("venue")
class FixAccessTest
{
    private static final String RIGHT = "the-right-password";
    private static final String NEXT = "the-next-password";
    private static final int ITERATIONS = PasswordHash.LEAST_ITERATIONS;
    private static final FixSessionOptions PLAIN =
        FixSessionOptions.builder().dictionary(FixSessionOptions.Dictionary.BOURSE).build();
    private final AtomicLong aheadNs = new AtomicLong();
    @TempDir
    private Path directory;
    private Venue venue;
    private PasswordLogonCheck check;
    private FixSessionOptions options = PLAIN;
    private final List<SecurityEvent> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void setUp()
    {
        venue = new Venue(directory)
            .logonChecks(() ->
            {
                check = new PasswordLogonCheck(new PasswordOptions(path(), PasswordPolicy.DEFAULT,
                    new LockoutRules(2, TimeUnit.HOURS.toNanos(1), 4, TimeUnit.HOURS.toNanos(2)), ITERATIONS, 16, 4),
                    this::epochNs, System::nanoTime, events::add);
                return check;
            })
            .options((gateway) -> gateway
                .server(FixGatewayOptions.serverBuilder().maxOutstandingPerAddress(32).build())
                .defaults(options)
                .epochClock(this::epochNs));
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.close(venue);
    }

    @Test
    void shouldLogOnWithTheRightPasswordOnly() throws IOException
    {
        password(RIGHT, false);
        venue.startGateway();

        final String refused = logon(1, "|553=ALPHA|554=wrong");
        assertTrue(refused.contains("|1409=5|") && refused.contains("|58=wrong user name or password|"), refused);
        assertEquals(refused.replaceAll("\\|(9|10|52)=[^|]*", ""),
            logon(1, "|553=FIXB|554=" + RIGHT).replaceAll("\\|(9|10|52)=[^|]*", ""));
        final String accepted = logon(1, "|553=ALPHA|554=" + RIGHT);
        assertTrue(accepted.contains("|35=A|") && accepted.contains("|1409=0|"), accepted);
        assertEquals(2, check.counters().get(LogonOutcome.WRONG_CREDENTIALS));
        final InetAddress source = InetAddress.ofLiteral("127.0.0.1");
        final SecurityEvent wrong =
            SecurityEvent.of(SecurityEvent.Type.PASSWORD_FAILED, "fix", "ALPHA", source, "wrong credentials");
        assertEquals(List.of(
            wrong, wrong, SecurityEvent.of(SecurityEvent.Type.LOGON, "fix", "ALPHA", source, null)), events);
    }

    @Test
    void shouldSpendNoNumberOnARefusedLogon() throws IOException
    {
        password(RIGHT, false);
        venue.startGateway();

        logon(1, "|554=wrong");
        logon(1, "|554=wrong");
        final String accepted = logon(1, "|554=" + RIGHT);
        assertTrue(accepted.contains("|34=1|"), accepted);
    }

    @Test
    void shouldRefuseUnderTheNumberThatTheClientExpectsWhoKnowsThePassword() throws IOException
    {
        password(RIGHT, false);
        venue.startGateway();
        assertTrue(logon(1, "|554=" + RIGHT).contains("|34=1|"));
        password(RIGHT, true);
        final String goingOn = logon(2, "|554=" + RIGHT);
        assertTrue(goingOn.contains("|35=5|") && goingOn.contains("|34=2|"), goingOn);
        final String beginning = logon(1, "|141=Y|554=" + RIGHT);
        assertTrue(beginning.contains("|35=5|") && beginning.contains("|34=1|"), beginning);
    }

    @Test
    void shouldAnswerUnknownSessionsAndWrongPasswordsAlike() throws IOException
    {
        password(RIGHT, false);
        venue.startGateway();
        assertTrue(logon(1, "|554=" + RIGHT).contains("|35=A|"));
        final String wrong = comparable(logon(2, "|554=guess"));
        assertTrue(wrong.contains("|35=5|") && wrong.contains("|58=wrong user name or password|"), wrong);
        try (RawFix client = new RawFix(venue.port()))
        {
            client.send(RawFix.message("OMEGA", 2, "A|98=0|108=30|554=guess"));
            assertEquals(wrong, comparable(client.read("35=")).replace("OMEGA", "ALPHA"));
        }
        assertEquals(1, check.counters().get(LogonOutcome.UNKNOWN_LOGIN));
        assertEquals(1, check.counters().get(LogonOutcome.WRONG_CREDENTIALS));
    }

    /** Without what depends on the time. */
    private static String comparable(final String message)
    {
        return message.replaceAll("\\|(10|52)=[^|]*", "");
    }

    @Test
    void shouldForceAChangeOfThePassword() throws IOException
    {
        password(RIGHT, true);
        venue.startGateway();

        final String expired = logon(1, "|554=" + RIGHT);
        assertTrue(expired.contains("|1409=8|") && expired.contains("send NewPassword(925)"), expired);
        final String weak = logon(1, "|554=" + RIGHT + "|925=weak");
        assertTrue(weak.contains("|35=5|") && weak.contains("|1409=3|"), weak);
        final String same = logon(1, "|554=" + RIGHT + "|925=" + RIGHT);
        assertTrue(same.contains("|1409=3|"), same);
        final String changed = logon(1, "|554=" + RIGHT + "|925=" + NEXT);
        assertTrue(changed.contains("|35=A|") && changed.contains("|1409=1|"), changed);
        final String old = logon(3, "|554=" + RIGHT);
        assertTrue(old.contains("|1409=5|"), old);
        final String next = logon(2, "|554=" + NEXT);
        assertTrue(next.contains("|35=A|") && next.contains("|1409=0|"), next);
        assertFalse(next.contains(NEXT), next);
    }

    @Test
    void shouldLockOutAfterWrongPasswordsAndUnlockWithANewOne() throws IOException
    {
        password(RIGHT, false);
        venue.startGateway();
        for (int i = 0; i < 3; i++)
        {
            logon(1, "|554=wrong");
        }
        final String locked = logon(1, "|554=" + RIGHT);
        assertTrue(locked.contains("|1409=6|"), locked);

        password(NEXT, false);
        final String unlocked = logon(1, "|554=" + NEXT);
        assertTrue(unlocked.contains("|35=A|"), unlocked);
    }

    @Test
    void shouldAskForAPasswordWhereOneIsRequired() throws IOException
    {
        options = with(new AccessRules(List.of(), false, true), null, SequenceReset.NEVER, 0);
        venue.startGateway();
        assertTrue(logon(1, "").contains("|1409=5|"));
        password(RIGHT, false);
        assertTrue(logon(1, "|554=" + RIGHT).contains("|35=A|"));
    }

    @Test
    void shouldGiveNoPlaceWhereNoSessionMayComeFrom() throws IOException
    {
        options = with(new AccessRules(List.of(AddressRange.parse("127.0.0.1")), false, false), null,
            SequenceReset.NEVER, 0);
        venue.startGateway();
        for (int i = 0; i < 50; i++)
        {
            try (RawFix stranger = new RawFix(venue.port(), "127.0.0.2"))
            {
                assertTrue(stranger.isClosedByOther());
            }
        }
        assertEquals(50, venue.counters().get(UNKNOWN_SOURCES));
        assertEquals(0, venue.counters().get(CONNECTIONS));
        assertTrue(logon(1, "").contains("|35=A|"));
        venue.stopGateway();

        options = with(new AccessRules(List.of(), true, false), null, SequenceReset.NEVER, 0);
        venue.startGateway();
        try (RawFix blocked = new RawFix(venue.port()))
        {
            assertTrue(blocked.isClosedByOther());
        }
    }

    @Test
    void shouldLogOutAtTheEndOfTheHoursAndRefuseUntilTheNext() throws IOException
    {
        options = with(AccessRules.OPEN, hours(), SequenceReset.NEVER, 0);
        setClock("2026-11-23T12:00:00Z");
        venue.startGateway();
        try (RawFix client = new RawFix(venue.port()))
        {
            client.send(message(1, "A|98=0|108=30"));
            client.read("35=A");
            setClock("2026-11-23T19:00:00Z");
            final String logout = client.read("session are over|");
            assertTrue(logout.contains("58=the hours of this session are over|"), logout);
        }
        final String refused = logon(2, "");
        assertTrue(refused.contains("|1409=7|") && refused.contains("begin at 2026-11-24T08:00:00Z"), refused);
        setClock("2026-11-24T08:00:00Z");
        final String accepted = logon(2, "");
        assertTrue(accepted.contains("|35=A|") && accepted.contains("|34=3|"), accepted);
    }

    @Test
    void shouldBeginTheNumbersAnewWhenTheHoursDo() throws IOException
    {
        options = with(AccessRules.OPEN, hours(), SequenceReset.DAILY, 0);
        setClock("2026-11-23T12:00:00Z");
        venue.startGateway();
        assertTrue(logon(1, "").contains("|34=1|"));
        assertTrue(logon(2, "").contains("|34=2|"));
        setClock("2026-11-24T08:00:00Z");
        assertTrue(logon(1, "").contains("|34=1|"));
        setClock("2026-11-24T20:00:00Z");
        venue.stopGateway();
        setClock("2026-11-25T09:00:00Z");
        venue.startGateway();
        assertTrue(logon(1, "").contains("|34=1|"));
        assertTrue(logon(2, "").contains("|34=2|"));
    }

    @Test
    void shouldEndASessionWhoseDayIsOverAndBeginItAnew() throws IOException
    {
        options = with(AccessRules.OPEN, new SessionSchedule(LocalTime.of(6, 0), LocalTime.of(6, 0),
            EnumSet.allOf(DayOfWeek.class), ZoneOffset.UTC), SequenceReset.DAILY, 0);
        setClock("2026-11-23T12:00:00Z");
        venue.startGateway();
        try (RawFix client = new RawFix(venue.port()))
        {
            client.send(message(1, "A|98=0|108=30"));
            client.read("35=A");
            setClock("2026-11-24T06:00:00Z");
            final String logout = client.read("with number 1|");
            assertTrue(logout.contains("|34=2|"), logout);
            client.send(message(2, "5"));
            assertTrue(client.isClosedByOther());
        }
        final String accepted = logon(1, "");
        assertTrue(accepted.contains("|35=A|") && accepted.contains("|34=1|"), accepted);
    }

    @Test
    void shouldBeginTheNumbersAnewWithEveryLogon() throws IOException
    {
        options = with(AccessRules.OPEN, null, SequenceReset.ON_LOGON, 0);
        venue.startGateway();
        for (int i = 0; i < 2; i++)
        {
            final String accepted = logon(1, "");
            assertTrue(accepted.contains("|35=A|") && accepted.contains("|34=1|"), accepted);
        }
    }

    @Test
    void shouldBeginTheNumbersAnewAfterALogoutButNotAfterALostConnection() throws IOException
    {
        options = with(AccessRules.OPEN, null, SequenceReset.ON_LOGOUT, 0);
        venue.startGateway();
        assertTrue(logon(1, "").contains("|34=1|"));
        try (RawFix client = new RawFix(venue.port()))
        {
            client.send(message(2, "A|98=0|108=30"));
            final String accepted = client.read("35=A");
            assertTrue(accepted.contains("|34=2|"), accepted);
            client.send(message(3, "5"));
            client.read("35=5");
            assertTrue(client.isClosedByOther());
        }
        assertTrue(logon(1, "").contains("|34=1|"));
    }

    @Test
    void shouldRejectWhatIsAboveTheLimitAndEndASessionThatGoesOn() throws IOException
    {
        options = with(AccessRules.OPEN, null, SequenceReset.NEVER, 5);
        venue.startGateway();
        try (RawFix client = new RawFix(venue.port()))
        {
            client.send(message(1, "A|98=0|108=30"));
            client.read("35=A");
            final ByteArrayOutputStream burst = new ByteArrayOutputStream();
            for (int i = 0; i < 200; i++)
            {
                burst.write(message(2 + i, "F|11=c" + i + "|41=none|55=[N/A]|54=1|60=" + RawFix.now()));
            }
            client.send(burst.toByteArray());
            final String rejects = client.read("has MsgSeqNum 22|");
            assertTrue(rejects.contains("|45=7|372=F|379=c5|380=4|58=more than 5 messages in a second|"), rejects);
            assertTrue(rejects.contains("58=more than 20 messages in a second, the session may send 5; "), rejects);
            assertTrue(client.isClosedByOther());
        }
        assertEquals(16, venue.counters().get(THROTTLED_MESSAGES));
        // A session that was cut off may come back, and what was not taken has not used up a number.
        assertTrue(logon(23, "").contains("|35=A|"));
    }

    @Test
    void shouldLetAMemberInWhileSomebodyFloodsTheDoor() throws IOException
    {
        password(RIGHT, false);
        venue.startGateway();
        final List<RawFix> flood = new ArrayList<>();
        try
        {
            for (int i = 0; i < 100; i++)
            {
                // From elsewhere: who tries from the member's own address locks the member out, by the rule.
                final RawFix stranger = new RawFix(venue.port(), "127.0.0.2");
                flood.add(stranger);
                try
                {
                    stranger.send(message(1, "A|98=0|108=30|554=guess" + i));
                }
                catch (final IOException ex)
                {
                    assertTrue(stranger.isClosedByOther(), "it cannot be sent to, and is open");
                }
            }
            final String accepted = logon(1, "|554=" + RIGHT);
            assertTrue(accepted.contains("|35=A|"), accepted);
        }
        finally
        {
            CloseHelper.closeAll(flood);
        }
    }

    /** First message that answers a Logon; the connection is dropped then. */
    private String logon(final int number, final String fields) throws IOException
    {
        try (RawFix client = new RawFix(venue.port()))
        {
            client.send(message(number, "A|98=0|108=30" + fields));
            return client.read("35=");
        }
        finally
        {
            Venue.await(() -> venue.counters().get(LOGONS) == venue.counters().get(LOGOUTS),
                "the session does not end");
        }
    }

    private byte[] message(final int number, final String typeAndBody)
    {
        return RawFix.message("ALPHA", number, typeAndBody);
    }

    private void setClock(final String instant)
    {
        aheadNs.set(TimeUnit.MILLISECONDS.toNanos(Instant.parse(instant).toEpochMilli()) -
            SystemEpochNanoClock.INSTANCE.nanoTime());
    }

    private long epochNs()
    {
        return SystemEpochNanoClock.INSTANCE.nanoTime() + aheadNs.get();
    }

    private Path path()
    {
        return directory.resolve("fix-passwords");
    }

    private void password(final String password, final boolean mustChange)
    {
        final PasswordHash hash = PasswordHash.of("ALPHA", password.toCharArray(), ITERATIONS, new SecureRandom());
        new PasswordFile(path()).update((entries) ->
            entries.put("ALPHA", new PasswordEntry("ALPHA", hash, Instant.EPOCH, mustChange)));
    }

    private static SessionSchedule hours()
    {
        return new SessionSchedule(
            LocalTime.of(8, 0), LocalTime.of(19, 0), EnumSet.allOf(DayOfWeek.class), ZoneOffset.UTC);
    }

    private static FixSessionOptions with(
        final AccessRules access,
        final SessionSchedule schedule,
        final SequenceReset reset,
        final int perSecond)
    {
        return FixSessionOptionsBuilder.builder(PLAIN)
            .access(access)
            .schedule(schedule)
            .reset(reset)
            .maxMessagesPerSecond(perSecond)
            .build();
    }
}
