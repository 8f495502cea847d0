// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.bourse.deploy.console.ConsoleJson;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A state that changes, and those who follow it. The last updates are kept once for all subscribers; a subscriber that
 * needs an older one gets a snapshot, so that a slow one costs no memory and delays nothing. Sequences go on from the
 * clock at the start, so that one of an earlier process is never taken for one of this.
 */
public final class LiveTopic implements AutoCloseable
{
    /** Sequence of a subscriber that has seen nothing. */
    public static final long NOTHING_SEEN = -1;
    /** Most subscribers of a topic. */
    public static final int MOST_SUBSCRIBERS = 64;

    private final ReentrantLock lock;
    private final Condition changed;
    private final Supplier<?> state;
    private final LiveMessage[] history;
    private long sequence = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    private int kept;
    private int subscribers;
    private int updatesWithoutSubscriber;
    private boolean isClosed;

    private record Message(long sequence, Object data)
    {
    }

    /**
     * A topic without subscribers.
     *
     * @param lock guards the state: it is held for each snapshot.
     * @param state gives the state as an object for Jackson.
     * @param capacity updates that are kept for subscribers.
     */
    public LiveTopic(final ReentrantLock lock, final Supplier<?> state, final int capacity)
    {
        this.lock = lock;
        this.state = state;
        changed = lock.newCondition();
        history = new LiveMessage[capacity];
        updatesWithoutSubscriber = capacity;
    }

    /**
     * Tells the subscribers of a change. The caller holds the lock since it made the change.
     *
     * @param update gives what has changed as an object for Jackson; not asked once there is no subscriber for long.
     */
    public void publish(final Supplier<?> update)
    {
        sequence++;
        updatesWithoutSubscriber = 0 == subscribers ? updatesWithoutSubscriber + 1 : 0;
        if (updatesWithoutSubscriber > history.length)
        {
            // One that comes back now gets a snapshot.
            forget();
            return;
        }
        history[(int)(sequence % history.length)] = message(false, update);
        kept = Math.min(kept + 1, history.length);
        changed.signalAll();
    }

    /** The state has become another one: all subscribers get a snapshot. The caller holds the lock. */
    public void reset()
    {
        sequence++;
        forget();
        changed.signalAll();
    }

    private void forget()
    {
        if (0 != kept)
        {
            Arrays.fill(history, null);
            kept = 0;
        }
    }

    private LiveMessage message(final boolean isSnapshot, final Supplier<?> data)
    {
        try
        {
            return new LiveMessage(isSnapshot, sequence,
                ConsoleJson.MAPPER.writeValueAsBytes(new Message(sequence, data.get())));
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("a state cannot be written as JSON", ex);
        }
    }

    /**
     * Joins.
     *
     * @param lastSequence that the subscriber has seen, or {@link #NOTHING_SEEN}.
     * @return subscription, or null when there are {@link #MOST_SUBSCRIBERS}.
     */
    public Subscription subscribe(final long lastSequence)
    {
        lock.lock();
        try
        {
            if (MOST_SUBSCRIBERS == subscribers)
            {
                return null;
            }
            subscribers++;
            updatesWithoutSubscriber = 0;
            return new Subscription(lastSequence);
        }
        finally
        {
            lock.unlock();
        }
    }

    @Override
    public void close()
    {
        lock.lock();
        try
        {
            isClosed = true;
            changed.signalAll();
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * One subscriber's place in the topic. For one thread.
     */
    public final class Subscription implements AutoCloseable
    {
        private long seen;

        private Subscription(final long seen)
        {
            this.seen = seen;
        }

        /**
         * Waits until there is something new.
         *
         * @param timeoutNs longest wait.
         * @return messages in order; empty when nothing came; null when the topic is closed.
         * @throws InterruptedException when the thread is to end.
         */
        public List<LiveMessage> poll(final long timeoutNs) throws InterruptedException
        {
            lock.lock();
            try
            {
                long leftNs = timeoutNs;
                while (!isClosed && seen == sequence && leftNs > 0)
                {
                    leftNs = changed.awaitNanos(leftNs);
                }
                return isClosed ? null : take();
            }
            finally
            {
                lock.unlock();
            }
        }

        private List<LiveMessage> take()
        {
            final List<LiveMessage> messages = new ArrayList<>();
            if (seen > sequence || seen < sequence - kept)
            {
                messages.add(message(true, state));
            }
            else
            {
                for (long next = seen + 1; next <= sequence; next++)
                {
                    messages.add(history[(int)(next % history.length)]);
                }
            }
            seen = sequence;
            return messages;
        }

        @Override
        public void close()
        {
            lock.lock();
            try
            {
                subscribers--;
            }
            finally
            {
                lock.unlock();
            }
        }
    }
}
