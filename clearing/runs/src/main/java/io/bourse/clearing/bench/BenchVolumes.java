// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * How much there is of everything in a synthetic day.
 *
 * @param scalePpm of the full volume, parts per million.
 * @param seed of all draws.
 * @param trades in books; each is two legs.
 * @param orderEvents acceptances, cancels and two per trade, while trading is open.
 * @param registers client registers; all of them carry a position and money.
 */
@JsonPropertyOrder({"scalePpm", "seed", "trades", "orderEvents", "registers"})
public record BenchVolumes(int scalePpm, long seed, int trades, long orderEvents, int registers)
{
    /** Trades of the day that the exchange has published its times for. */
    public static final int FULL_TRADES = 12_800_000;
    /** Orders of that day. */
    public static final long FULL_ORDERS = 312_700_000;
    /** Registers of that day. */
    public static final int FULL_REGISTERS = 20_000_000;
    /** Of 1.0. */
    public static final int FULL_PPM = 1_000_000;
    /** Largest scale, parts per million: more trades cannot be cleared at once, more registers have no codes. */
    public static final int MAX_PPM = 1_200_000;
    /** Instruments at every scale. */
    public static final int INSTRUMENTS = 400;
    /** Smallest scale, parts per million: enough registers for all brokerage firms. */
    public static final int MIN_PPM = 100;

    /**
     * Volumes of a scale.
     *
     * @param scale 1.0 is the full volume.
     * @param seed of all draws.
     * @return volumes.
     * @throws IllegalArgumentException when the scale is out of range.
     */
    public static BenchVolumes of(final double scale, final long seed)
    {
        return ofPpm((int)Math.round(scale * FULL_PPM), seed);
    }

    static BenchVolumes ofPpm(final int ppm, final long seed)
    {
        if (ppm < MIN_PPM || ppm > MAX_PPM)
        {
            throw new IllegalArgumentException("scale is out of range: scale=" + (double)ppm / FULL_PPM + " min=" +
                (double)MIN_PPM / FULL_PPM + " max=" + (double)MAX_PPM / FULL_PPM);
        }
        return new BenchVolumes(
            ppm,
            seed,
            (int)scaled(FULL_TRADES, ppm),
            scaled(FULL_ORDERS, ppm),
            (int)scaled(FULL_REGISTERS, ppm));
    }

    private static long scaled(final long full, final int ppm)
    {
        return full * ppm / FULL_PPM;
    }
}
