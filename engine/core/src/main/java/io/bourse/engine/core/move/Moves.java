// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.MoveState;
import io.bourse.engine.protocol.snapshot.MoveBytesDecoder;
import io.bourse.engine.protocol.snapshot.MoveBytesEncoder;
import io.bourse.engine.protocol.snapshot.MoveDecoder;
import io.bourse.engine.protocol.snapshot.MoveEncoder;

import java.util.ArrayList;
import java.util.List;

/**
 * All moves that this partition has taken part in. At most one is under way.
 */
public final class Moves implements HashedState, SnapshotPart
{
    private final List<Move> moves = new ArrayList<>();

    /** Whether instruments are neither here nor there: no session opens before that is over. */
    public boolean isUnderWay()
    {
        for (final Move move : moves)
        {
            if (!move.hasEnded())
            {
                return true;
            }
        }
        return false;
    }

    Move find(final long moveId)
    {
        for (final Move move : moves)
        {
            if (moveId == move.moveId)
            {
                return move;
            }
        }
        return null;
    }

    void add(final Move move)
    {
        moves.add(move);
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(MoveDecoder.TEMPLATE_ID, this::readMove);
        table.add(MoveBytesDecoder.TEMPLATE_ID, this::readBytes);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        for (final Move move : moves)
        {
            final MoveEncoder encoder = writer.begin(new MoveEncoder());
            writer.write(encoder
                .moveId(move.moveId)
                .hash(move.hash)
                .records(move.count)
                .otherPartition(move.otherPartition)
                .state(move.state.value())
                .comingRecords(move.comingRecords)
                .comingHash(move.comingHash)
                .encodedLength());
            for (final byte[] record : move.records())
            {
                final MoveBytesEncoder bytes = writer.begin(new MoveBytesEncoder());
                bytes.putBytes(record, 0, record.length);
                writer.write(bytes.encodedLength());
            }
        }
    }

    private void readMove(final SnapshotRecord record)
    {
        final MoveDecoder decoder = record.decode(new MoveDecoder());
        final Move move = new Move(decoder.moveId(), MoveState.get(decoder.state()), decoder.otherPartition());
        if (move.hasEnded())
        {
            move.hash = decoder.hash();
            move.count = decoder.records();
        }
        if (MoveDecoder.comingRecordsSinceVersion() <= record.version())
        {
            move.comingRecords = decoder.comingRecords();
            move.comingHash = decoder.comingHash();
        }
        moves.add(move);
    }

    private void readBytes(final SnapshotRecord record)
    {
        final MoveBytesDecoder decoder = record.decode(new MoveBytesDecoder());
        final byte[] bytes = new byte[decoder.bytesLength()];
        decoder.getBytes(bytes, 0, bytes.length);
        if (!moves.getLast().add(bytes))
        {
            throw new IllegalArgumentException(
                "a record of a move is damaged: moveId=" + moves.getLast().moveId + " record=" + moves.getLast().count);
        }
    }

    /** Histories without moves have hashes that do not know of any. */
    @Override
    public void hashInto(final StateHash hash)
    {
        for (final Move move : moves)
        {
            hash.add(move.moveId);
            hash.add(move.state.value());
            hash.add(move.otherPartition);
            hash.add(move.count);
            hash.add(move.hash);
            if (0 != move.comingRecords)
            {
                hash.add(move.comingRecords);
                hash.add(move.comingHash);
            }
        }
    }
}
