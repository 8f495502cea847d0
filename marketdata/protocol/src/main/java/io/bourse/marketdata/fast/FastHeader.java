// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import org.agrona.DirectBuffer;

/**
 * What every message begins with, read without decoding the rest: template id, MsgSeqNum, SendingTime.
 */
public final class FastHeader
{
    private final FastReader reader = new FastReader();
    private int templateId;
    private long msgSeqNum;
    private long sendingTime;

    /**
     * Nothing read yet.
     */
    public FastHeader()
    {
    }

    /**
     * Reads a message without its preamble.
     *
     * @param source that holds it.
     * @param length of it in bytes.
     * @throws FastFormatException if it is none.
     */
    public void read(final DirectBuffer source, final int offset, final int length)
    {
        reader.wrap(source, offset, length);
        // The presence map; the template id follows it.
        reader.readUInt(false);
        final long template = reader.readUInt(false);
        msgSeqNum = reader.readUInt(false);
        if (template != (int)template || Integer.toUnsignedLong((int)msgSeqNum) != msgSeqNum)
        {
            throw new FastFormatException("A number of a message has more than 32 bits: templateId=" + template +
                " msgSeqNum=" + msgSeqNum + " offset=" + offset);
        }
        templateId = (int)template;
        final int start = reader.position();
        sendingTime = reader.readUInt(false);
        if (reader.position() - start > FastWriter.SENDING_TIME_LENGTH)
        {
            throw new FastFormatException("SendingTime is too long: offset=" + start);
        }
    }

    /**
     * Template of the message.
     *
     * @return id.
     */
    public int templateId()
    {
        return templateId;
    }

    /**
     * MsgSeqNum (34).
     *
     * @return number.
     */
    public long msgSeqNum()
    {
        return msgSeqNum;
    }

    /**
     * SendingTime (52).
     *
     * @return YYYYMMDDHHMMSSsss.
     */
    public long sendingTime()
    {
        return sendingTime;
    }
}
