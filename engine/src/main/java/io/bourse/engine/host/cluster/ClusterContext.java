// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.EngineDirectories;
import io.bourse.engine.host.FailStop;
import org.agrona.BitUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Options of one member of a cluster. Used for one launch.
 */
public final class ClusterContext
{
    private static final int TERM_LENGTH_DEFAULT = 64 * 1024 * 1024;
    private static final int TERM_LENGTH_MIN = 256 * 1024;
    private static final int TERM_LENGTH_MAX = 1024 * 1024 * 1024;
    private static final int SEGMENT_FILE_LENGTH_DEFAULT = 128 * 1024 * 1024;
    private static final int MAX_SESSIONS_DEFAULT = 256;
    private static final int MAX_MEMBERS = 9;
    private static final long HEARTBEAT_TIMEOUT_MIN_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final AtomicBoolean isConcluded = new AtomicBoolean();
    private Path dataDir;
    private int memberId;
    private int partition;
    private List<MemberEndpoints> members = List.of();
    private Durability durability = Durability.RAM;
    private String aeronDirectoryName;
    private Supplier<IdleStrategy> idleStrategySupplier = () -> new BackoffIdleStrategy(100, 20, 1_000, 200_000);
    private int eventTermLength = TERM_LENGTH_DEFAULT;
    private int logTermLength = TERM_LENGTH_DEFAULT;
    private int segmentFileLength = SEGMENT_FILE_LENGTH_DEFAULT;
    private long leaderHeartbeatTimeoutNs = TimeUnit.SECONDS.toNanos(1);
    private long sessionTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private int maxSessions = MAX_SESSIONS_DEFAULT;
    private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long closeTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long livenessTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private FailStop failStop = FailStop.halting();
    private int snapshotsKept;
    private int backupArchivePort;

    /** Checks the options and completes them. */
    void conclude()
    {
        if (!isConcluded.compareAndSet(false, true))
        {
            throw new IllegalStateException("a context is used for one launch only: dataDir=" + dataDir);
        }
        require(null != dataDir, "dataDir must be set: dataDir=" + dataDir);
        require(null != durability && null != failStop && null != idleStrategySupplier && null != members,
            "durability, failStop, idleStrategySupplier and members must be set: durability=" + durability +
            " failStop=" + failStop + " idleStrategySupplier=" + idleStrategySupplier + " members=" + members);
        require(partition >= 0 && partition <= MatchingEngine.MAX_PARTITION,
            "partition must be from 0 to " + MatchingEngine.MAX_PARTITION + ": partition=" + partition);
        members = members.isEmpty() ? MemberEndpoints.ephemeral(1) : List.copyOf(members);
        require(1 == members.size() % 2 && members.size() <= MAX_MEMBERS,
            "a cluster has an odd number of members up to " + MAX_MEMBERS + ": members=" + members.size());
        require(memberId >= 0 && memberId < members.size(),
            "memberId must be that of one of the members: memberId=" + memberId + " members=" + members.size());
        concludeLengths();
        concludeTimes();
        dataDir = dataDir.toAbsolutePath().normalize();
        if (null == aeronDirectoryName)
        {
            aeronDirectoryName = EngineDirectories.aeronDirectoryName(dataDir);
        }
    }

    private void concludeLengths()
    {
        requireTermLength("eventTermLength", eventTermLength);
        requireTermLength("logTermLength", logTermLength);
        require(BitUtil.isPowerOfTwo(segmentFileLength) &&
            segmentFileLength >= Math.max(eventTermLength, logTermLength),
            "segmentFileLength must be a power of two and hold a term: segmentFileLength=" + segmentFileLength +
            " eventTermLength=" + eventTermLength + " logTermLength=" + logTermLength);
        require(snapshotsKept >= 0 && backupArchivePort >= 0,
            "snapshotsKept and backupArchivePort must not be negative: snapshotsKept=" + snapshotsKept +
            " backupArchivePort=" + backupArchivePort);
        require(maxSessions > 0, "maxSessions must be positive: maxSessions=" + maxSessions);
    }

    private void concludeTimes()
    {
        require(leaderHeartbeatTimeoutNs >= HEARTBEAT_TIMEOUT_MIN_NS,
            "leaderHeartbeatTimeoutNs must be at least " + HEARTBEAT_TIMEOUT_MIN_NS + ": leaderHeartbeatTimeoutNs=" +
            leaderHeartbeatTimeoutNs);
        require(sessionTimeoutNs > leaderHeartbeatTimeoutNs,
            "sessionTimeoutNs must outlast an election: sessionTimeoutNs=" + sessionTimeoutNs +
            " leaderHeartbeatTimeoutNs=" + leaderHeartbeatTimeoutNs);
        require(messageTimeoutNs > 0 && closeTimeoutNs > 0 && livenessTimeoutNs > 0,
            "timeouts must be positive: messageTimeoutNs=" + messageTimeoutNs + " closeTimeoutNs=" + closeTimeoutNs +
            " livenessTimeoutNs=" + livenessTimeoutNs);
    }

    private static void requireTermLength(final String name, final int length)
    {
        require(BitUtil.isPowerOfTwo(length) && length >= TERM_LENGTH_MIN && length <= TERM_LENGTH_MAX,
            name + " must be a power of two from " + TERM_LENGTH_MIN + " to " + TERM_LENGTH_MAX + ": " + name + "=" +
            length);
    }

    private static void require(final boolean isGood, final String message)
    {
        if (!isGood)
        {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Where log, snapshots and event stream are kept; created if missing. Required.
     *
     * @param value directory.
     * @return this.
     */
    public ClusterContext dataDir(final Path value)
    {
        dataDir = value;
        return this;
    }

    /** @return directory. */
    public Path dataDir()
    {
        return dataDir;
    }

    /**
     * Which of the members this is.
     *
     * @param value from 0.
     * @return this.
     */
    public ClusterContext memberId(final int value)
    {
        memberId = value;
        return this;
    }

    /** @return from 0. */
    public int memberId()
    {
        return memberId;
    }

    /**
     * Partition to serve.
     *
     * @param value from 0 to {@link MatchingEngine#MAX_PARTITION}.
     * @return this.
     */
    public ClusterContext partition(final int value)
    {
        partition = value;
        return this;
    }

    /** @return from 0 to {@link MatchingEngine#MAX_PARTITION}. */
    public int partition()
    {
        return partition;
    }

    /**
     * All members, in order of their ids; the same on every one. One member on free ports of the loopback
     * interface by default.
     *
     * @param value endpoints.
     * @return this.
     */
    public ClusterContext members(final List<MemberEndpoints> value)
    {
        members = value;
        return this;
    }

    /** @return endpoints. */
    public List<MemberEndpoints> members()
    {
        return members;
    }

    /**
     * What a member's disk holds before it votes for a command.
     *
     * @param value mode, RAM by default.
     * @return this.
     */
    public ClusterContext durability(final Durability value)
    {
        durability = value;
        return this;
    }

    /** @return mode, RAM by default. */
    public Durability durability()
    {
        return durability;
    }

    /**
     * Directory of the media driver; by default derived from the data directory.
     *
     * @param value directory name.
     * @return this.
     */
    public ClusterContext aeronDirectoryName(final String value)
    {
        aeronDirectoryName = value;
        return this;
    }

    /** @return directory name. */
    public String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /**
     * How the member's threads wait when there is nothing to do.
     *
     * @param value supplier, back-off by default.
     * @return this.
     */
    public ClusterContext idleStrategySupplier(final Supplier<IdleStrategy> value)
    {
        idleStrategySupplier = value;
        return this;
    }

    /** @return supplier, back-off by default. */
    public Supplier<IdleStrategy> idleStrategySupplier()
    {
        return idleStrategySupplier;
    }

    /**
     * Term length of the event stream; never changed after the first start, and the same on every member.
     *
     * @param value bytes, a power of two.
     * @return this.
     */
    public ClusterContext eventTermLength(final int value)
    {
        eventTermLength = value;
        return this;
    }

    /** @return bytes, a power of two. */
    public int eventTermLength()
    {
        return eventTermLength;
    }

    /**
     * Term length of a new log.
     *
     * @param value bytes, a power of two.
     * @return this.
     */
    public ClusterContext logTermLength(final int value)
    {
        logTermLength = value;
        return this;
    }

    /** @return bytes, a power of two. */
    public int logTermLength()
    {
        return logTermLength;
    }

    /**
     * Length of the files of new recordings.
     *
     * @param value bytes, a power of two, at least one term.
     * @return this.
     */
    public ClusterContext segmentFileLength(final int value)
    {
        segmentFileLength = value;
        return this;
    }

    /** @return bytes, a power of two, at least one term. */
    public int segmentFileLength()
    {
        return segmentFileLength;
    }

    /**
     * Silence of the leader after which the others elect a new one.
     *
     * @param value nanoseconds, 1 s by default.
     * @return this.
     */
    public ClusterContext leaderHeartbeatTimeoutNs(final long value)
    {
        leaderHeartbeatTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds, 1 s by default. */
    public long leaderHeartbeatTimeoutNs()
    {
        return leaderHeartbeatTimeoutNs;
    }

    /**
     * Silence of a client after which its cluster session is closed.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public ClusterContext sessionTimeoutNs(final long value)
    {
        sessionTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds. */
    public long sessionTimeoutNs()
    {
        return sessionTimeoutNs;
    }

    /**
     * Most clients at a time.
     *
     * @param value count.
     * @return this.
     */
    public ClusterContext maxSessions(final int value)
    {
        maxSessions = value;
        return this;
    }

    /** @return count. */
    public int maxSessions()
    {
        return maxSessions;
    }

    /**
     * How long to wait for one answer of driver or archive.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public ClusterContext messageTimeoutNs(final long value)
    {
        messageTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds. */
    public long messageTimeoutNs()
    {
        return messageTimeoutNs;
    }

    /**
     * How long closing waits for events to be recorded.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public ClusterContext closeTimeoutNs(final long value)
    {
        closeTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds. */
    public long closeTimeoutNs()
    {
        return closeTimeoutNs;
    }

    /**
     * How long the service may stand still before the member is ended.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public ClusterContext livenessTimeoutNs(final long value)
    {
        livenessTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds. */
    public long livenessTimeoutNs()
    {
        return livenessTimeoutNs;
    }

    /**
     * What to do when the member can no longer be trusted.
     *
     * @param value halts the process by default.
     * @return this.
     */
    public ClusterContext failStop(final FailStop value)
    {
        failStop = value;
        return this;
    }

    /** @return halts the process by default. */
    public FailStop failStop()
    {
        return failStop;
    }

    /**
     * How many snapshots are kept, with the log behind the oldest of them. What is older is deleted as soon as all
     * other members and the backup have come beyond it.
     *
     * @param value count; 0, the default, keeps everything.
     * @return this.
     */
    public ClusterContext snapshotsKept(final int value)
    {
        snapshotsKept = value;
        return this;
    }

    /** @return count; 0 keeps everything. */
    public int snapshotsKept()
    {
        return snapshotsKept;
    }

    /**
     * Where the archive of a backup is asked how far it has come, on the loopback interface.
     *
     * @param value port; 0, the default, when there is no backup.
     * @return this.
     */
    public ClusterContext backupArchivePort(final int value)
    {
        backupArchivePort = value;
        return this;
    }

    /** @return port; 0 when there is no backup. */
    public int backupArchivePort()
    {
        return backupArchivePort;
    }
}
