// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.StorageSpace;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.BitUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Options that every host of the core has. Used for one launch.
 *
 * @param <C> options of the host.
 */
public abstract class HostContext<C extends HostContext<C>>
{
    private static final int TERM_LENGTH_DEFAULT = 64 * 1024 * 1024;
    private static final int TERM_LENGTH_MIN = 256 * 1024;
    private static final int TERM_LENGTH_MAX = 1024 * 1024 * 1024;
    private static final int SEGMENT_FILE_LENGTH_DEFAULT = 128 * 1024 * 1024;

    private final AtomicBoolean isConcluded = new AtomicBoolean();
    private Path dataDir;
    private int partition;
    private Durability durability = Durability.RAM;
    private String aeronDirectoryName;
    private Supplier<IdleStrategy> idleStrategySupplier = () -> new BackoffIdleStrategy(100, 20, 1_000, 100_000);
    private int commandTermLength = TERM_LENGTH_DEFAULT;
    private int eventTermLength = TERM_LENGTH_DEFAULT;
    private int segmentFileLength = SEGMENT_FILE_LENGTH_DEFAULT;
    private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long closeTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long minFreeBytes = StorageSpace.MIN_FREE_BYTES_DEFAULT;
    private FailStop failStop = FailStop.halting();
    private CredentialStore credentials;

    /** Options with their defaults. */
    protected HostContext()
    {
    }

    /** This, as the host's own options. */
    protected abstract C self();

    /** Checks the options and completes them. */
    public void conclude()
    {
        if (!isConcluded.compareAndSet(false, true))
        {
            throw new IllegalStateException("a context is used for one launch only: dataDir=" + dataDir);
        }
        require(null != dataDir, "dataDir must be set: dataDir=" + dataDir);
        require(null != durability && null != failStop && null != idleStrategySupplier,
            "durability, failStop and idleStrategySupplier must be set: durability=" + durability +
            " failStop=" + failStop + " idleStrategySupplier=" + idleStrategySupplier);
        require(partition >= 0 && partition <= MatchingEngine.MAX_PARTITION,
            "partition must be from 0 to " + MatchingEngine.MAX_PARTITION + ": partition=" + partition);
        requireTermLength("commandTermLength", commandTermLength);
        requireTermLength("eventTermLength", eventTermLength);
        require(BitUtil.isPowerOfTwo(segmentFileLength) &&
            segmentFileLength >= Math.max(commandTermLength, eventTermLength),
            "segmentFileLength must be a power of two and hold a term: segmentFileLength=" + segmentFileLength +
            " commandTermLength=" + commandTermLength + " eventTermLength=" + eventTermLength);
        require(minFreeBytes >= 0, "minFreeBytes must not be negative: minFreeBytes=" + minFreeBytes);
        require(messageTimeoutNs > 0 && closeTimeoutNs > 0, "timeouts must be positive: messageTimeoutNs=" +
            messageTimeoutNs + " closeTimeoutNs=" + closeTimeoutNs);

        dataDir = dataDir.toAbsolutePath().normalize();
        if (null == aeronDirectoryName)
        {
            aeronDirectoryName = EngineDirectories.aeronDirectoryName(dataDir);
        }
        if (null == credentials)
        {
            credentials = CredentialStore.in(dataDir);
        }
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
    protected static void require(final boolean isGood, final String message)
    {
        if (!isGood)
        {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * Where journal and event stream are kept; created if missing. Required.
     *
     * @param value directory.
     * @return this.
     */
    public C dataDir(final Path value)
    {
        dataDir = value;
        return self();
    }

    /** @return directory. */
    public Path dataDir()
    {
        return dataDir;
    }

    /**
     * Partition to serve.
     *
     * @param value number from 0 to {@link MatchingEngine#MAX_PARTITION}.
     * @return this.
     */
    public C partition(final int value)
    {
        partition = value;
        return self();
    }

    /** @return number from 0. */
    public int partition()
    {
        return partition;
    }

    /**
     * What an acknowledged command survives.
     *
     * @param value mode, RAM by default.
     * @return this.
     */
    public C durability(final Durability value)
    {
        durability = value;
        return self();
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
    public C aeronDirectoryName(final String value)
    {
        aeronDirectoryName = value;
        return self();
    }

    /** @return directory name. */
    public String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /**
     * How the engine thread waits when there is nothing to do.
     *
     * @param value supplier, back-off by default.
     * @return this.
     */
    public C idleStrategySupplier(final Supplier<IdleStrategy> value)
    {
        idleStrategySupplier = value;
        return self();
    }

    /** @return supplier, back-off by default. */
    public Supplier<IdleStrategy> idleStrategySupplier()
    {
        return idleStrategySupplier;
    }

    /**
     * Term length of a new journal or log; a former one keeps its own.
     *
     * @param value bytes, a power of two.
     * @return this.
     */
    public C commandTermLength(final int value)
    {
        commandTermLength = value;
        return self();
    }

    /** @return bytes, a power of two. */
    public int commandTermLength()
    {
        return commandTermLength;
    }

    /**
     * Term length of a new event stream; a former one keeps its own.
     *
     * @param value bytes, a power of two.
     * @return this.
     */
    public C eventTermLength(final int value)
    {
        eventTermLength = value;
        return self();
    }

    /** @return bytes, a power of two. */
    public int eventTermLength()
    {
        return eventTermLength;
    }

    /**
     * Length of the files of new recordings.
     *
     * @param value bytes, a power of two, at least one term.
     * @return this.
     */
    public C segmentFileLength(final int value)
    {
        segmentFileLength = value;
        return self();
    }

    /** @return bytes, a power of two, at least one term. */
    public int segmentFileLength()
    {
        return segmentFileLength;
    }

    /**
     * How long to wait for one answer of driver or archive.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public C messageTimeoutNs(final long value)
    {
        messageTimeoutNs = value;
        return self();
    }

    /** @return nanoseconds. */
    public long messageTimeoutNs()
    {
        return messageTimeoutNs;
    }

    /**
     * How long closing waits for commands that are on their way.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public C closeTimeoutNs(final long value)
    {
        closeTimeoutNs = value;
        return self();
    }

    /** @return nanoseconds. */
    public long closeTimeoutNs()
    {
        return closeTimeoutNs;
    }

    /**
     * Free space that the engine leaves on its disk: with less it stops, and it starts only with twice as much.
     *
     * @param value bytes, 0 to use all there is.
     * @return this.
     */
    public C minFreeBytes(final long value)
    {
        minFreeBytes = value;
        return self();
    }

    /** @return bytes, 0 to use all there is. */
    public long minFreeBytes()
    {
        return minFreeBytes;
    }

    /**
     * Secrets of those who connect, made at the first start; by default below the data directory. Members of one
     * cluster, its backup and its clients need the same ones.
     *
     * @param value store.
     * @return this.
     */
    public C credentials(final CredentialStore value)
    {
        credentials = value;
        return self();
    }

    /** @return store; null before the launch when none was given. */
    public CredentialStore credentials()
    {
        return credentials;
    }

    /**
     * Credentials of the host itself, which owns its archive.
     *
     * @return for connections to that archive.
     */
    public ChallengedCredentials ownerCredentials()
    {
        return ChallengedCredentials.toArchive(credentials, Principal.ENGINE);
    }

    /**
     * What to do when the engine can no longer be trusted.
     *
     * @param value halts the process by default.
     * @return this.
     */
    public C failStop(final FailStop value)
    {
        failStop = value;
        return self();
    }

    /** @return halts the process by default. */
    public FailStop failStop()
    {
        return failStop;
    }
}
