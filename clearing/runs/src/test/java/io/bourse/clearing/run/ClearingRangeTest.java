// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.price.InstrumentParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.OrderSender;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Whatever the core lets happen, clearing can hold: days of orders as large as they are taken, at prices from one limit
 * to the other and cleared at the limits, with options that all become one future, a spread and a spot instrument.
 */
@Tag("venue")
class ClearingRangeTest
{
    private static final List<String> CLIENTS = List.of("AA01001", "AA01002", "AA02001", "BB01001", "BB01002");
    private static final int FAR = 3;
    private static final int SPREAD = 4;
    private static final int SPOT = 5;
    private static final int CHEAP = 6;
    private static final int FIRST_CALL = 10;
    private static final int CALLS = 6;
    /** As many calls end every day. */
    private static final int CALLS_A_DAY = 2;
    private static final int ORDERS = 400;
    private static final int BUYS = 3;
    private static final int SELLS = 4;
    private static final long E5 = ClearingFixture.E5;

    @TempDir
    private Path dir;
    /** Lowest and highest price and the step, by instrument. */
    private final Map<Integer, long[]> limits = new TreeMap<>();

    @Test
    void shouldClearTheDayOfTheLargestSelfTrades() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            new SessionOperator(venue.engine.operator()).setFeatureLevel(FeatureLevels.BOUNDED);
            for (int i = 0; i < 2; i++)
            {
                venue.trade(ClearingFixture.SI, 92_345, ClearingRange.MAX_LOTS, CLIENTS.get(0), CLIENTS.get(0), true);
            }
            venue.trade(ClearingFixture.SI, 92_345, 1, CLIENTS.get(0), CLIENTS.get(3), true);
            assertEquals(2, RunTexts.positions(ClearingFixture.evening(venue.context()).directory()).size());
        }
    }

    @Test
    void shouldStopAtSuchADayBeforeTheFeatureLevel()
    {
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            for (int i = 0; i < 2; i++)
            {
                venue.trade(ClearingFixture.SI, 92_345, ClearingRange.MAX_LOTS, CLIENTS.get(0), CLIENTS.get(0), true);
            }
            assertThrows(CheckFailedException.class, () -> ClearingFixture.evening(venue.context()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldClearWhateverTheCoreLetsHappenWhenSeedIs(final long seed) throws IOException
    {
        clearWhateverTheCoreLetsHappen(seed);
    }

    @Test
    void shouldClearWhateverTheCoreLetsHappenWhenSeedIsNew() throws IOException
    {
        final long seed = Long.getLong("seed", new Random().nextLong());
        System.out.println("ClearingRangeTest seed=" + seed);
        clearWhateverTheCoreLetsHappen(seed);
    }

    private void clearWhateverTheCoreLetsHappen(final long seed) throws IOException
    {
        final Random random = new Random(seed);
        try (ClearingFixture venue = new ClearingFixture(dir, CLIENTS))
        {
            new SessionOperator(venue.engine.operator()).setFeatureLevel(FeatureLevels.BOUNDED);
            define(venue);
            // A lot of it is one unit: all that two registers may trade in the day.
            venue.trade(CHEAP, 5, ClearingRange.REGISTER_UNITS, CLIENTS.get(0), CLIENTS.get(3), true);
            long most = 0;
            for (int day = 0; day < 3; day++)
            {
                if (day > 0)
                {
                    venue.engine.operator().openSession(1 + day, ClearingFixture.DATE + day);
                }
                trade(venue, random);
                if (1 == day)
                {
                    onPrices(ClearingFixture.intraday(venue.context().withPrices(prices(random))));
                    trade(venue, random);
                }
                // Sums are zero, lots and kopecks fit, books and reports agree: the run checks it, or it ends here.
                final RunResult evening = ClearingFixture.evening(venue.context().withPrices(prices(random)));
                onPrices(evening);
                limits.remove(FIRST_CALL + CALLS_A_DAY * day);
                limits.remove(FIRST_CALL + CALLS_A_DAY * day + 1);
                for (final List<String> row : RunTexts.positions(evening.directory()))
                {
                    most = Math.max(most, Math.max(
                        Long.parseLong(row.get(BUYS)), Long.parseLong(row.get(SELLS))));
                }
            }
            assertEquals(ClearingRange.REGISTER_UNITS, most, "seed=" + seed);
        }
    }

    private void define(final ClearingFixture venue)
    {
        limits.put(ClearingFixture.SI, new long[]{80_345, 104_345, 1});
        limits.put(ClearingFixture.RI, new long[]{92_340, 132_340, 10});
        instrument(venue, FAR, "FAR", InstrumentKind.FUTURE, 1, 80_000, 104_000);
        instrument(venue, SPREAD, "SPREAD", InstrumentKind.SPREAD, 1, -4_000, 4_000);
        instrument(venue, CHEAP, "CHEAP", InstrumentKind.FUTURE, 1, -9, 9);
        venue.engine.operator().defineLegs(
            SPREAD, List.of(new LegSpec(ClearingFixture.SI, -1), new LegSpec(FAR, 1)));
        venue.spot(SPOT, "SPOT", "SPOT", 1_000, 1);
        limits.put(SPOT, new long[]{1, 2_000, 1});
        final ContractOperator contracts = new ContractOperator(venue.engine.operator());
        for (int i = 0; i < CALLS; i++)
        {
            instrument(venue, FIRST_CALL + i, "CALL" + i, InstrumentKind.OPTION, 1, 1, 15_000);
            contracts.defineContract(new ContractSpec(FIRST_CALL + i, ContractStyle.MARGINED_OPTION, OptionRight.CALL,
                SettlementType.PHYSICAL, (90_000 + 1_000 * i) * E5, 1, ClearingFixture.SI,
                ClearingFixture.DATE + i / CALLS_A_DAY, false));
        }
    }

    private void instrument(
        final ClearingFixture venue,
        final int id,
        final String symbol,
        final InstrumentKind kind,
        final long tick,
        final long low,
        final long high)
    {
        venue.engine.operator().defineInstrument(new InstrumentSpec(id, symbol, kind, "SI", "RUB", tick * E5, tick * E5,
            low * E5, high * E5, (low + high) / 2 * E5, 2_655, 1_965, 20_261_217));
        limits.put(id, new long[]{low, high, tick});
    }

    /** Most orders are as large as all that a register may have, or a whole part of it; few are small. */
    private void trade(final ClearingFixture venue, final Random random)
    {
        final List<Integer> instruments = List.copyOf(limits.keySet());
        for (int i = 0; i < ORDERS; i++)
        {
            final int instrument = instruments.get(random.nextInt(instruments.size()));
            final long[] band = limits.get(instrument);
            final long price = price(band, random);
            final long lots = lots(random);
            final OrderSender buyer = venue.sender(CLIENTS.get(random.nextInt(CLIENTS.size())));
            final OrderSender seller = venue.sender(CLIENTS.get(random.nextInt(CLIENTS.size())));
            final TimeInForce rest = 0 == random.nextInt(20) ? TimeInForce.GTC : TimeInForce.DAY;
            buyer.newOrder(instrument, Side.BUY, rest, price * E5, lots);
            seller.newOrder(instrument, Side.SELL, TimeInForce.IOC, price * E5, lots);
        }
        // To the last lot that each of them may still trade.
        final int instrument = instruments.get(random.nextInt(instruments.size()));
        final long price = price(limits.get(instrument), random);
        for (long lots = ClearingRange.REGISTER_UNITS; lots > 0; lots >>= 1)
        {
            for (int i = 0; i < CLIENTS.size(); i++)
            {
                venue.trade(instrument, price, lots, CLIENTS.get(i), CLIENTS.get((i + 2) % CLIENTS.size()), true);
            }
        }
    }

    private static long price(final long[] band, final Random random)
    {
        final long steps = (band[1] - band[0]) / band[2];
        return band[0] + band[2] * switch (random.nextInt(3))
        {
            case 0 -> 0;
            case 1 -> steps;
            default -> random.nextLong(steps + 1);
        };
    }

    private static long lots(final Random random)
    {
        return switch (random.nextInt(4))
        {
            case 0 -> ClearingRange.MAX_LOTS;
            case 1 -> 1 + random.nextInt(100);
            default -> Math.max(1, (ClearingRange.REGISTER_UNITS >> random.nextInt(16)) / (1 + random.nextInt(6)));
        };
    }

    /** At the limits, or where the fixing finds them. */
    private PriceParameters prices(final Random random)
    {
        PriceParameters prices = PriceParameters.DEFAULT;
        for (final Map.Entry<Integer, long[]> limit : limits.entrySet())
        {
            if (SPREAD != limit.getKey() && 0 != random.nextInt(4))
            {
                prices = prices.with(limit.getKey(), InstrumentParameters.NONE.withOverrideE5(
                    Math.max(1, limit.getValue()[random.nextInt(2)]) * E5));
            }
        }
        return prices;
    }

    private void onPrices(final RunResult run)
    {
        for (final FixedPrice price : run.prices())
        {
            final long[] limit = limits.get(price.instrumentId());
            if (null != limit)
            {
                limit[0] = price.limits().lowE5() / E5;
                limit[1] = price.limits().highE5() / E5;
            }
        }
    }
}
