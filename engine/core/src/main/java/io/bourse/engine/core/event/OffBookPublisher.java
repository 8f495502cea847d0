// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeEncoder;

/**
 * Encodes trades that no book has made, and the legs of strategies.
 */
public final class OffBookPublisher
{
    /** For {@link #trade}: no trade of a strategy. */
    public static final long NO_PARENT = OffBookTradeEncoder.parentTradeIdNullValue();

    private final EventGroupWriter writer;
    private final LegDefinedEncoder legEncoder = new LegDefinedEncoder();
    private final OffBookTradeEncoder tradeEncoder = new OffBookTradeEncoder();

    public OffBookPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    /**
     * All legs of a strategy, in order.
     *
     * @param strategy with legs.
     */
    public void legsDefined(final Instrument strategy)
    {
        final StrategyLegs legs = strategy.legs;
        for (int i = 0; i < legs.instruments.length; i++)
        {
            writer.next(legEncoder)
                .instrumentId(strategy.instrumentId)
                .legInstrumentId(legs.instruments[i].instrumentId)
                .ratio(legs.ratios[i]);
        }
    }

    /**
     * A trade outside the book of its instrument.
     *
     * @param parentTradeId of the strategy's trade, or {@link #NO_PARENT}.
     * @param instrument of the trade.
     * @param priceE5 of the trade.
     * @param lots traded.
     * @param buy order, with its rest after the trade.
     * @param sell order, with its rest after the trade.
     * @param kind of the trade.
     */
    public void trade(
        final long tradeId,
        final long parentTradeId,
        final Instrument instrument,
        final long priceE5,
        final long lots,
        final Order buy,
        final Order sell,
        final OffBookKind kind)
    {
        writer.next(tradeEncoder)
            .tradeId(tradeId)
            .parentTradeId(parentTradeId)
            .priceE5(priceE5)
            .qtyLots(lots)
            .instrumentId(instrument.instrumentId)
            .kind(kind);
        OrderEventPublisher.party(tradeEncoder.buy(), buy);
        OrderEventPublisher.party(tradeEncoder.sell(), sell);
    }
}
