// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.EventGroup;

/**
 * The end of a transaction in the event stream of one partition. The hash tells the stream from any other one.
 *
 * @param partition of the stream.
 * @param previousCursor before the transaction.
 * @param cursor after the transaction.
 * @param rollingHash of the engine over all events up to there.
 */
public record StreamPosition(int partition, long previousCursor, long cursor, long rollingHash)
{
    /**
     * The end of a group.
     *
     * @param group that has just been delivered.
     * @param previousCursor after the group before it.
     * @return its end.
     */
    public static StreamPosition of(final EventGroup group, final long previousCursor)
    {
        return new StreamPosition(group.partition(), previousCursor, group.cursor(), group.rollingHash());
    }

    /** Whether nothing was delivered of the stream. */
    boolean isBegin()
    {
        return 0 == cursor && 0 == previousCursor;
    }

    /**
     * Makes sure that the transaction is in the stream of an engine. Reads it again: its hash is over all before it.
     *
     * @param client of the engine.
     * @throws CheckpointException when the stream is another one, ends before it or cannot be read there.
     */
    public void requireIn(final EngineClient client)
    {
        CheckpointStore.requireSame(this, client);
    }
}
