// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.market.PublicInstrument;

import java.util.ArrayList;
import java.util.List;

/**
 * An instrument of the public market, its subscriptions, and what the transaction in hand has changed.
 */
final class Listing
{
    final PublicInstrument instrument;
    final DataMarket market;
    /** Views of this instrument that subscriptions share. */
    final List<InstrumentView> views = new ArrayList<>();
    final List<BookSubscription.Item> bookItems = new ArrayList<>();
    /** Subscriptions of its state. */
    final List<StatusSubscription.Item> statusItems = new ArrayList<>();
    /** Trades of the transaction in hand. */
    final List<TradePrint> trades = new ArrayList<>();
    /** Trades that the transaction in hand has broken, corrected ones included. */
    final List<TradePrint> broken = new ArrayList<>();
    /** Last trade of any kind, or null when there is none or it was broken. */
    TradePrint lastTrade;
    /** As the market has counted it. */
    Phase phase;
    /** Number of transactions that changed anything public of this instrument. */
    long rptSeq;
    /** Bits of {@link PublicInstrument#changes()}. */
    int changes;
    boolean isTouched;

    Listing(final PublicInstrument instrument, final DataMarket market)
    {
        this.instrument = instrument;
        this.market = market;
        phase = instrument.phase();
    }

    /** What outlives the transaction in hand, besides the instrument. */
    void state(final CheckpointState state)
    {
        rptSeq = state.number(rptSeq);
        final boolean isTraded = state.flag(null != lastTrade);
        final TradePrint trade = isTraded ? TradePrint.state(state, lastTrade) : null;
        // Views compare it by its identity.
        lastTrade = state.isReading() ? trade : lastTrade;
    }

    void addTrade(final TradePrint trade)
    {
        trades.add(trade);
        lastTrade = trade;
    }

    void breakTrade(final TradePrint trade)
    {
        broken.add(trade);
        lastTrade = null != lastTrade && lastTrade.tradeId() == trade.tradeId() ? null : lastTrade;
    }

    /** Whether the transaction changes what SecurityList says. */
    boolean isReferenceChanged()
    {
        return 0 != (changes &
            (PublicInstrument.DEFINITION | PublicInstrument.LIMITS | PublicInstrument.SETTLEMENT));
    }

    /** Whether the transaction changes phase or limits. */
    boolean isStatusChanged()
    {
        return 0 != (changes &
            (PublicInstrument.DEFINITION | PublicInstrument.LIMITS | PublicInstrument.PHASE));
    }

    /** The transaction is published. */
    void settle()
    {
        isTouched = false;
        changes = 0;
        trades.clear();
        broken.clear();
    }
}
