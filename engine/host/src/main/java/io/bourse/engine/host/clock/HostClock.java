// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock that a host stamps with. One thread reads it; the thread that executes commands reports to it what has
 * become of the history, and any thread may look at its state.
 */
public final class HostClock implements EpochNanoClock
{
    private static final long PUBLISH_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Two clocks for each stamp take twice as long: until the wall clock is read again it goes on as the other one. */
    private static final long WALL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Two readings that are so close are good enough. */
    private static final long CLOSE_NS = 1_000;
    private static final int MOST_READINGS = 8;

    private final EpochNanoClock wall;
    private final NanoClock monotonic;
    private final GuardedClock guard;
    private final ClockOptions options;
    private final long stepLimitNs;
    private CounterSet<ClockCounter> counters = new CounterSet<>(ClockCounter.class);
    private ClockState published = ClockState.TRUSTED;
    private long publishNs;
    private long steppedBackNs;
    /** How far the wall clock is ahead of the monotonic clock, and when that was read. */
    private long wallAheadNs;
    private long wallReadNs;

    /** Those that the state takes into account. */
    private volatile long seenConfirmations;
    private final AtomicLong historyNs = new AtomicLong();
    private volatile long confirmedNs;
    private volatile long confirmations;
    private volatile boolean isEntryStopped;
    private volatile boolean isEntryStoppable;
    private volatile ClockState state = ClockState.TRUSTED;
    private volatile ClockSync sync = ClockSync.UNKNOWN;
    private volatile long wallNs;
    private volatile long stampNs;
    /** Latest time of the log, of entries that are no commands too. */
    private volatile long logNs;
    private volatile Question question;
    private volatile Answer answer;
    private volatile boolean isWithLog;

    /**
     * What time it is by those who stamp the log.
     *
     * @param askedNs monotonic clock before a session was opened.
     * @param opened sessions that the log has opened since, by their id.
     */
    private record Question(long askedNs, Map<Long, Answer> opened)
    {
    }

    /**
     * The entry of the log with which a session was opened.
     *
     * @param askedNs monotonic clock before it was stamped.
     * @param seenNs monotonic clock after it was stamped.
     * @param stampNs its stamp.
     */
    private record Answer(long askedNs, long seenNs, long stampNs)
    {
    }

    /**
     * A clock that is not started.
     *
     * @param options slew, limits and the clocks to read.
     */
    public HostClock(final ClockOptions options)
    {
        wall = options.wall();
        monotonic = options.monotonic();
        guard = new GuardedClock(options);
        this.options = options;
        stepLimitNs = options.stepLimitNs();
    }

    /**
     * Shows its state in other counters from now on; before it is read for the first time.
     *
     * @param shown counters.
     */
    public void showIn(final CounterSet<ClockCounter> shown)
    {
        counters = shown;
        counters.set(ClockCounter.ENTRY_STOPPED, isEntryStopped ? 1 : 0);
    }

    /**
     * Begins after the history of a core.
     *
     * @param lastStampNs last stamp; 0 when there is none.
     * @param engine core that has executed it.
     * @param confirmation the last one that is recorded.
     */
    public void start(final long lastStampNs, final MatchingEngine engine, final TimeConfirmation confirmation)
    {
        onExecuted(engine);
        seenConfirmations = confirmations;
        start(Math.max(lastStampNs, historyNs.get()), !isEntryStopped, confirmation);
    }

    /**
     * Begins before the history is executed.
     *
     * @param lastStampNs last stamp; 0 when there is none.
     * @param isConfirmed whether the history does not wait for the time to be confirmed.
     * @param confirmation the last one that is recorded.
     */
    public void start(final long lastStampNs, final boolean isConfirmed, final TimeConfirmation confirmation)
    {
        final long nowNs = monotonic.nanoTime();
        final long readNs = readWall(nowNs);
        guard.start(lastStampNs, isConfirmed, confirmation, readNs, nowNs);
        publishNs = nowNs;
        publish(readNs, nowNs);
    }

    /** The next stamp. */
    @Override
    public long nanoTime()
    {
        final long nowNs = monotonic.nanoTime();
        final long confirmedCount = confirmations;
        final boolean isConfirmed = confirmedCount != seenConfirmations;
        // An operator may have set the wall clock right just before the confirmation.
        final long readNs = !isConfirmed && nowNs - wallReadNs < WALL_INTERVAL_NS ?
            nowNs + wallAheadNs : readWall(nowNs);
        guard.holdover(ClockSync.HOLDOVER == sync);
        guard.stamp(readNs, nowNs);
        if (!isWithLog)
        {
            compareWithLog(readNs, nowNs);
        }
        // After the time that has passed was added: the history has come to where it is in that time.
        guard.advanceTo(historyNs.get());
        if (isConfirmed)
        {
            guard.confirm(confirmedNs, readNs, nowNs);
        }
        if (published != guard.state() || nowNs - publishNs >= 0)
        {
            publish(readNs, nowNs);
        }
        if (isConfirmed)
        {
            seenConfirmations = confirmedCount;
        }
        return guard.stampNs();
    }

    /**
     * The wall clock is read between two readings of the other one, at about half the time: what comes between them,
     * the first use of a class or another program, would put all stamps off. Hence some more readings when it was long.
     */
    private long readWall(final long nowNs)
    {
        long shortestNs = Long.MAX_VALUE;
        long beforeNs = nowNs;
        for (int i = 0; i < MOST_READINGS && shortestNs > CLOSE_NS; i++)
        {
            final long readNs = wall.nanoTime();
            final long afterNs = monotonic.nanoTime();
            if (afterNs - beforeNs < shortestNs)
            {
                shortestNs = afterNs - beforeNs;
                wallAheadNs = readNs - beforeNs - shortestNs / 2;
            }
            beforeNs = afterNs;
        }
        wallReadNs = nowNs;
        return nowNs + wallAheadNs;
    }

    /** A clock that was started is compared once with those that stamp: later on it moves by the slew only. */
    private void compareWithLog(final long readNs, final long nowNs)
    {
        final Answer known = answer;
        if (null != known)
        {
            steppedBackNs += guard.follow(
                known.stampNs + nowNs - known.seenNs, known.stampNs + nowNs - known.askedNs, readNs);
            isWithLog = true;
        }
        else if (guard.stampNs() - Math.max(historyNs.get(), logNs) <= stepLimitNs)
        {
            isWithLog = true;
        }
    }

    private void publish(final long readNs, final long nowNs)
    {
        publishNs = nowNs + PUBLISH_INTERVAL_NS;
        counters.set(ClockCounter.OFFSET_NS, guard.offsetNs());
        counters.set(ClockCounter.SYNC, sync.ordinal());
        final ClockState present = guard.state();
        if (published != present)
        {
            published = present;
            wallNs = readNs;
            stampNs = guard.stampNs();
            counters.set(ClockCounter.SINCE_NS, guard.stampNs());
            if (present.isAlarm())
            {
                counters.increment(ClockCounter.ALARMS);
            }
            counters.set(ClockCounter.STATE, present.ordinal());
            state = present;
        }
    }

    /** What the kernel says of the wall clock has changed. */
    void onSync(final ClockSync present)
    {
        sync = present;
    }

    ClockOptions options()
    {
        return options;
    }

    /**
     * The core has executed something: its time is where stamps go on, at least, and a confirmed time counts.
     *
     * @param engine core of the host.
     */
    public void onExecuted(final MatchingEngine engine)
    {
        if (engine.engineTimeNs() != historyNs.getPlain())
        {
            // Every command moves it: a fence each time is not worth it, and who stamps may see it a little later.
            historyNs.setRelease(engine.engineTimeNs());
        }
        if (engine.timeConfirmations() != confirmations)
        {
            confirmedNs = engine.confirmedTimeNs();
            confirmations = engine.timeConfirmations();
        }
        if (engine.isOrderEntryStopped() != isEntryStopped)
        {
            isEntryStopped = engine.isOrderEntryStopped();
            counters.set(ClockCounter.ENTRY_STOPPED, isEntryStopped ? 1 : 0);
        }
        if (!isEntryStoppable && engine.featureLevel() >= FeatureLevels.GUARDED)
        {
            isEntryStoppable = true;
        }
    }

    /**
     * Whether the stamps are known not to be ahead of those of the log by more than the step limit. The stamps of a
     * start are those of a wall clock that nothing has confirmed.
     *
     * @return false until an entry of the log, or an answer, has shown it; true for good then.
     */
    public boolean isWithLog()
    {
        return isWithLog;
    }

    /**
     * How far stamps went back since the start, of a host that did not stamp. Time that never goes back is stamps and
     * this; for the thread that stamps.
     *
     * @return nanoseconds.
     */
    public long steppedBackNs()
    {
        return steppedBackNs;
    }

    /** Begins to ask those who stamp the log for the time: before a session is opened. */
    public void ask()
    {
        question = new Question(monotonic.nanoTime(), new ConcurrentHashMap<>());
    }

    /**
     * The log has opened a session.
     *
     * @param sessionId of it.
     * @param openedNs stamp of the entry.
     */
    public void onSessionOpen(final long sessionId, final long openedNs)
    {
        logNs = Math.max(logNs, openedNs);
        final Question asked = question;
        if (null != asked && !isWithLog)
        {
            asked.opened.put(sessionId, new Answer(asked.askedNs, monotonic.nanoTime(), openedNs));
        }
    }

    /**
     * Takes the answer, when it is there.
     *
     * @param sessionId of the session that was opened after {@link #ask()}.
     * @return true when the log has opened it.
     */
    public boolean isAnswered(final long sessionId)
    {
        final Answer found = question.opened.get(sessionId);
        if (null == found)
        {
            return false;
        }
        answer = found;
        question = null;
        return true;
    }

    /**
     * Whether a command has to stop order entry.
     *
     * @return true while there is an alarm, the core takes orders, and the feature level has a command for it.
     */
    public boolean isStopDue()
    {
        // In this order: an alarm of before the last confirmation is none.
        return !isEntryStopped && isEntryStoppable && seenConfirmations == confirmations && state.isAlarm();
    }

    /**
     * Whether the core waits for an operator to confirm the time.
     *
     * @return true from the stop to the confirmation.
     */
    public boolean isEntryStopped()
    {
        return isEntryStopped;
    }

    /**
     * What the last reading of the wall clock means.
     *
     * @return state.
     */
    ClockState state()
    {
        return state;
    }

    /** Wall clock when the state began. */
    long wallNs()
    {
        return wallNs;
    }

    /** Stamp when the state began. */
    long stampNs()
    {
        return stampNs;
    }

    /** How far the wall clock is ahead of the stamps; below 0 when it is behind. */
    long offsetNs()
    {
        return counters.get(ClockCounter.OFFSET_NS);
    }
}
