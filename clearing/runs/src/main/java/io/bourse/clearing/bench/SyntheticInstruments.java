// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The instruments of the synthetic day: futures on a dozen underlyings, of which three expire (one of them in the
 * intraday run), perpetuals, options on futures with one series of strikes that expires, premium-style options of which
 * some expire. A few are traded much, most a little.
 */
final class SyntheticInstruments
{
    /** Entries of the table that draws an instrument. */
    static final int SLOTS = 4_096;

    /** Ordinal of the future that the expiring options are on; see {@link #isQuiet}. */
    static final int UNDERLYING_OF_EXPIRING = 0;

    private static final int FUTURES = 96;
    private static final int LIQUID_FUTURES = 24;
    private static final int EXPIRES_IN_CASH = 90;
    private static final int EXPIRES_PHYSICALLY = 91;
    private static final int EXPIRES_INTRADAY = 92;
    private static final int PERPETUALS = 4;
    private static final int OPTION_SERIES = 16;
    private static final int STRIKES = 8;
    private static final int PREMIUM_OPTIONS = 44;
    private static final int EXPIRING_PREMIUM_OPTIONS = 4;

    private static final int LEAST_WEIGHT = 2;
    private static final int FUTURE_WEIGHT = 100;
    private static final int FUTURE_WEIGHT_STEP = 4;
    private static final int PERPETUAL_WEIGHT = 150;
    private static final int OPTION_WEIGHT = 5;

    private static final int FIRST_ID = 1_001;
    private static final int FUTURE_RANGE = 100;
    private static final int OPTION_RANGE = 40;
    private static final int STRIKE_TICKS = 250;
    private static final int TIME_VALUE_TICKS = 150;
    private static final int MOVE_TICKS = 37;
    private static final int MOVES = 7;
    private static final int PERPETUAL_LOT = 1_000;
    private static final int NEXT_YEAR_IN_MARCH = 1_03_18;
    private static final int YEAR = 1_00_00;

    private static final int[] OPTION_FEES = {6_325_000, 4_675_000};
    /** Fee rates of rules 1.4 by market: exchange, clearing. */
    private static final int[][] FEES = {{2_655, 1_965}, {3_795, 2_805}, {7_590, 5_610}, {11_385, 8_415}};
    /** Tick, tick value and price of the markets, x 100 000: currency, index, commodity, share. */
    private static final long[][] MARKETS = {
        {100_000L, 100_000L, 9_012_000_000L},
        {1_000_000L, 1_802_468L, 11_315_000_000L},
        {1_000L, 793_000L, 8_250_000L},
        {100_000L, 100_000L, 2_543_100_000L}};

    private final int tradingDate;
    private final String asset;
    private final List<SyntheticInstrument> all = new ArrayList<>();
    private final short[] slots = new short[SLOTS];

    /**
     * Instruments of a day.
     *
     * @param tradingDate YYYYMMDD.
     * @param asset that the future is on which is settled physically; empty: its delivery is not followed here.
     */
    SyntheticInstruments(final int tradingDate, final String asset)
    {
        this.tradingDate = tradingDate;
        this.asset = asset;
        for (int i = 0; i < FUTURES; i++)
        {
            addFuture(i);
        }
        for (int i = 0; i < PERPETUALS; i++)
        {
            addPerpetual(i);
        }
        for (int series = 0; series < OPTION_SERIES; series++)
        {
            for (int i = 0; i < STRIKES; i++)
            {
                addOption(series, i, OptionRight.CALL);
                addOption(series, i, OptionRight.PUT);
            }
        }
        for (int i = 0; i < PREMIUM_OPTIONS; i++)
        {
            addPremiumOption(i);
        }
        fillSlots();
    }

    List<SyntheticInstrument> all()
    {
        return all;
    }

    SyntheticInstrument get(final int ordinal)
    {
        return all.get(ordinal);
    }

    /** Ordinal of the instrument that a draw means. */
    int drawn(final long bits)
    {
        return slots[(int)(bits & SLOTS - 1)];
    }

    /**
     * Whether an instrument has no trades at the end of the day, so that its settlement price is the middle of its
     * quotes: one strike of the expiring options is then exactly at the money.
     */
    static boolean isQuiet(final int ordinal)
    {
        return UNDERLYING_OF_EXPIRING == ordinal;
    }

    /** Whether positions in an instrument end in a run of the day. */
    boolean expires(final int ordinal)
    {
        return tradingDate == get(ordinal).terms().expiryDate();
    }

    private void addFuture(final int i)
    {
        final boolean intraday = EXPIRES_INTRADAY == i;
        final boolean physical = EXPIRES_PHYSICALLY == i;
        final boolean expires = intraday || physical || EXPIRES_IN_CASH == i;
        final ClearingTerms terms = new ClearingTerms(
            ContractStyle.FUTURE,
            OptionRight.NONE,
            physical ? SettlementType.PHYSICAL : SettlementType.CASH,
            0,
            1,
            0,
            expires ? tradingDate : nextYear(),
            intraday,
            0,
            physical ? asset : "");
        final int market = i % MARKETS.length;
        final int extra = i < LIQUID_FUTURES ? FUTURE_WEIGHT - FUTURE_WEIGHT_STEP * i : 0;
        add("F%02d".formatted(i), terms, market, price(market, i), FUTURE_RANGE, extra, FEES[market]);
    }

    private void addPerpetual(final int i)
    {
        final ClearingTerms terms = new ClearingTerms(
            ContractStyle.PERPETUAL, OptionRight.NONE, SettlementType.CASH, 0, PERPETUAL_LOT, 0, 0, false);
        final int market = i % MARKETS.length;
        add("P%02d".formatted(i), terms, market, price(market, i), FUTURE_RANGE, PERPETUAL_WEIGHT, FEES[market]);
    }

    private void addOption(final int series, final int strike, final OptionRight right)
    {
        final boolean expires = UNDERLYING_OF_EXPIRING == series;
        addOption(
            "O%02d%s%d".formatted(series, letter(right), strike),
            ContractStyle.MARGINED_OPTION,
            expires,
            series,
            strike,
            right,
            expires ? 0 : OPTION_WEIGHT);
    }

    private void addPremiumOption(final int i)
    {
        final OptionRight right = 0 == i % 2 ? OptionRight.CALL : OptionRight.PUT;
        // Every fourth future is one on a share.
        final int underlying = (OPTION_SERIES / MARKETS.length + 1 + i / STRIKES) * MARKETS.length - 1;
        addOption(
            "S%02d%s%d".formatted(i, letter(right), i % STRIKES),
            ContractStyle.PREMIUM_OPTION,
            i < EXPIRING_PREMIUM_OPTIONS,
            underlying,
            i % STRIKES,
            right,
            0);
    }

    private void addOption(
        final String symbol,
        final ContractStyle style,
        final boolean expires,
        final int underlyingOrdinal,
        final int strike,
        final OptionRight right,
        final int extraWeight)
    {
        final SyntheticInstrument underlying = get(underlyingOrdinal);
        final long tickE5 = underlying.priceTickE5();
        final long strikeE5 = underlying.centreE5() + (strike - STRIKES / 2) * STRIKE_TICKS * tickE5;
        final ClearingTerms terms = new ClearingTerms(
            style,
            right,
            ContractStyle.PREMIUM_OPTION == style ? SettlementType.CASH : SettlementType.PHYSICAL,
            strikeE5,
            1,
            underlying.instrumentId(),
            expires ? tradingDate : nextYear(),
            false);
        final long inMoneyE5 = OptionRight.CALL == right ?
            underlying.previousE5() - strikeE5 : strikeE5 - underlying.previousE5();
        final long previousE5 = Math.max(0, inMoneyE5) + TIME_VALUE_TICKS * tickE5;
        add(symbol, terms, underlyingOrdinal % MARKETS.length, previousE5, OPTION_RANGE, extraWeight, OPTION_FEES);
    }

    private void add(
        final String symbol,
        final ClearingTerms terms,
        final int market,
        final long previousE5,
        final int rangeTicks,
        final int extraWeight,
        final int[] fees)
    {
        final int ordinal = all.size();
        final long tickE5 = MARKETS[market][0];
        final int limitTicks = terms.isOption() ? 1 : MOVE_TICKS;
        all.add(new SyntheticInstrument(
            ordinal,
            FIRST_ID + ordinal,
            symbol,
            "U%02d".formatted(market),
            terms,
            tickE5,
            MARKETS[market][1],
            previousE5,
            previousE5 + (ordinal % MOVES - MOVES / 2) * limitTicks * tickE5,
            rangeTicks,
            LEAST_WEIGHT + extraWeight,
            fees[0],
            fees[1]));
    }

    private static long price(final int market, final int i)
    {
        return MARKETS[market][2] + i * STRIKE_TICKS * MARKETS[market][0];
    }

    private static char letter(final OptionRight right)
    {
        return OptionRight.CALL == right ? 'C' : 'P';
    }

    private int nextYear()
    {
        return tradingDate / YEAR * YEAR + NEXT_YEAR_IN_MARCH;
    }

    /** What the weights leave over goes to the first liquid future that is traded to the end. */
    private void fillSlots()
    {
        int slot = 0;
        for (final SyntheticInstrument instrument : all)
        {
            for (int i = 0; i < instrument.weight(); i++)
            {
                slots[slot++] = (short)instrument.ordinal();
            }
        }
        Arrays.fill(slots, slot, SLOTS, (short)(UNDERLYING_OF_EXPIRING + 1));
    }
}
