// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.DirectBuffer;

/**
 * What is common to all events of one transaction. A view: valid only during the callback it is given to.
 */
public interface EventGroup
{
    /**
     * Where a consumer that has fully processed this group continues.
     *
     * @return event stream position after this group, in bytes.
     */
    long cursor();

    /**
     * The command's place in the journal.
     *
     * @return journal position just after the command, in bytes.
     */
    long commandPosition();

    /**
     * Business time of the transaction (t5).
     *
     * @return nanoseconds since the Unix epoch, never decreasing.
     */
    long engineTimeNs();

    /**
     * When the gateway read the request (t3n).
     *
     * @return nanoseconds since the Unix epoch; 0 if the command did not come from a gateway; below 0 no time, but
     *     message numbers that a FIX gateway marks in an {@code AdvanceTime}.
     */
    long receivedNs();

    /**
     * When the matcher handed the group to the event stream (t6); not part of the deterministic bytes.
     *
     * @return nanoseconds since the Unix epoch of the first live publication, 0 if unknown.
     */
    long publishedNs();

    /**
     * Whether the matcher already had the next command when it published this group: a burst. A reader that packs may
     * wait for the next group, which is on its way. Not part of the deterministic bytes, but the same for all readers
     * of a recording; never set by the members of a cluster.
     *
     * @return true if the next transaction follows at once.
     */
    boolean isMoreWaiting();

    /**
     * Identity of the command within its session.
     *
     * @return from 1, or 0 for commands that are not deduplicated.
     */
    long sequence();

    /**
     * Session of the command.
     *
     * @return loginId, or 0.
     */
    int sessionId();

    /**
     * Gateway of the command.
     *
     * @return gateway id, 0 for operator tools.
     */
    int gatewayId();

    /**
     * Partition of the instruments concerned.
     *
     * @return from 0.
     */
    int partition();

    /**
     * Kind of the command.
     *
     * @return template id of a command of the engine schema.
     */
    int commandTemplateId();

    /**
     * Hash over all events of the stream up to the end of this group.
     *
     * @return rolling hash.
     */
    long rollingHash();

    /**
     * Number of frames consumed so far; contiguous from 1.
     *
     * @return sequence of the last frame of this group.
     */
    long frameSequence();

    /**
     * Length of the client's own order id text.
     *
     * @return bytes, 0 for sessions that have none.
     */
    int clientRefLength();

    /**
     * Copies nothing: the buffer that holds the client's own order id text, ASCII.
     *
     * @return buffer to read {@link #clientRefLength()} bytes from {@link #clientRefOffset()}.
     */
    DirectBuffer clientRefBuffer();

    /**
     * Where the client's own order id text begins.
     *
     * @return offset in {@link #clientRefBuffer()}.
     */
    int clientRefOffset();

    /**
     * The client's own order id text. Allocates; not for hot paths.
     *
     * @return text, empty for sessions that have none.
     */
    default String clientRef()
    {
        return clientRefBuffer().getStringWithoutLengthAscii(clientRefOffset(), clientRefLength());
    }
}
