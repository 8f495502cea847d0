// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Instruments by symbol and by id. Written by the event side, read by the inbound side: hence concurrent maps, and
 * values that never change.
 */
final class FixInstruments
{
    private final Map<String, FixInstrument> bySymbol = new ConcurrentHashMap<>();
    private final Map<Integer, FixInstrument> byId = new ConcurrentHashMap<>();

    void define(final int instrumentId, final String symbol)
    {
        final FixInstrument instrument = new FixInstrument(instrumentId, symbol);
        byId.put(instrumentId, instrument);
        bySymbol.put(symbol, instrument);
    }

    FixInstrument bySymbol(final String symbol)
    {
        return bySymbol.get(symbol);
    }

    FixInstrument byId(final int instrumentId)
    {
        return byId.get(instrumentId);
    }
}
