// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

/**
 * Finds requests about orders and their answers in the bytes of a connection.
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
         * A member asks for something.
         *
         * @param kind of the request.
         * @param requestId client's order id of the request, unique on its connection.
         */
        void onRequest(CapturedRequest.Kind kind, String requestId);

        /**
         * The venue has done what was asked for.
         *
         * @param requestId client's order id of the request; what names no request is passed over.
         * @param orderId of the order, of two new ones in one partition the later one has the higher id; 0 for none.
         */
        void onDone(String requestId, long orderId);

        /**
         * The venue has refused a request.
         *
         * @param requestId client's order id of the request.
         */
        void onRefused(String requestId);

        /**
         * An order has traded.
         *
         * @param orderId of the order.
         * @param tradeId of the trade.
         */
        void onTrade(long orderId, long tradeId);
    }

    /**
     * Looks at one message.
     *
     * @param bytes that begin with a message.
     * @param begin of the message.
     * @param end of the bytes.
     * @param handler called for a request, an answer and a trade.
     * @return length of the message, {@link #INCOMPLETE} or {@link #GARBLED}.
     */
    int next(byte[] bytes, int begin, int end, Handler handler);
}
