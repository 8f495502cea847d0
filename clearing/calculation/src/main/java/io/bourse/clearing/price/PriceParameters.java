// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.JsonText;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that decides the prices of a run besides the stream. What a file does not name is as in {@link #DEFAULT}.
 *
 * @param minValidSlices valid slices that make a median, above 0 (M of rules 1.5: 10); another one needs approval.
 * @param spreadPermille widest book of a valid slice, in thousandths of the half-width of the price limits (200);
 * another one needs approval.
 * @param rangePermille RangeFut: half-width of new price limits in thousandths of the market-risk range (500).
 * @param ratesE6 roubles per unit of a currency x 1 000 000, by its code.
 * @param instruments what is given about single instruments, by SecurityID.
 */
public record PriceParameters(
    int minValidSlices,
    int spreadPermille,
    int rangePermille,
    SortedMap<String, Long> ratesE6,
    SortedMap<Integer, InstrumentParameters> instruments)
{
    /** The published parameters of rules 1.5 and nothing about instruments. */
    public static final PriceParameters DEFAULT =
        new PriceParameters(10, 200, 500, new TreeMap<>(), new TreeMap<>());

    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public PriceParameters
    {
        // A file leaves out what it has nothing to say about.
        minValidSlices = 0 == minValidSlices ? 10 : minValidSlices;
        spreadPermille = 0 == spreadPermille ? 200 : spreadPermille;
        rangePermille = 0 == rangePermille ? 500 : rangePermille;
        ratesE6 = Collections.unmodifiableSortedMap(null == ratesE6 ? new TreeMap<>() : new TreeMap<>(ratesE6));
        instruments =
            Collections.unmodifiableSortedMap(null == instruments ? new TreeMap<>() : new TreeMap<>(instruments));
        if (minValidSlices < 0 || spreadPermille < 0 || rangePermille < 0)
        {
            throw new IllegalArgumentException("price parameters must be above 0: minValidSlices=" + minValidSlices +
                " spreadPermille=" + spreadPermille + " rangePermille=" + rangePermille);
        }
        for (final Map.Entry<String, Long> rate : ratesE6.entrySet())
        {
            if (rate.getValue() <= 0)
            {
                throw new IllegalArgumentException("rate of a currency must be above 0: currency=" + rate.getKey() +
                    " rateE6=" + rate.getValue());
            }
        }
    }

    /**
     * With other parameters of an instrument.
     *
     * @param instrumentId SecurityID.
     * @param parameters of it.
     * @return changed copy.
     */
    public PriceParameters with(final int instrumentId, final InstrumentParameters parameters)
    {
        final SortedMap<Integer, InstrumentParameters> changed = new TreeMap<>(instruments);
        changed.put(instrumentId, parameters);
        return new PriceParameters(minValidSlices, spreadPermille, rangePermille, ratesE6, changed);
    }

    /**
     * With another rate.
     *
     * @param currency its code.
     * @param rateE6 roubles per unit x 1 000 000, above 0.
     * @return changed copy.
     */
    public PriceParameters withRate(final String currency, final long rateE6)
    {
        final SortedMap<String, Long> changed = new TreeMap<>(ratesE6);
        changed.put(currency, rateE6);
        return new PriceParameters(minValidSlices, spreadPermille, rangePermille, changed, instruments);
    }

    /**
     * What is given about an instrument.
     *
     * @param instrumentId SecurityID.
     * @return its parameters, {@link InstrumentParameters#NONE} when there are none.
     */
    public InstrumentParameters of(final int instrumentId)
    {
        return instruments.getOrDefault(instrumentId, InstrumentParameters.NONE);
    }

    /**
     * Reads parameters.
     *
     * @param json bytes of {@link #json}, or of a file that an operator wrote.
     * @return parameters.
     * @throws IllegalArgumentException when they are no such parameters; the place is named.
     */
    public static PriceParameters read(final byte[] json)
    {
        return JsonText.parameters(json, PriceParameters.class, "price parameters");
    }

    /**
     * The same bytes for the same parameters.
     *
     * @return JSON.
     */
    public byte[] json()
    {
        return JsonText.bytes(this);
    }

    /**
     * Digest of {@link #json}.
     *
     * @return lower-case hexadecimal.
     */
    public String sha256()
    {
        return Digests.sha256Of(json());
    }
}
