// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A venue without an engine: its event stream is the synthetic day and what runs have done to it since, from any
 * cursor. It takes no commands but those of {@link SyntheticSource}. Not for several threads at once.
 */
record SyntheticVenue(SyntheticDay day, VenueTotals totals, VenueJournal journal) implements EngineClient
{
    /**
     * Opens the venue of a day.
     *
     * @param day of its event stream.
     * @param directory with its totals and its journal.
     * @return venue.
     */
    static SyntheticVenue open(final SyntheticDay day, final Path directory)
    {
        try
        {
            return new SyntheticVenue(day, VenueTotals.read(directory), VenueJournal.open(directory));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("venue cannot be opened: directory=" + directory, ex);
        }
    }

    /** An ingest of its events. */
    Ingest ingest(final Path directory)
    {
        return Ingest.open(
            IngestContext.builder().directory(directory).engineClient(this).compressorThreads(1).build());
    }

    /** The kind of a run that has suspended trading. */
    ClearingKind kindOf(final long runId)
    {
        for (final VenueJournal.Entry entry : journal.entries())
        {
            if (VenueJournal.Kind.SUSPEND == entry.kind() && runId == entry.runId())
            {
                return entry.runKind();
            }
        }
        throw new IllegalStateException("the venue was not suspended by this run: runId=" + runId);
    }

    @Override
    public int partition()
    {
        return 0;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        throw new UnsupportedOperationException("a synthetic venue takes no commands");
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return new Follower(fromCursor / TransactionWriter.CURSOR_STEP, listener);
    }

    @Override
    public long endCursor()
    {
        final RunTransactions all = new RunTransactions(this, totals, new DayTransactions(day));
        return all.size() * TransactionWriter.CURSOR_STEP;
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        throw new UnsupportedOperationException("a synthetic venue has no market data");
    }

    @Override
    public void close()
    {
        journal.close();
    }

    private final class Follower implements EventFollower
    {
        private final DayTransactions ofDay = new DayTransactions(day);
        private final RunTransactions ofRuns = new RunTransactions(SyntheticVenue.this, totals, ofDay);
        private final TransactionWriter writer;
        private long next;

        Follower(final long next, final EventListener listener)
        {
            this.next = next;
            this.writer = new TransactionWriter(listener, day.registers());
        }

        @Override
        public int poll(final int frameLimit)
        {
            final boolean isOfDay = next < ofDay.size();
            final long end = Math.min(next + frameLimit, isOfDay ? ofDay.size() : ofRuns.size());
            final long from = next;
            for (; next < end; next++)
            {
                if (isOfDay)
                {
                    ofDay.deliver(next, writer);
                }
                else
                {
                    ofRuns.deliver(next, writer);
                }
            }
            return (int)(next - from);
        }

        @Override
        public long cursor()
        {
            return next * TransactionWriter.CURSOR_STEP;
        }

        @Override
        public void close()
        {
            next = Long.MAX_VALUE;
        }
    }
}
