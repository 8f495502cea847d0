// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveEvent;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import static org.junit.jupiter.api.Assertions.assertEquals;

class ArchiveErrorsTest
{
    @TempDir
    private Path dir;

    @Test
    @Timeout(60)
    void shouldHandleWarningsAndCountErrorsAlone()
    {
        final String aeronDirectory = dir.resolve("driver").toString();
        final List<Throwable> handled = new CopyOnWriteArrayList<>();
        final Archive.Context context = ArchiveErrors.countedIn(new Archive.Context()
            .aeronDirectoryName(aeronDirectory)
            .archiveDir(dir.resolve("archive").toFile())
            .threadingMode(ArchiveThreadingMode.SHARED)
            .controlChannelEnabled(false)
            .archiveClientContext(new AeronArchive.Context()
                .controlRequestChannel(CommonContext.IPC_CHANNEL).controlResponseChannel(CommonContext.IPC_CHANNEL))
            .replicationChannel(CommonContext.IPC_CHANNEL)
            .errorHandler(handled::add));
        try (MediaDriver ignoredDriver = MediaDriver.launch(
            new MediaDriver.Context().aeronDirectoryName(aeronDirectory).threadingMode(ThreadingMode.SHARED));
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
}
