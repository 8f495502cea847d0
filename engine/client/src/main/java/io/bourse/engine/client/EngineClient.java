// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;

/**
 * One component's connection to the engine of one partition. The host gives out in-process clients that publish
 * straight into the ring; {@code AeronEngineClient} connects from any other process of the machine.
 */
public interface EngineClient extends AutoCloseable
{
    /** Cursor of the very beginning of the event stream. */
    long FROM_START = 0;

    /**
     * Partition this client talks to.
     *
     * @return from 0.
     */
    int partition();

    /**
     * A publisher for the calling duty cycle; make one per thread. The engine takes from it what the principal may
     * send, see {@link io.bourse.engine.security.CommandGate}.
     *
     * @param sender whose commands they are.
     * @return new publisher.
     * @throws io.bourse.engine.security.CredentialException when this process does not have the principal's secret.
     */
    CommandPublisher newCommandPublisher(Principal sender);

    /**
     * Follows the event stream.
     *
     * @param fromCursor where to begin: {@link #FROM_START} or a cursor that a group gave.
     * @param listener of the transactions.
     * @return follower to be polled, and closed, by the caller.
     */
    EventFollower follow(long fromCursor, EventListener listener);

    /**
     * Where the event stream ends now. A consumer that has reached it has seen everything that happened before the
     * call.
     *
     * @return position in the event stream, in bytes.
     */
    long endCursor();

    /**
     * The venue's published watermark.
     *
     * @return shared by all clients of the partition.
     */
    PublishedWatermark publishedWatermark();

    @Override
    void close();
}
