// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.EventListenerPair;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Follows the event stream from its beginning on a thread of its own, and gives listeners whole transactions under one
 * lock. While the venue is down they keep what they have. A console has one for each partition; they share the lock.
 */
public final class EventViews implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EventViews.class);
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long JOIN_MS = TimeUnit.SECONDS.toMillis(10);

    private final List<Path> dataDirs;
    private final ReentrantLock lock;
    private final Condition changed;
    private final EventListener listener;
    private final Consumer<Status> onTurn;
    private final ViewCheckpoints checkpoints;
    private final Thread thread;
    private long cursor = EngineClient.FROM_START;
    private long historyEnd = Long.MAX_VALUE;
    private String problem = "the venue is not connected yet";
    private String logged;
    private boolean isInTransaction;
    private boolean isClosed;

    /**
     * How far the views are.
     *
     * @param cursor after the last transaction that they have.
     * @param isCaughtUp whether they have everything that had happened when they began.
     * @param problem why they do not go on; null when they do.
     */
    public record Status(long cursor, boolean isCaughtUp, String problem)
    {
    }

    /**
     * Begins to follow, from a checkpoint if there is one.
     *
     * @param dataDirs of the venue, which may run or not; of a cluster those of its members, in order of preference.
     * @param lock that makes what is read of one moment; a fair one, so that readers come in between.
     * @param checkpoints of what hears of all events; by one thread, under the lock.
     * @param onTurn called after each turn, some hundreds of events or 5 ms, and after each failure, under the lock.
     */
    public EventViews(
        final List<Path> dataDirs,
        final ReentrantLock lock,
        final ViewCheckpoints checkpoints,
        final Consumer<Status> onTurn)
    {
        this(dataDirs, lock, checkpoints.views().listener(), checkpoints, onTurn);
    }

    /**
     * Begins to follow.
     *
     * @param dataDirs of the venue, which may run or not; of a cluster those of its members, in order of preference.
     * @param lock that makes what is read of one moment; a fair one, so that readers come in between.
     * @param listener of all events; called by one thread, under the lock.
     * @param onTurn called after each turn, some hundreds of events or 5 ms, and after each failure, under the lock.
     */
    public EventViews(
        final List<Path> dataDirs,
        final ReentrantLock lock,
        final EventListener listener,
        final Consumer<Status> onTurn)
    {
        this(dataDirs, lock, listener, null, onTurn);
    }

    private EventViews(
        final List<Path> dataDirs,
        final ReentrantLock lock,
        final EventListener listener,
        final ViewCheckpoints checkpoints,
        final Consumer<Status> onTurn)
    {
        this.checkpoints = checkpoints;
        this.dataDirs = List.copyOf(dataDirs);
        this.lock = lock;
        this.listener = new EventListenerPair(listener, new Brackets());
        this.onTurn = onTurn;
        changed = lock.newCondition();
        thread = Thread.ofPlatform().name("bourse-console-views").daemon().start(this::run);
    }

    /**
     * Reads what listeners keep.
     *
     * @param reader makes a copy; it must not take long.
     * @param <T> type of the copy.
     * @return the copy.
     */
    public <T> T read(final Supplier<T> reader)
    {
        lock.lock();
        try
        {
            return reader.get();
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * Reads what listeners keep, once they have everything that had happened when they began.
     *
     * @param reader makes a copy; it must not take long.
     * @param <T> type of the copy.
     * @return the copy.
     * @throws ApiException with 503 before that.
     */
    public <T> T current(final Supplier<T> reader)
    {
        lock.lock();
        try
        {
            if (cursor < historyEnd)
            {
                throw Query.reading(status());
            }
            return reader.get();
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * How far the views are.
     *
     * @return now.
     */
    public Status status()
    {
        return read(this::now);
    }

    private Status now()
    {
        return new Status(cursor, cursor >= historyEnd, problem);
    }

    private void restore(final Path dataDir, final VenueClearing venue) throws IOException
    {
        lock.lock();
        try
        {
            if (null != checkpoints && EngineClient.FROM_START == cursor)
            {
                checkpoints.restore(dataDir, venue.client());
                cursor = checkpoints.views().position().cursor();
            }
        }
        finally
        {
            lock.unlock();
        }
    }

    /** The file is written without the lock. */
    private void checkpoint()
    {
        final StreamPosition position;
        final CheckpointState state;
        lock.lock();
        try
        {
            if (null == checkpoints || !checkpoints.isDue(cursor))
            {
                return;
            }
            state = checkpoints.copy();
            position = checkpoints.views().position();
        }
        finally
        {
            lock.unlock();
        }
        checkpoints.write(position, state);
    }

    /** What fails inside of a transaction has a part of it, and cannot be given it again. */
    private final class Brackets implements EventListener
    {
        @Override
        public void onGroupBegin(final EventGroup group)
        {
            isInTransaction = true;
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            isInTransaction = false;
        }
    }

    private void run()
    {
        while (!isClosed() && !isInTransaction)
        {
            Exception failure = null;
            for (int i = 0; i < dataDirs.size() && !isClosed() && !isInTransaction; i++)
            {
                try (VenueClearing venue = VenueClearing.connect(dataDirs.get(i)))
                {
                    follow(dataDirs.get(i), venue);
                }
                catch (final IOException | RuntimeException | InterruptedException ex)
                {
                    failure = null == failure || isInTransaction ? ex : failure;
                }
            }
            if (null != failure)
            {
                onFailure(failure);
            }
        }
    }

    private boolean isClosed()
    {
        return read(() -> isClosed);
    }

    private void onFailure(final Exception ex)
    {
        lock.lock();
        try
        {
            if (!isClosed)
            {
                problem =
                    (isInTransaction ? "an event cannot be shown, what follows is not read: " : "") + ex.getMessage();
                if (!problem.equals(logged))
                {
                    logged = problem;
                    LOGGER.warn("The event stream is not followed: dataDirs={} cursor={} reason=\"{}\"",
                        dataDirs, cursor, problem, ex instanceof VenueNotRunningException ? null : ex);
                }
                onTurn.accept(now());
                changed.awaitNanos(RETRY_NS);
            }
        }
        catch (final InterruptedException ignored)
        {
            // Only close() ends the thread.
        }
        finally
        {
            lock.unlock();
        }
    }

    private void follow(final Path dataDir, final VenueClearing venue) throws IOException, InterruptedException
    {
        final long end = venue.client().endCursor();
        if (end < read(() -> cursor))
        {
            throw new IllegalStateException("this event stream is shorter than the one that was followed, start the " +
                "console again: end=" + end);
        }
        restore(dataDir, venue);
        long checkedNs = System.nanoTime();
        try (EventFollower follower = venue.client().follow(cursor, listener))
        {
            // Those who read come in between: the lock is fair.
            while (poll(follower, end))
            {
                checkpoint();
                if (System.nanoTime() - checkedNs > RETRY_NS)
                {
                    venue.requireRunning();
                    checkedNs = System.nanoTime();
                }
            }
        }
    }

    private boolean poll(final EventFollower follower, final long end) throws InterruptedException
    {
        lock.lock();
        try
        {
            historyEnd = Math.min(historyEnd, end);
            problem = null;
            final int frames = follower.poll(EventFollower.FRAMES_OF_TURN);
            cursor = follower.cursor();
            onTurn.accept(now());
            if (0 == frames && !isClosed)
            {
                changed.awaitNanos(IDLE_NS);
            }
            return !isClosed;
        }
        finally
        {
            cursor = follower.cursor();
            lock.unlock();
        }
    }

    /** Ends the thread. */
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
        try
        {
            if (!thread.join(Duration.ofNanos(RETRY_NS)))
            {
                // It waits for a venue that does not answer.
                thread.interrupt();
                thread.join(JOIN_MS);
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        CloseHelper.close(checkpoints);
    }
}
