// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MoveAdvancedDecoder;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.MoveState;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the event stream of a partition says of the moves that it has taken part in.
 */
final class MoveHistory implements EventListener
{
    /**
     * Where a move stands.
     *
     * @param otherPartition 0 while its records come.
     */
    record Place(MoveState state, int records, long hash, int otherPartition)
    {
        boolean isUnderWay()
        {
            return MoveState.OUT == state || MoveState.COMING == state;
        }
    }

    private final Map<Long, Place> places = new TreeMap<>();
    private final List<byte[]> records = new ArrayList<>();

    private MoveHistory()
    {
    }

    /**
     * Reads the live stream up to where it ends now.
     *
     * @param dataDir of the partition.
     * @param client of its engine.
     * @return what it says.
     */
    static MoveHistory read(final Path dataDir, final EngineClient client)
    {
        final MoveHistory history = new MoveHistory();
        StreamHistory.readFrom(client, ArchivedEvents.readLive(dataDir, history), history);
        return history;
    }

    /** Where a move stands here; null when the partition has not heard of it. */
    Place place(final long moveId)
    {
        return places.get(moveId);
    }

    /** The move that is under way; 0 for none. */
    long underWay()
    {
        return places.entrySet().stream().filter(entry -> entry.getValue().isUnderWay())
            .map(Map.Entry::getKey).findFirst().orElse(0L);
    }

    /** Of the last move out of the partition. */
    List<byte[]> records()
    {
        return List.copyOf(records);
    }

    @Override
    public void onMoveRecord(final EventGroup group, final MoveRecordDecoder event)
    {
        if (0 == event.number())
        {
            records.clear();
        }
        final byte[] record = new byte[event.length()];
        event.getData(record, 0, record.length);
        records.add(record);
    }

    @Override
    public void onMoveAdvanced(final EventGroup group, final MoveAdvancedDecoder event)
    {
        places.put(event.moveId(), new Place(event.state(), event.records(), event.hash(), event.otherPartition()));
    }
}
