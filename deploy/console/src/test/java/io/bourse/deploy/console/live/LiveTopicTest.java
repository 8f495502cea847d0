// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.live;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

class LiveTopicTest
{
    private static final int CAPACITY = 4;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    private final ReentrantLock lock = new ReentrantLock();
    private final LiveTopic topic = new LiveTopic(lock, this::state, CAPACITY);
    private final List<LiveTopic.Subscription> subscriptions = new ArrayList<>();
    private int state;

    private Integer state()
    {
        return state;
    }

    @AfterEach
    void close()
    {
        subscriptions.forEach(LiveTopic.Subscription::close);
        topic.close();
    }

    private LiveTopic.Subscription subscribe(final long lastSequence)
    {
        final LiveTopic.Subscription subscription = topic.subscribe(lastSequence);
        subscriptions.add(subscription);
        return subscription;
    }

    private LiveTopic.Subscription subscribe()
    {
        return subscribe(LiveTopic.NOTHING_SEEN);
    }

    private void publish(final int times)
    {
        for (int i = 0; i < times; i++)
        {
            lock.lock();
            try
            {
                state++;
                topic.publish(this::state);
            }
            finally
            {
                lock.unlock();
            }
        }
    }

    /** Each message as its kind, its sequence after a first one, and its data. */
    private static List<String> texts(final List<LiveMessage> messages, final long first)
    {
        return messages.stream().map((message) ->
        {
            final String json = new String(message.json(), StandardCharsets.UTF_8);
            final String data = json.replaceFirst("\\{\"sequence\":" + message.sequence() + ",\"data\":(.*)}", "$1");
            return (message.isSnapshot() ? "snapshot " : "update ") + (message.sequence() - first) + ' ' + data;
        }).toList();
    }

    private static long first(final LiveTopic.Subscription subscription) throws InterruptedException
    {
        return subscription.poll(LIMIT_NS).getFirst().sequence();
    }

    @Test
    void shouldSendASnapshotAndThenUpdatesInSequence() throws InterruptedException
    {
        publish(2);
        final LiveTopic.Subscription subscription = subscribe();
        final List<LiveMessage> snapshot = subscription.poll(LIMIT_NS);
        final long first = snapshot.getFirst().sequence();
        assertEquals(List.of("snapshot 0 2"), texts(snapshot, first));
        publish(1);
        assertEquals(List.of("update 1 3"), texts(subscription.poll(LIMIT_NS), first));
        publish(2);
        assertEquals(List.of("update 2 4", "update 3 5"), texts(subscription.poll(LIMIT_NS), first));
        assertEquals(List.of(), subscription.poll(0));
    }

    @Test
    void shouldSendASnapshotToOneThatIsTooSlow() throws InterruptedException
    {
        final LiveTopic.Subscription slow = subscribe();
        final LiveTopic.Subscription fast = subscribe();
        final long first = first(slow);
        assertEquals(first, first(fast));
        for (int i = 1; i <= CAPACITY + 1; i++)
        {
            publish(1);
            assertEquals(List.of("update " + i + ' ' + i), texts(fast.poll(LIMIT_NS), first));
        }
        assertEquals(List.of("snapshot 5 5"), texts(slow.poll(LIMIT_NS), first));
        publish(CAPACITY);
        assertEquals(List.of("update 6 6", "update 7 7", "update 8 8", "update 9 9"),
            texts(slow.poll(LIMIT_NS), first));
    }

    @Test
    void shouldGoOnWhereASubscriberWas() throws InterruptedException
    {
        final LiveTopic.Subscription before = subscribe();
        final long first = first(before);
        before.close();
        subscriptions.clear();
        publish(3);
        assertEquals(List.of("update 2 2", "update 3 3"), texts(subscribe(first + 1).poll(LIMIT_NS), first));
    }

    @Test
    void shouldSendASnapshotForASequenceThatIsNotItsOwn() throws InterruptedException
    {
        final long first = first(subscribe());
        publish(1);
        assertEquals(List.of("snapshot 1 1"), texts(subscribe(first + 100).poll(LIMIT_NS), first));
    }

    @Test
    void shouldForgetUpdatesWithoutSubscribers() throws InterruptedException
    {
        final LiveTopic.Subscription before = subscribe();
        final long first = first(before);
        before.close();
        subscriptions.clear();
        publish(CAPACITY + 1);
        assertEquals(List.of("snapshot 5 5"), texts(subscribe(first + CAPACITY).poll(LIMIT_NS), first));
    }

    @Test
    void shouldSendASnapshotAfterAReset() throws InterruptedException
    {
        final LiveTopic.Subscription subscription = subscribe();
        final long first = first(subscription);
        publish(1);
        lock.lock();
        try
        {
            state = 100;
            topic.reset();
        }
        finally
        {
            lock.unlock();
        }
        assertEquals(List.of("snapshot 2 100"), texts(subscription.poll(LIMIT_NS), first));
    }

    @Test
    void shouldLimitSubscribers()
    {
        for (int i = 0; i < LiveTopic.MOST_SUBSCRIBERS; i++)
        {
            assertNotNull(subscribe());
        }
        assertNull(topic.subscribe(0));
        subscriptions.removeLast().close();
        assertNotNull(subscribe());
    }

    @Test
    void shouldEndThoseWhoWaitWhenItIsClosed() throws InterruptedException
    {
        final LiveTopic.Subscription subscription = subscribe();
        first(subscription);
        final CompletableFuture<List<LiveMessage>> next = new CompletableFuture<>();
        Thread.ofVirtual().start(() ->
        {
            try
            {
                next.complete(subscription.poll(LIMIT_NS));
            }
            catch (final InterruptedException ex)
            {
                next.completeExceptionally(ex);
            }
        });
        topic.close();
        assertNull(next.join());
    }
}
