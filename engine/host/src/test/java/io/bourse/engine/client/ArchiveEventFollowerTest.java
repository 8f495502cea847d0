// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.client.PersistentSubscriptionListener;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.security.CredentialsSupplier;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.collections.MutableInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class ArchiveEventFollowerTest
{
    private static final int ORDERS = 200;
    private static final long PRICE = 90_000_00000L;
    private static final long MESSAGE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);

    @TempDir
    private Path dir;
    private TestEngine engine;
    private Aeron aeron;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        aeron = Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(engine.engine().aeronDirectoryName())
            .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE));
        final OrderSender sender = new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001");
        for (int i = 0; i < ORDERS; i++)
        {
            sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
        }
        engine.collect(0, (listener) -> ORDERS == listener.count("ACCEPTED"));
    }

    @AfterEach
    void stop()
    {
        aeron.close();
        engine.close();
    }

    @Test
    void shouldGoOnWithAnotherSourceWhenOneThrows()
    {
        final MutableInteger opened = new MutableInteger();
        final RecordingListener listener = new RecordingListener();
        // Every source but the last one throws after some frames, as a subscription does that loses its image.
        try (ArchiveEventFollower follower = follow(
            listener, (source) -> opened.incrementAndGet() < 4 ? new ThrowingSource(source, 40) : source))
        {
            TestEngine.pollUntil(follower, () -> ORDERS == listener.count("ACCEPTED"));
            assertEquals(3, follower.fellBehindCount());
        }
        assertEquals(4, opened.get());
        assertEquals(engine.collectToEnd(0).transactions(), listener.transactions());
    }

    @Test
    void shouldGoOnWithAnotherSourceWhenOneFails()
    {
        final MutableInteger opened = new MutableInteger();
        final RecordingListener listener = new RecordingListener();
        try (ArchiveEventFollower follower = follow(
            listener, (source) -> opened.incrementAndGet() < 4 ? new FailingSource(source, 40) : source))
        {
            TestEngine.pollUntil(follower, () -> ORDERS == listener.count("ACCEPTED"));
            assertEquals(3, follower.fellBehindCount());
        }
        assertEquals(engine.collectToEnd(0).transactions(), listener.transactions());
    }

    @Test
    void shouldGiveUpWhenEverySourceFails()
    {
        try (ArchiveEventFollower follower = follow(
            new RecordingListener(), (source) -> new FailingSource(source, 0)))
        {
            final IllegalStateException failure =
                assertThrows(IllegalStateException.class, () -> TestEngine.pollUntil(follower, () -> false));
            assertTrue(failure.getMessage().contains("place is gone"), failure.getMessage());
        }
    }

    @Test
    void shouldGiveUpWhenNoSourceGivesAFrame()
    {
        try (ArchiveEventFollower follower = follow(
            new RecordingListener(), (source) -> new ThrowingSource(source, 0)))
        {
            final IllegalStateException failure =
                assertThrows(IllegalStateException.class, () -> TestEngine.pollUntil(follower, () -> false));
            assertEquals("image is gone", failure.getMessage());
            final IllegalStateException next =
                assertThrows(IllegalStateException.class, () -> follower.poll(1));
            assertTrue(next.getMessage().contains("reason="), next.getMessage());
        }
    }

    @Test
    void shouldGiveUpWhenNoSourceBeginsWithTheNextFrame()
    {
        final MutableInteger opened = new MutableInteger();
        final long recordingId = recordingId();
        try (ArchiveEventFollower follower = new ArchiveEventFollower(
            aeron::isClosed,
            (final long position, final PersistentSubscriptionListener sourceListener) ->
            {
                opened.increment();
                return new ArchiveFrameSource(aeron, recordingId, MESSAGE_TIMEOUT_NS, reader(), 0, sourceListener);
            },
            engine.collectToEnd(0).cursor(), new RecordingListener(), (closed) -> { }))
        {
            final IllegalStateException failure =
                assertThrows(IllegalStateException.class, () -> TestEngine.pollUntil(follower, () -> false));
            assertTrue(failure.getMessage().contains("not the next one"), failure.getMessage());
        }
        assertEquals(6, opened.get());
    }

    /** It throws, and returns the same failure when it is asked. */
    @Test
    void shouldCountOneFailureOnce()
    {
        final MutableInteger opened = new MutableInteger();
        try (ArchiveEventFollower follower = follow(new RecordingListener(), (source) ->
        {
            opened.increment();
            return new ThrowingSource(new FailingSource(source, 0), 0);
        }))
        {
            assertThrows(IllegalStateException.class, () -> TestEngine.pollUntil(follower, () -> false));
        }
        assertEquals(6, opened.get());
    }

    @Test
    void shouldNotRepeatATransactionWhoseListenerThrew()
    {
        final MutableInteger calls = new MutableInteger();
        final EventListener listener = new EventListener()
        {
            @Override
            public void onGroupEnd(final EventGroup group)
            {
                calls.increment();
                throw new IllegalArgumentException("not mine");
            }
        };
        try (ArchiveEventFollower follower = follow(listener, (source) -> source))
        {
            assertThrows(IllegalArgumentException.class, () -> TestEngine.pollUntil(follower, () -> false));
            assertThrows(IllegalStateException.class, () -> follower.poll(1));
        }
        assertEquals(1, calls.get());
    }

    /** Changes sources on their way to the follower. */
    private interface Tampering
    {
        FrameSource on(FrameSource source);
    }

    private ArchiveEventFollower follow(final EventListener listener, final Tampering tampering)
    {
        final long recordingId = recordingId();
        return new ArchiveEventFollower(
            aeron::isClosed,
            (final long position, final PersistentSubscriptionListener sourceListener) -> tampering.on(
                new ArchiveFrameSource(aeron, recordingId, MESSAGE_TIMEOUT_NS, reader(), position, sourceListener)),
            0,
            listener,
            (follower) ->
            {
            });
    }

    private long recordingId()
    {
        final long[] id = new long[1];
        aeron.countersReader().forEach(
            (counterId, typeId, keyBuffer, label) ->
            {
                if (EngineStreams.EVENTS_END_TYPE_ID == typeId)
                {
                    id[0] = keyBuffer.getLong(EngineStreams.KEY_RECORDING_ID_OFFSET);
                }
            });
        return id[0];
    }

    /** A real source that throws once it has given some frames. */
    private static final class ThrowingSource implements FrameSource
    {
        private final FrameSource source;
        private int framesLeft;

        private ThrowingSource(final FrameSource source, final int frames)
        {
            this.source = source;
            framesLeft = frames;
        }

        @Override
        public void poll(final FragmentHandler handler, final int frameLimit)
        {
            if (0 == framesLeft)
            {
                throw new IllegalStateException("image is gone");
            }
            source.poll(
                (buffer, offset, length, header) ->
                {
                    framesLeft--;
                    handler.onFragment(buffer, offset, length, header);
                },
                Math.min(frameLimit, framesLeft));
        }

        @Override
        public Exception failure()
        {
            return source.failure();
        }

        @Override
        public void close()
        {
            source.close();
        }
    }

    /** A real source that has failed once it has given some frames. */
    private static final class FailingSource implements FrameSource
    {
        private final FrameSource source;
        private int framesLeft;

        private FailingSource(final FrameSource source, final int frames)
        {
            this.source = source;
            framesLeft = frames;
        }

        @Override
        public void poll(final FragmentHandler handler, final int frameLimit)
        {
            if (framesLeft > 0)
            {
                source.poll(
                    (buffer, offset, length, header) ->
                    {
                        framesLeft--;
                        handler.onFragment(buffer, offset, length, header);
                    },
                    Math.min(frameLimit, framesLeft));
            }
        }

        @Override
        public Exception failure()
        {
            return 0 == framesLeft ? new IllegalStateException("place is gone") : source.failure();
        }

        @Override
        public void close()
        {
            source.close();
        }
    }

    private CredentialsSupplier reader()
    {
        return ChallengedCredentials.toArchive(engine.engine().credentials(), Principal.READER);
    }
}
