// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.InstrumentExpiredDecoder;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;

/**
 * Hears what contracts promise, and what clearing runs do to positions and instruments. Part of {@link EventListener},
 * which says when and how it is called.
 */
public interface ContractEventListener
{
    /**
     * See {@code ContractDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onContractDefined(final EventGroup group, final ContractDefinedDecoder event)
    {
    }

    /**
     * See {@code ExerciseInstructed} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onExerciseInstructed(final EventGroup group, final ExerciseInstructedDecoder event)
    {
    }

    /**
     * See {@code PositionMoved} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onPositionMoved(final EventGroup group, final PositionMovedDecoder event)
    {
    }

    /**
     * See {@code InstrumentExpired} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onInstrumentExpired(final EventGroup group, final InstrumentExpiredDecoder event)
    {
    }

    /**
     * See {@code InstrumentTotals} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onInstrumentTotals(final EventGroup group, final InstrumentTotalsDecoder event)
    {
    }
}
