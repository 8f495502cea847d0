// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import java.util.concurrent.TimeUnit;

/**
 * Makes stamps from the readings of two clocks. A stamp is the one before, and the monotonic time since
 * then, and a correction towards the wall clock that is never larger than the slew allows for that time. So stamps
 * never go back, never stand still, and never run away with a wall clock that has stepped. Only a host that does not
 * stamp the history goes back, to those who do.
 * <p>
 * A wall clock that is ahead by more than the step limit is not followed at all; one that is behind is waited for,
 * however far it is. In holdover a difference within the step limit is not made up for. Pure, without allocation, for
 * one thread.
 */
final class GuardedClock
{
    /** How far the wall clock may be from a time that an operator has confirmed to be taken for right. */
    static final long CONFIRMATION_TOLERANCE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long MILLION = 1_000_000;

    private final long slewPpm;
    private final long stepLimitNs;
    private final long downtimeLimitNs;
    private ClockState state = ClockState.TRUSTED;
    private long monotonicNs;
    private long stampNs;
    private long offsetNs;
    /** Millionths of a nanosecond of correction that were too little to be made. */
    private long restMillionths;
    /** How far behind the wall clock may be without an alarm, because that was confirmed. */
    private long toleratedNs;
    private boolean isHoldover;

    /**
     * A clock that is not started.
     *
     * @param options slew and limits; the clocks in them are not read.
     */
    GuardedClock(final ClockOptions options)
    {
        slewPpm = options.slewPpm();
        stepLimitNs = options.stepLimitNs();
        downtimeLimitNs = options.downtimeLimitNs();
    }

    /**
     * Begins. Nothing tells how much time has passed since the last stamp but the wall clock: it is taken as it is when
     * it says that the venue was not down for longer than the limit.
     *
     * @param lastStampNs last stamp of the history; 0 when there is none.
     * @param isConfirmed false when the history waits for an operator to confirm the time: the wall clock that made it
     *     wait is not followed because of a restart.
     * @param confirmation the last one of the history: a wall clock that is still behind as confirmed is no alarm.
     * @param wallNs wall clock.
     * @param nowNs monotonic clock.
     */
    void start(
        final long lastStampNs,
        final boolean isConfirmed,
        final TimeConfirmation confirmation,
        final long wallNs,
        final long nowNs)
    {
        monotonicNs = nowNs;
        toleratedNs = isConfirmed ? confirmation.toleratedNs(lastStampNs, slewPpm, stepLimitNs) : 0;
        final long downNs = wallNs - lastStampNs;
        final boolean isTaken = 0 == lastStampNs || isConfirmed && downNs >= 0 && downNs <= downtimeLimitNs;
        stampNs = isTaken ? wallNs : lastStampNs;
        judge(wallNs);
    }

    /**
     * Whether the wall clock is known not to be as exact as it has to be.
     *
     * @param isOn true for stamps that go on with the monotonic clock.
     */
    void holdover(final boolean isOn)
    {
        isHoldover = isOn;
    }

    /**
     * Makes the next stamp.
     *
     * @param wallNs wall clock.
     * @param nowNs monotonic clock.
     * @return ns since the Unix epoch, not before the last one.
     */
    long stamp(final long wallNs, final long nowNs)
    {
        final long elapsedNs = Math.max(0, nowNs - monotonicNs);
        monotonicNs += elapsedNs;
        final long allowedNs = allowance(elapsedNs);
        final long targetNs = stampNs + elapsedNs;
        final long differenceNs = wallNs - targetNs;
        stampNs = differenceNs > stepLimitNs || isHoldover && differenceNs >= -stepLimitNs ?
            targetNs : targetNs + Math.max(-allowedNs, Math.min(allowedNs, differenceNs));
        judge(wallNs);
        return stampNs;
    }

    /** Parts of a nanosecond are kept for the next stamp: thousands of short times come to the same as a long one. */
    private long allowance(final long elapsedNs)
    {
        final long millionths = elapsedNs % MILLION * slewPpm + restMillionths;
        restMillionths = millionths % MILLION;
        return elapsedNs / MILLION * slewPpm + millionths / MILLION;
    }

    private void judge(final long wallNs)
    {
        offsetNs = wallNs - stampNs;
        if (offsetNs > stepLimitNs)
        {
            state = ClockState.AHEAD;
        }
        else if (offsetNs >= -stepLimitNs)
        {
            state = ClockState.TRUSTED;
            toleratedNs = 0;
        }
        else if (toleratedNs > 0 && -offsetNs <= toleratedNs + stepLimitNs)
        {
            state = ClockState.ABSORBING;
            toleratedNs = Math.min(toleratedNs, -offsetNs);
        }
        else
        {
            state = ClockState.BEHIND;
        }
    }

    /**
     * The history has come to a time, another host's or a confirmed one: stamps go on from there.
     *
     * @param timeNs ns since the Unix epoch; nothing happens when it has passed.
     */
    void advanceTo(final long timeNs)
    {
        stampNs = Math.max(stampNs, timeNs);
    }

    /**
     * Another host stamps the history. Stamps that are ahead of its stamps by more than the step limit come from a wall
     * clock that is wrong: they go back, as none of them stands in the history.
     *
     * @param earliestNs what the other host stamps now, at least.
     * @param latestNs the same, at most.
     * @param wallNs wall clock.
     * @return by how much stamps went back; 0 when they did not.
     */
    long follow(final long earliestNs, final long latestNs, final long wallNs)
    {
        final long beforeNs = stampNs;
        stampNs = stampNs - latestNs > stepLimitNs ? earliestNs : Math.max(stampNs, earliestNs);
        judge(wallNs);
        return Math.max(0, beforeNs - stampNs);
    }

    /**
     * An operator has said what time it is. When the wall clock says so too it is right: stamps go on from it, or wait
     * for it without an alarm. When it does not it goes on to be wrong.
     *
     * @param confirmedNs the time as it was confirmed.
     * @param wallNs wall clock.
     * @param nowNs monotonic clock.
     */
    void confirm(final long confirmedNs, final long wallNs, final long nowNs)
    {
        stamp(wallNs, nowNs);
        advanceTo(confirmedNs);
        if (Math.abs(wallNs - confirmedNs) <= CONFIRMATION_TOLERANCE_NS)
        {
            advanceTo(wallNs);
            toleratedNs = stampNs - wallNs;
        }
        judge(wallNs);
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

    /** How far the wall clock was ahead of the last stamp; below 0 when it was behind. */
    long offsetNs()
    {
        return offsetNs;
    }

    /**
     * The last stamp, or the time that the history has come to since.
     *
     * @return ns since the Unix epoch.
     */
    long stampNs()
    {
        return stampNs;
    }
}
