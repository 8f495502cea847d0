// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MoveAdvancedDecoder;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.MoveState;
import io.bourse.engine.protocol.MovingOrderDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.MovedNameDecoder;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

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

    private static final long SILENCE_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final Map<Long, Place> places = new TreeMap<>();
    private final List<byte[]> records = new ArrayList<>();
    private final Set<Long> named = new HashSet<>();
    private final Set<Long> unnamed = new LinkedHashSet<>();
    private final MessageHeaderDecoder recordHeader = new MessageHeaderDecoder();
    private final MovedNameDecoder name = new MovedNameDecoder();

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

    /**
     * Reads the live stream until every order of a FIX login has its names.
     *
     * @param dataDir of the partition.
     * @param client of its engine.
     * @param timeoutNs how long to wait for the next of them.
     * @return what it says; some orders may be {@link #unnamed()}.
     */
    static MoveHistory awaitNames(final Path dataDir, final EngineClient client, final long timeoutNs)
    {
        final MoveHistory history = new MoveHistory();
        final long end = client.endCursor();
        final IdleStrategy idle = new BackoffIdleStrategy();
        try (EventFollower follower = client.follow(ArchivedEvents.readLive(dataDir, history), history))
        {
            long sinceNs = System.nanoTime();
            int left = 0;
            while (follower.cursor() < end || !history.unnamed.isEmpty())
            {
                final int work = follower.poll(EventFollower.FRAMES_OF_TURN);
                final boolean isRead = follower.cursor() >= end;
                if (work > 0 && !isRead || left != history.unnamed.size())
                {
                    sinceNs = System.nanoTime();
                    left = history.unnamed.size();
                }
                else if (System.nanoTime() - sinceNs > (isRead ? timeoutNs : SILENCE_LIMIT_NS))
                {
                    requireRead(isRead, follower.cursor(), end);
                    break;
                }
                idle.idle(work);
            }
        }
        return history;
    }

    private static void requireRead(final boolean isRead, final long cursor, final long end)
    {
        if (!isRead)
        {
            throw new IllegalStateException("the event stream went silent: cursor=" + cursor + " end=" + end);
        }
    }

    /** Orders of FIX logins of the last move out of the partition whose names have not all been said. */
    Set<Long> unnamed()
    {
        return unnamed;
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
            named.clear();
            unnamed.clear();
        }
        final byte[] record = new byte[event.length()];
        event.getData(record, 0, record.length);
        records.add(record);
        recordHeader.wrap(new UnsafeBuffer(record), 0);
        if (MovedNameDecoder.TEMPLATE_ID == recordHeader.templateId())
        {
            name.wrapAndApplyHeader(recordHeader.buffer(), 0, recordHeader);
            if (name.number() + 1 == name.names())
            {
                named.add(name.orderId());
                unnamed.remove(name.orderId());
            }
        }
    }

    @Override
    public void onMovingOrder(final EventGroup group, final MovingOrderDecoder event)
    {
        if (!named.contains(event.orderId()))
        {
            unnamed.add(event.orderId());
        }
    }

    @Override
    public void onMoveAdvanced(final EventGroup group, final MoveAdvancedDecoder event)
    {
        places.put(event.moveId(), new Place(event.state(), event.records(), event.hash(), event.otherPartition()));
    }
}
