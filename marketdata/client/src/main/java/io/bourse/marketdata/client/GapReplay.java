// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.client.ReceiverCounter.REPLAY_FAILURES;
import static io.bourse.marketdata.client.ReceiverCounter.REPLAY_REQUESTS;

import io.bourse.engine.telemetry.CounterSet;
import org.agrona.CloseHelper;
import org.agrona.concurrent.NanoClock;

/**
 * The request for the packets of one gap: whether it is worth asking, and how long to wait for the answer.
 */
final class GapReplay
{
    private final PacketReplay replay;
    private final PacketReplay.Handler handler;
    private final CounterSet<ReceiverCounter> counters;
    private final NanoClock clock;
    private final SimbaReceiverOptions options;
    private long requestedNs;
    private long lastRequested;
    private String failure = "";

    GapReplay(
        final SimbaReceiverOptions options,
        final CounterSet<ReceiverCounter> counters,
        final PacketReplay.Handler handler)
    {
        replay = null != options.replay() || null == options.replayAddress() ? options.replay() :
            new ReplayClient(ReplayClientOptions.builder()
                .server(options.replayAddress()).timeoutNs(options.replayTimeoutNs()).build());
        this.options = options;
        clock = options.clock();
        this.counters = counters;
        this.handler = handler;
    }

    boolean isFit(final long firstMissing, final long lastMissing)
    {
        return null != replay && lastMissing - firstMissing < options.maxReplayPackets();
    }

    void request(final long firstMissing, final long lastMissing)
    {
        counters.increment(REPLAY_REQUESTS);
        requestedNs = clock.nanoTime();
        lastRequested = lastMissing;
        failure = "";
        replay.request(firstMissing, lastMissing);
    }

    /**
     * Moves the request on, also when it is no longer needed: its connection is ended in good order.
     */
    int doWork()
    {
        return null == replay || PacketReplay.State.RUNNING != replay.state() ? 0 : replay.doWork(handler);
    }

    /**
     * Whether all that was asked for has been applied.
     */
    boolean isBehind(final long nextMsgSeqNum)
    {
        return nextMsgSeqNum > lastRequested;
    }

    /**
     * Whether nothing more is to be expected of the request.
     */
    boolean isOver()
    {
        if (PacketReplay.State.RUNNING == replay.state())
        {
            if (clock.nanoTime() - requestedNs < options.replayTimeoutNs())
            {
                return false;
            }
            replay.cancel();
            failure = "The replay did not answer in time: replayTimeoutNs=" + options.replayTimeoutNs();
        }
        else
        {
            failure = PacketReplay.State.FAILED == replay.state() ?
                replay.failure() : "The replay ended without all packets: lastRequested=" + lastRequested;
        }
        counters.increment(REPLAY_FAILURES);
        return true;
    }

    String failure()
    {
        return failure;
    }

    void cancel()
    {
        if (null != replay && PacketReplay.State.RUNNING == replay.state())
        {
            replay.cancel();
        }
    }

    void close()
    {
        CloseHelper.quietClose(replay);
    }
}
