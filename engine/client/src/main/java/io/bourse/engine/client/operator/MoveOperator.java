// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.BeginMoveEncoder;
import io.bourse.engine.protocol.EndMoveEncoder;
import io.bourse.engine.protocol.MoveInEncoder;
import io.bourse.engine.protocol.MoveOutEncoder;
import io.bourse.engine.protocol.MoveOutTogetherEncoder;

import java.util.List;

/**
 * An operator's hand on instruments that go from one partition to another. Uses the connection of an
 * {@link OperatorClient}, with the same exceptions, and is not thread-safe either.
 */
public final class MoveOperator
{
    private static final int WINDOW = 64;

    private final OperatorClient operator;

    /**
     * Moves out of an engine, or into it.
     *
     * @param operator whose connection is used, not owned.
     */
    public MoveOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Takes all instruments of some underlyings out of the partition.
     *
     * @param moveId above 0, of its own.
     * @param underlyings of instruments.
     * @param toPartition where they go to.
     */
    public void moveOut(final long moveId, final List<String> underlyings, final int toPartition)
    {
        final String facts = "command=MoveOut moveId=" + moveId + " underlyings=" + underlyings + " toPartition=" +
            toPartition;
        if (1 == underlyings.size())
        {
            operator.execute(operator.begin(new MoveOutEncoder())
                .moveId(moveId).toPartition(toPartition).underlying(underlyings.getFirst()), facts);
            return;
        }
        final MoveOutTogetherEncoder encoder =
            operator.begin(new MoveOutTogetherEncoder()).moveId(moveId).toPartition(toPartition);
        final MoveOutTogetherEncoder.UnderlyingsEncoder group = encoder.underlyingsCount(underlyings.size());
        underlyings.forEach(underlying -> group.next().underlying(underlying));
        operator.execute(encoder, facts);
    }

    /**
     * Lets the records of a move come into the partition.
     *
     * @param moveId of the move.
     * @param records how many there are.
     * @param hash of them.
     * @param fromPartition where instruments come from.
     */
    public void beginMove(final long moveId, final int records, final long hash, final int fromPartition)
    {
        operator.execute(
            operator.begin(new BeginMoveEncoder())
                .moveId(moveId)
                .hash(hash)
                .records(records)
                .fromPartition(fromPartition),
            "command=BeginMove moveId=" + moveId + " records=" + records + " fromPartition=" + fromPartition);
    }

    /**
     * Brings records into the partition, after {@link #beginMove}; no person signs that, it has no effect before
     * {@link #endMove}.
     *
     * @param moveId of the move.
     * @param records all of them.
     * @param first number of the first one that is not there yet.
     */
    public void moveIn(final long moveId, final List<byte[]> records, final int first)
    {
        final String facts = "command=MoveIn moveId=" + moveId + " records=" + records.size() + " first=" + first;
        operator.beginWindow();
        for (int i = first; i < records.size() && !operator.isRefusedInWindow(); i++)
        {
            final byte[] record = records.get(i);
            operator.publishInWindow(operator.begin(new MoveInEncoder())
                .moveId(moveId).number(i).length(record.length).putData(record, 0, record.length), WINDOW, facts);
        }
        operator.endWindow(facts);
    }

    /**
     * Ends a move in the partition.
     *
     * @param moveId of the move.
     * @param records how many there are.
     * @param hash of them.
     * @param otherPartition where instruments come from, or go to.
     * @param isUndone whether the move does not take place.
     */
    public void endMove(
        final long moveId, final int records, final long hash, final int otherPartition, final boolean isUndone)
    {
        operator.execute(
            operator.begin(new EndMoveEncoder())
                .moveId(moveId)
                .hash(hash)
                .records(records)
                .otherPartition(otherPartition)
                .isUndone((short)(isUndone ? 1 : 0)),
            "command=EndMove moveId=" + moveId + " records=" + records + " otherPartition=" + otherPartition +
            " isUndone=" + isUndone);
    }
}
