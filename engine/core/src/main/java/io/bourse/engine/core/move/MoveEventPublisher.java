// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.protocol.InstrumentMovedEncoder;
import io.bourse.engine.protocol.MoveAdvancedEncoder;
import io.bourse.engine.protocol.MoveRecordEncoder;
import io.bourse.engine.protocol.MovedOrderNamedEncoder;
import io.bourse.engine.protocol.MovingOrderEncoder;
import io.bourse.engine.protocol.snapshot.MovedNameDecoder;

/**
 * Encodes how a move advances.
 */
final class MoveEventPublisher
{
    private final EventGroupWriter writer;
    private final MoveRecordEncoder recordEncoder = new MoveRecordEncoder();
    private final MoveAdvancedEncoder advancedEncoder = new MoveAdvancedEncoder();
    private final InstrumentMovedEncoder movedEncoder = new InstrumentMovedEncoder();
    private final MovingOrderEncoder movingEncoder = new MovingOrderEncoder();
    private final MovedOrderNamedEncoder namedEncoder = new MovedOrderNamedEncoder();
    private final byte[] nameBytes = new byte[MovedOrderNamedEncoder.nameLength()];

    MoveEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    void records(final Move move)
    {
        int number = 0;
        for (final byte[] record : move.records())
        {
            record(move, number++, record);
        }
    }

    void record(final Move move, final int number, final byte[] record)
    {
        writer.next(recordEncoder)
            .moveId(move.moveId)
            .number(number)
            .length(record.length)
            .putData(record, 0, record.length);
    }

    void moving(final long moveId, final long orderId, final int loginId)
    {
        writer.next(movingEncoder).moveId(moveId).orderId(orderId).loginId(loginId);
    }

    void named(final MovedNameDecoder name)
    {
        final int length = name.nameLength();
        name.getName(nameBytes, 0, length);
        writer.next(namedEncoder)
            .orderId(name.orderId())
            .rootOrderId(name.rootOrderId())
            .orderQtyLots(name.orderQtyLots())
            .cumLots(name.cumLots())
            .valueHigh(name.valueHigh())
            .valueLow(name.valueLow())
            .isPriced(name.isPriced())
            .number(name.number())
            .names(name.names())
            .length((short)length)
            .putName(nameBytes, 0, length);
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
