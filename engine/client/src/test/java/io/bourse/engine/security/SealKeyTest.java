// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SealKeyTest
{
    private static final SealKey KEY = new SealKey(0x0706_0504_0302_0100L, 0x0f0e_0d0c_0b0a_0908L);

    /** Values of the reference implementation of SipHash-2-4. */
    @Test
    void shouldGiveTheValuesOfTheReference()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
        for (int i = 0; i < 63; i++)
        {
            buffer.putByte(i + 1, (byte)i);
        }
        assertEquals(0x726f_db47_dd0e_0e31L, KEY.hash(buffer, 1, 0, SealKey.NO_SEAL));
        assertEquals(0x74f8_39c5_93dc_67fdL, KEY.hash(buffer, 1, 1, SealKey.NO_SEAL));
        assertEquals(0xa129_ca61_49be_45e5L, KEY.hash(buffer, 1, 15, SealKey.NO_SEAL));
    }

    @Test
    void shouldNoticeEveryChangedByte()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        final SessionIdentity identity =
            SessionIdentity.of(new SessionIdentity(List.of(Principal.gateway(3)), KEY).encode());
        assertEquals(new SessionIdentity(List.of(Principal.gateway(3)), KEY), identity);
        KEY.write(buffer, 0, 61);
        assertEquals(61, identity.commandLength(61));
        assertSealed(identity, buffer, 61, 61);
        assertFalse(SessionIdentity.of("gateway-3".getBytes()).isSealed(buffer, 0, 61));
        assertFalse(SessionIdentity.of("gateway-3\n00000000000000000000000000000000\nbehind".getBytes())
            .isSealed(buffer, 0, 61));
        assertFalse(SessionIdentity.of(new byte[0]).isAuthenticated());
    }

    /** Logs of the version before have sessions of that form. */
    @Test
    void shouldNoticeEveryChangedByteOfACommandWithItsSealBehind()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        final SessionIdentity identity =
            SessionIdentity.of("gateway-3\n07060504030201000f0e0d0c0b0a0908".getBytes());
        assertEquals(new SessionIdentity(List.of(Principal.gateway(3)), KEY, true), identity);
        buffer.putLong(56, KEY.hash(buffer, 0, 56, SealKey.NO_SEAL));
        assertEquals(56, identity.commandLength(64));
        assertSealed(identity, buffer, 56, 64);
    }

    private static void assertSealed(
        final SessionIdentity identity, final UnsafeBuffer buffer, final int commandLength, final int length)
    {
        assertTrue(identity.isSealed(buffer, 0, commandLength));
        for (int i = 0; i < length; i++)
        {
            buffer.putByte(i, (byte)(buffer.getByte(i) ^ 1));
            assertFalse(identity.isSealed(buffer, 0, commandLength), "byte " + i);
            buffer.putByte(i, (byte)(buffer.getByte(i) ^ 1));
        }
    }
}
