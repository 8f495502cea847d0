// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.protocol.AuctionIndicatedEncoder;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What is known of transactions written by hand.
 */
class PublicMarketTest
{
    private static final long PRICE_E5 = 100_00000L;

    private final List<Integer> affected = new ArrayList<>();
    private final PublicMarket market = new PublicMarket(this::onTransaction);
    private final EventScript events = new EventScript(market);

    private void onTransaction(final PublicTransaction transaction)
    {
        affected.clear();
        for (int i = 0; i < transaction.affectedCount(); i++)
        {
            affected.add(transaction.affected(i).instrumentId());
        }
    }

    @BeforeEach
    void defineInstruments()
    {
        for (final int id : new int[]{1, 2, 3})
        {
            events.begin().event(new InstrumentDefinedEncoder(),
                (e) -> e.instrumentId(id).symbol("I" + id).settlementPriceE5(PRICE_E5)).end();
            assertEquals(List.of(id), affected);
        }
    }

    private void accept(final int instrumentId, final long orderId, final int shown)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).instrumentId(instrumentId).side(Side.BUY)
            .priceE5(PRICE_E5).qtyLots(5).timeInForce(TimeInForce.DAY).shown((short)shown));
    }

    private void phase(final int instrumentId, final Phase phase)
    {
        events.event(new PhaseChangedEncoder(), (e) -> e.instrumentId(instrumentId).phase(phase));
    }

    private void indicate(final int instrumentId)
    {
        events.event(new AuctionIndicatedEncoder(),
            (e) -> e.instrumentId(instrumentId).priceE5(PRICE_E5).qtyLots(7).imbalanceLots(-3));
    }

    private String indication(final int instrumentId)
    {
        final PublicInstrument instrument = market.instrument(instrumentId);
        return instrument.indicativeLots() + " " + instrument.imbalanceLots();
    }

    @Test
    void shouldAffectInstrumentsInTheOrderOfTheirFirstChange()
    {
        events.begin();
        accept(3, 100, 1);
        phase(2, Phase.HALTED);
        accept(1, 101, 1);
        accept(3, 102, 1);
        events.end();
        assertEquals(List.of(3, 2, 1), affected);
    }

    @Test
    void shouldAffectNothingWhenNothingIsShown()
    {
        events.begin();
        accept(1, 100, 0);
        events.event(new MarginSetEncoder(), (e) -> e.instrumentId(2).longKopecks(1).shortKopecks(2));
        events.end();
        assertEquals(List.of(), affected);
    }

    @Test
    void shouldAffectAllInstrumentsWhenTheStateOfTheSessionChanges()
    {
        assertEquals(PublicSession.State.NONE, market.session().state());
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(1).tradingDate(20261123)).end();
        assertState(PublicSession.State.OPEN);
        events.begin().event(new TradingSuspendedEncoder(), (e) -> e.kind(ClearingKind.INTRADAY)).end();
        assertState(PublicSession.State.INTRADAY_CLEARING);
        events.begin().event(new ClearingCompletedEncoder(), (e) -> e.kind(ClearingKind.INTRADAY)).end();
        assertState(PublicSession.State.INTRADAY_CLEARED);
        events.begin().event(new TradingResumedEncoder(), (e) -> e.sessionId(1)).end();
        assertState(PublicSession.State.OPEN);
        events.begin().event(new TradingSuspendedEncoder(), (e) -> e.kind(ClearingKind.EVENING)).end();
        assertState(PublicSession.State.EVENING_CLEARING);
        events.begin().event(new ClearingCompletedEncoder(), (e) -> e.kind(ClearingKind.EVENING)).end();
        assertState(PublicSession.State.CLOSED);
    }

    private void assertState(final PublicSession.State state)
    {
        assertEquals(state, market.session().state());
        assertEquals(List.of(1, 2, 3), affected);
    }

    @Test
    void shouldKeepWhatAnAuctionWouldGiveWhenItIsProlonged()
    {
        events.begin();
        phase(1, Phase.CLOSING_AUCTION);
        indicate(1);
        events.end();
        events.begin();
        phase(1, Phase.CLOSING_AUCTION);
        events.end();
        assertEquals("7 -3", indication(1));
        events.begin();
        phase(1, Phase.CONTINUOUS);
        events.end();
        assertEquals("0 0", indication(1));
    }

    @Test
    void shouldForgetWhatAnAuctionWouldGiveWhenBooksAreEmptied()
    {
        events.begin();
        accept(3, 100, 1);
        phase(1, Phase.CLOSING_AUCTION);
        indicate(1);
        events.end();
        events.begin().event(new BookClearedEncoder(), (e) -> e.sessionId(1)).end();
        assertEquals(List.of(1, 3), affected);
        assertEquals("0 0", indication(1));
    }
}
