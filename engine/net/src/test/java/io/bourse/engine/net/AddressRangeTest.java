// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.UnknownHostException;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AddressRangeTest
{
    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.255, true",
        "10.1.0.0/16, 10.2.0.0, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "10.1.2.128/25, 10.1.2.127, false",
        "10.1.2.128/25, 10.1.2.200, true",
        "10.1.2.128/25, 10.1.2.255, true",
        "10.1.2.3/32, 10.1.2.3, true",
        "240.0.0.0/4, 255.255.255.255, true",
        "0.0.0.0/0, 192.168.1.1, true",
        "0.0.0.0/0, ::1, false",
        "fd00::/8, fdff::1, true",
        "fd00::/8, fd12:3::1, true",
        "fd00::/8, fe00::1, false",
        "::1/128, ::1, true"})
    void shouldContainWhatBeginsTheSame(final String range, final String address, final boolean isInside)
        throws UnknownHostException
    {
        assertEquals(isInside, AddressRange.parse(range).contains(InetAddress.getByName(address)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "10.1.0.0/33", "10.1.0.0/", "10.1.0.0/-1", "10.1.0/16", "fd00::/129",
        "10.1.0.256", "1.2.3.999", "10.1/16", "::1/129", "gg::1"})
    void shouldNameARangeThatIsNone(final String text)
    {
        final IllegalArgumentException ex =
            assertThrows(IllegalArgumentException.class, () -> AddressRange.parse(text));
        assertTrue(ex.getMessage().endsWith("range=" + text), ex.getMessage());
    }

    @Test
    void shouldBeWrittenAsItWasRead()
    {
        assertEquals("10.1.0.0/16", AddressRange.parse("10.1.0.0/16").toString());
    }
}
