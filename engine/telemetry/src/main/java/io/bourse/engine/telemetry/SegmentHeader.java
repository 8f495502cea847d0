// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The first bytes of a file of stamps; records follow.
 *
 * <pre>
 *    0 magic        8 version     12 kind        16 length of a record
 *   20 trading date, 0 until the file is used    24 partition   28 gateway id, or 0
 *   32 created ns  40 process id  48 records lost while this file was the current one
 *   56 length of the component's name, 57 name        128 first record
 *   96 state of the machine's clock   100 its frequency, ppb
 *  104 its offset, ns   112 estimated error, ns        120 most error, ns
 * </pre>
 *
 * Of the clock the worst of each second is kept while the file is the current one, and the last frequency. The state is
 * 0 in files of versions that did not write it.
 */
final class SegmentHeader
{
    static final String SUFFIX = ".stamps";
    static final int LENGTH = 128;
    static final int MAX_NAME_LENGTH = 32;
    static final long MAGIC = 0x53504D4154534542L;
    static final int VERSION = 1;
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    static final int VERSION_OFFSET = 8;
    static final int KIND_OFFSET = 12;
    static final int RECORD_LENGTH_OFFSET = 16;
    static final int TRADING_DATE_OFFSET = 20;
    static final int PARTITION_OFFSET = 24;
    static final int GATEWAY_ID_OFFSET = 28;
    static final int CREATED_OFFSET = 32;
    static final int PID_OFFSET = 40;
    static final int LOST_OFFSET = 48;
    static final int NAME_LENGTH_OFFSET = 56;
    static final int NAME_OFFSET = 57;
    static final int CLOCK_STATE_OFFSET = 96;
    static final int CLOCK_FREQUENCY_OFFSET = 100;
    static final int CLOCK_OFFSET_OFFSET = 104;
    static final int CLOCK_ERROR_OFFSET = 112;
    static final int CLOCK_MAX_ERROR_OFFSET = 120;
    private static final List<ClockReading.State> STATES = List.of(ClockReading.State.values());

    private SegmentHeader()
    {
    }

    static String name(final DirectBuffer buffer)
    {
        final int length = Math.min(MAX_NAME_LENGTH, buffer.getByte(NAME_LENGTH_OFFSET) & 0xFF);
        final byte[] name = new byte[length];
        buffer.getBytes(NAME_OFFSET, name);
        return new String(name, StandardCharsets.US_ASCII);
    }

    /** What later versions may add to the states is unknown. */
    static ClockReading clock(final DirectBuffer buffer)
    {
        final int state = buffer.getInt(CLOCK_STATE_OFFSET, ORDER);
        return new ClockReading(
            state >= 0 && state < STATES.size() ? STATES.get(state) : ClockReading.State.UNKNOWN,
            buffer.getLong(CLOCK_OFFSET_OFFSET, ORDER),
            buffer.getLong(CLOCK_ERROR_OFFSET, ORDER),
            buffer.getLong(CLOCK_MAX_ERROR_OFFSET, ORDER),
            buffer.getInt(CLOCK_FREQUENCY_OFFSET, ORDER));
    }

    static void clock(final MutableDirectBuffer buffer, final ClockReading reading)
    {
        buffer.putLong(CLOCK_OFFSET_OFFSET, reading.offsetNs(), ORDER);
        buffer.putLong(CLOCK_ERROR_OFFSET, reading.errorNs(), ORDER);
        buffer.putLong(CLOCK_MAX_ERROR_OFFSET, reading.maxErrorNs(), ORDER);
        buffer.putInt(CLOCK_FREQUENCY_OFFSET, reading.frequencyPpb(), ORDER);
        buffer.putInt(CLOCK_STATE_OFFSET, reading.state().ordinal(), ORDER);
    }
}
