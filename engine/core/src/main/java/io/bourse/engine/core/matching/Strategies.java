// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.event.OffBookPublisher;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.core.trade.TradeRegister;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.Side;

/**
 * What a trade in a strategy means for its legs: trades of their own, and positions. There are no positions in the
 * strategy itself.
 * <p>
 * All legs but the last trade at their last price, or at their settlement price rounded down to a tick while they have
 * none. The last one takes the difference, so that the prices of the legs times their ratios always add up to the
 * price of the strategy; that it can is made sure when the legs are defined ({@code StrategyHandler}). The price of a
 * leg made in this way is not bound by its limits, is not a last price of its instrument and triggers nothing there.
 */
public final class Strategies
{
    private final IdSource ids;
    private final PreTradeRisk risk;
    private final TradeRegister trades;
    private final OffBookPublisher publisher;

    public Strategies(
        final IdSource ids, final PreTradeRisk risk, final TradeRegister trades, final OffBookPublisher publisher)
    {
        this.ids = ids;
        this.risk = risk;
        this.trades = trades;
        this.publisher = publisher;
    }

    /**
     * Keeps a trade of a book, of whatever instrument, for those who may break it.
     *
     * @param aggressor side that came upon the other one; NULL_VAL in an auction.
     */
    void remember(
        final long tradeId,
        final Side aggressor,
        final long priceE5,
        final long lots,
        final Order buy,
        final Order sell)
    {
        trades.add(
            tradeId,
            TradeRegister.NO_PARENT,
            buy.instrument.instrumentId,
            TradeRegister.IN_BOOK,
            aggressor,
            priceE5,
            lots,
            buy,
            sell);
    }

    /**
     * A trade in a strategy: publishes the trades of its legs and moves the positions.
     *
     * @param tradeId of the strategy's trade.
     * @param buy order of the strategy.
     * @param sell order of the strategy.
     * @param lots traded.
     * @param priceTicks of the strategy.
     */
    void traded(final long tradeId, final Order buy, final Order sell, final long lots, final long priceTicks)
    {
        final Instrument strategy = buy.instrument;
        final StrategyLegs legs = strategy.legs;
        final int last = legs.instruments.length - 1;
        long leftE5 = priceTicks * strategy.priceTickE5;
        for (int i = 0; i <= last; i++)
        {
            final Instrument leg = legs.instruments[i];
            final int ratio = legs.ratios[i];
            final long priceE5 = i < last ? leg.referenceTicks() * leg.priceTickE5 : ratio * leftE5;
            leftE5 -= ratio * priceE5;
            tradeLeg(tradeId, leg, priceE5, ratio * lots, buy, sell);
        }
    }

    private void tradeLeg(
        final long parentTradeId,
        final Instrument leg,
        final long priceE5,
        final long signedLots,
        final Order buy,
        final Order sell)
    {
        final boolean isBought = signedLots > 0;
        final long tradeId = ids.nextTradeId();
        final long lots = Math.abs(signedLots);
        final Order buyer = isBought ? buy : sell;
        final Order seller = isBought ? sell : buy;
        publisher.trade(tradeId, parentTradeId, leg, priceE5, lots, buyer, seller, OffBookKind.SPREAD_LEG);
        trades.add(
            tradeId,
            parentTradeId,
            leg.instrumentId,
            OffBookKind.SPREAD_LEG.value(),
            Side.NULL_VAL,
            priceE5,
            lots,
            buyer,
            seller);
        leg.traded(lots);
        risk.moved(buy, leg, signedLots);
        risk.moved(sell, leg, -signedLots);
    }
}
