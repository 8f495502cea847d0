// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.jmh.loadtest.ring.RingFlow;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.nio.file.Path;

/**
 * Makes the data directory of a solo engine that has had a long day: the commands of a {@link RingFlow}, lap after lap,
 * go through a running engine, so that its journal and its events are what an engine writes.
 */
final class JournalMaker
{
    private JournalMaker()
    {
    }

    /**
     * Makes the directory.
     *
     * @param dataDir that does not exist yet.
     * @param commands wanted at least, without those that load the venue.
     * @return commands in the journal.
     */
    static long make(final Path dataDir, final long commands)
    {
        try (SoloEngine engine = SoloEngine.launch(
            SoloOptions.of(HostOptions.builder()
                .dataDir(dataDir).idleStrategySupplier(YieldingIdleStrategy::new).build()));
            EngineClient client = engine.connect();
            RingFlow flow = new RingFlow(client))
        {
            flow.encode(commands);
            flow.play(commands - (flow.sent() - flow.loaded()));
            flow.awaitAnswers();
            return flow.sent();
        }
    }
}
