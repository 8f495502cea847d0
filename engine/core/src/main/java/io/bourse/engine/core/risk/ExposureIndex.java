// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * Finds the exposures of one level in one instrument by their register. Every instrument has tables of its own, so that
 * those of the busy ones lie together in the cache whatever else is loaded.
 */
public final class ExposureIndex extends ExtendibleTable
{
    private static final int INITIAL_SEGMENT_LENGTH = 4;

    private Exposure[][] directory;

    ExposureIndex()
    {
        this(new Exposure[1][INITIAL_SEGMENT_LENGTH]);
    }

    private ExposureIndex(final Exposure[][] directory)
    {
        super(directory, INITIAL_SEGMENT_LENGTH);
        this.directory = directory;
    }

    /**
     * Exposure of a register.
     *
     * @param entityId number of the register on this level, from 0.
     * @return exposure, or null when there is none yet.
     */
    public Exposure find(final int entityId)
    {
        final long hash = hash(entityId);
        final Exposure[] slots = directory[directoryIndex(hash)];
        final int mask = slots.length - 1;
        int slot = (int)hash & mask;
        Exposure exposure = slots[slot];
        while (null != exposure && exposure.entityId() != entityId)
        {
            slot = (slot + 1) & mask;
            exposure = slots[slot];
        }
        return exposure;
    }

    /** Adds an exposure whose register is not there yet. */
    void insert(final Exposure exposure)
    {
        final long hash = hash(exposure.entityId());
        insert(makeSpace(hash), exposure, hash);
    }

    private void insert(final int place, final Exposure exposure, final long hash)
    {
        final Exposure[] slots = directory[place];
        final int mask = slots.length - 1;
        int slot = (int)hash & mask;
        while (null != slots[slot])
        {
            slot = (slot + 1) & mask;
        }
        slots[slot] = exposure;
        inserted(place);
    }

    @Override
    protected Object[] newDirectory(final int length)
    {
        directory = new Exposure[length][];
        return directory;
    }

    @Override
    protected Object newSlots(final int length)
    {
        return new Exposure[length];
    }

    @Override
    protected void insertAll(final Object slots)
    {
        for (final Exposure exposure : (Exposure[])slots)
        {
            if (null != exposure)
            {
                final long hash = hash(exposure.entityId());
                insert(directoryIndex(hash), exposure, hash);
            }
        }
    }

    /** Numbers that follow each other reach the highest bits, which choose the segment, and the lowest: the slot. */
    private static long hash(final int entityId)
    {
        final long product = (entityId + 1L) * MULTIPLIER;
        return product ^ (product >>> 32);
    }
}
