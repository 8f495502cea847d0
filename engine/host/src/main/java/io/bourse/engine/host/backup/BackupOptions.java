// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.site.FileOrigin;
import io.bourse.engine.security.Principal;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Options of a copy of a cluster.
 *
 * @param host directories, credentials and what else every host has. Required. Its credentials are those of the venue
 *     that is copied: that of {@link Principal#BACKUP} is needed, and that of {@link Principal#MEMBER} when the members
 *     ask the copy's archive. Its files hold at least a term of the cluster's log.
 * @param members all members of the cluster, in order of their ids. Required.
 * @param ownMember the member whose directory is completed, from 0: it is none to copy from; -1, by default, for a
 *     backup.
 * @param ownHost name or address of this host, at which everything listens; 127.0.0.1 by default.
 * @param port UDP port at which members answer the copy's questions; 0, by default, for a free one.
 * @param archivePort UDP port at which members ask how far the copy has come, before they delete what it may still
 *     need; 0, by default, when no member asks.
 * @param origins processes that give their files, the one of the venue first; none, by default, when they are not
 *     copied.
 * @param copies directories of the copies of all partitions, by number; none, by default, when there is one.
 * @param queryIntervalNs how often in nanoseconds the cluster is asked for new snapshots and terms; 10 s by default.
 * @param coolDownNs how long in nanoseconds to wait before the next attempt when a member has failed to answer; 1 s by
 *     default.
 * @param sourceTimeoutNs how long in nanoseconds a member may be silent before the next one is taken; 5 s by default.
 */
@RecordBuilder
public record BackupOptions(
    HostOptions host,
    List<MemberEndpoints> members,
    int ownMember,
    String ownHost,
    int port,
    int archivePort,
    List<FileOrigin> origins,
    List<Path> copies,
    long queryIntervalNs,
    long coolDownNs,
    long sourceTimeoutNs)
{
    private static final int MAX_PORT = 65_535;
    private static final int NO_MEMBER = -1;

    /**
     * Checks the options and completes them.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public BackupOptions
    {
        HostOptions.require(null != host && null != members && null != ownHost,
            "host, members and ownHost must be set: host=" + host + " members=" + members + " ownHost=" + ownHost);
        HostOptions.require(ownMember >= NO_MEMBER && ownMember < members.size() &&
            members.size() > (NO_MEMBER == ownMember ? 0 : 1),
            "the members to copy from must be given: members=" + members.size() + " ownMember=" + ownMember);
        HostOptions.require(port >= 0 && port <= MAX_PORT, "port must be from 0 to " + MAX_PORT + ": port=" + port);
        HostOptions.require(archivePort >= 0 && archivePort <= MAX_PORT,
            "archivePort must be from 0 to " + MAX_PORT + ": archivePort=" + archivePort);
        HostOptions.require(queryIntervalNs > 0 && coolDownNs > 0 && sourceTimeoutNs > 0,
            "times must be positive: queryIntervalNs=" + queryIntervalNs + " coolDownNs=" + coolDownNs +
            " sourceTimeoutNs=" + sourceTimeoutNs);
        members = List.copyOf(members);
        origins = List.copyOf(origins);
        copies = List.copyOf(copies);
        port = 0 == port ? MemberEndpoints.ephemeral(1).getFirst().consensusPort() : port;
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static BackupOptionsBuilder builder()
    {
        return BackupOptionsBuilder.builder()
            .ownMember(NO_MEMBER)
            .ownHost("127.0.0.1")
            .origins(List.of())
            .copies(List.of())
            .queryIntervalNs(TimeUnit.SECONDS.toNanos(10))
            .coolDownNs(TimeUnit.SECONDS.toNanos(1))
            .sourceTimeoutNs(TimeUnit.SECONDS.toNanos(5));
    }
}
