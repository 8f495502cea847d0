// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.storage.EngineDirectories;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Deletes what a member will not need again: files of the log that lie wholly before the oldest snapshot it keeps, and
 * older snapshots. Only when every member that might still have to read them has said that its own log goes beyond: all
 * other members, and the backup if there is one. Who does not answer is taken to need everything.
 */
final class LogRetention implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(LogRetention.class);

    private final Aeron aeron;
    private final Path clusterDir;
    private final int memberId;
    private final int snapshotsKept;
    private final List<AeronArchive.Context> others;
    private final LongSupplier snapshotCount;
    private final HostOptions host;
    private long snapshotsSeen = -1;
    private String lastReason = "";
    private volatile long postponed;

    /**
     * A rule for one member.
     *
     * @param aeron client of the member's driver.
     * @param options of the member.
     * @param others archives of the others.
     * @param snapshotCount how many snapshots the member has taken.
     */
    LogRetention(
        final Aeron aeron,
        final ClusterOptions options,
        final List<AeronArchive.Context> others,
        final LongSupplier snapshotCount)
    {
        this.aeron = aeron;
        this.others = List.copyOf(others);
        this.snapshotCount = snapshotCount;
        memberId = options.memberId();
        snapshotsKept = options.snapshotsKept();
        host = options.host();
        clusterDir = EngineDirectories.clusterDir(host.dataDir());
    }

    @Override
    public int doWork()
    {
        final long count = snapshotCount.getAsLong();
        if (count == snapshotsSeen || !Files.exists(clusterDir.resolve(RecordingLog.RECORDING_LOG_FILE_NAME)))
        {
            return 0;
        }
        try (RecordingLog recordingLog = new RecordingLog(clusterDir.toFile(), false))
        {
            final long position = LogPurge.oldestKept(recordingLog, snapshotsKept);
            if (position <= 0 || areAllBeyond(position))
            {
                if (position > 0)
                {
                    purge(recordingLog, position);
                }
                snapshotsSeen = count;
                lastReason = "";
            }
        }
        catch (final AeronException ex)
        {
            postpone(ex.getMessage());
        }
        return 1;
    }

    private boolean areAllBeyond(final long position)
    {
        for (final AeronArchive.Context other : others)
        {
            try (AeronArchive archive = AeronArchive.connect(other.clone().aeron(aeron).ownsAeronClient(false)))
            {
                final long reached = new PeerLog(archive).position();
                if (reached < position)
                {
                    postpone("an archive has not reached the snapshot: archive=" + other.controlRequestChannel() +
                        " itsLogPosition=" + reached + " snapshotPosition=" + position);
                    return false;
                }
            }
            catch (final AeronException ex)
            {
                postpone("an archive does not answer: archive=" + other.controlRequestChannel() + " reason=" +
                    ex.getMessage());
                return false;
            }
        }
        return true;
    }

    private void postpone(final String reason)
    {
        postponed++;
        if (!reason.equals(lastReason))
        {
            LOGGER.info("log is not purged yet: memberId={} reason={}", memberId, reason);
        }
        lastReason = reason;
    }

    private void purge(final RecordingLog recordingLog, final long position)
    {
        try (AeronArchive archive = AeronArchive.connect(host.ownArchive(aeron)))
        {
            new LogPurge(archive).before(recordingLog, position);
        }
    }

    /** How often a purge waited for another archive. */
    long postponed()
    {
        return postponed;
    }

    @Override
    public String roleName()
    {
        return "bourse-log-retention";
    }
}
