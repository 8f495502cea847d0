// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

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
 * A venue without an engine: its event stream is the synthetic day and what runs have told it since, from any cursor.
 * It takes no commands but those of {@link SyntheticSource}. Not for several threads at once.
 */
final class SyntheticVenue implements EngineClient
{
    private final SyntheticDay day;
    private final VenueTotals totals;
    private final VenueJournal journal;

    private SyntheticVenue(final SyntheticDay day, final Path directory) throws IOException
    {
        this.day = day;
        this.totals = VenueTotals.read(directory);
        this.journal = VenueJournal.open(directory);
    }

    /**
     * Opens the venue of a day.
     *
     * @param day that is told.
     * @param directory with its totals and its journal.
     * @return venue.
     */
    static SyntheticVenue open(final SyntheticDay day, final Path directory)
    {
        try
        {
            return new SyntheticVenue(day, directory);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("venue cannot be opened: directory=" + directory, ex);
        }
    }

    SyntheticDay day()
    {
        return day;
    }

    VenueJournal journal()
    {
        return journal;
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
        throw new UnsupportedOperationException("a made-up venue takes no commands");
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return new Follower(fromCursor / SyntheticGroup.CURSOR_STEP, listener);
    }

    @Override
    public long endCursor()
    {
        final VenueTelling telling = new VenueTelling(this, totals, new DayTelling(day));
        return telling.size() * SyntheticGroup.CURSOR_STEP;
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        throw new UnsupportedOperationException("a made-up venue has no market data");
    }

    @Override
    public void close()
    {
        journal.close();
    }

    private final class Follower implements EventFollower
    {
        private final DayTelling dayTelling = new DayTelling(day);
        private final VenueTelling venueTelling = new VenueTelling(SyntheticVenue.this, totals, dayTelling);
        private final EventListener listener;
        private long next;

        Follower(final long next, final EventListener listener)
        {
            this.next = next;
            this.listener = listener;
        }

        @Override
        public int poll(final int frameLimit)
        {
            final long end = Math.min(next + frameLimit, next < dayTelling.size() ?
                dayTelling.size() : venueTelling.size());
            final long from = next;
            while (next < end)
            {
                if (next < dayTelling.size())
                {
                    dayTelling.tell(next, listener);
                }
                else
                {
                    venueTelling.tell(next, listener);
                }
                next++;
            }
            return (int)(next - from);
        }

        @Override
        public long cursor()
        {
            return next * SyntheticGroup.CURSOR_STEP;
        }

        @Override
        public void close()
        {
            next = Long.MAX_VALUE;
        }
    }
}
