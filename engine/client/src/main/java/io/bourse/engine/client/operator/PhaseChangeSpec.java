// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.Phase;

/**
 * A change of phase as an operator asks for it: begin with one of the factory methods.
 *
 * @param instrumentId of one instrument; 0 for all of the underlying.
 * @param underlying at most 12 ASCII characters; empty for the whole market. Empty too when an instrument is given.
 * @param phase that begins now.
 * @param durationNs after which the next phase follows by itself, in nanoseconds; 0: until the next change.
 * @param nextPhase that follows; without meaning when there is no duration.
 * @param randomEndNs up to this is added to the duration, in nanoseconds, for each instrument anew.
 * @param seed of the random end; traders should not be able to foresee it.
 */
public record PhaseChangeSpec(
    int instrumentId,
    String underlying,
    Phase phase,
    long durationNs,
    Phase nextPhase,
    long randomEndNs,
    long seed)
{
    /**
     * Of one instrument, until the next change.
     *
     * @param phase that begins now.
     * @return the change.
     */
    public static PhaseChangeSpec ofInstrument(final int instrumentId, final Phase phase)
    {
        return new PhaseChangeSpec(instrumentId, "", phase, 0, phase, 0, 0);
    }

    /**
     * Of all instruments with an underlying, until the next change.
     *
     * @param underlying not empty.
     * @param phase that begins now.
     * @return the change.
     */
    public static PhaseChangeSpec ofUnderlying(final String underlying, final Phase phase)
    {
        if (underlying.isEmpty())
        {
            throw new IllegalArgumentException("an underlying is needed; see ofMarket: phase=" + phase);
        }
        return new PhaseChangeSpec(0, underlying, phase, 0, phase, 0, 0);
    }

    /**
     * Of every instrument, until the next change.
     *
     * @param phase that begins now.
     * @return the change.
     */
    public static PhaseChangeSpec ofMarket(final Phase phase)
    {
        return new PhaseChangeSpec(0, "", phase, 0, phase, 0, 0);
    }

    /**
     * The same change for a time.
     *
     * @param newDurationNs after which the next phase follows, in nanoseconds, above 0.
     * @param newNextPhase that follows.
     * @return the change.
     */
    public PhaseChangeSpec then(final long newDurationNs, final Phase newNextPhase)
    {
        if (newDurationNs <= 0)
        {
            throw new IllegalArgumentException(
                "a phase that another one follows must last: durationNs=" + newDurationNs);
        }
        return new PhaseChangeSpec(
            instrumentId, underlying, phase, newDurationNs, newNextPhase, randomEndNs, seed);
    }

    /**
     * The same change with an end that traders cannot foresee.
     *
     * @param newRandomEndNs up to this is added to the duration, in nanoseconds.
     * @param newSeed drawn for this change.
     * @return the change.
     */
    public PhaseChangeSpec randomEnd(final long newRandomEndNs, final long newSeed)
    {
        return new PhaseChangeSpec(
            instrumentId, underlying, phase, durationNs, nextPhase, newRandomEndNs, newSeed);
    }
}
