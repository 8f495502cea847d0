// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

/**
 * Trades and carried positions of the synthetic day, each a function of its number. Most registers trade once or twice,
 * a thousand of them in one leg of eight, up and down: their fees are halved where buys meet sells.
 */
final class SyntheticTrades
{
    /** Largest quantity of a trade. */
    static final int MAX_QTY = 10;

    private static final int TRADE_PURPOSE = 1;
    private static final int PARTY_PURPOSE = 2;
    private static final int CARRIED_PURPOSE = 3;
    private static final int BUSY_REGISTERS = 1_024;
    private static final int BUSY_SHARE = 8;
    private static final int MAX_CARRIED = 20;
    /** One part of the day's trades, at its end. */
    private static final int QUIET_PART = 100;
    private static final int HALF = 32;

    private final SyntheticInstruments instruments;
    private final Draws trades;
    private final Draws parties;
    private final Draws carried;
    private final int registers;
    private final int quietFrom;

    SyntheticTrades(final BenchVolumes volumes, final SyntheticInstruments instruments)
    {
        this.instruments = instruments;
        this.trades = new Draws(volumes.seed(), TRADE_PURPOSE);
        this.parties = new Draws(volumes.seed(), PARTY_PURPOSE);
        this.carried = new Draws(volumes.seed(), CARRIED_PURPOSE);
        this.registers = volumes.registers();
        this.quietFrom = volumes.trades() - volumes.trades() / QUIET_PART;
    }

    int instrument(final int trade)
    {
        final int ordinal = instruments.drawn(trades.at(trade));
        return trade >= quietFrom && SyntheticInstruments.isQuiet(ordinal) ? ordinal + 1 : ordinal;
    }

    /** Price of a trade: on the tick, near the centre more often than far from it. */
    long priceE5(final int trade, final SyntheticInstrument instrument)
    {
        final long bits = trades.at(trade);
        final int range = instrument.rangeTicks();
        final int ticks = Draws.below(bits >>> HALF, range) - Draws.below(bits >>> HALF / 2, range);
        return instrument.centreE5() + ticks * instrument.priceTickE5();
    }

    int qtyLots(final int trade)
    {
        return 1 + Draws.below(trades.at(trade) >>> HALF / 4, MAX_QTY);
    }

    /** Whether the buyer is the one who took. */
    boolean isBuyerTaking(final int trade)
    {
        return 0 == (parties.at(trade) & 1);
    }

    /** Register that bought. */
    int buyer(final int trade)
    {
        return party(2L * trade);
    }

    /** Register that sold, never the one that bought. */
    int seller(final int trade)
    {
        final int seller = party(2L * trade + 1);
        return seller == buyer(trade) ? (seller + 1) % registers : seller;
    }

    private int party(final long leg)
    {
        final long bits = parties.at(Long.MIN_VALUE + leg);
        final boolean isBusy = 0 == Draws.below(bits >>> HALF, BUSY_SHARE);
        return Draws.below(bits, isBusy ? Math.min(BUSY_REGISTERS, registers) : registers);
    }

    /** Instrument of the position that a register carries into the day. */
    int carriedInstrument(final int account)
    {
        return instruments.drawn(carried.at(pair(account)));
    }

    /** Lots that a register carries into the day: those of its counterpart with the other sign; 0 without one. */
    int carriedLots(final int account)
    {
        final int half = registers / 2;
        if (account >= 2 * half)
        {
            return 0;
        }
        final long bits = carried.at(pair(account));
        final int lots = 1 + Draws.below(bits >>> HALF, MAX_CARRIED);
        final boolean isLong = account < half == (0 == (bits >>> HALF / 2 & 1));
        return isLong ? lots : -lots;
    }

    private int pair(final int account)
    {
        final int half = registers / 2;
        return account < half ? account : account - half;
    }

    /** Money of a register at the beginning of the day, kopecks. */
    long money(final int account)
    {
        return 1_000_000_00L + (carried.at(Long.MIN_VALUE + account) >>> HALF);
    }
}
