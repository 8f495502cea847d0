// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the messages of the gap request and spin protocols (sheet E.2), each in a block of its own with unit and
 * number 0. Every method returns the length of the whole block in bytes.
 */
public final class RecoveryWriter
{
    /** Longest block written here: that of a login. */
    public static final int MAX_LENGTH = SequencedUnit.HEADER_LENGTH + 22;

    private static final int BODY = SequencedUnit.HEADER_LENGTH;

    private RecoveryWriter()
    {
    }

    /**
     * A heartbeat: a block without messages.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @return length.
     */
    public static int heartbeat(final MutableDirectBuffer buffer, final int offset)
    {
        SequencedUnit.putHeader(buffer, offset, BODY, 0, 0, 0);
        return BODY;
    }

    /**
     * Login. Texts are ASCII, cut at the length of their fields and padded with spaces.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param sessionSubId up to 4 characters.
     * @param username up to 4 characters.
     * @param password up to 10 characters.
     * @return length.
     */
    public static int login(
        final MutableDirectBuffer buffer,
        final int offset,
        final String sessionSubId,
        final String username,
        final String password)
    {
        text(buffer, offset + BODY + 2, 4, sessionSubId);
        text(buffer, offset + BODY + 6, 4, username);
        text(buffer, offset + BODY + 10, 2, "");
        text(buffer, offset + BODY + 12, 10, password);
        return wrap(buffer, offset, PitchMessages.LOGIN);
    }

    /**
     * LoginResponse.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param status see {@link RecoveryListener#onLoginResponse}.
     * @return length.
     */
    public static int loginResponse(final MutableDirectBuffer buffer, final int offset, final byte status)
    {
        buffer.putByte(offset + BODY + 2, status);
        return wrap(buffer, offset, PitchMessages.LOGIN_RESPONSE);
    }

    /**
     * GapRequest.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param unit 1 to 255.
     * @param sequence of the first message; its lowest 32 bits are sent.
     * @param count of messages, up to 65535.
     * @return length.
     */
    public static int gapRequest(
        final MutableDirectBuffer buffer, final int offset, final int unit, final long sequence, final int count)
    {
        putGap(buffer, offset + BODY, unit, sequence, count);
        return wrap(buffer, offset, PitchMessages.GAP_REQUEST);
    }

    /**
     * GapResponse.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param unit as asked.
     * @param sequence as asked.
     * @param count as asked.
     * @param status see {@link RecoveryListener#onGapResponse}.
     * @return length.
     */
    public static int gapResponse(
        final MutableDirectBuffer buffer,
        final int offset,
        final int unit,
        final long sequence,
        final int count,
        final byte status)
    {
        putGap(buffer, offset + BODY, unit, sequence, count);
        buffer.putByte(offset + BODY + 9, status);
        return wrap(buffer, offset, PitchMessages.GAP_RESPONSE);
    }

    /**
     * SpinImageAvailable.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param sequence number of the last message that the image contains.
     * @return length.
     */
    public static int spinImageAvailable(final MutableDirectBuffer buffer, final int offset, final long sequence)
    {
        buffer.putInt(offset + BODY + 2, (int)sequence, LITTLE_ENDIAN);
        return wrap(buffer, offset, PitchMessages.SPIN_IMAGE_AVAILABLE);
    }

    /**
     * SpinRequest.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param sequence of an image.
     * @return length.
     */
    public static int spinRequest(final MutableDirectBuffer buffer, final int offset, final long sequence)
    {
        buffer.putInt(offset + BODY + 2, (int)sequence, LITTLE_ENDIAN);
        return wrap(buffer, offset, PitchMessages.SPIN_REQUEST);
    }

    /**
     * SpinResponse.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param sequence as asked.
     * @param orderCount Add messages that follow.
     * @param status see {@link RecoveryListener#onSpinResponse}.
     * @return length.
     */
    public static int spinResponse(
        final MutableDirectBuffer buffer,
        final int offset,
        final long sequence,
        final long orderCount,
        final byte status)
    {
        buffer.putInt(offset + BODY + 2, (int)sequence, LITTLE_ENDIAN);
        buffer.putInt(offset + BODY + 6, (int)orderCount, LITTLE_ENDIAN);
        buffer.putByte(offset + BODY + 10, status);
        return wrap(buffer, offset, PitchMessages.SPIN_RESPONSE);
    }

    /**
     * SpinFinished.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param sequence of the image.
     * @return length.
     */
    public static int spinFinished(final MutableDirectBuffer buffer, final int offset, final long sequence)
    {
        buffer.putInt(offset + BODY + 2, (int)sequence, LITTLE_ENDIAN);
        return wrap(buffer, offset, PitchMessages.SPIN_FINISHED);
    }

    private static void putGap(
        final MutableDirectBuffer buffer, final int body, final int unit, final long sequence, final int count)
    {
        buffer.putByte(body + 2, (byte)unit);
        buffer.putInt(body + 3, (int)sequence, LITTLE_ENDIAN);
        buffer.putShort(body + 7, (short)count, LITTLE_ENDIAN);
    }

    private static void text(
        final MutableDirectBuffer buffer, final int offset, final int length, final String text)
    {
        for (int i = 0; i < length; i++)
        {
            buffer.putByte(offset + i, (byte)(i < text.length() ? text.charAt(i) : ' '));
        }
    }

    private static int wrap(final MutableDirectBuffer buffer, final int offset, final int type)
    {
        final int messageLength = PitchMessages.lengthOf(type);
        buffer.putByte(offset + BODY, (byte)messageLength);
        buffer.putByte(offset + BODY + 1, (byte)type);
        SequencedUnit.putHeader(buffer, offset, BODY + messageLength, 1, 0, 0);
        return BODY + messageLength;
    }
}
