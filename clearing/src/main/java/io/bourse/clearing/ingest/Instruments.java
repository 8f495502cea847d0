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
public final class Instruments
{
    private final List<Instrument> byOrdinal = new ArrayList<>();
    private final Int2ObjectHashMap<Instrument> byId = new Int2ObjectHashMap<>();

    /** As a checkpoint has them. */
    static Instruments restore(final List<Instrument.State> states)
    {
        final Instruments instruments = new Instruments();
        for (final Instrument.State state : states)
        {
            instruments.add(new Instrument(instruments.size(), state));
        }
        for (int ordinal = 0; ordinal < states.size(); ordinal++)
        {
            for (final int[] leg : states.get(ordinal).legs())
            {
                instruments.byOrdinal(ordinal).restoreLeg(instruments.byOrdinal(leg[0]), leg[1]);
            }
        }
        return instruments;
    }

    List<Instrument.State> states()
    {
        return byOrdinal.stream().map(Instrument::state).toList();
    }

    Instrument define(final InstrumentDefinedDecoder event)
    {
        final Instrument instrument = new Instrument(byOrdinal.size(), event);
        add(instrument);
        return instrument;
    }

    private void add(final Instrument instrument)
    {
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
