// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.model.OptionRight;
import io.bourse.engine.protocol.Side;

import java.util.ArrayList;
import java.util.List;

/**
 * A synthetic day: everything in it is a function of the volumes and the seed.
 */
record SyntheticDay(
    BenchVolumes volumes,
    SyntheticRegisters registers,
    SyntheticInstruments instruments,
    SyntheticTrades trades,
    FlowLayout flow,
    Draws fillers,
    List<Instruction> instructions)
{
    /** Date of the session before, whose evening run has left positions and money. */
    static final int PREVIOUS_DATE = 2026_11_20;
    /** Date of the day. */
    static final int DATE = 2026_11_23;
    /** Session of {@link #PREVIOUS_DATE}. */
    static final int PREVIOUS_SESSION = 1;
    /** Session of {@link #DATE}. */
    static final int SESSION = 2;
    /** Run that ended the session before. */
    static final long PREVIOUS_RUN = PREVIOUS_DATE * 100L + 1;
    /** Lots of the quotes that stand all day. */
    static final int QUOTE_LOTS = 1_000;

    private static final int FILLER_PURPOSE = 4;
    private static final int INSTRUCTION_SHARE = 50;
    private static final int BEHIND_QUOTES = 3;
    private static final int FILLER_TICKS = 60;
    private static final int FILLER_LOTS = 10;
    private static final int HALF = 32;
    private static final int BYTE = 8;

    /**
     * What the holder of an expiring option asked for.
     *
     * @param account of the holder.
     * @param instrument ordinal.
     * @param lots above 0 exercises more than the rule does, below 0 less.
     */
    record Instruction(int account, int instrument, int lots)
    {
    }

    static SyntheticDay of(final BenchVolumes volumes)
    {
        return of(volumes, "");
    }

    /** With an asset that is delivered when its future ends; empty for none. */
    static SyntheticDay of(final BenchVolumes volumes, final String asset)
    {
        final SyntheticInstruments instruments = new SyntheticInstruments(DATE, asset);
        final SyntheticTrades trades = new SyntheticTrades(volumes, instruments);
        return new SyntheticDay(
            volumes,
            new SyntheticRegisters(volumes.registers()),
            instruments,
            trades,
            new FlowLayout(volumes.trades(), volumes.orderEvents() - 2 * BenchVolumes.INSTRUMENTS),
            new Draws(volumes.seed(), FILLER_PURPOSE),
            instructions(volumes, instruments, trades));
    }

    /** Every fiftieth holder of an expiring option decides for itself. */
    private static List<Instruction> instructions(
        final BenchVolumes volumes, final SyntheticInstruments instruments, final SyntheticTrades trades)
    {
        final List<Instruction> instructions = new ArrayList<>();
        int holders = 0;
        for (int account = 0; account < volumes.registers(); account++)
        {
            final int lots = trades.carriedLots(account);
            if (lots > 0)
            {
                final int instrument = trades.carriedInstrument(account);
                final boolean isOption = OptionRight.NONE != instruments.get(instrument).terms().right();
                if (isOption && instruments.expires(instrument) && 0 == holders++ % INSTRUCTION_SHARE)
                {
                    instructions.add(new Instruction(account, instrument, 0 == account % 2 ? -lots : lots / 2 + 1));
                }
            }
}
        return List.copyOf(instructions);
    }

    /** The resting order of a trade. */
    SyntheticOrder maker(final int trade, final long orderId)
    {
        return party(trade, orderId, !trades.isBuyerTaking(trade));
    }

    /** The order that takes it. */
    SyntheticOrder taker(final int trade, final long orderId)
    {
        return party(trade, orderId, trades.isBuyerTaking(trade));
    }

    private SyntheticOrder party(final int trade, final long orderId, final boolean isBuy)
    {
        final SyntheticInstrument instrument = instruments.get(trades.instrument(trade));
        return new SyntheticOrder(
            orderId,
            instrument,
            isBuy ? trades.buyer(trade) : trades.seller(trade),
            isBuy ? Side.BUY : Side.SELL,
            trades.priceE5(trade, instrument),
            trades.qtyLots(trade));
    }

    /** An order that never trades: it is worse than the quotes. */
    SyntheticOrder filler(final long filler, final long orderId)
    {
        final long bits = fillers.at(filler);
        final SyntheticInstrument instrument = instruments.get(instruments.drawn(bits));
        final boolean isBuy = bits < 0;
        final int ticks = instrument.rangeTicks() + BEHIND_QUOTES + Draws.below(bits >>> BYTE, FILLER_TICKS);
        final long distanceE5 = ticks * instrument.priceTickE5();
        return new SyntheticOrder(
            orderId,
            instrument,
            Draws.below(bits >>> HALF - BYTE, registers.size()),
            isBuy ? Side.BUY : Side.SELL,
            instrument.centreE5() + (isBuy ? -distanceE5 : distanceE5),
            1 + Draws.below(bits >>> HALF / 2, FILLER_LOTS));
    }

    /** A quote just outside the range of trades. */
    SyntheticOrder quote(final int instrument, final boolean isBuy, final long orderId, final int insideTicks)
    {
        final SyntheticInstrument quoted = instruments.get(instrument);
        final long distanceE5 = (quoted.rangeTicks() + 1 - insideTicks) * quoted.priceTickE5();
        return new SyntheticOrder(
            orderId,
            quoted,
            0,
            isBuy ? Side.BUY : Side.SELL,
            quoted.centreE5() + (isBuy ? -distanceE5 : distanceE5),
            QUOTE_LOTS);
    }
}
