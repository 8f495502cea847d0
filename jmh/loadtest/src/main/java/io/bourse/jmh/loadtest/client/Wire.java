// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import io.bourse.jmh.loadtest.flow.Wanted;

/**
 * A session in the terms of no protocol.
 */
public interface Wire extends AutoCloseable
{
    /**
     * Encodes a limit order.
     *
     * @param wanted order.
     * @return false when the session takes no more now.
     */
    boolean newOrder(long id, Wanted wanted);

    /**
     * Encodes a cancel.
     *
     * @param id of the request.
     * @param orderId the venue's id of the order.
     * @param orderClOrdId id that the order was sent under.
     * @param instrument index of the instrument.
     * @param isBuy side of the order.
     * @param lots of the order.
     * @return false when the session takes no more now.
     */
    boolean cancel(long id, long orderId, long orderClOrdId, int instrument, boolean isBuy, long lots);

    /** Writes what is encoded, as far as the network takes it. */
    void flush();

    /**
     * Writes and reads what there is, without waiting; keeps the session alive.
     *
     * @return messages read.
     */
    int receive();

    @Override
    void close();
}
