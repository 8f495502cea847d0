// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import java.nio.ByteOrder;

/**
 * One transaction and when its market data was sent. A flyweight.
 *
 * <pre>
 *    0 mark    8 cursor    16 t9 of feed A    24 t9 of feed B
 * </pre>
 *
 * The mark is the number of the record in its file, from 1; 0 where nothing was written.
 */
public final class SendStamps
{
    /** Length of a record in bytes. */
    public static final int LENGTH = 32;

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int CURSOR_OFFSET = 8;
    private static final int SENT_A_OFFSET = 16;
    private static final int SENT_B_OFFSET = 24;

    private DirectBuffer buffer;
    private int offset;

    /** A flyweight over nothing. */
    public SendStamps()
    {
    }

    /**
     * Fills in a claimed record.
     *
     * @param buffer of the log.
     * @param offset that was claimed.
     * @param cursor of the transaction.
     * @param sentANs when feed A had taken its last packet; 0 if it did not.
     * @param sentBNs when feed B had taken its last packet; 0 if it did not.
     */
    public static void put(
        final MutableDirectBuffer buffer, final int offset, final long cursor, final long sentANs, final long sentBNs)
    {
        buffer.putLong(offset + CURSOR_OFFSET, cursor, ORDER);
        buffer.putLong(offset + SENT_A_OFFSET, sentANs, ORDER);
        buffer.putLong(offset + SENT_B_OFFSET, sentBNs, ORDER);
    }

    /**
     * Moves to a record.
     *
     * @param source that holds it.
     * @param index where it begins.
     * @return this.
     */
    public SendStamps wrap(final DirectBuffer source, final int index)
    {
        buffer = source;
        offset = index;
        return this;
    }

    /**
     * Which transaction.
     *
     * @return event stream position after it, in bytes.
     */
    public long cursor()
    {
        return buffer.getLong(offset + CURSOR_OFFSET, ORDER);
    }

    /**
     * When the socket of feed A had taken the last packet.
     *
     * @return nanoseconds since the Unix epoch, 0 if it did not take it.
     */
    public long sentANs()
    {
        return buffer.getLong(offset + SENT_A_OFFSET, ORDER);
    }

    /**
     * When the socket of feed B had taken the last packet.
     *
     * @return nanoseconds since the Unix epoch, 0 if it did not take it.
     */
    public long sentBNs()
    {
        return buffer.getLong(offset + SENT_B_OFFSET, ORDER);
    }
}
