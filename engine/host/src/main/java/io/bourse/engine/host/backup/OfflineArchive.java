// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.archive.Archive;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.bourse.engine.host.storage.OpenResources;
import io.bourse.engine.host.storage.ProcessMarks;

/**
 * Driver and archive on a directory on which nothing else runs: the archive finds the true ends of recordings that were
 * not closed.
 */
final class OfflineArchive implements AutoCloseable
{
    private final OpenResources resources = new OpenResources();
    private final BackupMedia media;
    private final Aeron aeron;
    private final AeronArchive archive;

    OfflineArchive(final BackupOptions options)
    {
        try
        {
            ProcessMarks.remove(options.host().dataDir());
            media = new BackupMedia(options);
            resources.add(MediaDriver.launch(media.driver()));
            resources.add(Archive.launch(media.archive()));
            aeron = resources.add(Aeron.connect(media.client()));
            archive = resources.add(AeronArchive.connect(options.host().ownArchive(aeron)));
        }
        catch (final Throwable ex)
        {
            resources.close();
            throw ex;
        }
    }

    BackupMedia media()
    {
        return media;
    }

    Aeron aeron()
    {
        return aeron;
    }

    AeronArchive archive()
    {
        return archive;
    }

    @Override
    public void close()
    {
        resources.close();
    }
}
