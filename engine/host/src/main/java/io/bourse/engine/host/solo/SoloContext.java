// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostContext;
import io.bourse.engine.host.retention.RetentionOptions;
import org.agrona.BitUtil;

import java.nio.file.Path;
import java.util.concurrent.ThreadFactory;

/**
 * Options of an engine. Used for one launch.
 */
public final class SoloContext extends HostContext<SoloContext>
{
    private static final int RING_SIZE_DEFAULT = 16 * 1024;

    private int ringSize = RING_SIZE_DEFAULT;
    private RetentionOptions retention = RetentionOptions.DEFAULT;
    private Runnable doorbell;
    private ThreadFactory threadFactory = Thread::new;
    private boolean hasArchiveThread;
    private ThreadFactory archiveThreadFactory = Thread::new;
    private Path gapFile;

    @Override
    public void conclude()
    {
        super.conclude();
        require(null != retention, "retention must be set: retention=" + retention);
        require(null != threadFactory && null != archiveThreadFactory,
            "thread factories must be set: threadFactory=" + threadFactory + " archiveThreadFactory=" +
            archiveThreadFactory);
        require(BitUtil.isPowerOfTwo(ringSize) && ringSize >= 2 && ringSize <= 1024 * 1024,
            "ringSize must be a power of two from 2 to 1048576: ringSize=" + ringSize);
    }

    @Override
    protected SoloContext self()
    {
        return this;
    }

    /**
     * Slots of the ring.
     *
     * @param value number, a power of two.
     * @return this.
     */
    public SoloContext ringSize(final int value)
    {
        ringSize = value;
        return this;
    }

    /** @return number, a power of two. */
    public int ringSize()
    {
        return ringSize;
    }

    /**
     * How much history is kept when a snapshot was taken.
     *
     * @param value options.
     * @return this.
     */
    public SoloContext retention(final RetentionOptions value)
    {
        retention = value;
        return this;
    }

    /** @return options. */
    public RetentionOptions retention()
    {
        return retention;
    }

    /**
     * Wakes the engine's thread when its idle strategy sleeps until something happens that it can see, and a command
     * would not be such a thing. Called by every producer behind every command, so it must be quick.
     *
     * @param value called from any thread; null, the default, when the idle strategy looks by itself.
     * @return this.
     */
    public SoloContext doorbell(final Runnable value)
    {
        doorbell = value;
        return this;
    }

    /** @return called from any thread, or null. */
    public Runnable doorbell()
    {
        return doorbell;
    }

    /**
     * Makes the engine's one thread, for instance on a processor of its own.
     *
     * @param value factory; the engine names the thread.
     * @return this.
     */
    public SoloContext threadFactory(final ThreadFactory value)
    {
        threadFactory = value;
        return this;
    }

    /** @return factory. */
    public ThreadFactory threadFactory()
    {
        return threadFactory;
    }

    /**
     * Whether the archive writes its files on a thread of its own, beside the matcher. It then needs a processor more;
     * on the engine's thread a command crosses no thread until it is executed. With {@link Durability#DISK} it always
     * has one: a sync takes longer than matching a hundred orders.
     *
     * @param value true for a thread of its own; false is the default.
     * @return this.
     */
    public SoloContext hasArchiveThread(final boolean value)
    {
        hasArchiveThread = value;
        return this;
    }

    /** @return true when the archive has a thread of its own. */
    public boolean hasArchiveThread()
    {
        return hasArchiveThread || Durability.DISK == durability();
    }

    /**
     * Makes the archive's thread, if it {@linkplain #hasArchiveThread() has one}.
     *
     * @param value factory.
     * @return this.
     */
    public SoloContext archiveThreadFactory(final ThreadFactory value)
    {
        archiveThreadFactory = value;
        return this;
    }

    /** @return factory. */
    public ThreadFactory archiveThreadFactory()
    {
        return archiveThreadFactory;
    }

    /**
     * Writes down when the engine's thread did not run although it never sleeps: its idle strategy must spin.
     *
     * @param value file for a {@link GapMeter}, replaced when it is there; null, the default, for none.
     * @return this.
     */
    public SoloContext gapFile(final Path value)
    {
        gapFile = value;
        return this;
    }

    /** @return file, or null. */
    public Path gapFile()
    {
        return gapFile;
    }
}
