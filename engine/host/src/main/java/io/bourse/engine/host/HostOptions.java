// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.BitUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Options that every process with recordings of its own has: a solo engine, a member of a cluster, a backup.
 *
 * @param dataDir where the recordings are kept; created if missing, made absolute. Required.
 * @param partition number from 0 to {@link MatchingEngine#MAX_PARTITION}; 0 by default.
 * @param durability what an acknowledged command survives, and whether a copy is synced to its disk; RAM by default.
 * @param aeronDirectoryName directory of the media driver; by default derived from the data directory.
 * @param idleStrategySupplier how threads wait when there is nothing to do; back-off by default.
 * @param segmentFileLength bytes of the files of new recordings, a power of two, at least one term; 128 MiB by default.
 * @param messageTimeoutNs how long to wait in nanoseconds for one answer of driver or archive; 10 s by default.
 * @param credentials secrets of those who connect, made at the first start; by default below the data directory.
 *     Members of one cluster, its backup and its clients need the same ones.
 * @param capacityCheck of what the history holds and limits, before a solo engine loads and replays it and before it
 *     takes commands, and of the snapshot that a member of a cluster loads; takes any by default.
 * @param clock how stamps follow the wall clock; {@link ClockOptions#DEFAULT} by default.
 * @param failStop what to do when the process can no longer be trusted; halts it by default.
 */
@RecordBuilder
public record HostOptions(
    Path dataDir,
    int partition,
    Durability durability,
    String aeronDirectoryName,
    Supplier<IdleStrategy> idleStrategySupplier,
    int segmentFileLength,
    long messageTimeoutNs,
    CredentialStore credentials,
    CapacityCheck capacityCheck,
    ClockOptions clock,
    FailStop failStop)
{
    /** Bytes of a term of a new recording. */
    public static final int TERM_LENGTH_DEFAULT = 64 * 1024 * 1024;
    private static final int TERM_LENGTH_MIN = 256 * 1024;
    private static final int TERM_LENGTH_MAX = 1024 * 1024 * 1024;

    /**
     * Checks the options and completes them.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public HostOptions
    {
        require(null != dataDir, "dataDir must be set: dataDir=" + dataDir);
        require(null != durability && null != clock && null != failStop && null != idleStrategySupplier,
            "durability, clock, failStop and idleStrategySupplier must be set: durability=" + durability +
            " clock=" + clock + " failStop=" + failStop + " idleStrategySupplier=" + idleStrategySupplier);
        require(partition >= 0 && partition <= MatchingEngine.MAX_PARTITION,
            "partition must be from 0 to " + MatchingEngine.MAX_PARTITION + ": partition=" + partition);
        require(BitUtil.isPowerOfTwo(segmentFileLength),
            "segmentFileLength must be a power of two: segmentFileLength=" + segmentFileLength);
        require(messageTimeoutNs > 0, "messageTimeoutNs must be positive: messageTimeoutNs=" + messageTimeoutNs);
        dataDir = dataDir.toAbsolutePath().normalize();
        aeronDirectoryName =
            null == aeronDirectoryName ? EngineDirectories.aeronDirectoryName(dataDir) : aeronDirectoryName;
        credentials = null == credentials ? CredentialStore.in(dataDir) : credentials;
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static HostOptionsBuilder builder()
    {
        return HostOptionsBuilder.builder()
            .durability(Durability.RAM)
            .idleStrategySupplier(() -> new BackoffIdleStrategy(100, 20, 1_000, 100_000))
            .segmentFileLength(128 * 1024 * 1024)
            .messageTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .capacityCheck(limits -> { })
            .clock(ClockOptions.DEFAULT)
            .failStop(FailStop.halting());
    }

    /**
     * Credentials of a principal for an archive.
     *
     * @param principal whose they are.
     * @return for connections to archives.
     */
    public ChallengedCredentials archiveCredentials(final Principal principal)
    {
        return ChallengedCredentials.toArchive(credentials, principal);
    }

    /**
     * Connects to the archive of this process, as its owner.
     *
     * @param aeron client of the process's driver; used, not owned.
     * @return context of the connection.
     */
    public AeronArchive.Context ownArchive(final Aeron aeron)
    {
        return ArchiveAccess.context(aeron, messageTimeoutNs, archiveCredentials(Principal.ENGINE));
    }

    /**
     * Checks what hosts of the core have beside these options.
     *
     * @param commandTermLength bytes of a term of a new journal or log.
     * @param eventTermLength bytes of a term of a new event stream.
     * @param closeTimeoutNs how long closing waits, in nanoseconds.
     * @param minFreeBytes free space that is left on the disk.
     * @throws IllegalArgumentException with the option and its value.
     */
    public void checkCore(
        final int commandTermLength, final int eventTermLength, final long closeTimeoutNs, final long minFreeBytes)
    {
        requireTermLength("commandTermLength", commandTermLength);
        requireTermLength("eventTermLength", eventTermLength);
        require(segmentFileLength >= Math.max(commandTermLength, eventTermLength),
            "segmentFileLength must hold a term: segmentFileLength=" + segmentFileLength + " commandTermLength=" +
            commandTermLength + " eventTermLength=" + eventTermLength);
        require(closeTimeoutNs > 0, "closeTimeoutNs must be positive: closeTimeoutNs=" + closeTimeoutNs);
        require(minFreeBytes >= 0, "minFreeBytes must not be negative: minFreeBytes=" + minFreeBytes);
    }

    private static void requireTermLength(final String name, final int length)
    {
        require(BitUtil.isPowerOfTwo(length) && length >= TERM_LENGTH_MIN && length <= TERM_LENGTH_MAX,
            name + " must be a power of two from " + TERM_LENGTH_MIN + " to " + TERM_LENGTH_MAX + ": " + name + "=" +
            length);
    }

    /**
     * Refuses what is not good.
     *
     * @param isGood whether it is.
     * @param message what would be, and what was given as {@code key=value}.
     * @throws IllegalArgumentException with the message.
     */
    public static void require(final boolean isGood, final String message)
    {
        if (!isGood)
        {
            throw new IllegalArgumentException(message);
        }
    }
}
