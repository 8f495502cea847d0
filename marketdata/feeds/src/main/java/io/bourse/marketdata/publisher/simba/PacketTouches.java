// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicTransaction;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The touches that the transactions of one packet have changed, each once, as they are after the last of them. Encoded
 * as they come: when the packet is cut, the market may be past the next transaction.
 */
final class PacketTouches
{
    private final int[] securityIds;
    private final UnsafeBuffer entries;
    private int count;

    PacketTouches(final int maxCount)
    {
        securityIds = new int[maxCount];
        entries = new UnsafeBuffer(new byte[maxCount * OrderLogEncoder.BEST_PRICES_ENTRY_LENGTH]);
    }

    void clear()
    {
        count = 0;
    }

    int count()
    {
        return count;
    }

    /**
     * How many there would be with those of one more transaction.
     */
    int countWith(final PublicTransaction transaction)
    {
        int with = count;
        for (int i = 0, size = transaction.changedTouchCount(); i < size; i++)
        {
            if (indexOf(transaction.changedTouch(i).instrumentId()) == count)
            {
                with++;
            }
        }
        return with;
    }

    void add(final PublicTransaction transaction)
    {
        for (int i = 0, size = transaction.changedTouchCount(); i < size; i++)
        {
            final PublicInstrument instrument = transaction.changedTouch(i);
            final int index = indexOf(instrument.instrumentId());
            if (index == count)
            {
                securityIds[count] = instrument.instrumentId();
                count++;
            }
            OrderLogEncoder.putBestPricesEntry(entries, index * OrderLogEncoder.BEST_PRICES_ENTRY_LENGTH, instrument);
        }
    }

    void copyTo(final MutableDirectBuffer buffer, final int offset)
    {
        buffer.putBytes(offset, entries, 0, count * OrderLogEncoder.BEST_PRICES_ENTRY_LENGTH);
    }

    private int indexOf(final int securityId)
    {
        int index = 0;
        while (index < count && securityIds[index] != securityId)
        {
            index++;
        }
        return index;
    }
}
