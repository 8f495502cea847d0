// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue that is stopped while a snapshot is being written.
 */
@Tag("venue")
class LastSnapshotTest
{
    @TempDir
    private Path dir;

    /** The disk is a pipe that nothing reads until the last snapshot waits for it. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void shouldTakeItAfterTheOneThatIsBeingWritten() throws Exception
    {
        final VenueConfig config = VenueConfigLoader.load(null, Map.of(
            "venue.data-dir", dir.toString(), "venue.snapshot.interval", "0 s"));
        final SnapshotDirectory snapshots = new SnapshotDirectory(dir);
        final EngineNode engine = EngineNode.start(config);
        final Path pipe;
        final long slow;
        try (EngineClient client = VenueEngine.connect(engine.descriptor());
            OperatorClient operator = DemoOperators.client(client, TestEngine.TIMEOUT_NS);
            SnapshotStatus status = SnapshotStatus.connect(engine.descriptor().aeronDirectory(), config.partition()))
        {
            final long first = take(operator, status);
            final long second = take(operator, status);
            // Commands of the same kind are as long as each other.
            slow = second + second - first;
            pipe = snapshots.path().resolve(String.format("%019d.snapshot.tmp", slow));
            assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
            assertEquals(slow, operator.takeSnapshot().commandPosition());
        }
        try (LogCapture log = new LogCapture())
        {
            final CompletableFuture<Void> closed = CompletableFuture.runAsync(engine::close);
            TestEngine.await("waits or has stopped", () -> closed.isDone() || log.messages().stream().anyMatch(line ->
                line.contains("the last snapshot waits for the one that is being written")));
            try (InputStream reader = Files.newInputStream(pipe))
            {
                reader.transferTo(OutputStream.nullOutputStream());
            }
            closed.get();
            assertTrue(snapshots.newestFirst().getFirst().journalPosition() > slow, log.messages()::toString);
        }
    }

    private static long take(final OperatorClient operator, final SnapshotStatus status)
    {
        final long position = operator.takeSnapshot().commandPosition();
        status.await(position, TestEngine.TIMEOUT_NS);
        return position;
    }
}
