// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.market.PublicInstrument.DEFINITION;
import static io.bourse.marketdata.market.PublicInstrument.LIMITS;
import static io.bourse.marketdata.market.PublicInstrument.MARGIN;
import static io.bourse.marketdata.market.PublicInstrument.PHASE;
import static io.bourse.marketdata.market.PublicInstrument.SETTLEMENT;
import static io.bourse.marketdata.market.PublicInstrument.UNCROSSED;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairCounter;
import io.bourse.marketdata.net.FeedPairOptions;
import io.bourse.marketdata.publisher.CheckpointedFeed;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.TradSesEvent;
import java.util.ArrayList;

import org.agrona.CloseHelper;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * FUT-INFO or OPT-INFO (SIMBA B.5): all definitions again and again on the replay feeds A and B, and every change of
 * terms and states, and of the session, once on the incremental feeds A and B. A packet has one message, and every
 * message of the incremental feed follows from one event, so its numbers follow from the event stream alone.
 */
public final class SimbaInstrumentFeed implements CheckpointedFeed
{
    private static final int STATUS_CHANGES = PHASE | LIMITS | MARGIN;

    private final CounterSet<InstrumentFeedCounter> counters = new CounterSet<>(InstrumentFeedCounter.class);
    private final ArrayList<InstrumentEntry> entries = new ArrayList<>();
    private final Int2ObjectHashMap<InstrumentEntry> entryById = new Int2ObjectHashMap<>();
    private final SimbaInstrumentFeedOptions options;
    private final PublicSession session;
    private final InstrumentMessages messages;
    private final FeedPair incremental;
    private final FeedPair replay;
    private final InstrumentReplay replayFeed;
    private long publishedCursor;
    private boolean isSessionCompleted;
    private boolean isLive;

    /**
     * Opens the sockets.
     *
     * @param options of the feed.
     * @param market whose transactions it gets.
     * @throws java.io.UncheckedIOException when a socket cannot be opened.
     */
    public SimbaInstrumentFeed(final SimbaInstrumentFeedOptions options, final PublicMarket market)
    {
        this.options = options;
        session = market.session();
        messages = new InstrumentMessages(options.version());
        final FeedPairOptions pairOptions = new FeedPairOptions(
            options.interfaceName(), options.timeToLive(), 1 == (options.partition() & 1),
            options.secondLine(), options.clock());
        final int maxLength = options.maxPacketLength();
        incremental = new FeedPair(pairOptions, options.incrementalA(), options.incrementalB(), maxLength, false);
        try
        {
            replay = new FeedPair(pairOptions, options.replayA(), options.replayB(), maxLength, false);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(incremental);
            throw ex;
        }
        replayFeed = new InstrumentReplay(replay, messages, entries, session, options.cycleNs(), counters);
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        if (0 != transaction.sessionChanges())
        {
            onSession(transaction.sessionChanges());
        }
        for (int i = 0, count = transaction.changedCount(); i < count; i++)
        {
            final PublicInstrument instrument = transaction.changed(i);
            if (options.group().contains(instrument.kind()))
            {
                onInstrument(instrument, instrument.changes());
            }
        }
        publishedCursor = transaction.cursor();
    }

    @Override
    public void guard(final Runnable guard)
    {
        incremental.guard(guard);
        replay.guard(guard);
    }

    @Override
    public void goLive(final long nowNs)
    {
        isLive = true;
        heartbeat();
    }

    @Override
    public int doWork(final long nowNs, final boolean isIdle)
    {
        int workCount = replayFeed.doWork(nowNs, isIdle, isSessionCompleted);
        if (nowNs - incremental.lastSendingTimeNs() >= options.heartbeatIntervalNs())
        {
            heartbeat();
            workCount++;
        }
        return workCount;
    }

    @Override
    public boolean isAtRest()
    {
        return true;
    }

    @Override
    public void state(final CheckpointState state, final PublicMarket market)
    {
        counters.set(InstrumentFeedCounter.MSG_SEQ_NUM, state.number(counters.get(InstrumentFeedCounter.MSG_SEQ_NUM)));
        isSessionCompleted = state.flag(isSessionCompleted);
        publishedCursor = state.number(publishedCursor);
        for (int i = 0, count = state.count(entries.size()); i < count; i++)
        {
            final int instrumentId = state.number(state.isReading() ? 0 : entries.get(i).instrument.instrumentId());
            final InstrumentEntry entry = entry(market.instrument(instrumentId));
            entry.settlementAtOpenE5 = state.number(entry.settlementAtOpenE5);
        }
    }

    @Override
    public long publishedCursor()
    {
        return publishedCursor;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(incremental);
        CloseHelper.quietClose(replay);
    }

    /**
     * What it has sent.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<InstrumentFeedCounter> counters()
    {
        return counters;
    }

    /**
     * Datagrams that a socket did not take.
     *
     * @return count, over all four feeds.
     */
    public long sendFailures()
    {
        return incremental.counters().get(FeedPairCounter.FAILURES) + replay.counters().get(FeedPairCounter.FAILURES);
    }

    private void onSession(final int changes)
    {
        if (0 != (changes & PublicSession.OPENED))
        {
            isSessionCompleted = false;
            for (int i = 0, size = entries.size(); i < size; i++)
            {
                entries.get(i).onSessionOpened();
            }
        }
        if (0 != (changes & PublicSession.COMPLETED))
        {
            isSessionCompleted = true;
        }
        if (next())
        {
            send(messages.putSession(incremental.buffer(), PACKET_HEADER_LENGTH, session,
                InstrumentTerms.sessionStatus(session, isSessionCompleted), event(changes)));
        }
    }

    private static TradSesEvent event(final int changes)
    {
        if (0 != (changes & PublicSession.OPENED))
        {
            return TradSesEvent.ChangeOfTradingSession;
        }
        return 0 != (changes & PublicSession.RESUMED) ?
            TradSesEvent.TradingResumes : TradSesEvent.ChangeOfTradingStatus;
    }

    private void onInstrument(final PublicInstrument instrument, final int changes)
    {
        final InstrumentEntry entry = entry(instrument);
        if (0 != (changes & (DEFINITION | SETTLEMENT)))
        {
            // A settlement brings another tick value too, which no other message has.
            if (next())
            {
                send(messages.putDefinition(incremental.buffer(), PACKET_HEADER_LENGTH, instrument, session,
                    entry.settlementAtOpenE5, entries.size()));
            }
        }
        if (0 != (changes & SETTLEMENT) && InstrumentTerms.isOption(instrument))
        {
            if (next())
            {
                send(messages.putUpdate(incremental.buffer(), PACKET_HEADER_LENGTH, instrument));
            }
        }
        if (0 != (changes & UNCROSSED))
        {
            onStatus(instrument, SecurityTradingStatus.DiscreteAuctionClose);
        }
        if (0 != (changes & STATUS_CHANGES))
        {
            onStatus(instrument, InstrumentTerms.tradingStatus(instrument.phase()));
        }
    }

    private InstrumentEntry entry(final PublicInstrument instrument)
    {
        final InstrumentEntry known = entryById.get(instrument.instrumentId());
        if (null != known)
        {
            return known;
        }
        final InstrumentEntry entry = new InstrumentEntry(instrument);
        entryById.put(instrument.instrumentId(), entry);
        entries.add(entry);
        counters.set(InstrumentFeedCounter.DEFINITIONS, entries.size());
        return entry;
    }

    private void onStatus(final PublicInstrument instrument, final SecurityTradingStatus status)
    {
        if (next())
        {
            send(messages.putStatus(incremental.buffer(), PACKET_HEADER_LENGTH, instrument, status));
        }
    }

    private void heartbeat()
    {
        // It repeats the last number and takes none.
        send(messages.putHeartbeat(incremental.buffer(), PACKET_HEADER_LENGTH));
    }

    /** Takes the next number; false in history, where numbers are only counted. */
    private boolean next()
    {
        counters.increment(InstrumentFeedCounter.MSG_SEQ_NUM);
        return isLive;
    }

    private void send(final int messageLength)
    {
        final int length = PACKET_HEADER_LENGTH + messageLength;
        SimbaPacketDescriptor.putPacketHeader(incremental.buffer(), 0,
            counters.get(InstrumentFeedCounter.MSG_SEQ_NUM), length, FLAG_LAST_FRAGMENT,
            incremental.nextSendingTimeNs());
        incremental.send(length);
    }
}
