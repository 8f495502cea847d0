// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;

/**
 * The way in to whichever member leads, as {@link CommandChannel} sees it.
 */
public interface LeaderSession
{
    /**
     * Whether there is a session.
     *
     * @return false while none is open.
     */
    boolean isConnected();

    /**
     * Whether there is to be a session: a client that only follows needs none.
     *
     * @return false while no principal sends commands.
     */
    default boolean hasSender()
    {
        return true;
    }

    /**
     * Whose questions are sent.
     *
     * @return one of the principals whose commands the session takes.
     */
    Principal sender();

    /**
     * Changes whenever what was offered before may have been lost.
     *
     * @return number of the session and leader.
     */
    long epoch();

    /**
     * Offers a command to the leader. That it was taken says nothing about its becoming part of history.
     *
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param length of the whole message.
     * @return false when it cannot be taken now.
     */
    boolean offer(DirectBuffer buffer, int offset, int length);

    /**
     * Why there is no session; for any thread.
     *
     * @return as far as the cluster has reported it.
     */
    default String reason()
    {
        return "no leader answers";
    }

    /** The way to the session is gone: another one has to be opened. */
    void disconnect();

    /** Ends the session for good. */
    void close();
}
