// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.orders.OrderAction;

import java.util.List;

/**
 * A client that sends its part of an order flow and keeps what it receives, over any number of lives of the venue.
 */
interface FlowTrader extends AutoCloseable
{
    /** Sends a request if the session is up and not too much is unanswered; false when it must wait. */
    boolean send(OrderAction action);

    /** Takes in what has arrived. */
    int poll();

    /** Requests that nobody has answered yet. */
    int outstanding();

    /** Forgets the requests that were lost with the venue: they were never acknowledged. */
    void dropUnanswered();

    /** Everything the venue said about this login's orders, in order. */
    List<String> received();

    /** How much that is. */
    int receivedCount();

    /** Whose history it is. */
    int loginId();

    @Override
    void close();
}
