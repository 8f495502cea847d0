// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.BitUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Options of a copy of a cluster. Used for one launch.
 */
public final class BackupContext
{
    private static final int MAX_PORT = 65_535;
    private static final int NO_MEMBER = -1;
    private static final int SEGMENT_FILE_LENGTH_DEFAULT = 128 * 1024 * 1024;

    private final AtomicBoolean isConcluded = new AtomicBoolean();
    private Path dataDir;
    private int partition;
    private List<MemberEndpoints> members = List.of();
    private int ownMember = NO_MEMBER;
    private int port;
    private int archivePort;
    private Durability durability = Durability.RAM;
    private String aeronDirectoryName;
    private int segmentFileLength = SEGMENT_FILE_LENGTH_DEFAULT;
    private Supplier<IdleStrategy> idleStrategySupplier = () -> new BackoffIdleStrategy(100, 20, 1_000, 1_000_000);
    private long queryIntervalNs = TimeUnit.SECONDS.toNanos(10);
    private long coolDownNs = TimeUnit.SECONDS.toNanos(1);
    private long sourceTimeoutNs = TimeUnit.SECONDS.toNanos(5);
    private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private FailStop failStop = FailStop.halting();
    private CredentialStore credentials;

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
        require(ownMember >= NO_MEMBER && ownMember < members.size() &&
            members.size() > (NO_MEMBER == ownMember ? 0 : 1),
            "the members to copy from must be given: members=" + members.size() + " ownMember=" + ownMember);
        require(port >= 0 && port <= MAX_PORT, "port must be from 0 to " + MAX_PORT + ": port=" + port);
        require(archivePort >= 0 && archivePort <= MAX_PORT,
            "archivePort must be from 0 to " + MAX_PORT + ": archivePort=" + archivePort);
        require(queryIntervalNs > 0 && coolDownNs > 0 && sourceTimeoutNs > 0 && messageTimeoutNs > 0,
            "times must be positive: queryIntervalNs=" + queryIntervalNs + " coolDownNs=" + coolDownNs +
            " sourceTimeoutNs=" + sourceTimeoutNs + " messageTimeoutNs=" + messageTimeoutNs);
        require(BitUtil.isPowerOfTwo(segmentFileLength),
            "segmentFileLength must be a power of two: segmentFileLength=" + segmentFileLength);
        members = List.copyOf(members);
        dataDir = dataDir.toAbsolutePath().normalize();
        if (null == aeronDirectoryName)
        {
            aeronDirectoryName = EngineDirectories.aeronDirectoryName(dataDir);
        }
        if (null == credentials)
        {
            credentials = CredentialStore.in(dataDir);
        }
        if (0 == port)
        {
            port = MemberEndpoints.ephemeral(1).getFirst().consensusPort();
        }
    }

    private static void require(final boolean isGood, final String message)
    {
        if (!isGood)
        {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Secrets of the venue that is copied: that of {@link Principal#BACKUP} is needed, and that of
     * {@link Principal#MEMBER} when the members ask the copy's archive; by default below the data directory.
     *
     * @param value store.
     * @return this.
     */
    public BackupContext credentials(final CredentialStore value)
    {
        credentials = value;
        return this;
    }

    /** @return store; null before the launch when none was given. */
    public CredentialStore credentials()
    {
        return credentials;
    }

    /** Credentials for the archives of the members. */
    ChallengedCredentials backupCredentials()
    {
        return ChallengedCredentials.toArchive(credentials, Principal.BACKUP);
    }

    /** Credentials for the copy's own archive. */
    ChallengedCredentials ownerCredentials()
    {
        return ChallengedCredentials.toArchive(credentials, Principal.ENGINE);
    }

    /**
     * Where the copy is kept; created if missing. Required.
     *
     * @param value directory.
     * @return this.
     */
    public BackupContext dataDir(final Path value)
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
     * Partition that is copied.
     *
     * @param value from 0 to {@link MatchingEngine#MAX_PARTITION}.
     * @return this.
     */
    public BackupContext partition(final int value)
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
     * All members of the cluster, in order of their ids. Required.
     *
     * @param value endpoints.
     * @return this.
     */
    public BackupContext members(final List<MemberEndpoints> value)
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
     * The member whose directory is completed: it is none to copy from.
     *
     * @param value from 0; -1, the default, for a backup.
     * @return this.
     */
    public BackupContext ownMember(final int value)
    {
        ownMember = value;
        return this;
    }

    /** @return from 0; -1 for a backup. */
    public int ownMember()
    {
        return ownMember;
    }

    /**
     * UDP port of the loopback interface at which members answer the copy's questions.
     *
     * @param value port, 0 for one that nobody uses.
     * @return this.
     */
    public BackupContext port(final int value)
    {
        port = value;
        return this;
    }

    /** @return port. */
    public int port()
    {
        return port;
    }

    /**
     * UDP port of the loopback interface at which members ask how far the copy has come, before they delete what it may
     * still need.
     *
     * @param value port; 0, the default, when nobody asks.
     * @return this.
     */
    public BackupContext archivePort(final int value)
    {
        archivePort = value;
        return this;
    }

    /** @return port; 0 when nobody asks. */
    public int archivePort()
    {
        return archivePort;
    }

    /**
     * Whether the copy is synced to its disk.
     *
     * @param value mode, RAM by default.
     * @return this.
     */
    public BackupContext durability(final Durability value)
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
    public BackupContext aeronDirectoryName(final String value)
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
     * Length of the files of the copied log; at least a term of the cluster's log.
     *
     * @param value bytes, a power of two.
     * @return this.
     */
    public BackupContext segmentFileLength(final int value)
    {
        segmentFileLength = value;
        return this;
    }

    /** @return bytes, a power of two. */
    public int segmentFileLength()
    {
        return segmentFileLength;
    }

    /**
     * How the threads wait when there is nothing to do.
     *
     * @param value supplier, back-off by default.
     * @return this.
     */
    public BackupContext idleStrategySupplier(final Supplier<IdleStrategy> value)
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
     * How often the cluster is asked for new snapshots and terms.
     *
     * @param value nanoseconds, 10 s by default.
     * @return this.
     */
    public BackupContext queryIntervalNs(final long value)
    {
        queryIntervalNs = value;
        return this;
    }

    /** @return nanoseconds, 10 s by default. */
    public long queryIntervalNs()
    {
        return queryIntervalNs;
    }

    /**
     * How long to wait before the next attempt when a member has failed to answer.
     *
     * @param value nanoseconds, 1 s by default.
     * @return this.
     */
    public BackupContext coolDownNs(final long value)
    {
        coolDownNs = value;
        return this;
    }

    /** @return nanoseconds, 1 s by default. */
    public long coolDownNs()
    {
        return coolDownNs;
    }

    /**
     * How long a member may be silent before the next one is taken.
     *
     * @param value nanoseconds, 5 s by default.
     * @return this.
     */
    public BackupContext sourceTimeoutNs(final long value)
    {
        sourceTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds, 5 s by default. */
    public long sourceTimeoutNs()
    {
        return sourceTimeoutNs;
    }

    /**
     * How long to wait for one answer of the copy's own driver or archive.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public BackupContext messageTimeoutNs(final long value)
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
     * What to do when the copy can no longer be continued.
     *
     * @param value halts the process by default.
     * @return this.
     */
    public BackupContext failStop(final FailStop value)
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
