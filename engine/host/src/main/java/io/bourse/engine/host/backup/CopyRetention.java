// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.host.cluster.LogPlan;
import io.bourse.engine.host.cluster.LogPurge;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.retention.PurgeRunner;
import io.bourse.engine.host.retention.SnapshotTrust;
import io.bourse.engine.host.storage.EngineDirectories;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Deletes what a copy does not need for a venue: log and snapshots before the oldest snapshot that it keeps, once log
 * and events reach all that it would be started from and a core has read each. Nothing else reads a copy. Its event
 * recording is kept whole.
 */
final class CopyRetention implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(CopyRetention.class);
    private static final int SNAPSHOTS_KEPT = 2;

    private final BackupOptions options;
    private final Aeron aeron;
    private final Path dataDir;
    private final LongSupplier snapshotPosition;
    private final LongSupplier logPosition;
    private final LongSupplier eventPosition;
    private SnapshotTrust trust = new SnapshotTrust();
    private long snapshotSeen = AeronArchive.NULL_POSITION;
    private long retryNs = System.nanoTime();
    private volatile String problem = "";

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
        dataDir = options.host().dataDir();
    }

    @Override
    public int doWork()
    {
        final long latest = snapshotPosition.getAsLong();
        if (latest == snapshotSeen || System.nanoTime() - retryNs < 0 || !LogPlan.isMember(dataDir))
        {
            return 0;
        }
        try (RecordingLog recordingLog = new RecordingLog(EngineDirectories.clusterDir(dataDir).toFile(), false))
        {
            if (Aeron.NULL_VALUE != recordingLog.findLastTermRecordingId() && eventPosition.getAsLong() > 0 &&
                purge(recordingLog))
            {
                snapshotSeen = latest;
                trust = new SnapshotTrust();
            }
        }
        catch (final AeronException ex)
        {
            LOGGER.info("copied log is not purged yet: dataDir={} reason={}", dataDir, ex.getMessage());
        }
        catch (final RuntimeException ex)
        {
            retryNs = System.nanoTime() + PurgeRunner.RETRY_NS_DEFAULT;
            problem = "the copied log is not purged: " + ex.getMessage();
            LOGGER.error("the copied log was not purged, it is tried again: dataDir={}", dataDir, ex);
        }
        return 1;
    }

    private boolean purge(final RecordingLog recordingLog)
    {
        LogPlan plan;
        do
        {
            plan = LogPlan.of(dataDir, recordingLog, SNAPSHOTS_KEPT, List.of(), trust);
            if (null != plan.base() && !isCopied(plan))
            {
                return false;
            }
        }
        while (!plan.isTrusted(options.host().partition(), trust));
        problem = null == plan.base() && plan.snapshots().size() >= SNAPSHOTS_KEPT ?
            "the copied log is not purged: " + plan.reason() : "";
        if (null != plan.base())
        {
            try (AeronArchive archive = AeronArchive.connect(options.host().ownArchive(aeron)))
            {
                if (plan.logStart() > plan.log().startPosition())
                {
                    final long files = archive.purgeSegments(plan.log().recordingId(), plan.logStart());
                    LOGGER.info("copied log purged: dataDir={} snapshotPosition={} logStartPosition={} files={}",
                        dataDir, plan.base().logPosition(), plan.logStart(), files);
                }
                new LogPurge(archive).snapshotsBefore(recordingLog, plan.base().logPosition());
            }
        }
        return true;
    }

    /** Snapshots may be copied before the log that leads to them, and before the events. */
    private boolean isCopied(final LogPlan plan)
    {
        final LogPlan.Snapshot latest = plan.latest(trust);
        return latest.logPosition() <= logPosition.getAsLong() && latest.begin().frameSequence() <=
            RecordedEvents.lastFrameSequence(EngineDirectories.archiveDir(dataDir), eventPosition.getAsLong());
    }

    /** Why nothing is deleted although there are snapshots; empty when there is no reason. */
    String problem()
    {
        return problem;
    }

    @Override
    public String roleName()
    {
        return "bourse-backup-retention";
    }
}
