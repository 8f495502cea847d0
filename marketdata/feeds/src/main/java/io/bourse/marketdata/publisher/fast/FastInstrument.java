// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicInstrument;

/**
 * What a feed remembers of an instrument: how many entries it has had since the numbers began.
 */
class FastInstrument
{
    private final PublicInstrument instrument;
    private long rptSeq;
    private boolean isTouched;

    FastInstrument(final PublicInstrument instrument)
    {
        this.instrument = instrument;
    }

    final PublicInstrument instrument()
    {
        return instrument;
    }

    final long rptSeq()
    {
        return rptSeq;
    }

    final long nextRptSeq()
    {
        rptSeq++;
        return rptSeq;
    }

    final void resetRptSeq()
    {
        rptSeq = 0;
    }

    void state(final CheckpointState state)
    {
        rptSeq = state.number(rptSeq);
    }

    /**
     * Marks the instrument.
     *
     * @return true if it was not marked.
     */
    final boolean touch()
    {
        final boolean isFirst = !isTouched;
        isTouched = true;
        return isFirst;
    }

    final void untouch()
    {
        isTouched = false;
    }
}
