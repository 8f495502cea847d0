// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import java.util.Arrays;

/**
 * Order of the instruments by id.
 */
public final class InstrumentOrder
{
    private final int[] byPlace;
    private final int[] places;

    /**
     * Order of the contracts of a run.
     *
     * @param contracts by ordinal, as many as a column of ordinals can name.
     */
    public InstrumentOrder(final Contract[] contracts)
    {
        this(Arrays.stream(contracts).mapToInt(Contract::instrumentId).toArray());
    }

    /**
     * Order of instruments.
     *
     * @param instrumentIds by ordinal, as many as a column of ordinals can name.
     */
    public InstrumentOrder(final int[] instrumentIds)
    {
        if (instrumentIds.length > Short.MAX_VALUE)
        {
            throw new IllegalArgumentException("more instruments than ordinals: instruments=" + instrumentIds.length);
        }
        final long[] keys = new long[instrumentIds.length];
        for (int i = 0; i < keys.length; i++)
        {
            keys[i] = (long)instrumentIds[i] << Integer.SIZE | i;
        }
        Arrays.sort(keys);
        this.byPlace = new int[keys.length];
        this.places = new int[keys.length];
        for (int place = 0; place < keys.length; place++)
        {
            byPlace[place] = (int)keys[place];
            places[byPlace[place]] = place;
        }
    }

    /**
     * Number of instruments.
     *
     * @return from 0.
     */
    public int size()
    {
        return places.length;
    }

    /**
     * Place of an instrument.
     *
     * @param ordinal from 0.
     * @return place from 0.
     */
    public int place(final int ordinal)
    {
        return places[ordinal];
    }

    /**
     * Instrument at a place.
     *
     * @param place from 0.
     * @return ordinal.
     */
    public int ordinalAt(final int place)
    {
        return byPlace[place];
    }

    /**
     * All ordinals in the order of the ids.
     *
     * @return copy.
     */
    public int[] ordinals()
    {
        return byPlace.clone();
    }

    /**
     * Bits that a place needs.
     *
     * @return 0 for up to one instrument.
     */
    public int bits()
    {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, places.length - 1));
    }
}
