// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.NanosecondClusterClock;
import io.aeron.cluster.service.ClusterClock;
import io.bourse.engine.host.HostContext;
import io.bourse.engine.host.ProgramVersion;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.Principal;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Options of one member of a cluster. Used for one launch.
 */
public final class ClusterContext extends HostContext<ClusterContext>
{
    private static final int MAX_SESSIONS_DEFAULT = 256;
    private static final int MAX_MEMBERS = 9;
    private static final long HEARTBEAT_TIMEOUT_MIN_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ELECTION_TIMEOUT_MIN_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private int memberId;
    private List<MemberEndpoints> members = List.of();
    private long leaderHeartbeatTimeoutNs = TimeUnit.SECONDS.toNanos(1);
    private long electionTimeoutNs;
    private long sessionTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private int maxSessions = MAX_SESSIONS_DEFAULT;
    private long livenessTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private int appVersion = ProgramVersion.CURRENT;
    private ClusterClock clusterClock = new NanosecondClusterClock();
    private int snapshotsKept;
    private int backupArchivePort;

    @Override
    public void conclude()
    {
        super.conclude();
        require(null != members, "members must be set: members=" + members);
        members = members.isEmpty() ? MemberEndpoints.ephemeral(1) : List.copyOf(members);
        require(1 == members.size() % 2 && members.size() <= MAX_MEMBERS,
            "a cluster has an odd number of members up to " + MAX_MEMBERS + ": members=" + members.size());
        require(memberId >= 0 && memberId < members.size(),
            "memberId must be that of one of the members: memberId=" + memberId + " members=" + members.size());
        require(maxSessions > 0, "maxSessions must be positive: maxSessions=" + maxSessions);
        require(snapshotsKept >= 0 && backupArchivePort >= 0,
            "snapshotsKept and backupArchivePort must not be negative: snapshotsKept=" + snapshotsKept +
            " backupArchivePort=" + backupArchivePort);
        concludeTimes();
    }

    @Override
    protected ClusterContext self()
    {
        return this;
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
        require(livenessTimeoutNs > 0, "livenessTimeoutNs must be positive: livenessTimeoutNs=" + livenessTimeoutNs);
    }

    /** Credentials for the archives of the other members and of the backup. */
    ChallengedCredentials memberCredentials()
    {
        return ChallengedCredentials.toArchive(credentials(), Principal.MEMBER);
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
