// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.service.ClusterClock;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.ProgramVersion;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.storage.StorageSpace;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Options of one member of a cluster.
 *
 * @param host directories, durability, credentials and what else every host has. Required.
 * @param commandTermLength bytes of a term of a new log, a power of two; 64 MiB by default. A former one keeps its own.
 * @param eventTermLength bytes of a term of the event stream, a power of two; 64 MiB by default. The same on all
 *     members and never changed.
 * @param closeTimeoutNs how long closing waits in nanoseconds for commands that are on their way; 10 s by default.
 * @param minFreeBytes free space in bytes that the member leaves on its disk: with less it stops, and it starts only
 *     with twice as much; 0 to use all there is.
 * @param memberId which of the members this is, from 0; 0 by default.
 * @param members all members, in order of their ids; the same on every one. One member on free ports of the loopback
 *     interface by default.
 * @param leaderHeartbeatTimeoutNs silence of the leader in nanoseconds after which the others elect a new one; 1 s by
 *     default.
 * @param electionTimeoutNs how long in nanoseconds a candidate waits for the votes of all before those of a majority
 *     are enough; half of {@code leaderHeartbeatTimeoutNs} by default. When a leader has died not all can vote, so this
 *     is waited for in full, after the leader's silence.
 * @param sessionTimeoutNs silence of a client in nanoseconds after which its cluster session is closed; 10 s by
 *     default.
 * @param maxSessions most clients at a time; 256 by default.
 * @param livenessTimeoutNs how long in nanoseconds the service may stand still before the member is ended; 10 s by
 *     default.
 * @param appVersion version of the program as the log has it: members with different major versions do not work
 *     together; that of this program by default.
 * @param clusterClock what the leader stamps with instead of the clock of {@code host}; null by default. Anything but
 *     nanoseconds is refused by the others.
 * @param snapshotsKept how many snapshots are kept, with the log after the oldest of them; 0, by default, keeps
 *     everything. What is older is deleted as soon as all other members and the backup have come beyond it.
 * @param consumers of the member's event stream that are known; with {@code snapshotsKept} events are kept from the
 *     oldest of those snapshots on, and from wherever one of the consumers would replay them. Those that every venue
 *     has by default: as long as they have not registered in the member's directory, all events are kept.
 * @param history where log and events are archived before they are deleted; null, by default, to delete them without.
 * @param backupHost name or address of the host of the backup; 127.0.0.1 by default.
 * @param backupArchivePort port of that host where the archive of a backup is asked how far it has come; 0, by default,
 *     when there is no backup.
 */
@RecordBuilder
public record ClusterOptions(
    HostOptions host,
    int commandTermLength,
    int eventTermLength,
    long closeTimeoutNs,
    long minFreeBytes,
    int memberId,
    List<MemberEndpoints> members,
    long leaderHeartbeatTimeoutNs,
    long electionTimeoutNs,
    long sessionTimeoutNs,
    int maxSessions,
    long livenessTimeoutNs,
    int appVersion,
    ClusterClock clusterClock,
    int snapshotsKept,
    List<String> consumers,
    HistoryOptions history,
    String backupHost,
    int backupArchivePort)
{
    private static final int MAX_MEMBERS = 9;
    private static final long HEARTBEAT_TIMEOUT_MIN_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ELECTION_TIMEOUT_MIN_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * Checks the options and their relations, and completes them.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public ClusterOptions
    {
        HostOptions.require(null != host && null != members && null != backupHost && null != consumers,
            "host, members, backupHost and consumers must be set: host=" + host + " members=" + members +
            " backupHost=" + backupHost + " consumers=" + consumers);
        consumers = List.copyOf(consumers);
        host.checkCore(commandTermLength, eventTermLength, closeTimeoutNs, minFreeBytes);
        members = members.isEmpty() ? MemberEndpoints.ephemeral(1) : List.copyOf(members);
        HostOptions.require(1 == members.size() % 2 && members.size() <= MAX_MEMBERS,
            "a cluster has an odd number of members up to " + MAX_MEMBERS + ": members=" + members.size());
        HostOptions.require(memberId >= 0 && memberId < members.size(),
            "memberId must be that of one of the members: memberId=" + memberId + " members=" + members.size());
        HostOptions.require(maxSessions > 0, "maxSessions must be positive: maxSessions=" + maxSessions);
        HostOptions.require(snapshotsKept >= 0 && backupArchivePort >= 0,
            "snapshotsKept and backupArchivePort must not be negative: snapshotsKept=" + snapshotsKept +
            " backupArchivePort=" + backupArchivePort);
        HostOptions.require(leaderHeartbeatTimeoutNs >= HEARTBEAT_TIMEOUT_MIN_NS,
            "leaderHeartbeatTimeoutNs must be at least " + HEARTBEAT_TIMEOUT_MIN_NS + ": leaderHeartbeatTimeoutNs=" +
            leaderHeartbeatTimeoutNs);
        electionTimeoutNs = 0 == electionTimeoutNs ? leaderHeartbeatTimeoutNs / 2 : electionTimeoutNs;
        HostOptions.require(
            electionTimeoutNs >= ELECTION_TIMEOUT_MIN_NS && electionTimeoutNs <= leaderHeartbeatTimeoutNs,
            "electionTimeoutNs must be at least " + ELECTION_TIMEOUT_MIN_NS + " and not longer than the leader's" +
            " silence: electionTimeoutNs=" + electionTimeoutNs + " leaderHeartbeatTimeoutNs=" +
            leaderHeartbeatTimeoutNs);
        HostOptions.require(sessionTimeoutNs > leaderHeartbeatTimeoutNs,
            "sessionTimeoutNs must outlast an election: sessionTimeoutNs=" + sessionTimeoutNs +
            " leaderHeartbeatTimeoutNs=" + leaderHeartbeatTimeoutNs);
        HostOptions.require(livenessTimeoutNs > 0,
            "livenessTimeoutNs must be positive: livenessTimeoutNs=" + livenessTimeoutNs);
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static ClusterOptionsBuilder builder()
    {
        return ClusterOptionsBuilder.builder()
            .commandTermLength(HostOptions.TERM_LENGTH_DEFAULT)
            .eventTermLength(HostOptions.TERM_LENGTH_DEFAULT)
            .closeTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .minFreeBytes(StorageSpace.MIN_FREE_BYTES_DEFAULT)
            .members(List.of())
            .backupHost("127.0.0.1")
            .consumers(RetentionOptions.CONSUMERS)
            .leaderHeartbeatTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .sessionTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .maxSessions(256)
            .livenessTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .appVersion(ProgramVersion.CURRENT);
    }
}
