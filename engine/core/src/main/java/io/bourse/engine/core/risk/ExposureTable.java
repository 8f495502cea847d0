// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * Exposures of one level. Nothing is ever removed; they are chained in the order of their creation, which is the
 * defined order of this table. They are found through their instrument ({@link InstrumentExposures}).
 */
public final class ExposureTable
{
    private Exposure first;
    private Exposure last;
    private int size;

    /**
     * Creates an exposure that is not there yet, without lots.
     *
     * @param index of this level in the instrument.
     * @param entityId number of the register on this level, from 0.
     * @param register of the entity.
     * @param rates of the instrument; null when this level has no margin.
     * @param parent exposure of the level above in the same instrument, or null.
     * @return exposure.
     */
    public Exposure add(
        final ExposureIndex index,
        final InstrumentExposures instrument,
        final int entityId,
        final Register register,
        final MarginRates rates,
        final Exposure parent)
    {
        final Exposure exposure = new Exposure(instrument, entityId, register, rates, parent);
        index.insert(exposure);
        if (null == first)
        {
            first = exposure;
        }
        else
        {
            last.nextCreated = exposure;
        }
        last = exposure;
        size++;
        if (null != rates)
        {
            register.add(exposure);
        }
        return exposure;
    }

    /**
     * Registers count all exposures in range units anew.
     *
     * @param isNewSession whether they have traded nothing any more.
     */
    public void countUnits(final boolean isNewSession)
    {
        for (Exposure exposure = first; null != exposure; exposure = exposure.nextCreated)
        {
            exposure.register().restart(isNewSession);
        }
        for (Exposure exposure = first; null != exposure; exposure = exposure.nextCreated)
        {
            exposure.countUnits();
        }
    }

    /** Number of exposures. */
    public int size()
    {
        return size;
    }

    /** The exposure that was created first, or null. */
    public Exposure first()
    {
        return first;
    }

    /**
     * The exposure that was created next on the same level.
     *
     * @param exposure of this table.
     * @return its follower, or null.
     */
    public Exposure next(final Exposure exposure)
    {
        return exposure.nextCreated;
    }
}
