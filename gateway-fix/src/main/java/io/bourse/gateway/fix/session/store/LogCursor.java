// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A place in a message log and the message there. Valid until the log is reset.
 */
public final class LogCursor
{
    int segment;
    int offset;
    /** Bytes of the entry; 0 when there is none. */
    int length;
    public int number;
    private UnsafeBuffer buffer;

    void wrap(final UnsafeBuffer entries)
    {
        buffer = entries;
        number = entries.getInt(offset + LogSegment.NUMBER_OFFSET);
    }

    int kind()
    {
        return buffer.getInt(offset + LogSegment.KIND_OFFSET);
    }

    long timeNs()
    {
        return buffer.getLong(offset + LogSegment.TIME_OFFSET);
    }

    /** Transaction of a report; 0 of other messages. */
    public long position()
    {
        return buffer.getLong(offset + LogSegment.POSITION_OFFSET);
    }

    /** Number of a report among those of its session in its transaction. */
    public int k()
    {
        return buffer.getInt(offset + LogSegment.K_OFFSET);
    }

    /** Packed, see {@link FrameEncoder#pack}. */
    public int msgType()
    {
        return buffer.getInt(offset + LogSegment.TYPE_OFFSET);
    }

    public int bodyLength()
    {
        return length - LogSegment.BODY_OFFSET;
    }

    byte[] body()
    {
        final byte[] body = new byte[bodyLength()];
        getBody(body);
        return body;
    }

    public void getBody(final byte[] target)
    {
        buffer.getBytes(offset + LogSegment.BODY_OFFSET, target, 0, bodyLength());
    }
}
