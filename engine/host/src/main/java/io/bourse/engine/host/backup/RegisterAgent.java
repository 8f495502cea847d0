// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.host.recording.RecordedOperators;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Keeps checkpoints of the register of operators in a copy, so that a failover need not read all events for it.
 */
final class RegisterAgent implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(RegisterAgent.class);
    private static final long INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);

    private final Path dataDir;
    private long dueNs = System.nanoTime();

    RegisterAgent(final Path dataDir)
    {
        this.dataDir = dataDir;
    }

    @Override
    public int doWork()
    {
        if (System.nanoTime() - dueNs < 0)
        {
            return 0;
        }
        try
        {
            RecordedOperators.keep(dataDir, (positions) -> { });
        }
        catch (final IllegalStateException | UncheckedIOException ex)
        {
            // A snapshot that says what was purged may not have come yet.
            LOGGER.info("the register of operators is not kept at the moment: dataDir={} reason={}", dataDir,
                ex.getMessage());
        }
        dueNs = System.nanoTime() + INTERVAL_NS;
        return 1;
    }

    @Override
    public String roleName()
    {
        return "bourse-backup-register";
    }
}
