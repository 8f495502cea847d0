// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.protocol.Phase;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All instruments and the trading session, as of the last transaction; and what that transaction has changed.
 */
final class PublicMarket
{
    /** States of the trading session. */
    enum SessionState
    {
        /** No session was opened yet. */
        NONE,
        /** Trading. */
        OPEN,
        /** A clearing run has suspended trading, which goes on afterwards. */
        INTRADAY_CLEARING,
        /** That run is complete. */
        INTRADAY_CLEARED,
        /** The evening's clearing run goes on; the session is over. */
        EVENING_CLEARING,
        /** That run is complete. */
        CLOSED
    }

    /** Symbol of an instrument that is named by its SecurityID only. */
    private static final String NO_SYMBOL = "[N/A]";

    private final Int2ObjectHashMap<PublicInstrument> byId = new Int2ObjectHashMap<>();
    private final Map<String, PublicInstrument> bySymbol = new HashMap<>();
    private final List<PublicInstrument> instruments = new ArrayList<>();
    private final List<PublicInstrument> touched = new ArrayList<>();
    private final int[] phaseCounts = new int[Phase.values().length];
    private SessionState state = SessionState.NONE;
    private int sessionId;
    private int tradingDate;
    private long timeNs;
    private boolean isChanged;

    /** In the order of definition. */
    List<PublicInstrument> instruments()
    {
        return instruments;
    }

    /** Those that the transaction in hand has changed, in the order of their first change. */
    List<PublicInstrument> touched()
    {
        return touched;
    }

    /** Instrument, or null. */
    PublicInstrument byId(final int instrumentId)
    {
        return byId.get(instrumentId);
    }

    /**
     * Finds an instrument as the order entry does: by Symbol, or by SecurityID with Symbol [N/A] or one that agrees.
     *
     * @param symbol 55.
     * @param securityId 48, empty if absent.
     * @param source 22, empty if absent.
     * @return instrument, or null.
     */
    PublicInstrument find(final String symbol, final String securityId, final String source)
    {
        if (securityId.isEmpty())
        {
            return bySymbol.get(symbol);
        }
        if (!source.isEmpty() && !"8".equals(source) || securityId.length() > 9 ||
            !securityId.chars().allMatch((c) -> c >= '0' && c <= '9'))
        {
            return null;
        }
        final PublicInstrument instrument = byId.get(Integer.parseInt(securityId));
        return null == instrument || NO_SYMBOL.equals(symbol) || symbol.isEmpty() ||
            symbol.equals(instrument.terms().symbol()) ? instrument : null;
    }

    PublicInstrument define(final PublicInstrument.Terms terms)
    {
        PublicInstrument instrument = byId.get(terms.instrumentId());
        if (null == instrument)
        {
            instrument = new PublicInstrument(terms);
            byId.put(terms.instrumentId(), instrument);
            bySymbol.put(terms.symbol(), instrument);
            instruments.add(instrument);
            phaseCounts[instrument.phase().value()]++;
        }
        return instrument;
    }

    void touch(final PublicInstrument instrument)
    {
        if (instrument.touch())
        {
            touched.add(instrument);
        }
    }

    /** Something changes that is no instrument's. */
    void changed()
    {
        isChanged = true;
    }

    /** Whether the transaction in hand has changed the session or the phase of the market. */
    boolean isChanged()
    {
        return isChanged;
    }

    /** The transaction has been told to everybody. */
    void settle()
    {
        for (int i = 0; i < touched.size(); i++)
        {
            touched.get(i).settle();
        }
        touched.clear();
        isChanged = false;
    }

    void phase(final PublicInstrument instrument, final Phase phase)
    {
        phaseCounts[instrument.phase().value()]--;
        phaseCounts[phase.value()]++;
        instrument.phase(phase);
        isChanged = true;
    }

    SessionState state()
    {
        return state;
    }

    /** The state of every instrument follows. */
    void state(final SessionState value)
    {
        state = value;
        isChanged = true;
        for (int i = 0; i < instruments.size(); i++)
        {
            touch(instruments.get(i));
            instruments.get(i).statusChanged();
        }
    }

    /** TradingSessionID(336); 0 before the first session. */
    int sessionId()
    {
        return sessionId;
    }

    /** YYYYMMDD. */
    int tradingDate()
    {
        return tradingDate;
    }

    void session(final int newSessionId, final int newTradingDate)
    {
        sessionId = newSessionId;
        tradingDate = newTradingDate;
    }

    /** Engine time of the last transaction. */
    long timeNs()
    {
        return timeNs;
    }

    void timeNs(final long value)
    {
        timeNs = value;
    }

    /** Whether the session is open but every instrument waits for its beginning. */
    boolean isPreOpen()
    {
        return 0 != phaseCounts[Phase.PRE_OPEN.value()] && all(Phase.PRE_OPEN, Phase.CLOSED);
    }

    /** Whether the session is open but every instrument has ended its day. */
    boolean isPostTrade()
    {
        return !instruments.isEmpty() && all(Phase.POST_TRADE, Phase.CLOSED);
    }

    private boolean all(final Phase one, final Phase other)
    {
        return instruments.size() == phaseCounts[one.value()] + phaseCounts[other.value()];
    }
}
