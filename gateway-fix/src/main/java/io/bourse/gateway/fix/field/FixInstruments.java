// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.gateway.fix.wire.FixReader;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Instruments by symbol and by id; found by the bytes of a message without a String.
 */
public final class FixInstruments
{
    private static final FixInstrument NONE = new FixInstrument(0, "", "", false);

    private final FixText probe = new FixText();
    private final Map<FixText, FixInstrument> bySymbol = new HashMap<>();
    private final Int2ObjectHashMap<FixInstrument> byId = new Int2ObjectHashMap<>();

    public void define(final int instrumentId, final String symbol, final String currency, final boolean isStrategy)
    {
        final FixInstrument instrument = new FixInstrument(instrumentId, symbol, currency, isStrategy);
        byId.put(instrumentId, instrument);
        bySymbol.put(new FixText().set(symbol), instrument);
    }

    /** Writes or reads all of them. */
    public void state(final CheckpointState state)
    {
        final Iterator<FixInstrument> known = byId.values().iterator();
        for (int i = 0, count = state.count(byId.size()); i < count; i++)
        {
            final FixInstrument instrument = state.isReading() ? NONE : known.next();
            final int instrumentId = state.number(instrument.instrumentId());
            final String symbol = state.text(instrument.symbol());
            final String currency = state.text(instrument.currency());
            final boolean isStrategy = state.flag(instrument.isStrategy());
            if (state.isReading())
            {
                define(instrumentId, symbol, currency, isStrategy);
            }
        }
    }

    public FixInstrument bySymbol(final FixReader message, final int index)
    {
        return bySymbol.get(probe.set(message, index));
    }

    public FixInstrument byId(final int instrumentId)
    {
        return byId.get(instrumentId);
    }
}
