// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.NewsPublishedDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.QuoteRequestedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.gateway.fix.field.ExecIds;
import io.bourse.marketdata.market.PublicCorrection;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The public market as of the last transaction, and what has changed since everything was last published.
 */
final class DataMarket
{
    /** Side of a request for quotes of both sides. */
    private static final int BOTH_SIDES = 89;
    /** Symbol of an instrument that is named by its SecurityID only. */
    private static final String NO_SYMBOL = "[N/A]";

    /**
     * A request for quotes.
     *
     * @param listing to quote.
     * @param side as in FIX, 0 for both.
     * @param qtyLots wanted, 0 if not said.
     * @param position in the journal, see {@link ExecIds#position}.
     */
    record QuoteRequest(Listing listing, int side, long qtyLots, long position)
    {
    }

    /** The public market, and what only members learn. */
    final class Events extends PublicMarket
    {
        private Events()
        {
            super(DataMarket.this::onTransaction);
        }

        DataMarket market()
        {
            return DataMarket.this;
        }

        /** Without what has changed since it was last published: a start has no subscribers. */
        @Override
        public void state(final CheckpointState checkpoint)
        {
            super.state(checkpoint);
            listings(checkpoint);
        }

        @Override
        public void onGroupBegin(final EventGroup group)
        {
            if (OpenSessionDecoder.TEMPLATE_ID == group.commandTemplateId())
            {
                copyDay();
            }
            super.onGroupBegin(group);
        }

        @Override
        public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
        {
            super.onSessionOpened(group, event);
            beginDay();
        }

        @Override
        public void onQuoteRequested(final EventGroup group, final QuoteRequestedDecoder event)
        {
            quoteRequests.add(new QuoteRequest(
                listing(instrument(event.instrumentId(), group)),
                BOTH_SIDES == event.side() ? 0 : event.side(),
                event.qtyLots(),
                ExecIds.position(group.partition(), group.commandPosition())));
        }

        @Override
        public void onNewsPublished(final EventGroup group, final NewsPublishedDecoder event)
        {
            final int instrumentId = event.instrumentId();
            final PublicInstrument about = 0 == instrumentId ? null : instrument(instrumentId, group);
            final int loginId = event.loginId();
            final String firm = event.brokerageFirm();
            news.add(new NewsItem(event.headline(), event.text(), about, loginId, firm, group.engineTimeNs()));
        }
    }

    /** What follows the event stream. */
    final Events events = new Events();
    private final Map<String, Listing> bySymbol = new HashMap<>();
    /** All instruments in the order of their definition; the same list always. */
    final List<Listing> listings = new ArrayList<>();
    /** Those that the transaction in hand has changed, in the order of their first change. */
    final List<Listing> touched = new ArrayList<>();
    /** Requests for quotes of the transaction in hand. */
    final List<QuoteRequest> quoteRequests = new ArrayList<>();
    /** News of the transaction in hand. */
    final List<NewsItem> news = new ArrayList<>();
    private final int[] phaseCounts = new int[Phase.values().length];
    private PublicSession.State state = PublicSession.State.NONE;
    private long transactionCursor;
    private long transactionPublishedNs;
    private boolean isChanged;
    private boolean isStateChanged;

    private void listings(final CheckpointState checkpoint)
    {
        for (int i = 0; i < events.instruments().size(); i++)
        {
            listing(events.instruments().get(i)).state(checkpoint);
        }
        state = events.session().state();
        transactionCursor = events.position().cursor();
    }

    private void onTransaction(final PublicTransaction transaction)
    {
        transactionCursor = transaction.cursor();
        transactionPublishedNs = transaction.publishedNs();
        for (int i = 0, count = transaction.affectedCount(); i < count; i++)
        {
            touch(listing(transaction.affected(i)));
        }
        for (int i = 0, count = transaction.entryCount(); i < count; i++)
        {
            final PublicEntry entry = transaction.entry(i);
            // Every trade has one execution of each side.
            if (PublicEntry.EXECUTION == entry.kind() && entry.isBid())
            {
                listing(entry.instrument()).addTrade(TradePrint.of(entry, transaction.engineTimeNs()));
            }
        }
        for (int i = 0, count = transaction.corrections().size(); i < count; i++)
        {
            final PublicCorrection correction = transaction.corrections().get(i);
            final Listing listing = listing(correction.instrument());
            listing.breakTrade(TradePrint.broken(correction, transaction.engineTimeNs()));
            if (0 != correction.newLots())
            {
                listing.addTrade(TradePrint.corrected(correction, transaction.engineTimeNs()));
            }
        }
        if (state != events.session().state())
        {
            state = events.session().state();
            isStateChanged = true;
            isChanged = true;
        }
    }

    private void touch(final Listing listing)
    {
        if (!listing.isTouched)
        {
            listing.isTouched = true;
            touched.add(listing);
        }
        listing.rptSeq++;
        final PublicInstrument instrument = listing.instrument;
        listing.changes |= instrument.changes();
        if (0 != (instrument.changes() & (PublicInstrument.DEFINITION | PublicInstrument.PHASE)))
        {
            phaseCounts[listing.phase.value()]--;
            listing.phase = instrument.phase();
            phaseCounts[listing.phase.value()]++;
            isChanged = true;
        }
    }

    private Listing listing(final PublicInstrument instrument)
    {
        if (instrument.index() == listings.size())
        {
            final Listing listing = new Listing(instrument, this);
            listings.add(listing);
            bySymbol.put(instrument.symbol(), listing);
            phaseCounts[listing.phase.value()]++;
        }
        return listings.get(instrument.index());
    }

    /**
     * Finds an instrument as the order entry does: by Symbol, or by SecurityID with Symbol [N/A] or one that agrees.
     *
     * @param symbol 55.
     * @param securityId 48, empty if absent.
     * @param source 22, empty if absent.
     * @return instrument, or null.
     */
    Listing find(final String symbol, final String securityId, final String source)
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
        final PublicInstrument instrument = events.instrument(Integer.parseInt(securityId));
        return null != instrument &&
            (NO_SYMBOL.equals(symbol) || symbol.isEmpty() || symbol.equals(instrument.symbol())) ?
            listings.get(instrument.index()) : null;
    }

    /** Whether a transaction has changed anything public, and was not settled yet. */
    boolean isPending()
    {
        return isChanged || !touched.isEmpty() || !quoteRequests.isEmpty() || !news.isEmpty();
    }

    /** Whether the transaction in hand has changed the session or the phase of an instrument. */
    boolean isChanged()
    {
        return isChanged;
    }

    /** Whether the transaction in hand has changed the state of the session, and so that of every instrument. */
    boolean isStateChanged()
    {
        return isStateChanged;
    }

    /** Cursor after the last transaction. */
    long transactionCursor()
    {
        return transactionCursor;
    }

    /** When the engine published the last transaction, nanoseconds since the Unix epoch; 0 if unknown. */
    long transactionPublishedNs()
    {
        return transactionPublishedNs;
    }

    /** The transaction in hand is published. */
    void settle()
    {
        for (int i = 0; i < touched.size(); i++)
        {
            touched.get(i).settle();
        }
        touched.clear();
        quoteRequests.clear();
        news.clear();
        isChanged = false;
        isStateChanged = false;
    }

    PublicSession.State state()
    {
        return state;
    }

    /** TradingSessionID(336); 0 before the first session. */
    int sessionId()
    {
        return events.statistics().sessionId();
    }

    /** Engine time of the last transaction. */
    long timeNs()
    {
        return events.statistics().engineTimeNs();
    }

    /** Whether the session is open but every instrument waits for its beginning. */
    boolean isPreOpen()
    {
        return 0 != phaseCounts[Phase.PRE_OPEN.value()] && all(Phase.PRE_OPEN, Phase.CLOSED);
    }

    /** Whether the session is open but every instrument has ended its day. */
    boolean isPostTrade()
    {
        return !listings.isEmpty() && all(Phase.POST_TRADE, Phase.CLOSED);
    }

    private boolean all(final Phase one, final Phase other)
    {
        return listings.size() == phaseCounts[one.value()] + phaseCounts[other.value()];
    }
}
