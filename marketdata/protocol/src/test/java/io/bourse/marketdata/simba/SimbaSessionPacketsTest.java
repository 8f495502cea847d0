// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Packets of a replay session against bytes computed by hand from SIMBA B.1 and B.4.
 */
class SimbaSessionPacketsTest
{
    private static final long NOW_NS = 0x1122334455667788L;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);

    @Test
    void shouldWriteHandComputedPackets()
    {
        final SimbaSessionPackets eight = new SimbaSessionPackets(8);
        final SimbaSessionPackets nine = new SimbaSessionPackets(9);
        final String time = "8877665544332211";
        assertEquals(List.of(
            "01000000" + "1800" + "0100" + time + "0000" + "e803" + "444d" + "0800",
            "02000000" + "2000" + "0100" + time + "0800" + "ea03" + "444d" + "0900" + "11000000" + "ffffffff",
            "ffffffff" + "1801" + "0100" + time + "0001" + "e903" + "444d" + "0800" + "6e6f" + "00".repeat(254)),
            List.of(
                hex(eight.putLogon(buffer, 7, 1, NOW_NS)),
                hex(nine.putRequest(buffer, 7, 2, NOW_NS, 17, 4294967295L)),
                hex(eight.putLogout(buffer, 7, 4294967295L, NOW_NS, "no"))));
        assertEquals(List.of(24, 280), List.of(SimbaSessionPackets.MIN_LENGTH, SimbaSessionPackets.MAX_LENGTH));
    }

    @Test
    void shouldReadWhatWasWrittenAndCutWhatIsTooLong()
    {
        final SimbaSessionPackets packets = new SimbaSessionPackets(8);
        for (final String text : List.of("", "x", "y".repeat(256), "z".repeat(300)))
        {
            final int length = packets.putLogout(buffer, 3, 1, NOW_NS, text);
            assertTrue(SimbaMessages.isWellFormed(buffer, 3, length));
            assertEquals(text.substring(0, Math.min(256, text.length())), SimbaSessionPackets.logoutText(buffer, 3));
        }
        // Padded with spaces, as others may do.
        packets.putLogout(buffer, 0, 1, NOW_NS, "why" + " ".repeat(253));
        assertEquals("why", SimbaSessionPackets.logoutText(buffer, 0));
    }

    private String hex(final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(7, bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
