// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.protocol.DataHeaderFlyweight;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.GatedEventStream;
import io.bourse.engine.host.solo.SoloPipeline;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.PublicationStamp;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the matcher says in its frames of the commands behind: feeds wait for them.
 */
class MoreWaitingTest
{
    private static final int TERM_LENGTH = 64 * 1024;

    private final MemoryStream journal = new MemoryStream(TERM_LENGTH);
    private final MemoryStream events = new MemoryStream(TERM_LENGTH);
    private SoloPipeline pipeline;
    private CommandPublisher publisher;
    private long nowNs = 1_000;

    @BeforeEach
    void setUp()
    {
        final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
        pipeline = new SoloPipeline(
            new SoloPipeline.Media(
                journal,
                new MemoryJournal(journal, 0, false),
                new GatedEventStream(null, events, () -> nowNs, () -> true, counters),
                new HostClock(ClockOptions.DEFAULT.withClocks(() -> nowNs, () -> nowNs)),
                new AtomicCounter(new UnsafeBuffer(new byte[CountersReader.COUNTER_LENGTH]), 0)),
            (sink) -> new MatchingEngine(0, sink),
            new MemoryFrames(journal),
            0,
            16,
            counters);
        publisher = pipeline.newCommandPublisher();
    }

    private void send(final int commands) throws Exception
    {
        for (int i = 0; i < commands; i++)
        {
            final CommandBytes encoder = new CommandBytes();
            final byte[] command = encoder.end(encoder.begin(new OpenSessionEncoder()));
            assertTrue(publisher.offer(new UnsafeBuffer(command), 0, command.length));
        }
        nowNs += 1_000;
        while (0 < pipeline.sequence())
        {
            nowNs++;
        }
    }

    private List<Boolean> stamps()
    {
        final List<Boolean> stamps = new ArrayList<>();
        for (int position = 0; position < events.position(); position = events.frameEnd(position))
        {
            final long stamp = events.buffer().getLong(
                position + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, ByteOrder.LITTLE_ENDIAN);
            assertEquals(nowNs, PublicationStamp.publishedNs(stamp));
            stamps.add(PublicationStamp.isMoreWaiting(stamp));
        }
        return stamps;
    }

    @Test
    void shouldSayThatMoreIsWaitingOfAllButTheLastRecordedCommand() throws Exception
    {
        send(3);
        journal.recordAll();
        assertEquals(3, pipeline.match());
        assertEquals(List.of(true, true, false), stamps());
    }

    @Test
    void shouldNotWaitForACommandThatIsNotRecordedYet() throws Exception
    {
        send(3);
        journal.record(2);
        assertEquals(2, pipeline.match());
        assertEquals(List.of(true, false), stamps());
        journal.recordAll();
        assertEquals(1, pipeline.match());
        assertEquals(List.of(true, false, false), stamps());
    }
}
