// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

class OutstandingLoginsTest
{
    private static final int ADDRESSES = 120_000;
    /** Tenths of a second are enough; a walk through all addresses at each look-up takes minutes. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void shouldTakeAddressesThatWereChosenToHaveOneHash()
    {
        final OutstandingLogins logins = new OutstandingLogins(0, 1);
        assertTimeoutPreemptively(LIMIT, () ->
        {
            for (int i = 0; i < ADDRESSES; i++)
            {
                assertTrue(logins.add(colliding(i)));
            }
        });
        assertEquals(ADDRESSES, logins.count());
    }

    @Test
    void shouldCountEachAddressForItself() throws UnknownHostException
    {
        final OutstandingLogins logins = new OutstandingLogins(3, 2);
        assertTrue(logins.add(colliding(1)));
        assertTrue(logins.add(colliding(1)));
        assertFalse(logins.add(colliding(1)), "two of this address already");
        assertTrue(logins.add(colliding(2)));
        assertFalse(logins.add(colliding(3)), "three in all already");
        logins.remove(colliding(1));
        assertTrue(logins.add(colliding(1)));
    }

    /** The hash of an IPv6 address is the sum of its four words. */
    private static InetAddress colliding(final int number) throws UnknownHostException
    {
        return InetAddress.getByAddress(
            ByteBuffer.allocate(16).putInt(0x2001_0db8).putInt(number).putInt(-number).array());
    }
}
