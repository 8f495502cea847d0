// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.simba.BestPricesDecoder;
import io.bourse.marketdata.simba.Decimal5NULLDecoder;
import io.bourse.marketdata.simba.MessageHeaderDecoder;
import java.util.Arrays;

import org.agrona.DirectBuffer;

/**
 * Remembers what BestPrices say at the beginning of a packet, or of a transaction that takes several, and compares it
 * with the books at its end: the exchange checks the receiver's books for it.
 */
final class BestPricesCheck
{
    private static final int FIELDS = 5;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final BestPricesDecoder bestPrices = new BestPricesDecoder();
    private long[] expected = new long[FIELDS * 64];
    private int count;
    private int messages;

    BestPricesCheck()
    {
    }

    void clear()
    {
        count = 0;
        messages = 0;
    }

    /**
     * Remembers the entries of one message; the last one about an instrument counts.
     */
    void expect(final DirectBuffer buffer, final int offset)
    {
        bestPrices.wrapAndApplyHeader(buffer, offset, header);
        final BestPricesDecoder.NoMDEntriesDecoder entries = bestPrices.noMDEntries();
        while (entries.hasNext())
        {
            entries.next();
            final int index = indexOf(entries.securityID()) * FIELDS;
            if (index == expected.length)
            {
                expected = Arrays.copyOf(expected, index * 2);
            }
            expected[index] = entries.securityID();
            expected[index + 1] = entries.mktBidPx().mantissa();
            expected[index + 2] = entries.mktBidSize();
            expected[index + 3] = entries.mktOfferPx().mantissa();
            expected[index + 4] = entries.mktOfferSize();
            count = Math.max(count, index / FIELDS + 1);
        }
        messages++;
    }

    private int indexOf(final int securityId)
    {
        // One message has an instrument once; only a second message can speak of the same.
        for (int i = 0; 0 < messages && i < count; i++)
        {
            if (securityId == expected[i * FIELDS])
            {
                return i;
            }
        }
        return count;
    }

    int countMismatches(final MarketBooks books)
    {
        int mismatches = 0;
        for (int i = 0; i < count; i++)
        {
            final int index = i * FIELDS;
            final MarketBook book = books.bookFor((int)expected[index]);
            final boolean isCrossed = book.isCrossed();
            if (!isEqual(isCrossed ? null : book.bestBid(), expected[index + 1], expected[index + 2]) ||
                !isEqual(isCrossed ? null : book.bestAsk(), expected[index + 3], expected[index + 4]))
            {
                mismatches++;
            }
        }
        return mismatches;
    }

    private static boolean isEqual(final MarketLevel level, final long priceE5, final long qtyLots)
    {
        return null == level ?
            Decimal5NULLDecoder.mantissaNullValue() == priceE5 :
            level.priceE5() == priceE5 && level.qtyLots() == qtyLots;
    }
}
