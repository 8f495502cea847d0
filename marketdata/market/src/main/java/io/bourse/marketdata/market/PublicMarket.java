// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.AuctionIndicatedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.PriceLimitsShiftedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.marketdata.statistics.IndexListener;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.MarketStatistics;
import io.bourse.marketdata.statistics.PriceIndices;

import java.util.List;

/**
 * The public market of one partition, kept from the engine's events: terms and states of the instruments and of the
 * session here, orders and trades in {@link OrderLog}. Depends on the events alone, so a replay gives
 * the same transactions.
 */
public class PublicMarket extends OrderLog
{
    private final MarketStatistics statistics;

    /**
     * An empty market without indices.
     *
     * @param listener of its transactions.
     */
    public PublicMarket(final PublicTransactionListener listener)
    {
        this(listener, List.of());
    }

    /**
     * An empty market.
     *
     * @param listener of its transactions.
     * @param indices of its reference data.
     */
    public PublicMarket(final PublicTransactionListener listener, final List<IndexSpec> indices)
    {
        super(listener);
        statistics = new MarketStatistics(new PriceIndices(indices, IndexListener.NONE));
    }

    /**
     * Statistics of all instruments, and the indices.
     *
     * @return past the transaction that is shown.
     */
    public MarketStatistics statistics()
    {
        return statistics;
    }

    /** When it is read, the market is empty and has the same indices. */
    @Override
    public void state(final CheckpointState state)
    {
        statistics.state(state);
        state(state, statistics);
    }

    /** Indices publish before the feeds see the transaction that has moved them. */
    @Override
    public void onGroupEnd(final EventGroup group)
    {
        statistics.onGroupEnd(group);
        super.onGroupEnd(group);
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        statistics.onTrade(group, event);
        super.onTrade(group, event);
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        statistics.onOffBookTrade(group, event);
        super.onOffBookTrade(group, event);
    }

    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        statistics.onTradeCorrected(group, event);
        super.onTradeCorrected(group, event);
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        final PublicInstrument instrument = define(event.instrumentId());
        statistics.onInstrumentDefined(group, event);
        instrument.define(event, statistics.statistics(event.instrumentId()));
        changed(instrument, PublicInstrument.DEFINITION);
    }

    @Override
    public void onContractDefined(final EventGroup group, final ContractDefinedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.define(event);
        changed(instrument, PublicInstrument.DEFINITION);
    }

    /** Open interest is a statistic; whose position has moved is not public. */
    @Override
    public void onPositionMoved(final EventGroup group, final PositionMovedDecoder event)
    {
        statistics.onPositionMoved(group, event);
    }

    @Override
    public void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
        final PublicInstrument strategy = instrument(event.instrumentId(), group);
        strategy.addLeg(new PublicLeg(instrument(event.legInstrumentId(), group), event.ratio()));
        changed(strategy, PublicInstrument.DEFINITION);
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        final PublicSession session = session();
        session.sessionId = event.sessionId();
        session.tradingDate = (int)event.tradingDate();
        session.openedNs = group.engineTimeNs();
        session.suspendedNs = 0;
        statistics.onSessionOpened(group, event);
        changed(PublicSession.State.OPEN, PublicSession.OPENED);
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        session().tradingDate = (int)event.tradingDate();
        statistics.onSessionDateMoved(group, event);
        changed(PublicSession.DATE_MOVED);
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        final boolean isEvening = ClearingKind.EVENING == event.kind();
        session().suspendedNs = group.engineTimeNs();
        statistics.onTradingSuspended(group, event);
        changed(
            isEvening ? PublicSession.State.EVENING_CLEARING : PublicSession.State.INTRADAY_CLEARING,
            PublicSession.SUSPENDED);
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        changed(PublicSession.State.OPEN, PublicSession.RESUMED);
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        final boolean isEvening = ClearingKind.EVENING == event.kind();
        changed(
            isEvening ? PublicSession.State.CLOSED : PublicSession.State.INTRADAY_CLEARED,
            isEvening ? PublicSession.COMPLETED : 0);
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.settlementPriceE5 = event.settlementPriceE5();
        instrument.tickValueE5 = event.tickValueE5();
        instrument.lowLimitE5 = event.lowLimitE5();
        instrument.highLimitE5 = event.highLimitE5();
        statistics.onSettlementPublished(group, event);
        changed(instrument, PublicInstrument.SETTLEMENT | PublicInstrument.LIMITS);
    }

    @Override
    public void onPriceLimitsShifted(final EventGroup group, final PriceLimitsShiftedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.lowLimitE5 = event.lowLimitE5();
        instrument.highLimitE5 = event.highLimitE5();
        changed(instrument, PublicInstrument.LIMITS);
    }

    @Override
    public void onMarginSet(final EventGroup group, final MarginSetDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.longMarginKopecks = event.longKopecks();
        instrument.shortMarginKopecks = event.shortKopecks();
        changed(instrument, PublicInstrument.MARGIN);
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        if (instrument.phase != event.phase())
        {
            instrument.phase = event.phase();
            instrument.endIndication();
        }
        instrument.phaseStartNs = group.engineTimeNs();
        instrument.phaseEndNs = event.endNs();
        changed(instrument, PublicInstrument.PHASE);
    }

    @Override
    public void onAuctionIndicated(final EventGroup group, final AuctionIndicatedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.indicativePriceE5 = event.priceE5();
        instrument.indicativeLots = event.qtyLots();
        instrument.imbalanceLots = event.imbalanceLots();
        changed(instrument, PublicInstrument.INDICATION);
    }

    @Override
    public void onAuctionUncrossed(final EventGroup group, final AuctionUncrossedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.uncrossedPriceE5 = event.priceE5();
        instrument.uncrossedLots = event.qtyLots();
        instrument.uncrossedPhase = event.phase();
        statistics.onAuctionUncrossed(group, event);
        changed(instrument, PublicInstrument.UNCROSSED);
    }
}
