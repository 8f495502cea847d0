// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.host.retention.RetentionOptions;
import org.agrona.BitUtil;

/**
 * Options of an engine. Used for one launch.
 */
public final class SoloContext extends HostContext<SoloContext>
{
    private static final int RING_SIZE_DEFAULT = 16 * 1024;

    private int ringSize = RING_SIZE_DEFAULT;
    private RetentionOptions retention = RetentionOptions.DEFAULT;

    @Override
    protected void conclude()
    {
        super.conclude();
        require(null != retention, "retention must be set: retention=" + retention);
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
}
