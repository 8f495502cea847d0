// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

/**
 * Hands every event to the statistics and to the obligations, whichever want it: one follower serves both.
 */
public class ServiceEvents implements EventListener
{
    private final MarketStatistics statistics;
    private final ObligationCounters obligations;

    /**
     * A listener that serves both.
     *
     * @param statistics  hears first.
     * @param obligations hears second.
     */
    public ServiceEvents(final MarketStatistics statistics, final ObligationCounters obligations)
    {
        this.statistics = statistics;
        this.obligations = obligations;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        statistics.onGroupEnd(group);
        obligations.onGroupEnd(group);
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        obligations.onLoginDefined(group, event);
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        statistics.onInstrumentDefined(group, event);
        obligations.onInstrumentDefined(group, event);
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        statistics.onSessionOpened(group, event);
        obligations.onSessionOpened(group, event);
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        statistics.onSessionDateMoved(group, event);
        obligations.onSessionDateMoved(group, event);
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        statistics.onTradingSuspended(group, event);
        obligations.onTradingSuspended(group, event);
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        obligations.onTradingResumed(group, event);
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        statistics.onSettlementPublished(group, event);
    }

    @Override
    public void onAuctionUncrossed(final EventGroup group, final AuctionUncrossedDecoder event)
    {
        statistics.onAuctionUncrossed(group, event);
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        obligations.onPhaseChanged(group, event);
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        statistics.onTrade(group, event);
        obligations.onTrade(group, event);
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        statistics.onOffBookTrade(group, event);
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        obligations.onOrderAccepted(group, event);
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        obligations.onOrderActivated(group, event);
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        obligations.onOrderRestated(group, event);
    }

    @Override
    public void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
        obligations.onSliceShown(group, event);
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        obligations.onOrderReplaced(group, event);
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        obligations.onOrderReduced(group, event);
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        obligations.onOrderCancelled(group, event);
    }

    @Override
    public void onQuoteAcknowledged(final EventGroup group, final QuoteAcknowledgedDecoder event)
    {
        obligations.onQuoteAcknowledged(group, event);
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        obligations.onBookCleared(group, event);
    }
}
