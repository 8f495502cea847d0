// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

/**
 * Finds new orders and their answers in the bytes of a connection.
 */
interface OrderMessages
{
    /** More bytes are needed. */
    int INCOMPLETE = 0;
    /** This is not the protocol. */
    int GARBLED = -1;

    /** What is found. */
    interface Handler
    {
        /**
         * A member enters an order.
         *
         * @param clientOrderId of the order, unique on its connection.
         */
        void onOrder(String clientOrderId);

        /**
         * The venue has taken an order.
         *
         * @param clientOrderId of the order.
         * @param orderId that the matcher gave it: of two orders in one partition the later one has the higher id.
         */
        void onAccepted(String clientOrderId, long orderId);

        /**
         * The venue has refused an order.
         *
         * @param clientOrderId of the order, or of another request.
         */
        void onRefused(String clientOrderId);
    }

    /**
     * Looks at one message.
     *
     * @param bytes that begin with a message.
     * @param begin of the message.
     * @param end of the bytes.
     * @param handler called for an order and for its answer.
     * @return length of the message, {@link #INCOMPLETE} or {@link #GARBLED}.
     */
    int next(byte[] bytes, int begin, int end, Handler handler);
}
