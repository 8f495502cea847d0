// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a feed remembers of all instruments of the market, in the order of their definition.
 *
 * @param <T> what it remembers of one.
 */
final class FastInstruments<T extends FastInstrument>
{
    private final ArrayList<T> all = new ArrayList<>();
    private final List<PublicInstrument> instruments;
    private final Function<PublicInstrument, T> factory;

    FastInstruments(final PublicMarket market, final Function<PublicInstrument, T> factory)
    {
        instruments = market.instruments();
        this.factory = factory;
    }

    T get(final PublicInstrument instrument)
    {
        size();
        return all.get(instrument.index());
    }

    T get(final int index)
    {
        return all.get(index);
    }

    /** Number of instruments, new ones included. */
    int size()
    {
        while (all.size() < instruments.size())
        {
            all.add(factory.apply(instruments.get(all.size())));
        }
        return all.size();
    }

    /** Those that the market has, which has been read before them. */
    void state(final CheckpointState state)
    {
        for (int i = 0, size = size(); i < size; i++)
        {
            all.get(i).state(state);
        }
    }

    void resetRptSeqs()
    {
        for (int i = 0, size = size(); i < size; i++)
        {
            all.get(i).resetRptSeq();
        }
    }
}
