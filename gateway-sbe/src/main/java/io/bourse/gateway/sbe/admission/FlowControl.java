// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

/**
 * How many trading messages of one login pass (TWIME A.6). A login keeps its flow control over its connections. Not
 * thread-safe; nothing is allocated per message.
 */
public interface FlowControl
{
    /** What becomes of a message. */
    enum Decision
    {
        /** It passes. */
        ACCEPT,
        /** It is answered with FloodReject and goes no further. */
        REFUSE,
        /** As REFUSE, and the session ends: the client does not slow down. */
        DISCONNECT
    }

    /**
     * A trading message has come. It counts even if it is refused later for another reason.
     *
     * @param nowNs time, never less than in a call before.
     * @return what becomes of it.
     */
    Decision onMessage(long nowNs);

    /**
     * FloodReject.QueueSize: messages accepted in the second that the limit is measured in.
     *
     * @param nowNs time, never less than in a call before.
     * @return count.
     */
    int queueSize(long nowNs);

    /**
     * FloodReject.PenaltyRemain: how long it takes until a message can pass again.
     *
     * @param nowNs time, never less than in a call before.
     * @return microseconds, rounded up; 0 when one passes now.
     */
    long penaltyRemainUs(long nowNs);
}
