// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

/**
 * A session in the terms of no protocol.
 */
interface Wire extends AutoCloseable
{
    /**
     * Encodes a limit order.
     *
     * @return false when the session takes no more now.
     */
    boolean newOrder(long id, int instrument, boolean isBuy, long priceE5, long lots, boolean isImmediate);

    /**
     * Encodes a cancel.
     *
     * @param id of the request.
     * @param orderId the venue's id of the order.
     * @param orderClOrdId id that the order was sent under.
     * @return false when the session takes no more now.
     */
    boolean cancel(long id, long orderId, long orderClOrdId, int instrument, boolean isBuy, long lots);

    /** Writes what is encoded, as far as the network takes it. */
    void flush();

    /** Writes and reads what there is, without waiting: messages read. */
    int receive();

    @Override
    void close();
}
