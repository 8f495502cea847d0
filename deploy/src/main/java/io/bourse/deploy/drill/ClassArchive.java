// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Loaded classes of a venue in one file that the JVMs of a drill share: half of what a start costs is the loading of
 * classes, and a drill is made of starts.
 */
final class ClassArchive
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int POLL_MS = 10;
    private static final String READY = "ready";

    private ClassArchive()
    {
    }

    /**
     * Runs an all-in-one venue until it is ready, and keeps the classes that it has loaded.
     *
     * @param out directory of the drill, with its configuration.
     * @return JVM flags that use the archive; none when it could not be made.
     * @throws IOException when the process cannot be started.
     */
    static List<String> make(final Path out) throws IOException
    {
        final Path archive = out.resolve("classes.jsa");
        try (ChildProcess venue = new ChildProcess(out.resolve("logs").resolve("classes.log"),
            List.of("-XX:ArchiveClassesAtExit=" + archive),
            List.of("start", "--config", out.resolve("venue.conf").toString(), "--host", "solo", "--data",
                out.resolve("classes").toString())))
        {
            final IdleStrategy idle = new SleepingMillisIdleStrategy(POLL_MS);
            final long deadlineNs = System.nanoTime() + LIMIT_NS;
            while (venue.isAlive() && !venue.hasSaid(READY) && System.nanoTime() - deadlineNs < 0)
            {
                idle.idle();
            }
            venue.stop();
            venue.awaitExit();
        }
        return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
    }
}
