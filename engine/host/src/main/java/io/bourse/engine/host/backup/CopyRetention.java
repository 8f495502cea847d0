// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.host.cluster.LogPurge;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.recording.RecordedSnapshot;
import io.bourse.engine.host.storage.EngineDirectories;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Deletes what a backup does not need for a venue: log and snapshots before the oldest snapshot that it keeps, once log
 * and events reach that one. Nothing else reads a backup. Its event recording is kept whole.
 */
final class CopyRetention implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(CopyRetention.class);
    private static final int SNAPSHOTS_KEPT = 2;

    private final BackupOptions options;
    private final Aeron aeron;
    private final Path clusterDir;
    private final LongSupplier snapshotPosition;
    private final LongSupplier logPosition;
    private final LongSupplier eventPosition;
    private long snapshotSeen = AeronArchive.NULL_POSITION;

    CopyRetention(
        final BackupOptions options,
        final Aeron aeron,
        final LongSupplier snapshotPosition,
        final LongSupplier logPosition,
        final LongSupplier eventPosition)
    {
        this.eventPosition = eventPosition;
        this.logPosition = logPosition;
        this.options = options;
        this.aeron = aeron;
        this.snapshotPosition = snapshotPosition;
        clusterDir = EngineDirectories.clusterDir(options.host().dataDir());
    }

    @Override
    public int doWork()
    {
        final long latest = snapshotPosition.getAsLong();
        if (latest == snapshotSeen || !Files.exists(clusterDir.resolve(RecordingLog.RECORDING_LOG_FILE_NAME)))
        {
            return 0;
        }
        try (RecordingLog recordingLog = new RecordingLog(clusterDir.toFile(), false);
            AeronArchive archive = AeronArchive.connect(options.host().ownArchive(aeron)))
        {
            final long position = LogPurge.oldestKept(recordingLog, SNAPSHOTS_KEPT);
            // Snapshots may be copied before the log that leads to them, and before the events.
            if (position <= 0 || position <= logPosition.getAsLong() && areEventsCopied(recordingLog, position))
            {
                if (position > 0)
                {
                    new LogPurge(archive).before(recordingLog, position);
                }
                snapshotSeen = latest;
            }
        }
        catch (final AeronException ex)
        {
            LOGGER.info("copied log is not purged yet: dataDir={} reason={}",
                options.host().dataDir(), ex.getMessage());
        }
        return 1;
    }

    /** Without them no venue can be made from that snapshot, and an older one may still be needed. */
    private boolean areEventsCopied(final RecordingLog recordingLog, final long position)
    {
        final Path archiveDir = EngineDirectories.archiveDir(options.host().dataDir());
        for (final RecordingLog.Entry entry : recordingLog.entries())
        {
            if (entry.isValid && RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && position == entry.logPosition &&
                CopiedLog.SERVICE_ID == entry.serviceId)
            {
                return RecordedEvents.lastFrameSequence(archiveDir, eventPosition.getAsLong()) >=
                    RecordedSnapshot.read(archiveDir, entry.recordingId).frameSequence();
            }
        }
        return false;
    }

    @Override
    public String roleName()
    {
        return "bourse-backup-retention";
    }
}
