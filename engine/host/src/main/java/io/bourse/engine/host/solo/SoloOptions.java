// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.storage.StorageSpace;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.BitUtil;

import java.nio.file.Path;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link SoloEngine}.
 *
 * @param host directories, durability, credentials and what else every host has. Required.
 * @param commandTermLength bytes of a term of a new journal, a power of two; 64 MiB by default. A former one keeps its
 *     own.
 * @param eventTermLength bytes of a term of a new event stream, a power of two; 64 MiB by default. A former one keeps
 *     its own.
 * @param closeTimeoutNs how long closing waits in nanoseconds for commands that are on their way; 10 s by default.
 * @param minFreeBytes free space in bytes that the engine leaves on its disk: with less it stops, and it starts only
 *     with twice as much; 0 to use all there is.
 * @param ringSize slots of the ring, a power of two from 2 to 1048576; 16384 by default.
 * @param retention how much history is kept when a snapshot was taken.
 * @param history where the rest is archived before it is purged; null, by default, to purge it without.
 * @param doorbell wakes the engine's thread when its idle strategy sleeps until something happens that it can see, and
 *     a command would not be such a thing. Called by every producer from its own thread after every command, so it must
 *     be quick; null, by default, when the idle strategy looks by itself.
 * @param threadFactory makes the engine's one thread, for instance on a processor of its own; the engine names it.
 * @param hasArchiveThread whether the archive writes its files on a thread of its own, beside the matcher; false by
 *     default. It then needs a processor more; on the engine's thread a command crosses no thread until it is executed.
 *     With {@link Durability#DISK} it always has one: a sync takes longer than matching a hundred orders.
 * @param archiveThreadFactory makes the archive's thread, if it has one.
 * @param gapFile where a {@link GapMeter} writes down when the engine's thread did not run although it never sleeps:
 *     its idle strategy must spin. Replaced when it is there; null, by default, for none.
 */
@RecordBuilder
public record SoloOptions(
    HostOptions host,
    int commandTermLength,
    int eventTermLength,
    long closeTimeoutNs,
    long minFreeBytes,
    int ringSize,
    RetentionOptions retention,
    HistoryOptions history,
    Runnable doorbell,
    ThreadFactory threadFactory,
    boolean hasArchiveThread,
    ThreadFactory archiveThreadFactory,
    Path gapFile)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public SoloOptions
    {
        HostOptions.require(null != host && null != retention,
            "host and retention must be set: host=" + host + " retention=" + retention);
        HostOptions.require(null != threadFactory && null != archiveThreadFactory,
            "thread factories must be set: threadFactory=" + threadFactory + " archiveThreadFactory=" +
            archiveThreadFactory);
        HostOptions.require(BitUtil.isPowerOfTwo(ringSize) && ringSize >= 2 && ringSize <= 1024 * 1024,
            "ringSize must be a power of two from 2 to 1048576: ringSize=" + ringSize);
        host.checkCore(commandTermLength, eventTermLength, closeTimeoutNs, minFreeBytes);
        hasArchiveThread |= Durability.DISK == host.durability();
    }

    /**
     * Everything else by default.
     *
     * @param host what every host has.
     * @return options.
     */
    public static SoloOptions of(final HostOptions host)
    {
        return builder().host(host).build();
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static SoloOptionsBuilder builder()
    {
        return SoloOptionsBuilder.builder()
            .commandTermLength(HostOptions.TERM_LENGTH_DEFAULT)
            .eventTermLength(HostOptions.TERM_LENGTH_DEFAULT)
            .closeTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .minFreeBytes(StorageSpace.MIN_FREE_BYTES_DEFAULT)
            .ringSize(16 * 1024)
            .retention(RetentionOptions.DEFAULT)
            .threadFactory(Thread::new)
            .archiveThreadFactory(Thread::new);
    }
}
