// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

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
        assertEquals(0x726f_db47_dd0e_0e31L, KEY.seal(buffer, 1, 0));
        assertEquals(0x74f8_39c5_93dc_67fdL, KEY.seal(buffer, 1, 1));
        assertEquals(0xa129_ca61_49be_45e5L, KEY.seal(buffer, 1, 15));
    }

    @Test
    void shouldTellEveryChangedByte()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        final SessionIdentity identity =
            SessionIdentity.of(new SessionIdentity(Principal.gateway(3), KEY).encode());
        assertEquals(new SessionIdentity(Principal.gateway(3), KEY), identity);
        buffer.putLong(56, KEY.seal(buffer, 0, 56));
        assertEquals(56, identity.commandLength(64));
        assertTrue(identity.isSealed(buffer, 0, 56));
        for (int i = 0; i < 64; i++)
        {
            buffer.putByte(i, (byte)(buffer.getByte(i) ^ 1));
            assertFalse(identity.isSealed(buffer, 0, 56), "byte " + i);
            buffer.putByte(i, (byte)(buffer.getByte(i) ^ 1));
        }
        assertFalse(SessionIdentity.of("gateway-3".getBytes()).isSealed(buffer, 0, 56));
        assertFalse(SessionIdentity.of(new byte[0]).isAuthenticated());
    }
}
