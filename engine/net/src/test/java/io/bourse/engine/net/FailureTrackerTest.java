// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;

/** What a guesser can make the tracker forget: nothing that holds him. */
class FailureTrackerTest
{
    private static final int MANY = 20_000;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final LockoutRules rules = LockoutRules.DEFAULT;
    private final FailureTracker failures = new FailureTracker(rules);
    private final InetAddress guesser = source(1);

    @Test
    void shouldKeepALockHoweverManyOtherNamesAreTried()
    {
        lock("ALPHA", guesser, 0);
        for (int i = 0; i < MANY; i++)
        {
            failures.onFailure("N" + i, guesser, MINUTE);
        }
        assertLocked("ALPHA", guesser, 2 * MINUTE);
        assertEquals(FailureTracker.MOST_OF_SOURCE, failures.size());
        // Further names count together: none of them is free to be guessed at.
        assertLocked("N" + MANY, guesser, 2 * MINUTE);
        assertEquals(0, failures.pauseNs("ALPHA", source(2), 2 * MINUTE));
    }

    @Test
    void shouldForgetWhatIsNotLockedFirst()
    {
        lock("ALPHA", guesser, 0);
        for (int i = 0; i < MANY; i++)
        {
            failures.onFailure("ALPHA", source(2 + i), MINUTE);
        }
        assertLocked("ALPHA", guesser, 2 * MINUTE);
        assertEquals(FailureTracker.MOST, failures.size());
    }

    @Test
    void shouldLockTheWholeSourceWhenNothingButLocksIsRemembered()
    {
        lock("ALPHA", guesser, 0);
        for (int i = 0; i < MANY; i++)
        {
            lock("N" + i % FailureTracker.MOST_OF_SOURCE, source(2 + i / FailureTracker.MOST_OF_SOURCE), MINUTE);
        }
        assertEquals(FailureTracker.MOST, failures.size());
        assertLocked("ALPHA", guesser, 2 * MINUTE);
        assertLocked("BETA", guesser, 2 * MINUTE);
        assertLocked("N0", source(2), 2 * MINUTE);
        assertEquals(0, failures.pauseNs("ALPHA", source(MANY), 2 * MINUTE));
    }

    @Test
    void shouldForgetEverythingWhenItsTimeIsOver()
    {
        lock("ALPHA", guesser, 0);
        for (int i = 0; i < MANY; i++)
        {
            failures.onFailure("N" + i, guesser, MINUTE);
        }
        final long laterNs = MINUTE + rules.lockNs();
        assertEquals(0, failures.pauseNs("ALPHA", guesser, laterNs));
        assertEquals(0, failures.pauseNs("N" + MANY, guesser, laterNs));
        assertFalse(failures.isLocked("N" + MANY, guesser));
        failures.onFailure("ALPHA", guesser, laterNs);
        assertEquals(1, failures.size());
        assertFalse(failures.isLocked("ALPHA", guesser));
    }

    @Test
    void shouldForgetALoginThatHasANewSecret()
    {
        lock("ALPHA", guesser, 0);
        lock("ALPHA", source(2), 0);
        lock("BETA", guesser, 0);
        failures.onFailure("ALPHA", source(3), 0);
        failures.forget("ALPHA");
        assertEquals(1, failures.size());
        assertEquals(0, failures.pauseNs("ALPHA", guesser, 1));
        assertLocked("BETA", guesser, 1);
    }

    private void lock(final String name, final InetAddress source, final long nowNs)
    {
        for (int i = 0; i < rules.failures(); i++)
        {
            failures.onFailure(name, source, nowNs);
        }
    }

    private void assertLocked(final String name, final InetAddress source, final long nowNs)
    {
        assertTrue(failures.isLocked(name, source), () -> name + " is not locked from " + source);
        assertTrue(failures.pauseNs(name, source, nowNs) > 0, () -> name + " is looked at from " + source);
    }

    private static InetAddress source(final int number)
    {
        try
        {
            return InetAddress.getByAddress(new byte[]{10, 0, (byte)(number >> 8), (byte)number});
        }
        catch (final UnknownHostException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
