// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.event.OffBookPublisher;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.protocol.OffBookKind;

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
    private final OffBookPublisher publisher;

    public Strategies(final IdSource ids, final PreTradeRisk risk, final OffBookPublisher publisher)
    {
        this.ids = ids;
        this.risk = risk;
        this.publisher = publisher;
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
        publisher.trade(
            ids.nextTradeId(),
            parentTradeId,
            leg,
            priceE5,
            Math.abs(signedLots),
            isBought ? buy : sell,
            isBought ? sell : buy,
            OffBookKind.SPREAD_LEG);
        leg.traded(Math.abs(signedLots));
        risk.moved(buy, leg, signedLots);
        risk.moved(sell, leg, -signedLots);
    }
}
