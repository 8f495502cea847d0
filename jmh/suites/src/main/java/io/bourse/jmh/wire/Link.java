// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

/**
 * One session of a client: sends transactions under numbers and reports their answers.
 */
public interface Link extends AutoCloseable
{
    /** Is called when a transaction is answered. */
    interface Answers
    {
        /**
         * The first answer to a transaction.
         *
         * @param id of the transaction.
         */
        void onAnswer(long id);
    }

    /**
     * Sends the next transaction.
     *
     * @return false when the session takes no more now.
     */
    boolean send(long id);

    /**
     * Writes and reads what there is, without waiting.
     */
    void poll();

    /** Transactions sent and not answered yet. */
    int pending();

    @Override
    void close();
}
