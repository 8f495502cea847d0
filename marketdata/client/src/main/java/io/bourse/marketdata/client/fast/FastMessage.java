// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastDecoder;
import io.bourse.marketdata.fast.FastField;
import io.bourse.marketdata.fast.FastFieldHandler;
import io.bourse.marketdata.fast.FastFormatException;
import io.bourse.marketdata.fast.FastTemplate;
import io.bourse.marketdata.fast.FastTemplates;
import io.bourse.marketdata.fast.FastWriter;
import java.util.ArrayList;

import org.agrona.DirectBuffer;

/**
 * A received market data message, decoded. Reused: decoding the next one overwrites it.
 */
public final class FastMessage
{
    private static final int E5_DIGITS = 5;
    private static final int RADIX = 10;

    private final FastDecoder decoder = new FastDecoder(FastTemplates.bourse());
    private final Fields fields = new Fields();
    private final ArrayList<FastEntry> entries = new ArrayList<>();
    private final boolean withSymbols;
    private int entryCount;
    private int templateId;
    private long msgSeqNum;
    private long sendingTime;
    private long lastFragment;
    private long routeFirst;
    private long lastMsgSeqNumProcessed;
    private long securityId;
    private long rptSeq;
    private long sessionId;
    private long newSeqNo;
    private FastEntry entry;

    /**
     * A message without names of securities.
     */
    public FastMessage()
    {
        this(false);
    }

    /**
     * A message.
     *
     * @param withSymbols whether entries have their Symbol, which takes an object each.
     */
    public FastMessage(final boolean withSymbols)
    {
        this.withSymbols = withSymbols;
    }

    /**
     * Decodes a message, without preamble.
     *
     * @param buffer that holds it.
     * @param length of the bytes that may be read.
     * @return length of the message.
     * @throws FastFormatException if it is none.
     */
    public int decode(final DirectBuffer buffer, final int offset, final int length)
    {
        entryCount = 0;
        entry = null;
        msgSeqNum = 0;
        sendingTime = 0;
        lastFragment = FastWriter.NULL;
        routeFirst = 0;
        lastMsgSeqNumProcessed = 0;
        securityId = FastWriter.NULL;
        rptSeq = FastWriter.NULL;
        sessionId = FastWriter.NULL;
        newSeqNo = 0;
        return decoder.decode(buffer, offset, length, fields);
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

    /**
     * LastFragment (893).
     *
     * @return false if more messages belong to this one.
     */
    public boolean isLastFragment()
    {
        return 0 != lastFragment;
    }

    /** Whether a message says that it is not one of several: it has no LastFragment (893). */
    boolean isWhole()
    {
        return FastWriter.NULL == lastFragment;
    }

    /**
     * RouteFirst (7944).
     *
     * @return true in the first message of a snapshot of orders.
     */
    public boolean isRouteFirst()
    {
        return 1 == routeFirst;
    }

    /**
     * LastMsgSeqNumProcessed (369).
     *
     * @return number of the incremental message a snapshot is the state after.
     */
    public long lastMsgSeqNumProcessed()
    {
        return lastMsgSeqNumProcessed;
    }

    /**
     * SecurityID (48) of the message.
     *
     * @return id, or {@link FastWriter#NULL}.
     */
    public long securityId()
    {
        return securityId;
    }

    /**
     * RptSeq (83) of the message.
     *
     * @return number, or {@link FastWriter#NULL}.
     */
    public long rptSeq()
    {
        return rptSeq;
    }

    /**
     * ExchangeTradingSessionID (5842) of the message.
     *
     * @return id, or {@link FastWriter#NULL}.
     */
    public long sessionId()
    {
        return sessionId;
    }

    /**
     * NewSeqNo (36).
     *
     * @return number of the next message.
     */
    public long newSeqNo()
    {
        return newSeqNo;
    }

    /**
     * Number of entries.
     *
     * @return 0 or more.
     */
    public int entryCount()
    {
        return entryCount;
    }

    /**
     * An entry.
     *
     * @param index from 0.
     * @return entry.
     */
    public FastEntry entry(final int index)
    {
        return entries.get(index);
    }

    private final class Fields implements FastFieldHandler
    {
        @Override
        public void onMessageBegin(final FastTemplate template)
        {
            templateId = template.id();
        }

        @Override
        public void onEntryBegin(final FastField sequence, final int index)
        {
            if (entryCount == entries.size())
            {
                entries.add(new FastEntry());
            }
            entry = entries.get(entryCount);
            entry.clear();
            entry.securityId = securityId;
            entryCount++;
        }

        @Override
        public void onEntryEnd(final FastField sequence)
        {
            entry = null;
        }

        @Override
        public void onInteger(final FastField field, final long value)
        {
            if (null == entry)
            {
                setHeader(field.id(), value);
            }
            else
            {
                entry.set(field.id(), value);
            }
        }

        @Override
        public void onDecimal(final FastField field, final long mantissa, final int exponent)
        {
            if (null != entry && 270 == field.id())
            {
                entry.priceE5 = e5(mantissa, exponent);
            }
            else if (null != entry && 31 == field.id())
            {
                entry.lastPriceE5 = e5(mantissa, exponent);
            }
        }

        @Override
        public void onString(final FastField field, final DirectBuffer buffer, final int offset, final int length)
        {
            if (null == entry || 0 == length)
            {
                return;
            }
            switch (field.id())
            {
                case 269 -> entry.type = buffer.getByte(offset);
                case 10504 -> entry.orderSide = buffer.getByte(offset);
                case 55 -> entry.symbol = withSymbols ? buffer.getStringWithoutLengthAscii(offset, length) : null;
                default ->
                {
                    // Other texts are not used.
                }
            }
        }
    }

    private void setHeader(final int tag, final long value)
    {
        switch (tag)
        {
            case 34 -> msgSeqNum = value;
            case 52 -> sendingTime = value;
            case 893 -> lastFragment = value;
            case 7944 -> routeFirst = value;
            case 369 -> lastMsgSeqNumProcessed = value;
            case 48 -> securityId = securityId(value);
            case 83 -> rptSeq = value;
            case 5842 -> sessionId = value;
            case 36 -> newSeqNo = value;
            default ->
            {
                // Other fields are not used.
            }
        }
    }

    /** Books have ids of 31 bits. */
    static long securityId(final long value)
    {
        if (value != (int)value)
        {
            throw new FastFormatException("A SecurityID has more than 31 bits: securityId=" + value);
        }
        return value;
    }

    private static long e5(final long mantissa, final int exponent)
    {
        long value = mantissa;
        for (int i = exponent; i > -E5_DIGITS && 0 != value; i--)
        {
            if (value > Long.MAX_VALUE / RADIX || value < Long.MIN_VALUE / RADIX)
            {
                throw new FastFormatException("A price is too large: mantissa=" + mantissa + " exponent=" + exponent);
            }
            value *= RADIX;
        }
        for (int i = exponent; i < -E5_DIGITS && 0 != value; i++)
        {
            if (0 != value % RADIX)
            {
                throw new FastFormatException(
                    "A price has more than five decimals: mantissa=" + mantissa + " exponent=" + exponent);
            }
            value /= RADIX;
        }
        return value;
    }
}
