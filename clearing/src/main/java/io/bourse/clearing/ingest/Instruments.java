// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.agrona.collections.Int2ObjectHashMap;

import io.bourse.engine.protocol.InstrumentDefinedDecoder;

/**
 * All instruments, by id and by ordinal.
 */
public final class Instruments
{
    private final List<Instrument> byOrdinal = new ArrayList<>();
    private final Int2ObjectHashMap<Instrument> byId = new Int2ObjectHashMap<>();

    Instrument define(final InstrumentDefinedDecoder event)
    {
        final Instrument instrument = new Instrument(byOrdinal.size(), event);
        byOrdinal.add(instrument);
        byId.put(instrument.instrumentId(), instrument);
        return instrument;
    }

    /**
     * Finds an instrument.
     *
     * @param instrumentId SecurityID.
     * @return the instrument.
     * @throws IllegalStateException when the stream has not defined it.
     */
    public Instrument byId(final int instrumentId)
    {
        final Instrument instrument = byId.get(instrumentId);
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
    public Instrument byOrdinal(final int ordinal)
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
    public List<Instrument> all()
    {
        return Collections.unmodifiableList(byOrdinal);
    }
}
