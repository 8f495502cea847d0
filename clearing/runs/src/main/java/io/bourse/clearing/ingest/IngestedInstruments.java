// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All instruments, by id and by ordinal.
 */
public final class IngestedInstruments
{
    private final List<IngestedInstrument> byOrdinal = new ArrayList<>();
    private final Int2ObjectHashMap<IngestedInstrument> byId = new Int2ObjectHashMap<>();

    IngestedInstrument define(final InstrumentDefinedDecoder event)
    {
        final IngestedInstrument instrument = new IngestedInstrument(event);
        add(instrument);
        return instrument;
    }

    void add(final IngestedInstrument instrument)
    {
        instrument.onAdded(this, byOrdinal.size());
        byOrdinal.add(instrument);
        byId.put(instrument.instrumentId(), instrument);
    }

    /**
     * Finds an instrument.
     *
     * @param instrumentId SecurityID.
     * @return the instrument.
     * @throws IllegalStateException when the stream has not defined it.
     */
    public IngestedInstrument byId(final int instrumentId)
    {
        final IngestedInstrument instrument = byId.get(instrumentId);
        if (null == instrument)
        {
            throw new IllegalStateException("instrument is not defined in the stream: instrumentId=" + instrumentId);
        }
        return instrument;
    }

    /**
     * Whether the stream has defined an instrument.
     *
     * @param instrumentId SecurityID.
     * @return true if so.
     */
    public boolean contains(final int instrumentId)
    {
        return byId.containsKey(instrumentId);
    }

    /**
     * Instrument at a place of the tables.
     *
     * @param ordinal from 0.
     * @return the instrument.
     */
    public IngestedInstrument byOrdinal(final int ordinal)
    {
        return byOrdinal.get(ordinal);
    }

    /**
     * Number of instruments.
     *
     * @return from 0.
     */
    public int size()
    {
        return byOrdinal.size();
    }

    /**
     * All instruments in order of definition.
     *
     * @return read-only view.
     */
    public List<IngestedInstrument> all()
    {
        return Collections.unmodifiableList(byOrdinal);
    }
}
