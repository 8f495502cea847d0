// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.InstrumentExpiredDecoder;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import org.agrona.DirectBuffer;

/**
 * Decodes what contracts promise, and what clearing runs do to positions and instruments.
 */
final class ContractEventDispatcher
{
    private final ContractDefinedDecoder contractDefined = new ContractDefinedDecoder();
    private final ExerciseInstructedDecoder exerciseInstructed = new ExerciseInstructedDecoder();
    private final PositionMovedDecoder positionMoved = new PositionMovedDecoder();
    private final InstrumentExpiredDecoder instrumentExpired = new InstrumentExpiredDecoder();
    private final InstrumentTotalsDecoder instrumentTotals = new InstrumentTotalsDecoder();
    private final EventListener listener;

    ContractEventDispatcher(final EventListener listener)
    {
        this.listener = listener;
    }

    /**
     * Delivers an event if it is of this kind.
     *
     * @param group the transaction.
     * @param templateId of the event.
     * @param buffer that holds it.
     * @param offset of its block.
     * @param blockLength of the block.
     * @param version of its schema.
     * @return false when it is of another kind.
     */
    boolean onEvent(
        final EventGroup group,
        final int templateId,
        final DirectBuffer buffer,
        final int offset,
        final int blockLength,
        final int version)
    {
        switch (templateId)
        {
            case ContractDefinedDecoder.TEMPLATE_ID:
                listener.onContractDefined(group, contractDefined.wrap(buffer, offset, blockLength, version));
                return true;
            case ExerciseInstructedDecoder.TEMPLATE_ID:
                listener.onExerciseInstructed(group, exerciseInstructed.wrap(buffer, offset, blockLength, version));
                return true;
            case PositionMovedDecoder.TEMPLATE_ID:
                listener.onPositionMoved(group, positionMoved.wrap(buffer, offset, blockLength, version));
                return true;
            case InstrumentExpiredDecoder.TEMPLATE_ID:
                listener.onInstrumentExpired(group, instrumentExpired.wrap(buffer, offset, blockLength, version));
                return true;
            case InstrumentTotalsDecoder.TEMPLATE_ID:
                listener.onInstrumentTotals(group, instrumentTotals.wrap(buffer, offset, blockLength, version));
                return true;
            default:
                return false;
        }
    }
}
