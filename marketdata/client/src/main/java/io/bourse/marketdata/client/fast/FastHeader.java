// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastFormatException;
import io.bourse.marketdata.fast.FastWriter;

import org.agrona.DirectBuffer;

/**
 * What every message begins with, read without decoding the rest: template id, MsgSeqNum, SendingTime.
 */
final class FastHeader
{
    private static final int STOP = 0x80;
    private static final int DATA = 0x7F;
    private static final int BITS = 7;

    private DirectBuffer buffer;
    private int position;
    private int limit;
    private int templateId;
    private long msgSeqNum;
    private long sendingTime;

    void read(final DirectBuffer source, final int offset, final int length)
    {
        buffer = source;
        position = offset;
        limit = offset + length;
        number();
        templateId = (int)number();
        msgSeqNum = number();
        final int start = position;
        sendingTime = number();
        if (position - start > FastWriter.SENDING_TIME_LENGTH)
        {
            throw new FastFormatException("SendingTime is too long: offset=" + start);
        }
    }

    int templateId()
    {
        return templateId;
    }

    long msgSeqNum()
    {
        return msgSeqNum;
    }

    long sendingTime()
    {
        return sendingTime;
    }

    private long number()
    {
        long value = 0;
        int b;
        do
        {
            if (position >= limit)
            {
                throw new FastFormatException("A FAST message is cut short: length=" + limit);
            }
            b = buffer.getByte(position) & 0xFF;
            value = value << BITS | b & DATA;
            position++;
        }
        while (b < STOP);
        return value;
    }
}
