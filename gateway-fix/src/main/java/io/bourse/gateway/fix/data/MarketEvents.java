// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.AuctionIndicatedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PriceLimitsShiftedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

/**
 * Keeps the market up to date with the engine's events but those of orders and trades.
 */
abstract class MarketEvents implements EventListener
{
    final PublicMarket market;

    MarketEvents(final PublicMarket market)
    {
        this.market = market;
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        final PublicInstrument instrument = market.define(new PublicInstrument.Terms(
            event.instrumentId(),
            event.symbol(),
            event.kind(),
            event.underlying(),
            event.currency(),
            event.priceTickE5(),
            (int)event.maturityDate()));
        instrument.tickValueE5(event.tickValueE5());
        instrument.limits(event.lowLimitE5(), event.highLimitE5());
        instrument.values().settlement(event.settlementPriceE5());
        changeReference(instrument);
        market.changed();
    }

    @Override
    public void onContractDefined(final EventGroup group, final ContractDefinedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.contract(event.right(), event.strikeE5());
        changeReference(instrument);
    }

    @Override
    public void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
        final PublicInstrument strategy = instrument(event.instrumentId(), group);
        strategy.legs().add(new PublicInstrument.Leg(instrument(event.legInstrumentId(), group), event.ratio()));
        changeReference(strategy);
    }

    @Override
    public void onPriceLimitsShifted(final EventGroup group, final PriceLimitsShiftedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.limits(event.lowLimitE5(), event.highLimitE5());
        changeReference(instrument);
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        instrument.values().settlement(event.settlementPriceE5());
        instrument.tickValueE5(event.tickValueE5());
        instrument.limits(event.lowLimitE5(), event.highLimitE5());
        changeReference(instrument);
    }

    private void changeReference(final PublicInstrument instrument)
    {
        market.touch(instrument);
        instrument.referenceChanged();
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        market.touch(instrument);
        market.phase(instrument, event.phase());
        if (!isAuction(event.phase()))
        {
            endIndication(instrument);
        }
    }

    private static boolean isAuction(final Phase phase)
    {
        return switch (phase)
        {
            case OPENING_AUCTION, INTRADAY_AUCTION, VOLATILITY_AUCTION, CLOSING_AUCTION -> true;
            default -> false;
        };
    }

    @Override
    public void onAuctionIndicated(final EventGroup group, final AuctionIndicatedDecoder event)
    {
        final PublicInstrument instrument = instrument(event.instrumentId(), group);
        market.touch(instrument);
        instrument.values().indicated(event.priceE5(), event.qtyLots(), event.imbalanceLots());
    }

    @Override
    public void onAuctionUncrossed(final EventGroup group, final AuctionUncrossedDecoder event)
    {
        endIndication(instrument(event.instrumentId(), group));
    }

    /** What an auction would give is gone. */
    final void endIndication(final PublicInstrument instrument)
    {
        if (instrument.values().isIndicated())
        {
            market.touch(instrument);
            instrument.values().indicated(0, 0, 0);
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        market.session(event.sessionId(), (int)event.tradingDate());
        market.state(PublicMarket.SessionState.OPEN);
        for (final PublicInstrument instrument : market.instruments())
        {
            instrument.values().onSessionOpened();
        }
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        market.session(event.sessionId(), (int)event.tradingDate());
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        final boolean isEvening = ClearingKind.EVENING == event.kind();
        market.state(isEvening ?
            PublicMarket.SessionState.EVENING_CLEARING : PublicMarket.SessionState.INTRADAY_CLEARING);
        if (isEvening)
        {
            for (final PublicInstrument instrument : market.instruments())
            {
                instrument.values().onSessionEnd();
            }
        }
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        market.state(ClearingKind.EVENING == event.kind() ?
            PublicMarket.SessionState.CLOSED : PublicMarket.SessionState.INTRADAY_CLEARED);
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        market.state(PublicMarket.SessionState.OPEN);
    }

    final PublicInstrument instrument(final int instrumentId, final EventGroup group)
    {
        final PublicInstrument instrument = market.byId(instrumentId);
        if (null == instrument)
        {
            throw broken("The event stream names an instrument it has not defined", group, instrumentId, 0);
        }
        return instrument;
    }

    /** The events contradict each other. */
    static IllegalStateException broken(
        final String reason, final EventGroup group, final int instrumentId, final long orderId)
    {
        return new IllegalStateException(reason + ", market data over FIX cannot go on: instrumentId=" + instrumentId +
            " orderId=" + orderId + " commandPosition=" + group.commandPosition() +
            " frameSequence=" + group.frameSequence());
    }
}
