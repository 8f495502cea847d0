// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import java.util.ArrayList;
import java.util.List;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Object2ObjectHashMap;

/**
 * All instruments that a receiver knows, by id and by symbol. To be read on its duty cycle.
 */
public final class InstrumentDirectory
{
    private final Int2ObjectHashMap<KnownInstrument> byId = new Int2ObjectHashMap<>();
    private final Object2ObjectHashMap<String, KnownInstrument> bySymbol = new Object2ObjectHashMap<>();
    private final ArrayList<KnownInstrument> defined = new ArrayList<>();

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
        final KnownInstrument known = byId.get(securityId);
        return null != known && known.isDefined ? known.terms : null;
    }

    /**
     * Instrument with a symbol.
     *
     * @param symbol as defined.
     * @return instrument, or null if none was defined.
     */
    public MarketInstrument instrument(final String symbol)
    {
        final KnownInstrument known = bySymbol.get(symbol);
        return null == known ? null : known.terms;
    }

    /**
     * All instruments, in the order in which their definitions came.
     *
     * @return instruments as they are now.
     */
    public List<MarketInstrument> all()
    {
        return defined.stream().map(known -> known.terms).toList();
    }

    int size()
    {
        return defined.size();
    }

    /** The one with this id, or a new one that is not defined yet. */
    KnownInstrument known(final int securityId)
    {
        return byId.computeIfAbsent(securityId, KnownInstrument::new);
    }

    void define(final KnownInstrument known, final MarketInstrument terms)
    {
        if (!known.isDefined)
        {
            known.isDefined = true;
            defined.add(known);
        }
        if (!terms.symbol().equals(known.terms.symbol()))
        {
            bySymbol.remove(known.terms.symbol());
        }
        known.terms = terms;
        bySymbol.put(terms.symbol(), known);
    }
}
