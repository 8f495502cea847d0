// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.host.FailStop;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Ends a member that is half alive: its consensus module goes on, commits and even leads, but its service has died or
 * stands still, or its archive no longer records the events. The cluster would not notice.
 */
final class MemberWatch implements Agent
{
    private final EngineService service;
    private final LongSupplier commitPosition;
    private final BooleanSupplier isRecording;
    private final long timeoutNs;
    private final FailStop failStop;
    private long cycles;
    private long cyclesSinceNs;
    private long logPosition;
    private long behindSinceNs;

    /**
     * A watch on a member that has just been launched.
     *
     * @param service to watch.
     * @param commitPosition position up to which the service may go.
     * @param isRecording whether the archive still records the event stream.
     * @param timeoutNs how long it may stand still, in nanoseconds.
     * @param failStop called when it does.
     */
    MemberWatch(
        final EngineService service,
        final LongSupplier commitPosition,
        final BooleanSupplier isRecording,
        final long timeoutNs,
        final FailStop failStop)
    {
        this.service = service;
        this.commitPosition = commitPosition;
        this.isRecording = isRecording;
        this.timeoutNs = timeoutNs;
        this.failStop = failStop;
        cyclesSinceNs = System.nanoTime();
        behindSinceNs = cyclesSinceNs;
    }

    @Override
    public int doWork()
    {
        final long nowNs = System.nanoTime();
        final long committed = commitPosition.getAsLong();
        if (service.logPosition() >= committed || service.logPosition() != logPosition)
        {
            logPosition = service.logPosition();
            behindSinceNs = nowNs;
        }
        // A service that is still loading its state has no cycles yet; if it fails its consensus module knows.
        if (service.cycles() != cycles || 0 == cycles)
        {
            cycles = service.cycles();
            cyclesSinceNs = nowNs;
        }
        if (!isRecording.getAsBoolean())
        {
            throw fail(new IllegalStateException(
                "the archive no longer records the event stream, is its disk full? logPosition=" + logPosition));
        }
        if (nowNs - behindSinceNs > timeoutNs || nowNs - cyclesSinceNs > timeoutNs)
        {
            throw fail(new IllegalStateException("the service stands still: logPosition=" +
                logPosition + " commitPosition=" + committed + " cycles=" + cycles + " timeoutNs=" + timeoutNs));
        }
        return 0;
    }

    private AgentTerminationException fail(final IllegalStateException cause)
    {
        failStop.onFailure("watch", cause);
        return new AgentTerminationException();
    }

    @Override
    public String roleName()
    {
        return "bourse-member-watch";
    }
}
