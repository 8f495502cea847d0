// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.HeldTransaction;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;

/**
 * One partition of several for those who follow it alone, also with the next process of its engine. It takes no
 * commands.
 */
final class PartitionView implements EngineClient
{
    private final Watermark watermark = new Watermark();
    private final Partition partition;
    private final PartitionLink link;

    PartitionView(final Partition partition, final PartitionLink link)
    {
        this.partition = partition;
        this.link = link;
    }

    @Override
    public int partition()
    {
        return link.partition();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        throw new UnsupportedOperationException("commands go through the client of all partitions");
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        final Follower follower = new Follower(fromCursor, listener);
        partition.view(follower);
        return follower;
    }

    @Override
    public long endCursor()
    {
        final PartitionLink.Connection connection = link.connection();
        return null == connection ? FROM_START : connection.client().endCursor();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return watermark;
    }

    @Override
    public void close()
    {
        // The connection is that of the client of all partitions.
    }

    /** Goes on where it was when a connection is there again. */
    final class Follower implements EventFollower, EventListener
    {
        private final HeldTransaction transaction = new HeldTransaction();
        private final EventDispatcher dispatcher;
        private EventFollower stream;
        private long cursor;
        private boolean isDelivering;

        private Follower(final long fromCursor, final EventListener listener)
        {
            cursor = fromCursor;
            dispatcher = new EventDispatcher(listener);
        }

        @Override
        public int poll(final int frameLimit)
        {
            final PartitionLink.Connection connection = link.connection();
            if (null == connection || link.isLost() || partition.isFailed())
            {
                return 0;
            }
            try
            {
                stream = null == stream ? connection.client().follow(cursor, this) : stream;
                return stream.poll(frameLimit);
            }
            catch (final RuntimeException ex)
            {
                if (isDelivering)
                {
                    throw ex;
                }
                partition.failed(ex);
                return 0;
            }
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            transaction.hold(group);
            isDelivering = true;
            transaction.deliver(dispatcher, group.cursor());
            isDelivering = false;
            cursor = group.cursor();
        }

        @Override
        public long cursor()
        {
            return cursor;
        }

        /** The connection is used no longer. */
        void release()
        {
            CloseHelper.quietClose(stream);
            stream = null;
        }

        @Override
        public void close()
        {
            release();
            partition.unview(this);
        }
    }

    /** What a partition has published that is lost holds nothing up. */
    private final class Watermark implements PublishedWatermark
    {
        @Override
        public long get()
        {
            final PartitionLink.Connection connection = link.connection();
            return null == connection ? Long.MAX_VALUE : connection.client().publishedWatermark().get();
        }

        @Override
        public void advance(final long newCursor, final long publishedNs)
        {
            throw new UnsupportedOperationException("the partition's publisher moves its watermark");
        }
    }
}
