// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.net.FailureTracker;
import io.bourse.engine.net.LockoutRules;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordAuthorityTest
{
    private static final int ITERATIONS = PasswordHash.LEAST_ITERATIONS;
    private static final Instant NOW = Instant.parse("2026-11-23T09:30:00Z");
    private static final String RIGHT = "the-right-password";
    private static final String NEXT = "the-next-password";
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    private Path directory;
    private PasswordFile file;
    private PasswordAuthority authority;
    private InetAddress member;
    private InetAddress stranger;
    private long askedNs;

    @BeforeEach
    void setUp() throws UnknownHostException
    {
        member = InetAddress.getByName("10.1.0.1");
        stranger = InetAddress.getByName("10.9.0.1");
        file = new PasswordFile(directory.resolve("fix-passwords"));
        set("ALPHA", RIGHT, false);
        authority = new PasswordAuthority(file, PasswordPolicy.DEFAULT, new LockoutRules(1, SECOND, 4, 60 * SECOND),
            ITERATIONS, () -> NOW);
    }

    @Test
    void shouldTakeTheRightPasswordOnly()
    {
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", "ALPHA", RIGHT, ""));
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", "", RIGHT, ""));
        assertEquals(PasswordDecision.WRONG, ask("ALPHA", "ALPHA", RIGHT + "x", ""));
    }

    @Test
    void shouldNotShowWhichPartWasWrong()
    {
        assertEquals(PasswordDecision.WRONG, ask("ALPHA", "BETA", RIGHT, ""));
        assertEquals(PasswordDecision.WRONG, ask("ALPHA", "ALPHA", "", ""));
        assertEquals(PasswordDecision.WRONG, ask("BETA", "BETA", RIGHT, ""));
        assertEquals(PasswordDecision.WRONG, ask("BETA", "BETA", RIGHT, NEXT));
    }

    @Test
    void shouldLetInWithoutAPasswordOnlyWhereNoneIsSetAndNoneIsRequired()
    {
        assertEquals(PasswordDecision.WITHOUT_PASSWORD,
            authority.decide(new LogonClaim("BETA", true, false, "", new char[0], new char[0]), member, 0));
        assertEquals(PasswordDecision.WRONG,
            authority.decide(new LogonClaim("ALPHA", true, false, "", new char[0], new char[0]), member, 0));
    }

    @Test
    void shouldMakeNoHashWhereNobodyHasAPassword()
    {
        final long beganNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        final PasswordAuthority open = new PasswordAuthority(new PasswordFile(directory.resolve("none")),
            PasswordPolicy.DEFAULT, new LockoutRules(1, SECOND, 4, 60 * SECOND), PasswordHash.MOST_ITERATIONS,
            () -> NOW);
        assertEquals(PasswordDecision.WITHOUT_PASSWORD,
            open.decide(new LogonClaim("BETA", true, false, "", new char[0], new char[0]), member, 0));
        // One of so many iterations takes more than a second of a processor.
        assertTrue(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - beganNs < SECOND / 2);
    }

    @Test
    void shouldAskForANewPasswordWhenItMustBeChanged()
    {
        set("ALPHA", RIGHT, true);

        assertEquals(PasswordDecision.EXPIRED, ask("ALPHA", "", RIGHT, ""));
        assertEquals(PasswordDecision.CHANGED, ask("ALPHA", "", RIGHT, NEXT));
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", "", NEXT, ""));
        assertEquals(PasswordDecision.WRONG, ask("ALPHA", "", RIGHT, ""));
        final PasswordEntry entry = file.entries().get("ALPHA");
        assertFalse(entry.mustChange());
        assertEquals(NOW, entry.changed());
    }

    @Test
    void shouldRefuseANewPasswordThatDoesNotComply()
    {
        assertEquals("the new password must not be the old one", ask("ALPHA", "", RIGHT, RIGHT).text());
        final PasswordDecision tooShort = ask("ALPHA", "", RIGHT, "short");
        assertEquals(3, tooShort.sessionStatus());
        assertEquals(LogonOutcome.NEW_PASSWORD_REFUSED, tooShort.outcome());
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", "", RIGHT, ""));
    }

    @Test
    void shouldLockOutWhoTriesAgainAndAgainButNobodyElse()
    {
        for (int i = 0; i < 2; i++)
        {
            assertEquals(PasswordDecision.WRONG, ask("ALPHA", "guess", stranger, 0));
        }
        final PasswordDecision pause = ask("ALPHA", RIGHT, stranger, 0);
        assertEquals(6, pause.sessionStatus());
        assertEquals("too many wrong passwords, try again in 2 s", pause.text());
        assertEquals(PasswordDecision.WRONG, ask("ALPHA", "guess", stranger, SECOND));
        assertEquals(LogonOutcome.LOCKED, ask("ALPHA", RIGHT, stranger, 2 * SECOND).outcome());
        assertEquals(PasswordDecision.WRONG, ask("ALPHA", "guess", stranger, 3 * SECOND));
        assertEquals("locked after too many wrong passwords, try again in 61 s",
            ask("ALPHA", RIGHT, stranger, 3 * SECOND).text());

        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", RIGHT, member, 3 * SECOND));
        assertEquals(PasswordDecision.WRONG, ask("BETA", RIGHT, stranger, 3 * SECOND));
        assertEquals(LogonOutcome.LOCKED, ask("ALPHA", RIGHT, stranger, 63 * SECOND - 1).outcome());
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", RIGHT, stranger, 63 * SECOND));
    }

    @Test
    void shouldForgetWrongPasswordsAfterARightOne()
    {
        ask("ALPHA", "guess", member, 0);
        ask("ALPHA", RIGHT, member, 0);
        ask("ALPHA", "guess", member, 0);
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", RIGHT, member, 0));
    }

    @Test
    void shouldUnlockWhenTheOperatorSetsANewPassword()
    {
        ask("ALPHA", "guess", member, 0);
        ask("ALPHA", "guess", member, 0);
        assertEquals(LogonOutcome.LOCKED, ask("ALPHA", RIGHT, member, 0).outcome());

        set("ALPHA", NEXT, false);
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", NEXT, member, 0));
    }

    @Test
    void shouldTakeOverWhatTheOperatorChangesWhileItRuns()
    {
        set("BETA", RIGHT, false);
        assertEquals(PasswordDecision.ACCEPTED, ask("BETA", "", RIGHT, ""));
        file.update((entries) -> entries.remove("BETA"));
        assertEquals(PasswordDecision.WRONG, ask("BETA", "", RIGHT, ""));
    }

    @Test
    void shouldLetNobodyInWhileTheFileIsDamaged() throws IOException
    {
        final String good = Files.readString(file.path());
        Files.writeString(file.path(), good + "ALPHA\n");
        assertEquals(PasswordDecision.FILE_FAILED, ask("ALPHA", "", RIGHT, ""));

        Files.writeString(file.path(), good);
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", "", RIGHT, ""));
    }

    @Test
    void shouldKeepTheOldPasswordWhenTheNewOneCannotBeWritten() throws IOException
    {
        final Path occupied = Files.createDirectory(file.path().resolveSibling("fix-passwords.new"));
        Files.createFile(occupied.resolve("something"));

        assertEquals(PasswordDecision.FILE_FAILED, ask("ALPHA", "", RIGHT, NEXT));
        assertEquals(PasswordDecision.ACCEPTED, ask("ALPHA", "", RIGHT, ""));
    }

    @Test
    void shouldBoundWhatItRemembersOfStrangers() throws UnknownHostException
    {
        final FailureTracker failures = new FailureTracker(LockoutRules.DEFAULT);
        for (int i = 0; i < 20_000; i++)
        {
            failures.onFailure("ALPHA", InetAddress.getByAddress(new byte[]{10, 0, (byte)(i >> 8), (byte)i}), i);
        }
        assertEquals(10_000, failures.size());
    }

    @Test
    void shouldTakeTheAddressesOfOneIpv6NetworkForOneSource() throws UnknownHostException
    {
        final FailureTracker failures = new FailureTracker(new LockoutRules(0, SECOND, 2, 60 * SECOND));
        failures.onFailure("ALPHA", InetAddress.getByName("fd00:1:2:3::1"), 0);
        assertTrue(failures.pauseNs("ALPHA", InetAddress.getByName("fd00:1:2:3:ffff::2"), 0) > 0);
        assertEquals(0, failures.pauseNs("ALPHA", InetAddress.getByName("fd00:1:2:4::1"), 0));
    }

    @Test
    void shouldDoubleThePauseUpToTheLock()
    {
        final LockoutRules rules = new LockoutRules(1, SECOND, 100, 10 * SECOND);
        assertEquals(0, rules.pauseNs(1));
        assertEquals(SECOND, rules.pauseNs(2));
        assertEquals(8 * SECOND, rules.pauseNs(5));
        assertEquals(10 * SECOND, rules.pauseNs(6));
        assertEquals(10 * SECOND, rules.pauseNs(99));
    }

    private PasswordDecision ask(final String name, final String password, final InetAddress source, final long nowNs)
    {
        return authority.decide(
            new LogonClaim(name, true, true, "", password.toCharArray(), new char[0]), source, nowNs);
    }

    private PasswordDecision ask(final String name, final String username, final String password, final String next)
    {
        // Each long after the one before: wrong passwords in a row are another test's business.
        askedNs += 61 * SECOND;
        return authority.decide(
            new LogonClaim(name, true, true, username, password.toCharArray(), next.toCharArray()), member, askedNs);
    }

    private void set(final String name, final String password, final boolean mustChange)
    {
        file.update((entries) -> entries.put(name, new PasswordEntry(
            name, PasswordHash.of(name, password.toCharArray(), ITERATIONS, new SecureRandom()), NOW, mustChange)));
    }
}
