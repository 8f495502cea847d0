// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;

import org.junit.jupiter.api.Test;

class TcpAdmissionTest
{
    private static final int ADDRESSES = 60_000;
    /** Tenths of a second are enough; a walk through all addresses at each look-up takes minutes. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TcpAdmission admission = new TcpAdmission(
        TcpServerOptions.builder().maxConnectionsPerAddress(1).maxConnectionsPerAddressPerDay(2).build());

    @Test
    void shouldTakeAddressesThatWereChosenToHaveOneHash()
    {
        assertTimeoutPreemptively(LIMIT, () ->
        {
            for (int i = 0; i < ADDRESSES; i++)
            {
                final InetAddress address = colliding(i);
                assertNull(admission.check(address, TcpSource.OPEN, 0));
                admission.add(address, TcpSource.OPEN);
                admission.remove(address);
            }
        });
        assertEquals(0, admission.count());
    }

    @Test
    void shouldCountEachAddressForItself() throws UnknownHostException
    {
        assertNull(admission.check(colliding(1), TcpSource.OPEN, 0));
        admission.add(colliding(1), TcpSource.OPEN);
        assertEquals(TcpRefusal.TOO_MANY_OF_ADDRESS, admission.check(colliding(1), TcpSource.OPEN, 0));
        assertNull(admission.check(colliding(2), TcpSource.OPEN, 0));
        admission.remove(colliding(1));
        assertEquals(0, admission.open(colliding(1)));
        assertNull(admission.check(colliding(1), TcpSource.OPEN, 0));
        admission.add(colliding(1), TcpSource.OPEN);
        admission.remove(colliding(1));
        assertEquals(TcpRefusal.TOO_MANY_TODAY, admission.check(colliding(1), TcpSource.OPEN, 0));
    }

    @Test
    void shouldCountThoseWithoutALoginInAllAndOfEachAddress() throws UnknownHostException
    {
        final TcpAdmission logins = new TcpAdmission(
            TcpServerOptions.builder().maxConnections(10).maxOutstanding(3).maxOutstandingPerAddress(2).build());
        logins.add(colliding(1), TcpSource.OPEN);
        assertNull(logins.check(colliding(1), TcpSource.OPEN, 0));
        logins.add(colliding(1), TcpSource.OPEN);
        assertEquals(TcpRefusal.TOO_MANY_OUTSTANDING_OF_ADDRESS, logins.check(colliding(1), TcpSource.OPEN, 0));
        assertNull(logins.check(colliding(2), TcpSource.OPEN, 0));
        logins.add(colliding(2), TcpSource.OPEN);
        assertEquals(TcpRefusal.TOO_MANY_OUTSTANDING, logins.check(colliding(3), TcpSource.OPEN, 0));
        logins.onLoggedIn(colliding(1), false);
        assertNull(logins.check(colliding(1), TcpSource.OPEN, 0));
        assertEquals(2, logins.outstandingCount());
        assertEquals(3, logins.count());
    }

    /** The hash of an IPv6 address is the sum of its four words. */
    private static InetAddress colliding(final int number) throws UnknownHostException
    {
        return InetAddress.getByAddress(
            ByteBuffer.allocate(16).putInt(0x2001_0db8).putInt(number).putInt(-number).array());
    }
}
