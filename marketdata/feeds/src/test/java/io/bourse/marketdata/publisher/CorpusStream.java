// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.PublicationStamp;
import io.bourse.engine.security.Principal;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The event stream of the newest history of the corpus, in which every event there is happens, up to where the test
 * says. Some transactions say that the next one is waiting.
 */
final class CorpusStream implements EngineClient
{
    private static final int CURSOR_STEP = 32;

    /** Frames of a transaction, one after the other. */
    private record Transaction(byte[] frames, int frameCount, long endCursor, long stamp)
    {
    }

    /** Where each follower has begun. */
    final List<Long> followedFrom = new ArrayList<>();
    private final List<Transaction> transactions = new ArrayList<>();
    private int end;

    CorpusStream(final Random random) throws IOException
    {
        final Path corpus = Path.of(System.getProperty("bourse.root"))
            .resolve("engine/core/src/test/resources/io/bourse/engine/core/corpus");
        final Path newest;
        try (Stream<Path> entries = Files.list(corpus))
        {
            newest = entries.max(Path::compareTo).orElseThrow();
        }
        try (DataInputStream input = new DataInputStream(new BufferedInputStream(
            new GZIPInputStream(Files.newInputStream(newest.resolve("events.gz"))))))
        {
            read(input, random);
        }
    }

    private void read(final DataInputStream input, final Random random) throws IOException
    {
        final ExpandableArrayBuffer whole = new ExpandableArrayBuffer();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        long cursor = 0;
        int length = 0;
        int frames = 0;
        for (int left = input.readInt(); left > 0; left--)
        {
            final byte[] frame = input.readNBytes(input.readInt());
            whole.putBytes(length, frame);
            length += frame.length;
            frames++;
            cursor += CURSOR_STEP;
            if (new EventGroupDecoder().wrapAndApplyHeader(new UnsafeBuffer(frame), 0, header).flags().end())
            {
                final byte[] bytes = new byte[length];
                whole.getBytes(0, bytes);
                transactions.add(new Transaction(
                    bytes, frames, cursor, PublicationStamp.of(cursor, random.nextInt(3) > 0)));
                length = 0;
                frames = 0;
            }
        }
    }

    int size()
    {
        return transactions.size();
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
            while (next < end && transactions.get(next).endCursor() <= fromCursor)
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
                final Transaction transaction = transactions.get(next);
                dispatcher.onTransaction(new UnsafeBuffer(transaction.frames()), transaction.frameCount(),
                    transaction.endCursor(), transaction.stamp());
                cursor = transaction.endCursor();
                count += transaction.frameCount();
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
        return 0 == end ? 0 : transactions.get(end - 1).endCursor();
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
