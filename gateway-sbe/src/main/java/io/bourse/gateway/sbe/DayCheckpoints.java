// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.CheckpointWriter;
import io.bourse.engine.client.checkpoint.CheckpointedHistory;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.CounterSet;

import java.util.function.Supplier;

/**
 * Checkpoints of a gateway, one at the beginning of each trading date: message numbers begin again there and what was
 * kept of the former date is dropped, so that little goes over. A start then reads the events of one date, however old
 * the venue is.
 */
final class DayCheckpoints implements DayKeeper, CheckpointWriter.Results, AutoCloseable
{
    /** Version of the state: one more for whatever is added to it. */
    static final int STATE_VERSION = 2;

    private final CounterSet<CheckpointCounter> counters = new CounterSet<>(CheckpointCounter.class);
    private final CheckpointStore store;
    private final CheckpointWriter writer;

    DayCheckpoints(final CheckpointStore store)
    {
        this.store = store;
        writer = new CheckpointWriter(store, this);
    }

    /** What answers were before the newest date that is here; the date itself is to be read from the event stream. */
    AnswerPublisher restore(final EngineClient client, final Supplier<AnswerPublisher> empty)
    {
        final AnswerPublisher answers = CheckpointedHistory.restore(client, store, empty);
        counters.set(CheckpointCounter.CURSOR, answers.position().cursor());
        answers.days(this);
        return answers;
    }

    @Override
    public CheckpointState begin()
    {
        return writer.isBusy() ? null : writer.begin();
    }

    @Override
    public void keep(final StreamPosition position)
    {
        writer.write(position);
    }

    @Override
    public void onWritten(final StreamPosition position)
    {
        counters.set(CheckpointCounter.CURSOR, position.cursor());
        counters.set(CheckpointCounter.WRITTEN_MS, System.currentTimeMillis());
        counters.increment(CheckpointCounter.WRITTEN);
    }

    @Override
    public void onFailed()
    {
        counters.increment(CheckpointCounter.FAILED);
    }

    CounterSet<CheckpointCounter> counters()
    {
        return counters;
    }

    @Override
    public void close()
    {
        writer.close();
    }
}
