// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.net.LockoutRules;
import io.bourse.engine.net.AddressRange;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.admission.SessionSchedule;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.LogonAnswer;
import io.bourse.gateway.fix.session.LogonRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

class PasswordLogonCheckTest
{
    private static final String RIGHT = "the-right-password";
    private static final String BUSY = "- too many logons at once, try again";
    private static final FixSessionOptions CLOSED = options(AccessRules.OPEN);

    @TempDir
    private Path directory;
    private final AtomicLong nowNs = new AtomicLong(
        TimeUnit.SECONDS.toNanos(Instant.parse("2026-11-23T12:00:00Z").getEpochSecond()));
    private Path path;
    private PasswordLogonCheck check;

    /** An answer as text. */
    private static final class Answer implements LogonAnswer
    {
        private final CompletableFuture<String> text = new CompletableFuture<>();
        private volatile boolean isStranger;

        @Override
        public void accept(final int sessionStatus)
        {
            assertTrue(text.complete("accepted " + sessionStatus), "answered before");
        }

        @Override
        public void refuseStranger(final int sessionStatus, final String reason)
        {
            isStranger = true;
            refuse(sessionStatus, reason);
        }

        @Override
        public void refuse(final int sessionStatus, final String reason)
        {
            assertTrue(text.complete((NO_STATUS == sessionStatus ? "-" : "" + sessionStatus) + " " + reason),
                "answered before");
        }
    }

    @BeforeEach
    void setUp()
    {
        path = directory.resolve("fix-passwords");
        new PasswordFile(path).update((entries) -> entries.put("ALPHA", new PasswordEntry("ALPHA", PasswordHash.of(
            "ALPHA", RIGHT.toCharArray(), PasswordHash.LEAST_ITERATIONS, new SecureRandom()), Instant.EPOCH, false)));
        check = check(1_001);
    }

    private PasswordLogonCheck check(final int failures)
    {
        return new PasswordLogonCheck(new PasswordOptions(path, PasswordPolicy.DEFAULT,
            new LockoutRules(failures - 1, 0, failures, TimeUnit.MINUTES.toNanos(1)),
            PasswordHash.LEAST_ITERATIONS, 8, 2), nowNs::get, System::nanoTime);
    }

    @AfterEach
    void tearDown()
    {
        check.close();
    }

    @Test
    void shouldAnswerAndWipeTheSecrets()
    {
        final LogonRequest request = request("ALPHA", options(AccessRules.OPEN), RIGHT, "127.0.0.1");
        assertEquals("accepted 0", ask(request).text.join());
        assertArrayEquals(new char[RIGHT.length()], request.password());
        assertEquals(1, check.counters().get(LogonOutcome.ACCEPTED));
        assertEquals("5 wrong user name or password",
            ask(request("ALPHA", options(AccessRules.OPEN), "wrong", "127.0.0.1")).text.join());
    }

    @Test
    void shouldAskForAPasswordThatIsSetEvenWhereNoneIsRequired()
    {
        assertEquals("5 wrong user name or password",
            ask(request("ALPHA", options(AccessRules.OPEN), "", "127.0.0.1")).text.join());
        assertEquals("accepted -1", ask(request("BETA", options(AccessRules.OPEN), "", "127.0.0.1")).text.join());
    }

    @Test
    void shouldSayThatASessionIsBlockedToWhoKnowsItsPasswordOnly()
    {
        final AccessRules blocked = new AccessRules(List.of(AddressRange.parse("127.0.0.0/8")), true, false);
        assertEquals("7 this session is blocked, ask the venue",
            ask(request("ALPHA", options(blocked), RIGHT, "127.0.0.1")).text.join());
        assertEquals("5 wrong user name or password",
            ask(request("ALPHA", options(blocked), "guess", "127.0.0.1")).text.join());
        assertEquals("7 this session is blocked, ask the venue",
            ask(request("BETA", options(blocked), "", "127.0.0.1")).text.join());
        assertEquals(2, check.counters().get(LogonOutcome.BLOCKED));
    }

    @Test
    void shouldGiveStrangersOneAnswerAfterTheSameWork()
    {
        final AccessRules elsewhere = new AccessRules(List.of(AddressRange.parse("127.0.0.0/8")), false, false);
        final List<Supplier<Answer>> strangers = List.of(
            () -> ask(request("ALPHA", options(AccessRules.OPEN), "guess", "127.0.0.1")),
            () -> ask(request("ALPHA", options(elsewhere), RIGHT, "10.0.0.1")),
            () -> ask(request("BETA", options(elsewhere), "", "10.0.0.1")),
            () -> askUnknown("NOBODY", "guess"),
            // A password that is left in the file opens no session.
            () -> askUnknown("ALPHA", RIGHT));
        for (final Supplier<Answer> stranger : strangers)
        {
            final long hashes = check.hashes();
            final Answer answer = stranger.get();
            assertEquals("5 wrong user name or password", answer.text.join());
            assertTrue(answer.isStranger, "the answer depends on the session");
            assertEquals(hashes + 1, check.hashes());
        }
        assertEquals(1, check.counters().get(LogonOutcome.WRONG_CREDENTIALS));
        assertEquals(2, check.counters().get(LogonOutcome.WRONG_SOURCE));
        assertEquals(2, check.counters().get(LogonOutcome.UNKNOWN_LOGIN));
    }

    @Test
    void shouldLockUnknownNamesOutAsOthers()
    {
        check.close();
        check = check(5);
        for (int i = 0; i < 5; i++)
        {
            assertEquals("5 wrong user name or password", askUnknown("NOBODY", "guess").text.join());
        }
        final long hashes = check.hashes();
        assertTrue(askUnknown("NOBODY", "guess").text.join().startsWith("6 locked after too many wrong passwords"));
        assertEquals(hashes, check.hashes());
    }

    @Test
    void shouldGoByTheScheduleAndItsOwnClock()
    {
        final FixSessionOptions morning = new FixSessionOptions(CLOSED.roles(), List.of(), 0, AccessRules.OPEN,
            new SessionSchedule(LocalTime.of(8, 0), LocalTime.NOON, EnumSet.allOf(DayOfWeek.class), ZoneOffset.UTC),
            SequenceReset.DAILY, 0, 0, FixSessionOptions.Dictionary.FIX44);
        assertEquals("7 outside of the hours of this session, they begin at 2026-11-24T08:00:00Z",
            ask(request("ALPHA", morning, RIGHT, "127.0.0.1")).text.join());
        nowNs.addAndGet(-1_000_000);
        assertEquals("accepted 0", ask(request("ALPHA", morning, RIGHT, "127.0.0.1")).text.join());
        assertEquals(1, check.counters().get(LogonOutcome.OUTSIDE_SCHEDULE));
    }

    @Test
    void shouldNotLetAFloodFromOneAddressTakeThePlacesOfOthers()
    {
        final List<Answer> flood = new ArrayList<>();
        for (int i = 0; i < 500; i++)
        {
            flood.add(ask(request("ALPHA", options(AccessRules.OPEN), "guess", "10.0.0.66")));
        }
        final Answer member = ask(request("ALPHA", options(AccessRules.OPEN), RIGHT, "10.1.0.1"));

        assertEquals("accepted 0", member.text.join());
        final long busy = flood.stream().filter((answer) -> BUSY.equals(answer.text.join())).count();
        assertTrue(busy > 0, () -> "nobody was asked to try again: " + check.counters());
        assertEquals(busy, check.counters().get(LogonOutcome.BUSY));
        assertEquals(500 - busy, check.counters().get(LogonOutcome.WRONG_CREDENTIALS));
    }

    @Test
    void shouldBoundWhatWaitsFromAllAddressesTogether()
    {
        final List<Answer> flood = new ArrayList<>();
        for (int i = 0; i < 200; i++)
        {
            flood.add(ask(request("ALPHA", options(AccessRules.OPEN), "guess", "10.0.1." + i)));
        }
        assertTrue(flood.stream().anyMatch((answer) -> BUSY.equals(answer.text.join())));
        assertEquals("accepted 0", ask(request("ALPHA", options(AccessRules.OPEN), RIGHT, "10.0.1.1")).text.join());
    }

    private Answer ask(final LogonRequest request)
    {
        final Answer answer = new Answer();
        check.check(request, answer);
        return answer;
    }

    private Answer askUnknown(final String name, final String password)
    {
        final Answer answer = new Answer();
        check.refuse(name, new LogonRequest(null, "", password.toCharArray(), new char[0],
            new InetSocketAddress("127.0.0.1", 40_000), null, true), answer);
        return answer;
    }

    private static LogonRequest request(
        final String name,
        final FixSessionOptions options,
        final String password,
        final String source)
    {
        return new LogonRequest(new NamedSession(name, options), "", password.toCharArray(), new char[0],
            new InetSocketAddress(source, 40_000), null, true);
    }

    private static FixSessionOptions options(final AccessRules access)
    {
        return new FixSessionOptions(EnumSet.of(FixSessionOptions.Role.ORDER_ENTRY), List.of(), 0, access, null,
            SequenceReset.NEVER, 0, 0, FixSessionOptions.Dictionary.FIX44);
    }
}
