// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import java.util.Arrays;

/**
 * Legs of a strategy, in the order of their definition.
 */
public final class StrategyLegs implements HashedState
{
    public final Instrument[] instruments;
    /** Lots bought (sold if negative) per lot of the strategy bought. */
    public final int[] ratios;

    public StrategyLegs(final Instrument[] instruments, final int[] ratios)
    {
        this.instruments = instruments;
        this.ratios = ratios;
    }

    /** Whether the same instruments follow each other with the same ratios. */
    public boolean isEqual(final StrategyLegs other)
    {
        return Arrays.equals(instruments, other.instruments) && Arrays.equals(ratios, other.ratios);
    }

    /** Whether an instrument is one of the legs. */
    public boolean contains(final Instrument instrument)
    {
        for (final Instrument leg : instruments)
        {
            if (leg == instrument)
            {
                return true;
            }
        }
        return false;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(instruments.length);
        for (int i = 0; i < instruments.length; i++)
        {
            hash.add(instruments[i].instrumentId);
            hash.add(ratios[i]);
        }
    }
}
