// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.aeron.CommonContext;
import io.aeron.Publication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveEvent;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ArchiveErrorsTest
{
    @TempDir
    private Path dir;

    private final List<Throwable> handled = new CopyOnWriteArrayList<>();

    @Test
    @Timeout(60)
    void shouldHandleWarningsAndCountErrorsAlone()
    {
        final Archive.Context context = context();
        try (MediaDriver ignoredDriver = MediaDriver.launch(
            new MediaDriver.Context().aeronDirectoryName(context.aeronDirectoryName())
                .threadingMode(ThreadingMode.SHARED));
            Archive ignoredArchive = Archive.launch(context))
        {
            final AeronException gone = new ArchiveEvent("control response publication is not connected");
            context.countedErrorHandler().onError(gone);
            assertEquals(List.of(gone), handled);
            assertEquals(0, context.errorCounter().get());

            final AeronException fault = new AeronException("the disk is full");
            context.countedErrorHandler().onError(fault);
            assertEquals(List.of(gone, fault), handled);
            assertEquals(1, context.errorCounter().get());
        }
    }

    /** As a client that was about to follow a member and has taken another one. */
    @Test
    @Timeout(60)
    void shouldTakeAReplayThatIsReceivedNowhereForAWarning()
    {
        final Archive.Context context = context().connectTimeoutNs(TimeUnit.MILLISECONDS.toNanos(100));
        try (ArchivingMediaDriver ignored = ArchivingMediaDriver.launch(
            new MediaDriver.Context().aeronDirectoryName(context.aeronDirectoryName())
                .threadingMode(ThreadingMode.SHARED), context);
            AeronArchive archive = AeronArchive.connect(context.archiveClientContext().clone()
                .aeron(null).ownsAeronClient(true).aeronDirectoryName(context.aeronDirectoryName()));
            Publication recorded = archive.addRecordedPublication(CommonContext.IPC_CHANNEL, 1))
        {
            TestEngine.await("a message is recorded", () -> recorded.offer(new UnsafeBuffer(new byte[1])) > 0);
            archive.startReplay(0, 0, Long.MAX_VALUE, CommonContext.IPC_CHANNEL, 2);
            TestEngine.await("the archive gives up", () -> !handled.isEmpty());
            final Throwable warning = handled.getFirst();
            assertTrue(warning.getMessage().contains("no connection established for replayChannel"),
                warning::toString);
            assertEquals(AeronException.Category.WARN, ((AeronException)warning).category());
            assertEquals(0, context.errorCounter().get());
        }
    }

    private Archive.Context context()
    {
        return ArchiveErrors.countedIn(new Archive.Context()
            .aeronDirectoryName(dir.resolve("driver").toString())
            .archiveDir(dir.resolve("archive").toFile())
            .threadingMode(ArchiveThreadingMode.SHARED)
            .controlChannelEnabled(false)
            .archiveClientContext(new AeronArchive.Context()
                .controlRequestChannel(CommonContext.IPC_CHANNEL).controlResponseChannel(CommonContext.IPC_CHANNEL))
            .replicationChannel(CommonContext.IPC_CHANNEL)
            .errorHandler(handled::add));
    }
}
