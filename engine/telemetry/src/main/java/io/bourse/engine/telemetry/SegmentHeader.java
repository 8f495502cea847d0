// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.DirectBuffer;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The first bytes of a file of stamps; records follow.
 *
 * <pre>
 *    0 magic        8 version     12 kind        16 length of a record
 *   20 trading date, 0 until the file is used    24 partition   28 gateway id, or 0
 *   32 created ns  40 process id  48 records lost while this file was the current one
 *   56 length of the component's name, 57 name        128 first record
 * </pre>
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
}
