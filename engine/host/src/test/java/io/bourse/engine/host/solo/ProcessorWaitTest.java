// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class ProcessorWaitTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(20);

    private volatile boolean isStopping;

    /** More threads that spin than processors: one of them has to wait. */
    @Test
    void shouldMeasureWhatOtherThreadsTook() throws IOException, InterruptedException
    {
        final Path account = Path.of("/proc/thread-self/schedstat");
        assumeTrue(Files.exists(account) && !Files.readString(account).startsWith("0 0 0"),
            "the system keeps no account of its threads");
        final List<Thread> spinning = new ArrayList<>();
        for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++)
        {
            spinning.add(Thread.ofPlatform().daemon().start(this::spin));
        }
        final long beganNs = System.nanoTime();
        long waitedNs = 0;
        try (ProcessorWait wait = new ProcessorWait())
        {
            assertEquals(0, wait.takeNs());
            while (0 == waitedNs && System.nanoTime() - beganNs < LIMIT_NS)
            {
                waitedNs = wait.takeNs();
            }
        }
        finally
        {
            isStopping = true;
            for (final Thread each : spinning)
            {
                each.join();
            }
        }
        assertTrue(waitedNs > 0 && waitedNs <= System.nanoTime() - beganNs, "waitedNs=" + waitedNs);
    }

    private void spin()
    {
        while (!isStopping)
        {
            Thread.onSpinWait();
        }
    }
}
