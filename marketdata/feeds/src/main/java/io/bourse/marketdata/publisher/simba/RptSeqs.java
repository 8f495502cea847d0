// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import java.util.Arrays;
import java.util.List;

/**
 * RptSeq as this feed counts it: that of the market, from 1 again after each nightly reset.
 */
final class RptSeqs
{
    /** By place of the instrument: what it had before the reset. */
    private long[] bases = {};

    RptSeqs()
    {
    }

    long of(final PublicEntry entry)
    {
        return entry.rptSeq() - base(entry.instrument());
    }

    long last(final PublicInstrument instrument)
    {
        return instrument.book().rptSeq() - base(instrument);
    }

    /**
     * The next message about each instrument has number 1.
     */
    void restart(final List<PublicInstrument> instruments)
    {
        final int count = instruments.size();
        bases = Arrays.copyOf(bases, count);
        for (int i = 0; i < count; i++)
        {
            bases[i] = instruments.get(i).book().rptSeq();
        }
    }

    void state(final CheckpointState state)
    {
        bases = Arrays.copyOf(bases, state.count(bases.length));
        for (int i = 0; i < bases.length; i++)
        {
            bases[i] = state.number(bases[i]);
        }
    }

    private long base(final PublicInstrument instrument)
    {
        final int index = instrument.index();
        return index < bases.length ? bases[index] : 0;
    }
}
