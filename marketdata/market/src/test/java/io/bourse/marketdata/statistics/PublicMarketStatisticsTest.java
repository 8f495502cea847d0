// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What feeds see of statistics when they are shown a transaction.
 */
class PublicMarketStatisticsTest
{
    private static final int SI = 1001;

    private final List<String> seen = new ArrayList<>();
    private final PublicMarket market = new PublicMarket(this::onTransaction, List.of(
        new IndexSpec(9, "ONE", "RUB", 20261120, 100_00000, 900_000_000L, 2, 0,
            List.of(new IndexMember(SI, 1_000_000, 10_000)))));
    private final StatisticsScript script = new StatisticsScript(market);

    private void onTransaction(final PublicTransaction transaction)
    {
        for (final PublicInstrument instrument : market.instruments())
        {
            final DailyStatistics values = instrument.statistics();
            seen.add(transaction.cursor() + " " + text(values.openPriceE5()) + ' ' + text(values.lastPriceE5()) + ' ' +
                text(values.closePriceE5()) + ' ' + text(values.openingAuctionPriceE5()) + ' ' +
                text(values.settlementPriceE5()) + " v=" + values.volumeLots() + " off=" + values.offBookLots() +
                " oi=" + values.openInterestLots() + ' ' + instrument.phase());
        }
    }

    private static String text(final long priceE5)
    {
        return DailyStatistics.NULL_PRICE == priceE5 ? "-" : Decimals.priceE5(priceE5).toPlainString();
    }

    @Test
    void shouldShowStatisticsAndIndicesWithTheTransactionThatMovesThem()
    {
        market.statistics().indices().listener((index, timeNs, isClose) ->
            seen.add("index " + text(index.valueE5()) + (isClose ? " close" : "")));

        script.instrument(SI, "SI-12.26", InstrumentKind.FUTURE, 100_000, 100_000, 90_000_00000L, 20261217)
            .session(1, 20261122)
            .uncrossed(SI, Phase.OPENING_AUCTION, 90_001_00000L, 5)
            .accepted(1, SI, 1, Side.BUY, 90_001_00000L, 5)
            .accepted(2, SI, 2, Side.SELL, 90_001_00000L, 5)
            .trade(SI, 90_001_00000L, 5, Side.SELL, new long[]{1, 0, 1, 1}, new long[]{2, 0, 2, 2})
            .suspended(ClearingKind.EVENING)
            .settled(SI, 90_002_00000L, 100_000)
            .session(2, 20261123);

        assertEquals(
            List.of(
                "index 100",
                "64 - - - - 90000 v=0 off=0 oi=0 CONTINUOUS",
                "128 - - - - 90000 v=0 off=0 oi=0 CONTINUOUS",
                "192 - - - 90001 90000 v=0 off=0 oi=0 CONTINUOUS",
                "256 - - - 90001 90000 v=0 off=0 oi=0 CONTINUOUS",
                "320 - - - 90001 90000 v=0 off=0 oi=0 CONTINUOUS",
                "384 90001 90001 - 90001 90000 v=5 off=0 oi=5 CONTINUOUS",
                "index 100 close",
                "448 90001 90001 90001 90001 90000 v=5 off=0 oi=5 CONTINUOUS",
                "512 90001 90001 90001 90001 90002 v=5 off=0 oi=5 CONTINUOUS",
                "576 - 90001 90001 - 90002 v=0 off=0 oi=5 CONTINUOUS"),
            seen);
    }
}
