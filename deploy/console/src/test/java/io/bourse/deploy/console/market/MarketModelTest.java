// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.deploy.console.live.LiveMessage;
import io.bourse.deploy.console.live.LiveTopic;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeCorrectedEncoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.StreamSupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the console shows of transactions written by hand.
 */
class MarketModelTest
{
    private static final int INSTRUMENT = 7;
    private static final int OTHER = 8;
    private static final long PRICE_E5 = 100_00000L;
    private static final long TICK_E5 = 50_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Markets markets = new Markets(lock);
    private final MarketModel model = new MarketModel(markets, null, List.of());
    private final EventScript events = new EventScript(model.market());

    @BeforeEach
    void defineInstruments()
    {
        for (final int id : new int[]{INSTRUMENT, OTHER})
        {
            events.begin().event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(id).symbol("I" + id)
                .kind(InstrumentKind.FUTURE).priceTickE5(TICK_E5).settlementPriceE5(PRICE_E5)).end();
        }
        openSession(1);
        locked(() -> model.onTurn(new EventViews.Status(0, true, null)));
    }

    @AfterEach
    void close()
    {
        markets.close();
    }

    private void openSession(final int sessionId)
    {
        locked(() -> events.begin().event(
            new SessionOpenedEncoder(), (e) -> e.sessionId(sessionId).tradingDate(20261129)).end());
    }

    private void locked(final Runnable work)
    {
        lock.lock();
        try
        {
            work.run();
        }
        finally
        {
            lock.unlock();
        }
    }

    private void order(final long orderId, final Side side, final long priceE5, final long lots)
    {
        events.begin();
        accept(orderId, side, priceE5, lots);
        events.end();
    }

    private void accept(final long orderId, final Side side, final long priceE5, final long lots)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).instrumentId(INSTRUMENT).side(side)
            .priceE5(priceE5).qtyLots(lots).timeInForce(TimeInForce.DAY).shown((short)1));
    }

    /** An order that sells what an order to buy has asked for, all of both. */
    private void trade(final long tradeId, final long priceE5, final long lots)
    {
        final long buyId = 2 * tradeId;
        final long sellId = buyId + 1;
        order(buyId, Side.BUY, priceE5, lots);
        events.begin();
        accept(sellId, Side.SELL, priceE5, lots);
        events.event(new TradeEncoder(), (e) ->
        {
            e.tradeId(tradeId).instrumentId(INSTRUMENT).priceE5(priceE5).qtyLots(lots).aggressorSide(Side.SELL);
            EventScript.party(e.buy(), 1, buyId, priceE5, 0);
            EventScript.party(e.sell(), 2, sellId, priceE5, 0);
        }).end();
    }

    private JsonNode next(final LiveTopic.Subscription subscription) throws InterruptedException, IOException
    {
        final List<LiveMessage> messages = subscription.poll(0);
        assertEquals(1, messages.size());
        return ConsoleJson.MAPPER.readTree(messages.getFirst().json()).get("data");
    }

    private static List<String> texts(final JsonNode list, final String... fields)
    {
        return StreamSupport.stream(list.spliterator(), false).map((entry) -> text(entry, fields)).toList();
    }

    @Test
    void shouldShowAllInstrumentsAndThenThoseThatHaveChanged() throws Exception
    {
        try (LiveTopic.Subscription subscription = markets.listTopic().subscribe(LiveTopic.NOTHING_SEEN))
        {
            assertEquals(List.of("7 I7 null", "8 I8 null"),
                texts(next(subscription).get("instruments"), "id", "symbol", "bid"));
            order(1, Side.BUY, PRICE_E5, 5);
            order(2, Side.SELL, PRICE_E5 + TICK_E5, 3);
            locked(model::publish);
            assertEquals(List.of("7 100.0 5 100.5 3"),
                texts(next(subscription).get("instruments"), "id", "bid", "bidLots", "ask", "askLots"));
            locked(model::publish);
            assertEquals(List.of(), subscription.poll(0));
            events.begin().event(new PhaseChangedEncoder(),
                (e) -> e.instrumentId(OTHER).phase(Phase.HALTED)).end();
            locked(model::publish);
            assertEquals(List.of("8 HALTED"), texts(next(subscription).get("instruments"), "id", "phase"));
        }
    }

    @Test
    void shouldShowBookTradesAndMinutesOfAnInstrument() throws Exception
    {
        order(1, Side.BUY, PRICE_E5, 5);
        order(3, Side.BUY, PRICE_E5, 2);
        order(4, Side.BUY, PRICE_E5 - TICK_E5, 1);
        try (LiveTopic.Subscription subscription = model.topic(INSTRUMENT).subscribe(LiveTopic.NOTHING_SEEN))
        {
            final JsonNode snapshot = next(subscription);
            assertEquals(List.of("100.0 7 2", "99.5 1 1"), texts(snapshot.get("bids"), "price", "lots", "orders"));
            assertTrue(snapshot.get("trades").isEmpty());
            trade(100, PRICE_E5 + TICK_E5, 4);
            trade(101, PRICE_E5 + 3 * TICK_E5, 2);
            locked(model::publish);
            final JsonNode update = next(subscription);
            assertEquals(List.of("100 100.5 4 SELL BOOK false", "101 101.5 2 SELL BOOK false"),
                texts(update.get("trades"), "id", "price", "lots", "side", "kind", "isBroken"));
            assertEquals(List.of("0 100.5 101.5 100.5 101.5 6"),
                texts(update.get("candles"), "timeS", "open", "high", "low", "close", "volumeLots"));
            assertEquals("101.5 2 6 2 1.5",
                text(update.get("instrument"), "last", "lastLots", "volumeLots", "trades", "change"));
            trade(102, PRICE_E5, 1);
            locked(model::publish);
            final JsonNode later = next(subscription);
            assertEquals(List.of("102"), texts(later.get("trades"), "id"));
            assertEquals(List.of("7"), texts(later.get("candles"), "volumeLots"));
        }
    }

    private static String text(final JsonNode entry, final String... fields)
    {
        return String.join(" ", List.of(fields).stream().map((field) -> entry.get(field).asText()).toList());
    }

    @Test
    void shouldMarkACorrectedTradeAndShowTheOneInItsPlace() throws Exception
    {
        trade(100, PRICE_E5, 4);
        locked(model::publish);
        try (LiveTopic.Subscription subscription = model.topic(INSTRUMENT).subscribe(LiveTopic.NOTHING_SEEN))
        {
            final String[] fields = {"id", "price", "lots", "side", "isBroken"};
            assertEquals(List.of("100 100.0 4 SELL false"), texts(next(subscription).get("trades"), fields));
            events.begin().event(new TradeCorrectedEncoder(), (e) -> e.tradeId(100).instrumentId(INSTRUMENT)
                .priceE5(PRICE_E5).qtyLots(4).newTradeId(101).newPriceE5(PRICE_E5 - TICK_E5).newQtyLots(3)
                .aggressorSide(Side.SELL).offBookKind(OffBookKind.NULL_VAL)).end();
            locked(model::publish);
            assertEquals(List.of("100 100.0 4 SELL true", "101 99.5 3 null false"),
                texts(next(subscription).get("trades"), fields));
        }
    }

    @Test
    void shouldBeginTheMinutesAgainWithASession() throws Exception
    {
        trade(100, PRICE_E5, 4);
        locked(model::publish);
        try (LiveTopic.Subscription subscription = model.topic(INSTRUMENT).subscribe(LiveTopic.NOTHING_SEEN))
        {
            assertEquals(1, next(subscription).get("candles").size());
            openSession(2);
            locked(model::publish);
            final JsonNode data = next(subscription);
            assertTrue(data.get("candles").isEmpty());
            assertEquals("100.0", data.get("instrument").get("last").asText());
        }
    }

    @Test
    void shouldKnowOnlyInstrumentsThatAreDefined()
    {
        assertNull(model.topic(1));
        assertNull(model.instrument(1));
    }

    @Test
    void shouldSayThatTheVenueIsLost() throws Exception
    {
        try (LiveTopic.Subscription subscription = markets.listTopic().subscribe(LiveTopic.NOTHING_SEEN))
        {
            assertEquals("LIVE", next(subscription).get("status").get("state").asText());
            locked(() -> model.onTurn(new EventViews.Status(0, true, "gone")));
            final JsonNode data = next(subscription);
            assertEquals("LOST gone OPEN", text(data.get("status"), "state", "reason", "session"));
            assertEquals(2, data.get("instruments").size());
        }
    }
}
