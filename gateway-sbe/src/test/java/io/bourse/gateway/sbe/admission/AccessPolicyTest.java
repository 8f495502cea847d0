// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AccessPolicyTest
{
    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16,  10.1.255.255,  true",
        "10.1.0.0/16,  10.2.0.0,      false",
        "10.1.2.3,     10.1.2.3,      true",
        "10.1.2.3,     10.1.2.4,      false",
        "10.1.2.128/25, 10.1.2.127,   false",
        "10.1.2.128/25, 10.1.2.255,   true",
        "0.0.0.0/0,    192.168.1.1,   true",
        "0.0.0.0/0,    ::1,           false",
        "fd00::/8,     fd12:3::1,     true",
        "fd00::/8,     fe00::1,       false",
        "::1/128,      ::1,           true",
        "240.0.0.0/4,  255.255.255.255, true",
        "10.1.2.3/32,  10.1.2.3,      true"
    })
    void shouldTellWhetherAnAddressIsInARange(final String range, final String address, final boolean isInside)
        throws UnknownHostException
    {
        assertEquals(isInside, AddressRange.parse(range).contains(InetAddress.getByName(address)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "localhost", "10.1.0.0/33", "10.1.0.0/", "10.1.0.0/-1", "10.1/16", "::1/129", "1.2.3.999"})
    void shouldRefuseWhatIsNoRange(final String range)
    {
        assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(range));
    }

    @Test
    void shouldLetALoginComeFromItsRangesOnly() throws UnknownHostException
    {
        final AccessPolicy policy = new AccessPolicy(
            Map.of("ONE", List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("127.0.0.1"))),
            Set.of("GONE"), 2);
        assertTrue(policy.isSourceOf("ONE", InetAddress.getByName("127.0.0.1")));
        assertTrue(policy.isSourceOf("ONE", InetAddress.getByName("10.9.9.9")));
        assertFalse(policy.isSourceOf("ONE", InetAddress.getByName("127.0.0.2")));
        assertTrue(policy.isSourceOf("TWO", InetAddress.getByName("127.0.0.2")));
        assertTrue(policy.isBlocked("GONE"));
        assertFalse(policy.isBlocked("ONE"));
        assertTrue(policy.hasPlace(1));
        assertFalse(policy.hasPlace(2));
        assertTrue(AccessPolicy.open().hasPlace(1_000));
    }

    @Test
    void shouldRefuseALoginWithoutSources()
    {
        assertThrows(
            IllegalArgumentException.class, () -> new AccessPolicy(Map.of("ONE", List.of()), Set.of(), 0));
        assertThrows(IllegalArgumentException.class, () -> new AccessPolicy(Map.of(), Set.of(), -1));
    }

    @Test
    void shouldCountOutstandingLoginsInAllAndBySource() throws UnknownHostException
    {
        final InetAddress one = InetAddress.getByName("10.0.0.1");
        final InetAddress two = InetAddress.getByName("10.0.0.2");
        final OutstandingLogins outstanding = new OutstandingLogins(3, 2);
        assertTrue(outstanding.add(one));
        assertTrue(outstanding.add(one));
        assertFalse(outstanding.add(one));
        assertTrue(outstanding.add(two));
        assertTrue(outstanding.isFull());
        assertFalse(outstanding.add(two));
        outstanding.remove(one);
        assertEquals(2, outstanding.count());
        assertTrue(outstanding.add(two));
        assertTrue(new OutstandingLogins(0, 0).add(one));
    }
}
