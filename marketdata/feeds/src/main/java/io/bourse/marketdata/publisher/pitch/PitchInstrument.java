// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchPrice;
import io.bourse.marketdata.pitch.PitchWriter;

import java.util.ArrayDeque;
import org.agrona.MutableDirectBuffer;

/**
 * What the feed has said of an instrument.
 */
final class PitchInstrument
{
    final PublicInstrument instrument;
    final long symbol;
    /** Orders that enter the bids in the transaction in hand, in the order they get their places. */
    final ArrayDeque<EnteringOrder> bids = new ArrayDeque<>();
    /** The same for the offers. */
    final ArrayDeque<EnteringOrder> asks = new ArrayDeque<>();
    /** Trading status that was sent last, 0 for none. */
    byte status;

    PitchInstrument(final PublicInstrument instrument, final long symbol)
    {
        this.instrument = instrument;
        this.symbol = symbol;
    }

    ArrayDeque<EnteringOrder> queue(final boolean isBid)
    {
        return isBid ? bids : asks;
    }

    /** Whether an auction collects. */
    boolean isCollecting()
    {
        return PitchMessages.STATUS_QUOTE_ONLY == statusOf(instrument.phase());
    }

    int putAuctionUpdate(final MutableDirectBuffer buffer, final int offset, final int timeOffsetNs)
    {
        final long lots = instrument.indicativeLots();
        final long imbalanceLots = instrument.imbalanceLots();
        return PitchWriter.auctionUpdate(
            buffer,
            offset,
            timeOffsetNs,
            symbol,
            auctionTypeOf(instrument.phase()),
            priceOrNone(instrument.settlementPriceE5()),
            0 == lots ? 0 : clamp(lots + Math.max(0, imbalanceLots)),
            0 == lots ? 0 : clamp(lots + Math.max(0, -imbalanceLots)),
            0 == lots ? 0 : priceOrNone(instrument.indicativePriceE5()));
    }

    static byte statusOf(final Phase phase)
    {
        return switch (phase)
        {
            case PRE_OPEN -> PitchMessages.STATUS_QUEUING;
            case OPENING_AUCTION, INTRADAY_AUCTION, VOLATILITY_AUCTION, CLOSING_AUCTION ->
                PitchMessages.STATUS_QUOTE_ONLY;
            case CONTINUOUS -> PitchMessages.STATUS_TRADING;
            case HALTED -> PitchMessages.STATUS_HALTED;
            case CLOSED, POST_TRADE, NULL_VAL -> PitchMessages.STATUS_SUSPENDED;
        };
    }

    static byte auctionTypeOf(final Phase phase)
    {
        return switch (phase)
        {
            case PRE_OPEN, OPENING_AUCTION -> 'O';
            case CLOSING_AUCTION -> 'C';
            case INTRADAY_AUCTION -> 'P';
            case VOLATILITY_AUCTION -> 'V';
            case CLOSED, CONTINUOUS, POST_TRADE, HALTED, NULL_VAL -> 'H';
        };
    }

    /** A price that cannot be said is none. */
    static long priceOrNone(final long priceE5)
    {
        return PitchPrice.isShowable(priceE5) ? priceE5 : 0;
    }

    static long clamp(final long lots)
    {
        return Math.min(lots, PitchWriter.MAX_QTY);
    }
}
