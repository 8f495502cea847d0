// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.protocol.InstrumentMovedEncoder;
import io.bourse.engine.protocol.MoveAdvancedEncoder;
import io.bourse.engine.protocol.MoveRecordEncoder;

/**
 * Encodes how a move advances.
 */
final class MoveEventPublisher
{
    private final EventGroupWriter writer;
    private final MoveRecordEncoder recordEncoder = new MoveRecordEncoder();
    private final MoveAdvancedEncoder advancedEncoder = new MoveAdvancedEncoder();
    private final InstrumentMovedEncoder movedEncoder = new InstrumentMovedEncoder();

    MoveEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    void records(final Move move)
    {
        int number = 0;
        for (final byte[] record : move.records())
        {
            writer.next(recordEncoder)
                .moveId(move.moveId)
                .number(number++)
                .length(record.length)
                .putData(record, 0, record.length);
        }
    }

    void advanced(final Move move)
    {
        writer.next(advancedEncoder)
            .moveId(move.moveId)
            .hash(move.hash)
            .records(move.count)
            .otherPartition(move.otherPartition)
            .state(move.state);
    }

    void moved(final long moveId, final int instrumentId, final int fromPartition, final int toPartition)
    {
        writer.next(movedEncoder)
            .moveId(moveId)
            .instrumentId(instrumentId)
            .fromPartition(fromPartition)
            .toPartition(toPartition);
    }
}
