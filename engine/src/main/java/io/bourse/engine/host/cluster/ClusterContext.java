// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.NanosecondClusterClock;
import io.aeron.cluster.service.ClusterClock;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.EngineDirectories;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.OptionCheck;
import io.bourse.engine.host.StorageRoom;
import org.agrona.SemanticVersion;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import static io.bourse.engine.host.OptionCheck.require;
import static io.bourse.engine.host.OptionCheck.requirePartition;
import static io.bourse.engine.host.OptionCheck.requireSegmentFileLength;
import static io.bourse.engine.host.OptionCheck.requireTermLength;

/**
 * Options of one member of a cluster. Used for one launch.
 */
public final class ClusterContext
{
    private static final int APP_VERSION = SemanticVersion.compose(0, 1, 0);
    private static final int MAX_SESSIONS_DEFAULT = 256;
    private static final int MAX_MEMBERS = 9;
    private static final long HEARTBEAT_TIMEOUT_MIN_NS = 100_000_000;
    private static final long ELECTION_TIMEOUT_MIN_NS = 20_000_000;

    private final AtomicBoolean isConcluded = new AtomicBoolean();
    private Path dataDir;
    private int memberId;
    private int partition;
    private List<MemberEndpoints> members = List.of();
    private Durability durability = Durability.RAM;
    private String aeronDirectoryName;
    private Supplier<IdleStrategy> idleStrategySupplier = () -> new BackoffIdleStrategy(100, 20, 1_000, 200_000);
    private int eventTermLength = OptionCheck.TERM_LENGTH_DEFAULT;
    private int logTermLength = OptionCheck.TERM_LENGTH_DEFAULT;
    private int segmentFileLength = OptionCheck.SEGMENT_FILE_LENGTH_DEFAULT;
    private long leaderHeartbeatTimeoutNs = TimeUnit.SECONDS.toNanos(1);
    private long electionTimeoutNs;
    private long sessionTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private int maxSessions = MAX_SESSIONS_DEFAULT;
    private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long closeTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long livenessTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long minFreeBytes = StorageRoom.MIN_FREE_BYTES_DEFAULT;
    private FailStop failStop = FailStop.halting();
    private int appVersion = APP_VERSION;
    private ClusterClock clusterClock = new NanosecondClusterClock();

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
        requirePartition(partition);
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
        requireSegmentFileLength(segmentFileLength, eventTermLength, logTermLength);
        require(minFreeBytes >= 0 && maxSessions > 0, "minFreeBytes must not be negative, maxSessions be positive:" +
            " minFreeBytes=" + minFreeBytes + " maxSessions=" + maxSessions);
    }

    private void concludeTimes()
    {
        require(leaderHeartbeatTimeoutNs >= HEARTBEAT_TIMEOUT_MIN_NS,
            "leaderHeartbeatTimeoutNs must be at least " + HEARTBEAT_TIMEOUT_MIN_NS + ": leaderHeartbeatTimeoutNs=" +
            leaderHeartbeatTimeoutNs);
        if (0 == electionTimeoutNs)
        {
            electionTimeoutNs = leaderHeartbeatTimeoutNs / 2;
        }
        require(electionTimeoutNs >= ELECTION_TIMEOUT_MIN_NS && electionTimeoutNs <= leaderHeartbeatTimeoutNs,
            "electionTimeoutNs must be at least " + ELECTION_TIMEOUT_MIN_NS + " and not longer than the leader's" +
            " silence: electionTimeoutNs=" + electionTimeoutNs + " leaderHeartbeatTimeoutNs=" +
            leaderHeartbeatTimeoutNs);
        require(sessionTimeoutNs > leaderHeartbeatTimeoutNs,
            "sessionTimeoutNs must outlast an election: sessionTimeoutNs=" + sessionTimeoutNs +
            " leaderHeartbeatTimeoutNs=" + leaderHeartbeatTimeoutNs);
        require(messageTimeoutNs > 0 && closeTimeoutNs > 0 && livenessTimeoutNs > 0,
            "timeouts must be positive: messageTimeoutNs=" + messageTimeoutNs + " closeTimeoutNs=" + closeTimeoutNs +
            " livenessTimeoutNs=" + livenessTimeoutNs);
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
     * How long a candidate waits for the votes of all before those of a majority are enough. When a leader has died not
     * all can vote, so this is waited for in full, after the leader's silence.
     *
     * @param value nanoseconds, half of {@link #leaderHeartbeatTimeoutNs()} by default.
     * @return this.
     */
    public ClusterContext electionTimeoutNs(final long value)
    {
        electionTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds, half of {@link #leaderHeartbeatTimeoutNs()} by default. */
    public long electionTimeoutNs()
    {
        return electionTimeoutNs;
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
     * Free space that the member leaves on its disk: with less it stops, and it starts only with twice as much.
     *
     * @param value bytes, 0 to use all there is.
     * @return this.
     */
    public ClusterContext minFreeBytes(final long value)
    {
        minFreeBytes = value;
        return this;
    }

    /** @return bytes, 0 to use all there is. */
    public long minFreeBytes()
    {
        return minFreeBytes;
    }

    /** Version of the program as the log has it: members with different major versions do not work together. */
    ClusterContext appVersion(final int value)
    {
        appVersion = value;
        return this;
    }

    int appVersion()
    {
        return appVersion;
    }

    /** What the leader stamps with; anything but nanoseconds is refused by the others. */
    ClusterContext clusterClock(final ClusterClock value)
    {
        clusterClock = value;
        return this;
    }

    ClusterClock clusterClock()
    {
        return clusterClock;
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
}
