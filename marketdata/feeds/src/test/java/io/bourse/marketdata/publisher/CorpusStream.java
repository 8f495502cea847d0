// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.PublicationStamp;
import io.bourse.engine.security.Principal;
import io.bourse.testing.CorpusEvents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A history of the corpus, up to where the test says. Some transactions say that the next one is waiting.
 */
final class CorpusStream implements EngineClient
{
    /** Where each follower has begun. */
    final List<Long> followedFrom = new ArrayList<>();
    private final CorpusEvents events;
    private final boolean[] isMoreWaiting;
    private int end;

    CorpusStream(final String entry, final Random random) throws IOException
    {
        events = new CorpusEvents(entry);
        isMoreWaiting = new boolean[events.size()];
        for (int i = 0; i < isMoreWaiting.length; i++)
        {
            isMoreWaiting[i] = random.nextInt(3) > 0;
        }
    }

    int size()
    {
        return events.size();
    }

    /** So many transactions are there now. */
    void end(final int count)
    {
        end = count;
    }

    @Override
    public int partition()
    {
        return 0;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        throw new UnsupportedOperationException("a recording takes no commands");
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        followedFrom.add(fromCursor);
        return new Follower(fromCursor, listener);
    }

    private final class Follower implements EventFollower
    {
        private final EventDispatcher dispatcher;
        private long cursor;
        private int next;

        private Follower(final long fromCursor, final EventListener listener)
        {
            dispatcher = new EventDispatcher(listener);
            cursor = fromCursor;
            while (events.cursor(next) < fromCursor)
            {
                next++;
            }
        }

        @Override
        public int poll(final int frameLimit)
        {
            int count = 0;
            for (; count < frameLimit && next < end; next++)
            {
                cursor = events.cursor(next + 1);
                count += events.deliver(next, dispatcher, PublicationStamp.of(cursor, isMoreWaiting[next]));
            }
            return count;
        }

        @Override
        public long cursor()
        {
            return cursor;
        }

        @Override
        public void close()
        {
            // It holds nothing.
        }
    }

    @Override
    public long endCursor()
    {
        return events.cursor(end);
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        throw new UnsupportedOperationException("a recording has no watermark");
    }

    @Override
    public void close()
    {
        // It holds nothing.
    }
}
