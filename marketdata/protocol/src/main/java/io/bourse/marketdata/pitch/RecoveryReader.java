// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Reads the messages of the gap request and spin protocols (sheet E.2).
 */
public final class RecoveryReader
{
    private RecoveryReader()
    {
    }

    /**
     * Reads one message if it is one of these.
     *
     * @param buffer to read; its block has passed {@link SequencedUnit#check}.
     * @param offset of the message.
     * @param listener of it.
     * @return false if it is another message, such as an Add of a spin; then nothing was heard.
     */
    public static boolean readMessage(final DirectBuffer buffer, final int offset, final RecoveryListener listener)
    {
        switch (buffer.getByte(offset + 1) & 0xFF)
        {
            case PitchMessages.LOGIN -> listener.onLogin(
                text(buffer, offset + 2, 4), text(buffer, offset + 6, 4), text(buffer, offset + 12, 10));
            case PitchMessages.LOGIN_RESPONSE -> listener.onLoginResponse(buffer.getByte(offset + 2));
            case PitchMessages.GAP_REQUEST -> listener.onGapRequest(
                buffer.getByte(offset + 2) & 0xFF, uint32(buffer, offset + 3), uint16(buffer, offset + 7));
            case PitchMessages.GAP_RESPONSE -> listener.onGapResponse(
                buffer.getByte(offset + 2) & 0xFF,
                uint32(buffer, offset + 3),
                uint16(buffer, offset + 7),
                buffer.getByte(offset + 9));
            case PitchMessages.SPIN_IMAGE_AVAILABLE -> listener.onSpinImageAvailable(uint32(buffer, offset + 2));
            case PitchMessages.SPIN_REQUEST -> listener.onSpinRequest(uint32(buffer, offset + 2));
            case PitchMessages.SPIN_RESPONSE -> listener.onSpinResponse(
                uint32(buffer, offset + 2), uint32(buffer, offset + 6), buffer.getByte(offset + 10));
            case PitchMessages.SPIN_FINISHED -> listener.onSpinFinished(uint32(buffer, offset + 2));
            default ->
            {
                return false;
            }
        }
        return true;
    }

    private static String text(final DirectBuffer buffer, final int offset, final int maxLength)
    {
        final String text = buffer.getStringWithoutLengthAscii(offset, maxLength);
        int length = maxLength;
        while (0 < length && (' ' == text.charAt(length - 1) || 0 == text.charAt(length - 1)))
        {
            length--;
        }
        return text.substring(0, length);
    }

    private static long uint32(final DirectBuffer buffer, final int offset)
    {
        return buffer.getInt(offset, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
    }

    private static int uint16(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }
}
