// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.CountersFileReader;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ComponentCountersTest
{
    private static final int WORK = 3;

    @TempDir
    private Path dir;

    private final List<String> calls = new ArrayList<>();
    private final AtomicLong ownCycles = new AtomicLong();

    @Test
    void shouldBeatWhileEachThreadGoesOn() throws Exception
    {
        final Path directory = dir.resolve("counters");
        try (ComponentCounters counters = new ComponentCounters(CountersFile.create(directory, "fix", 0, 1));
            CountersFileReader reader = CountersFileReader.open(directory.resolve("fix.counters")))
        {
            final Agent one = counters.counted(agent("feeds,one=1"));
            final Agent other = counters.counted(agent("others"));
            counters.watch("own", ownCycles::get);
            final List<Long> heartbeats = new ArrayList<>();
            assertFalse(reader.isServing());
            for (long nowMs = 10; nowMs < 20; nowMs++)
            {
                if (12 == nowMs)
                {
                    counters.serving();
                    assertTrue(reader.isServing());
                }
                if (13 <= nowMs)
                {
                    one.doWork();
                }
                if (14 <= nowMs && 17 > nowMs)
                {
                    other.doWork();
                }
                ownCycles.addAndGet(nowMs % 2);
                counters.beat(nowMs);
                heartbeats.add(reader.heartbeatMs());
            }
            // The process until it serves; then all three threads have to have gone on since the last heartbeat.
            assertEquals(List.of(10L, 11L, 11L, 11L, 14L, 15L, 15L, 17L, 17L, 17L), heartbeats);
            final List<String> cycles = new ArrayList<>();
            reader.counters().forEach((counterId, typeId, key, label) ->
                cycles.add(key.getStringAscii(0) + ' ' + reader.counters().getCounterValue(counterId)));
            assertEquals(List.of("thread=feeds one 1 7", "thread=others 3"), cycles);

            one.onStart();
            assertEquals(WORK, one.doWork());
            one.onClose();
            assertEquals("feeds,one=1", one.roleName());
            assertEquals(List.of("start", "close"), calls);
        }
    }

    private Agent agent(final String name)
    {
        return new Agent()
        {
            @Override
            public void onStart()
            {
                calls.add("start");
            }

            @Override
            public int doWork()
            {
                return WORK;
            }

            @Override
            public void onClose()
            {
                calls.add("close");
            }

            @Override
            public String roleName()
            {
                return name;
            }
        };
    }
}
