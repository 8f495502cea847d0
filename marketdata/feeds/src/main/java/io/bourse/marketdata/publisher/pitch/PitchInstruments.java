// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.pitch.PitchSymbol;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * The instruments of the feed and their PITCH symbols: the configured one; else the venue's own symbol if it can be
 * one; else # and the instrument id in base 36. Depends on configuration and on the order of definition only.
 */
final class PitchInstruments
{
    /** First character of symbols made of ids; no configured symbol begins with it. */
    static final char ID_PREFIX = '#';

    private static final int RADIX = 36;

    private final Int2ObjectHashMap<PitchInstrument> byId = new Int2ObjectHashMap<>();
    private final ArrayList<PitchInstrument> all = new ArrayList<>();
    private final LongHashSet taken = new LongHashSet();
    private final Map<String, String> configured;

    PitchInstruments(final Map<String, String> configured)
    {
        this.configured = configured;
        for (final String symbol : configured.values())
        {
            taken.add(PitchSymbol.pack(symbol));
        }
    }

    /** The instrument, made at its first appearance. */
    PitchInstrument of(final PublicInstrument instrument)
    {
        final PitchInstrument known = byId.get(instrument.instrumentId());
        if (null != known)
        {
            return known;
        }
        return add(instrument, symbolOf(instrument));
    }

    private PitchInstrument add(final PublicInstrument instrument, final long symbol)
    {
        final PitchInstrument added = new PitchInstrument(instrument, symbol);
        byId.put(instrument.instrumentId(), added);
        all.add(added);
        return added;
    }

    int count()
    {
        return all.size();
    }

    /** In the order of definition. */
    PitchInstrument at(final int index)
    {
        return all.get(index);
    }

    void state(final CheckpointState state, final PublicMarket market)
    {
        for (int i = 0, count = state.count(all.size()); i < count; i++)
        {
            final PitchInstrument known = state.isReading() ? null : all.get(i);
            final int instrumentId = state.number(null == known ? 0 : known.instrument.instrumentId());
            final long symbol = state.number(null == known ? 0 : known.symbol);
            final int status = state.number(null == known ? 0 : known.status);
            if (null == known)
            {
                add(market.instrument(instrumentId), symbol).status = (byte)status;
                taken.add(symbol);
            }
        }
    }

    private long symbolOf(final PublicInstrument instrument)
    {
        final String own = instrument.symbol();
        final String wanted = configured.get(own);
        if (null != wanted)
        {
            return PitchSymbol.pack(wanted);
        }
        if (PitchSymbol.isValid(own) && ID_PREFIX != own.charAt(0) && taken.add(PitchSymbol.pack(own)))
        {
            return PitchSymbol.pack(own);
        }
        return PitchSymbol.pack(ID_PREFIX +
            Integer.toUnsignedString(instrument.instrumentId(), RADIX).toUpperCase(Locale.ROOT));
    }
}
