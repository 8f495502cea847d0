// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.retention.PurgeRunner;
import io.bourse.engine.host.retention.SegmentPurge;
import io.bourse.engine.host.retention.SnapshotTrust;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.PurgeEvent;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Archives and deletes what a member will not need again: files of the log that lie wholly before the oldest snapshot
 * it keeps, files of the event stream before that snapshot that none of its consumers needs, and older snapshots. Only
 * when every member that might still have to read them has said that its own log and events go beyond: all other
 * members, and the backup if there is one. Who does not answer is taken to need everything.
 */
final class LogRetention implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(LogRetention.class);

    private final Aeron aeron;
    private final Path clusterDir;
    private final ClusterOptions options;
    private final List<AeronArchive.Context> others;
    private final LongSupplier snapshotCount;
    private final CounterSet<EngineCounter> counters;
    private final SegmentPurge segments;
    private final HostOptions host;
    private SnapshotTrust trust = new SnapshotTrust();
    private long snapshotsSeen = -1;
    private long retryNs = System.nanoTime();
    private int failuresInARow;
    private String lastReason = "";
    private volatile long postponed;

    /**
     * A rule for one member.
     *
     * @param aeron client of the member's driver.
     * @param options of the member.
     * @param others archives of the others.
     * @param snapshotCount how many snapshots the member has taken.
     * @param counters to count in.
     */
    LogRetention(
        final Aeron aeron,
        final ClusterOptions options,
        final List<AeronArchive.Context> others,
        final LongSupplier snapshotCount,
        final CounterSet<EngineCounter> counters)
    {
        this.aeron = aeron;
        this.options = options;
        this.others = List.copyOf(others);
        this.snapshotCount = snapshotCount;
        this.counters = counters;
        host = options.host();
        clusterDir = EngineDirectories.clusterDir(host.dataDir());
        segments = new SegmentPurge(host.dataDir(), options.history(), counters);
    }

    @Override
    public int doWork()
    {
        final long count = snapshotCount.getAsLong();
        if (count == snapshotsSeen || failuresInARow > 0 && System.nanoTime() - retryNs < 0 ||
            !LogPlan.isMember(host.dataDir()))
        {
            return 0;
        }
        final PurgeEvent event = new PurgeEvent();
        event.begin();
        try (RecordingLog recordingLog = new RecordingLog(clusterDir.toFile(), false))
        {
            if (Aeron.NULL_VALUE == recordingLog.findLastTermRecordingId() || purge(recordingLog))
            {
                snapshotsSeen = count;
                trust = new SnapshotTrust();
                lastReason = "";
                failuresInARow = 0;
                event.done();
                counters.incrementShared(EngineCounter.PURGES_RUN);
            }
        }
        catch (final AeronException ex)
        {
            postpone(ex.getMessage());
        }
        catch (final RuntimeException ex)
        {
            fail(event, ex);
        }
        return 1;
    }

    private boolean purge(final RecordingLog recordingLog)
    {
        LogPlan plan;
        do
        {
            plan = LogPlan.of(
                host.dataDir(), recordingLog, options.snapshotsKept(), options.consumers(), trust);
            if (plan.isNothingToDo())
            {
                return true;
            }
            if (!areAllBeyond(plan.base().logPosition(), plan.eventsStart()))
            {
                return false;
            }
        }
        while (!plan.isTrusted(host.partition(), trust));
        final long position = plan.base().logPosition();
        try (AeronArchive archive = AeronArchive.connect(host.ownArchive(aeron)))
        {
            final boolean isLogDone =
                segments.purge(archive, plan.log().recordingId(), plan.log().name(), plan.logStart());
            final boolean isEventsDone =
                segments.purge(archive, plan.events().recordingId(), plan.events().name(), plan.eventsStart());
            if (isLogDone && isEventsDone)
            {
                new LogPurge(archive).snapshotsBefore(recordingLog, position);
            }
            return isLogDone && isEventsDone;
        }
    }

    private boolean areAllBeyond(final long position, final long eventsStart)
    {
        for (final AeronArchive.Context other : others)
        {
            try (AeronArchive archive = AeronArchive.connect(other.clone().aeron(aeron).ownsAeronClient(false)))
            {
                final long reached = new PeerLog(archive).position();
                final long eventsReached = new PeerLog(archive, EngineStreams.EVENTS_STREAM_ID).position();
                if (reached < position || eventsReached < eventsStart)
                {
                    postpone("an archive has not reached the snapshot: archive=" + other.controlRequestChannel() +
                        " itsLogPosition=" + reached + " snapshotPosition=" + position + " itsEventPosition=" +
                        eventsReached + " eventPosition=" + eventsStart);
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
            LOGGER.info("log is not purged yet: memberId={} reason={}", options.memberId(), reason);
        }
        lastReason = reason;
    }

    private void fail(final PurgeEvent event, final RuntimeException ex)
    {
        if (Thread.currentThread().isInterrupted())
        {
            LOGGER.info("the member stops, the next one goes on with the purge: {}", ex.getMessage());
            return;
        }
        failuresInARow++;
        retryNs = System.nanoTime() + PurgeRunner.RETRY_NS_DEFAULT;
        event.failed(failuresInARow, ex);
        LOGGER.error("what is no longer needed was not removed, trading goes on and it is tried again: memberId={}" +
            " failuresInARow={}", options.memberId(), failuresInARow, ex);
        counters.incrementShared(EngineCounter.PURGES_FAILED);
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
