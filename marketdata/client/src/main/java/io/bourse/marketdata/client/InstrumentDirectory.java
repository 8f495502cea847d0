// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Object2ObjectHashMap;

/**
 * All instruments that a receiver knows, by id and by symbol. To be read on its duty cycle.
 */
public final class InstrumentDirectory
{
    private final Int2ObjectHashMap<MarketInstrument> byId = new Int2ObjectHashMap<>();
    private final Object2ObjectHashMap<String, MarketInstrument> bySymbol = new Object2ObjectHashMap<>();
    private final ArrayList<MarketInstrument> defined = new ArrayList<>();

    InstrumentDirectory()
    {
    }

    /**
     * Instrument with an id.
     *
     * @param securityId SecurityID.
     * @return instrument, or null if none was defined.
     */
    public MarketInstrument instrument(final int securityId)
    {
        final MarketInstrument instrument = byId.get(securityId);
        return null != instrument && instrument.isDefined ? instrument : null;
    }

    /**
     * Instrument with a symbol.
     *
     * @param symbol as defined.
     * @return instrument, or null if none was defined.
     */
    public MarketInstrument instrument(final String symbol)
    {
        return bySymbol.get(symbol);
    }

    /**
     * All instruments, in the order in which their definitions came.
     *
     * @return view of the instruments.
     */
    public List<MarketInstrument> all()
    {
        return Collections.unmodifiableList(defined);
    }

    /** The one with this id, or a new one that is not defined yet. */
    MarketInstrument instrumentFor(final int securityId)
    {
        MarketInstrument instrument = byId.get(securityId);
        if (null == instrument)
        {
            instrument = new MarketInstrument(securityId);
            byId.put(securityId, instrument);
        }
        return instrument;
    }

    void define(final MarketInstrument instrument, final String symbol)
    {
        if (!instrument.isDefined)
        {
            instrument.isDefined = true;
            defined.add(instrument);
        }
        if (!symbol.equals(instrument.symbol))
        {
            bySymbol.remove(instrument.symbol);
            instrument.symbol = symbol;
        }
        bySymbol.put(symbol, instrument);
    }
}
