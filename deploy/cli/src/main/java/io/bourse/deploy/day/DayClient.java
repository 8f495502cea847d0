// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.orders.OrderAction;

/**
 * One client of the day: a logged-in order entry session over a real socket. Used by one thread.
 */
interface DayClient extends AutoCloseable
{
    /**
     * Sends a request, or decides that a client would not send it any more.
     *
     * @param action to send.
     * @return false when it must wait: too much is unanswered, or the order it names is.
     */
    boolean send(OrderAction action);

    /**
     * Takes in what has arrived and keeps the session alive.
     *
     * @return work count.
     */
    int poll();

    /**
     * Requests without a final answer.
     *
     * @return number of them.
     */
    int outstanding();

    /**
     * Counts from now on go into another tally.
     *
     * @param into counts of the next part of the day.
     */
    void tally(ClientTally into);

    /**
     * Who this is, for people.
     *
     * @return protocol and login.
     */
    String name();

    @Override
    void close();
}
