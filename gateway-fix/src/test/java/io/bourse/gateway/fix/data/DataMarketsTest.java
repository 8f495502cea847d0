// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.testing.EventScript;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The markets of two partitions as one.
 */
class DataMarketsTest
{
    private final DataMarket first = new DataMarket();
    private final DataMarket second = new DataMarket();
    private DataMarket owner = first;
    private final DataMarkets markets = new DataMarkets(List.of(first, second), instrumentId -> owner);

    private static void define(final DataMarket market, final int instrumentId, final String symbol)
    {
        new EventScript(market.events).begin().event(new InstrumentDefinedEncoder(),
            e -> e.instrumentId(instrumentId).symbol(symbol).kind(InstrumentKind.FUTURE)).end();
    }

    @Test
    void shouldFindAnInstrumentThatHasMovedWhereItIs()
    {
        define(first, 11, "A");
        define(second, 12, "B");
        assertSame(first, markets.find("A", "", "").market);
        assertSame(second, markets.find("[N/A]", "12", "8").market);

        define(second, 11, "A");
        assertSame(first, markets.find("A", "", "").market);
        owner = second;
        assertSame(second, markets.find("A", "", "").market);
        assertSame(second, markets.find("", "11", "").market);
        assertEquals(List.of("B", "A"), markets.listings().stream().filter(markets::isHere)
            .map(listing -> listing.instrument.symbol()).toList());
    }

    @Test
    void shouldKnowTheSessionOfEach()
    {
        new EventScript(second.events).begin().event(new SessionOpenedEncoder(), e -> e.sessionId(7)).end();
        assertTrue(markets.hasSession("7"));
        assertFalse(markets.hasSession("8"));
    }
}
