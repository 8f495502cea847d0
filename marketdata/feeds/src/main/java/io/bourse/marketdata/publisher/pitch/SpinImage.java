// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchWriter;
import io.bourse.marketdata.pitch.SequencedUnit;

import org.agrona.ExpandableArrayBuffer;

/**
 * All open orders at one number of the feed, as the blocks that a spin sends. Shared by all clients that spin it.
 */
final class SpinImage
{
    private static final int MAX_BLOCK_LENGTH = 1400;

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(64 * 1024);
    private final DayTime time;
    /** Which image it is, from 1. */
    long number;
    long sequence;
    long orderCount;
    private long pointNs;
    private int second;
    private int blockOffset;
    private int position;
    private int blockCount;
    /** Clients that are sending it. */
    int users;

    SpinImage(final DayTime time)
    {
        this.time = time;
    }

    /** Starts anew. */
    void begin(final long imageNumber, final long imageSequence, final long orders, final long imagePointNs)
    {
        number = imageNumber;
        sequence = imageSequence;
        orderCount = orders;
        pointNs = imagePointNs;
        second = DayTime.NONE;
        blockOffset = 0;
        position = SequencedUnit.HEADER_LENGTH;
        blockCount = 0;
    }

    void add(final OpenOrder order, final long qtyLots)
    {
        second(order.timeNs);
        prepare();
        end(PitchWriter.addOrder(
            buffer,
            position,
            DayTime.offsetNs(order.timeNs),
            order.orderId,
            order.isBid,
            qtyLots,
            order.symbol,
            order.priceE5));
    }

    /** State of a symbol; before any order. */
    void addState(final PitchInstrument instrument)
    {
        second(pointNs);
        prepare();
        end(PitchWriter.tradingStatus(
            buffer, position, DayTime.offsetNs(pointNs), instrument.symbol, instrument.status));
        if (instrument.isCollecting())
        {
            prepare();
            end(instrument.putAuctionUpdate(buffer, position, DayTime.offsetNs(pointNs)));
        }
    }

    /** Nothing more comes: the image ends with the second that the feed is in. */
    void finish()
    {
        second(pointNs);
        closeBlock();
    }

    ExpandableArrayBuffer buffer()
    {
        return buffer;
    }

    /** Bytes of all blocks. */
    int length()
    {
        return blockOffset;
    }

    private void second(final long timeNs)
    {
        final int newSecond = time.secondOfDay(timeNs);
        if (newSecond != second)
        {
            second = newSecond;
            prepare();
            end(PitchWriter.time(buffer, position, newSecond));
        }
    }

    private void prepare()
    {
        if (SequencedUnit.MAX_COUNT == blockCount || position - blockOffset + PitchMessages.MAX_LENGTH >
            MAX_BLOCK_LENGTH)
        {
            closeBlock();
        }
    }

    private void end(final int length)
    {
        position += length;
        blockCount++;
    }

    private void closeBlock()
    {
        if (0 == blockCount)
        {
            return;
        }
        SequencedUnit.putHeader(buffer, blockOffset, position - blockOffset, blockCount, 0, 0);
        blockOffset = position;
        position += SequencedUnit.HEADER_LENGTH;
        blockCount = 0;
    }
}
