// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.deploy.console.live.LiveTopic;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.statistics.IndexSpec;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The market of a partition as the console shows it, and the topics of its instruments. It is used under the lock of
 * the followers: a snapshot is of one moment.
 */
public final class MarketModel
{
    /** Changes go to browsers ten times a second: people read no faster. */
    private static final long PUBLISH_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int INSTRUMENT_UPDATES = 64;

    private final ReentrantLock lock;
    private final Markets markets;
    private final Integer partition;
    private final Int2ObjectHashMap<LiveTopic> topics = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<InstrumentHistory> histories = new Int2ObjectHashMap<>();
    private final List<PublicInstrument> instruments = new ArrayList<>();
    private final Set<PublicInstrument> affected = new LinkedHashSet<>();
    private final PublicMarket market;
    private MarketStatus.State state = MarketStatus.State.CONNECTING;
    private String reason;
    private long cursor;
    private long timeNs;
    private long publishedNs = System.nanoTime();
    private boolean isStatusNew;

    /** An instrument with its statistics. */
    record OverviewRow(InstrumentRow instrument, InstrumentDetail.Day day)
    {
    }

    /**
     * An empty market.
     *
     * @param markets it is added to.
     * @param partition of its engine; null when the console shows no other one.
     * @param indices of the venue's reference data.
     */
    public MarketModel(final Markets markets, final Integer partition, final List<IndexSpec> indices)
    {
        this.markets = markets;
        this.partition = partition;
        lock = markets.lock();
        markets.add(this);
        market = new PublicMarket(this::onTransaction, indices);
    }

    /**
     * What hears of the events.
     *
     * @return the market, to be read under the lock.
     */
    public PublicMarket market()
    {
        return market;
    }

    /**
     * The follower has made a turn.
     *
     * @param status of the follower.
     */
    public void onTurn(final EventViews.Status status)
    {
        final MarketStatus.State now = null != status.problem() ? MarketStatus.State.LOST :
            status.isCaughtUp() ? MarketStatus.State.LIVE : MarketStatus.State.READING;
        final long nowNs = System.nanoTime();
        if (now != state)
        {
            state(now, status.problem());
        }
        else if (MarketStatus.State.LIVE == state && nowNs - publishedNs > PUBLISH_INTERVAL_NS)
        {
            publishedNs = nowNs;
            publish();
        }
    }

    private void onTransaction(final PublicTransaction transaction)
    {
        cursor = transaction.cursor();
        timeNs = transaction.engineTimeNs();
        if (0 != transaction.sessionChanges())
        {
            isStatusNew = true;
            if (0 != (transaction.sessionChanges() & PublicSession.OPENED))
            {
                histories.values().forEach(InstrumentHistory::clearMinutes);
                topics.values().forEach(LiveTopic::reset);
            }
        }
        for (int i = 0; i < transaction.changedCount(); i++)
        {
            final PublicInstrument instrument = transaction.changed(i);
            history(instrument);
            affected.add(instrument);
        }
        for (int i = 0; i < transaction.affectedCount(); i++)
        {
            affected.add(transaction.affected(i));
        }
        for (int i = 0; i < transaction.entryCount(); i++)
        {
            final PublicEntry entry = transaction.entry(i);
            if (PublicEntry.EXECUTION == entry.kind())
            {
                history(entry.instrument()).onExecution(entry, timeNs);
            }
            else if (PublicEntry.EMPTY_BOOK == entry.kind())
            {
                affected.addAll(instruments);
            }
        }
        transaction.corrections().forEach((correction) ->
            history(correction.instrument()).onCorrection(correction, timeNs));
    }

    /**
     * All of it but what browsers were sent.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        market.state(state);
        cursor = state.number(cursor);
        timeNs = state.number(timeNs);
        final List<PublicInstrument> known = new ArrayList<>(instruments);
        for (int i = 0, count = state.count(known.size()); i < count; i++)
        {
            final int id = state.number(state.isReading() ? 0 : known.get(i).instrumentId());
            history(market.instrument(id)).state(state);
        }
    }

    private InstrumentHistory history(final PublicInstrument instrument)
    {
        return histories.computeIfAbsent(instrument.instrumentId(), (id) ->
        {
            instruments.add(instrument);
            return new InstrumentHistory(instrument);
        });
    }

    /** How the event stream is followed is another one; all who follow get a snapshot. */
    void state(final MarketStatus.State newState, final String newReason)
    {
        state = newState;
        reason = newReason;
        affected.clear();
        histories.values().forEach(InstrumentHistory::markPublished);
        markets.reset();
        topics.values().forEach(LiveTopic::reset);
    }

    /** Tells subscribers what has changed since the last call. */
    void publish()
    {
        if (affected.isEmpty() && !isStatusNew)
        {
            return;
        }
        final MarketStatus status = status();
        markets.publish(affected.stream().map(this::row).toList());
        for (final PublicInstrument instrument : affected)
        {
            final InstrumentHistory history = history(instrument);
            final LiveTopic topic = topics.get(instrument.instrumentId());
            if (null != topic)
            {
                topic.publish(() -> InstrumentDetail.of(
                    status, row(instrument), instrument, history.newTrades(), history.newCandles()));
            }
            history.markPublished();
        }
        affected.clear();
        isStatusNew = false;
    }

    MarketStatus status()
    {
        return MarketStatus.of(state, reason, cursor, timeNs, market.session());
    }

    Integer partition()
    {
        return partition;
    }

    private InstrumentRow row(final PublicInstrument instrument)
    {
        return InstrumentRow.of(instrument, partition);
    }

    List<InstrumentRow> rows()
    {
        return instruments.stream().map(this::row).toList();
    }

    /** All instruments with the statistics of the session. */
    List<OverviewRow> overview()
    {
        return instruments.stream().map(instrument -> new OverviewRow(
            row(instrument), InstrumentDetail.Day.of(instrument))).toList();
    }

    /** The state of an instrument; null when there is none of this id. */
    InstrumentDetail instrument(final int id)
    {
        final PublicInstrument instrument = market.instrument(id);
        if (null == instrument)
        {
            return null;
        }
        final InstrumentHistory history = history(instrument);
        return InstrumentDetail.of(status(), row(instrument), instrument, history.trades(), history.candles());
    }

    /** The topic of an instrument; null when there is none of this id. */
    LiveTopic topic(final int id)
    {
        return null == market.instrument(id) ? null : topics.computeIfAbsent(id, (key) ->
            new LiveTopic(lock, () -> instrument(id), INSTRUMENT_UPDATES));
    }

    /** Under the lock. */
    void close()
    {
        topics.values().forEach(LiveTopic::close);
    }
}
