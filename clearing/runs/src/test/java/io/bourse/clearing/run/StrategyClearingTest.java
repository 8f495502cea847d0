// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.price.InstrumentParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.PublishSettlementEncoder;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A calendar spread through the day: 92,345 near, 91,900 far, so that far less near is negative from the beginning.
 */
@Tag("venue")
class StrategyClearingTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int NEAR = ClearingFixture.SI;
    private static final int FAR = 11;
    private static final int SPREAD = 10;
    private static final long E5 = ClearingFixture.E5;
    private static final int TYPE = ReportType.F04.columnNames().indexOf("type");
    private static final int VM = 8;

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        // The strategy is defined before one of its legs: nothing depends on the order.
        define(SPREAD, "SI-12.26-3.27", InstrumentKind.SPREAD, E5, -2_445, 1_555, 0);
        define(FAR, "SI-3.27", InstrumentKind.FUTURE, E5, 81_900, 101_900, 91_900);
        venue.engine.operator().defineLegs(SPREAD, List.of(new LegSpec(NEAR, -1), new LegSpec(FAR, 1)));
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldClearAStrategyAsItsLegs() throws IOException
    {
        venue.trade(SPREAD, -450, 3, A, B, true);
        final RunResult day = intraday(venue.context()
            .settlementOverrideE5(NEAR, 92_500 * E5)
            .settlementOverrideE5(FAR, 91_900 * E5));
        assertPrice(day, -600, new PriceBand(-2_600 * E5, 1_400 * E5));
        // Bought at -450, worth -600: 150 roubles a lot are gone, whatever the legs were booked at.
        assertEquals(List.of(A + ";-450.00", B + ";450.00"), marginByClient(day));

        venue.trade(SPREAD, -640, 2, B, A, true);
        final RunResult evening = evening(venue.context()
            .settlementOverrideE5(NEAR, 92_480 * E5)
            .settlementOverrideE5(FAR, 92_600 * E5));
        assertPrice(evening, 120, new PriceBand(-1_880 * E5, 2_120 * E5));
        // The whole day less what the day run paid: 3 x (120 + 450) + 450 - 2 x (120 + 640).
        assertEquals(List.of(A + ";640.00", B + ";-640.00"), marginByClient(evening));
        assertEquals(List.of(
            A + ";" + NEAR + ";0;2;3;-1", A + ";" + FAR + ";0;3;2;1",
            B + ";" + NEAR + ";0;3;2;1", B + ";" + FAR + ";0;2;3;-1"),
            RunTexts.positions(evening.directory()).stream().map(row -> String.join(";", row.subList(0, 6))).toList());
        assertTrades(evening);
        assertPublished(120, new PriceBand(-1_880 * E5, 2_120 * E5));
    }

    /** No trade of the strategy itself is reported, every leg is, and who took the strategy took its legs. */
    private static void assertTrades(final RunResult evening) throws IOException
    {
        final List<String> trades = new ArrayList<>();
        final List<List<String>> report = ClearingFixture.report(
            evening.reportsDirectory(), "w1/AA_f04_E_20261123_000000002_r1.csv.zst");
        for (final List<String> row : report.subList(1, report.size()))
        {
            trades.add(String.join(" ", row.get(3), row.get(6), row.get(7), row.get(8), row.get(11), row.get(TYPE)));
            // Buyer of the first trade, resting seller of the second: it pays for the legs of the first alone.
            assertEquals("T".equals(row.get(11)), !"0.00".equals(row.get(13)), row::toString);
        }
        // A leg that nobody has traded goes at its settlement price, the last leg takes the rest.
        assertEquals(List.of(
            NEAR + " S 92345.00000 3 T leg",
            FAR + " B 91895.00000 3 T leg",
            NEAR + " B 92500.00000 2 M leg",
            FAR + " S 91860.00000 2 M leg"), trades);
    }

    @Test
    void shouldCarryLegsIntoTheNextDayAndNoStrategy() throws IOException
    {
        venue.trade(SPREAD, -450, 3, A, B, true);
        final RunResult first = evening(venue.context());
        // Nobody has quoted a leg: both keep their prices, and the strategy is their difference.
        assertPrice(first, -445, new PriceBand(-2_445 * E5, 1_555 * E5));
        venue.engine.operator().openSession(2, ClearingFixture.DATE + 1);

        final RunResult second = evening(venue.context().settlementOverrideE5(FAR, 91_800 * E5));
        assertPrice(second, -545, new PriceBand(-2_545 * E5, 1_455 * E5));
        assertEquals(-445 * E5, price(second, SPREAD).previousE5());
        assertEquals(List.of(A + ";-300.00", B + ";300.00"), marginByClient(second));
    }

    @Test
    void shouldRoundToTheTickOfTheStrategy()
    {
        final int coarse = 12;
        define(coarse, "COARSE", InstrumentKind.SPREAD, 10 * E5, -3_000, 3_000, 0);
        venue.engine.operator().defineLegs(coarse, List.of(new LegSpec(NEAR, -2), new LegSpec(FAR, 1)));
        final RunResult run = intraday(venue.context()
            .settlementOverrideE5(NEAR, 92_345 * E5)
            .settlementOverrideE5(FAR, 91_905 * E5));
        final FixedPrice price = price(run, coarse);
        // 91,905 - 2 x 92,345 = -92,785: half a tick away from zero.
        assertEquals(-92_790 * E5, price.settlementE5());
        assertEquals(new PriceBand(-95_790 * E5, -89_790 * E5), price.limits());
    }

    @Test
    void shouldLeaveAStrategyWithoutLegsAsItIs()
    {
        final int loose = 12;
        define(loose, "LOOSE", InstrumentKind.SPREAD, E5, -3_000, 1_000, -700);
        final RunResult run = evening(venue.context().settlementOverrideE5(NEAR, 92_000 * E5));
        final FixedPrice price = price(run, loose);
        assertEquals(SettlementMethod.PREVIOUS, price.method());
        assertEquals(-700 * E5, price.settlementE5());
    }

    @Test
    void shouldGoOnWhenARunDiedBehindTheStrategy()
    {
        venue.trade(SPREAD, -450, 3, A, B, true);
        // Prices are published by id: the near contract, another one, the strategy; the far contract is missing.
        dies(PublishSettlementEncoder.TEMPLATE_ID, 4);
        final RunResult run = intraday(venue.context());
        assertPrice(run, -445, new PriceBand(-2_445 * E5, 1_555 * E5));
        assertEquals(4, venue.engine.collectToEnd(0).count("SETTLEMENT_PUBLISHED"));
    }

    @Test
    void shouldNotTakeLegsThatWereDefinedBehindTheCut()
    {
        final int loose = 12;
        define(loose, "LOOSE", InstrumentKind.SPREAD, E5, -3_000, 1_000, -700);
        // As a run leaves it that dies right behind its suspension.
        venue.engine.operator().suspendTrading(2_026_112_301L, ClearingKind.INTRADAY);
        venue.engine.operator().defineLegs(loose, List.of(new LegSpec(NEAR, -1), new LegSpec(FAR, 1)));
        assertEquals(SettlementMethod.PREVIOUS, price(intraday(venue.context()), loose).method());
        assertEquals(SettlementMethod.LEGS, price(intraday(venue.context()), loose).method());
    }

    private void dies(final int templateId, final int nth)
    {
        final ClearingContext dying = venue.context().withEngineClient(new DyingClient(venue.client, templateId, nth));
        assertThrows(PreconditionException.class, () -> intraday(dying));
    }

    @Test
    void shouldRefuseAPriceForAStrategyBeforeTradingStops()
    {
        final String message = assertThrows(
            PreconditionException.class,
            () -> intraday(venue.context().settlementOverrideE5(SPREAD, -100 * E5))).getMessage();
        assertTrue(message.contains("prices of its legs") && message.contains("instrumentId=" + SPREAD), message);
        final PriceParameters theoretical = venue.context().prices()
            .with(SPREAD, InstrumentParameters.NONE.withTheoreticalE5(-100 * E5));
        assertThrows(PreconditionException.class, () -> intraday(venue.context().withPrices(theoretical)));
        assertEquals(0, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
    }

    private void define(
        final int id,
        final String symbol,
        final InstrumentKind kind,
        final long tickE5,
        final long low,
        final long high,
        final long settlement)
    {
        venue.engine.operator().defineInstrument(new InstrumentSpec(
            id, symbol, kind, "SI", "RUB", tickE5, tickE5, low * E5, high * E5, settlement * E5, 2_655, 1_965,
            20_270_318));
    }

    /** What the engine has of it, and that it takes orders up to the new limits and no farther. */
    private void assertPublished(final long settlement, final PriceBand band)
    {
        final String published = venue.engine.collectToEnd(0).lines().stream()
            .filter(line -> line.contains("SETTLEMENT_PUBLISHED") && line.contains(" instrument=" + SPREAD + " "))
            .reduce("", (before, line) -> line);
        assertTrue(published.contains(" settlementPriceE5=" + settlement * E5 + " tickValueE5=" + E5 +
            " lowLimitE5=" + band.lowE5() + " highLimitE5=" + band.highE5()), published);
        venue.engine.operator().openSession(2, ClearingFixture.DATE + 1);
        venue.sender(A).newOrder(SPREAD, Side.BUY, band.lowE5(), 1);
        venue.sender(A).newOrder(SPREAD, Side.BUY, band.lowE5() - E5, 1);
        venue.sender(B).newOrder(SPREAD, Side.SELL, band.highE5(), 1);
        venue.sender(B).newOrder(SPREAD, Side.SELL, band.highE5() + E5, 1);
        final StateReport report = venue.engine.operator().reportState();
        assertEquals(
            List.of(band.lowE5(), band.highE5()),
            report.orders().stream().map(StateReport.RestingOrder::priceE5).toList());
    }

    private static FixedPrice price(final RunResult run, final int instrumentId)
    {
        return run.prices().stream().filter(any -> instrumentId == any.instrumentId()).findFirst().orElseThrow();
    }

    private static void assertPrice(final RunResult run, final long settlement, final PriceBand band)
    {
        final FixedPrice price = price(run, SPREAD);
        assertEquals(SettlementMethod.LEGS, price.method());
        assertEquals(settlement * E5, price.settlementE5());
        assertEquals(band, price.limits());
        assertTrue(run.checks().stream().allMatch(check -> check.isOk()), () -> run.checks().toString());
    }

    /** Sum over a client's contracts. */
    private static List<String> marginByClient(final RunResult run) throws IOException
    {
        final List<String> sums = new ArrayList<>();
        for (final String client : List.of(A, B))
        {
            BigDecimal sum = BigDecimal.ZERO.setScale(2);
            for (final List<String> row : RunTexts.positions(run.directory()))
            {
                if (client.equals(row.getFirst()))
                {
                    sum = sum.add(new BigDecimal(row.get(VM)));
                }
            }
            sums.add(client + ";" + sum);
        }
        return sums;
    }

    private static RunResult intraday(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            return service.run();
        }
    }

    private static RunResult evening(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.EVENING))
        {
            return service.run();
        }
    }
}
